import { expect, test } from "vitest";
import { mergePatch } from "../../src/values/merge-patch.js";

// The cases of RFC 7396, appendix A.
test.each<[unknown, unknown, unknown]>([
  [{ a: "b" }, { a: "c" }, { a: "c" }],
  [{ a: "b" }, { b: "c" }, { a: "b", b: "c" }],
  [{ a: "b" }, { a: null }, {}],
  [{ a: "b", b: "c" }, { a: null }, { b: "c" }],
  [{ a: ["b"] }, { a: "c" }, { a: "c" }],
  [{ a: "c" }, { a: ["b"] }, { a: ["b"] }],
  [{ a: { b: "c" } }, { a: { b: "d", c: null } }, { a: { b: "d" } }],
  [{ a: [{ b: "c" }] }, { a: [1] }, { a: [1] }],
  [
    ["a", "b"],
    ["c", "d"],
    ["c", "d"],
  ],
  [{ a: "b" }, ["c"], ["c"]],
  [{ a: "foo" }, null, null],
  [{ a: "foo" }, "bar", "bar"],
  [{ e: null }, { a: 1 }, { e: null, a: 1 }],
  [[1, 2], { a: "b", c: null }, { a: "b" }],
  [{}, { a: { bb: { ccc: null } } }, { a: { bb: {} } }],
])("merges %j and %j to %j", (target, patch, result) => {
  expect(mergePatch(target, patch)).toEqual(result);
});

test("treats names of built-in properties as data", () => {
  const target = JSON.parse('{"__proto__":{"a":1},"constructor":"x"}');
  const patch = JSON.parse('{"__proto__":{"b":2},"constructor":null,"toString":"y"}');
  expect(JSON.stringify(mergePatch(target, patch))).toBe('{"__proto__":{"a":1,"b":2},"toString":"y"}');
  expect(JSON.stringify(mergePatch({}, patch))).toBe('{"__proto__":{"b":2},"toString":"y"}');
});

test("shares no list with the patch", () => {
  const list = [{ a: 1 }];
  const merged = mergePatch({}, { list });
  list.push({ a: 2 });
  expect(merged).toEqual({ list: [{ a: 1 }] });
});
