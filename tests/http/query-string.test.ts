import fc from "fast-check";
import { expect, test } from "vitest";
import { formatQuery } from "../../src/http/transport.js";

test.each([
  [{}, ""],
  [{ a: undefined }, ""],
  [{ a: [] }, ""],
  [{ a: "" }, "?a="],
  [{ b: 2, a: true, c: false, d: 0 }, "?b=2&a=true&c=false&d=0"],
  [{ ids: ["/m/1", "/m/2"], key: "k" }, "?ids=%2Fm%2F1&ids=%2Fm%2F2&key=k"],
  [{ q: "a b&c=d+e#f" }, "?q=a+b%26c%3Dd%2Be%23f"],
])("formats %j as %j", (query, text) => {
  expect(formatQuery(query)).toBe(text);
});

test("formatting and parsing return the same value", () => {
  const pairs = fc.uniqueArray(fc.tuple(fc.string({ minLength: 1 }), fc.string({ unit: "grapheme" })), {
    selector: ([name]) => name,
  });
  fc.assert(
    fc.property(pairs, (entries) => {
      const read = new URLSearchParams(formatQuery(Object.fromEntries(entries)));
      for (const [name, value] of entries) expect(read.getAll(name)).toEqual([value]);
    }),
  );
});
