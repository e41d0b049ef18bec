import { expect, test } from "vitest";
import { formatBody } from "../../../site/playground/format.js";

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
