import { expect, test } from "vitest";
import { matcherOf } from "../../src/warehouse/patterns.js";

test.each([
  ["sales.orders", "sales.orders", true],
  ["sales.orders", "sales.orders_2", false],
  ["sales.tmp_*", "sales.tmp_", true],
  ["*", "", true],
  ["a*a", "a", false],
  ["a*b*c", "axxbyyc", true],
  ["a*b*bc", "abc", false],
  ["schema.*.policyTags", "schema.address.city.policyTags", true],
  ["labels.goog-*", "labels.team", false],
  ["sales.(x", "sales.(x", true],
])("%s matches %s: %s", (pattern, text, expected) => {
  expect(matcherOf(["none", pattern])(text)).toBe(expected);
});

test("takes linear time", () => {
  const start = performance.now();
  expect(matcherOf([`${"a*".repeat(1_000)}b`])("a".repeat(100_000))).toBe(false);
  expect(performance.now() - start).toBeLessThan(1_000);
});
