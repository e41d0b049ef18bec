import { expect, test } from "vitest";
import { formatBody, openLevels, parseState } from "../../../site/playground/format.js";

test.each([
  ['{"a":[1,{}]}', '{\n  "a": [\n    1,\n    {}\n  ]\n}'],
  ["{", "{"],
  ["text", "text"],
])("formats %j", (body, formatted) => {
  expect(formatBody(body)).toBe(formatted);
});

test("does not indent a deeply nested body", () => {
  const body = `${"[".repeat(10_000)}${"]".repeat(10_000)}`;
  expect(formatBody(body)).toBe(body);
});

test("opens all levels of a small state, and fewer levels of a large one", () => {
  expect(openLevels({ warehouse: { projects: { shop: { sales: { orders: { id: 1 } } } } } })).toBe(7);
  const wide = (depth: number): object => (depth === 0 ? [] : Array.from({ length: 20 }, () => wide(depth - 1)));
  expect(openLevels(wide(4))).toBe(2);
});

test.each(["[", "1", "null", '"a"'])("the state %s is not shown", (text) => {
  expect(parseState(text)).toBeUndefined();
});
