import { expect, test } from "vitest";
import * as z from "zod/mini";
import { int64Schema, markOf, openEnum, opt, outputOnly, uint64Schema } from "../../src/schema/schema.js";

const accepts = (schema: z.ZodMiniType, value: unknown) => schema.safeParse(value).success;

test("INT64 are decimal strings, or numbers that are still exact", () => {
  for (const value of ["0", "-5", "9223372036854775807", 5, -5, 2 ** 53 - 1])
    expect(accepts(int64Schema, value)).toBe(true);
  for (const value of ["", "1.0", "9223372036854775808", 0.5, 2 ** 53, 5n, null, undefined, true, {}]) {
    expect(accepts(int64Schema, value)).toBe(false);
  }
  expect(accepts(uint64Schema, "18446744073709551615")).toBe(true);
  expect(accepts(uint64Schema, "-1")).toBe(false);
  expect(accepts(uint64Schema, -1)).toBe(false);
});

test("parsing an INT64 returns a string", () => {
  expect(int64Schema.parse(5)).toBe("5");
  expect(int64Schema.parse("5")).toBe("5");
  expect(opt(int64Schema).parse(-5)).toBe("-5");
});

test("an optional field may be null, and null is kept", () => {
  const schema = opt(z.string());
  expect(schema.parse(undefined)).toBeUndefined();
  expect(schema.parse(null)).toBeNull();
  expect(accepts(schema, 5)).toBe(false);
});

test("marking a schema does not mark the schema inside it", () => {
  const inner = z.string();
  outputOnly(inner);
  expect(markOf(inner).outputOnly).toBeUndefined();
});

test("an open enum accepts any string", () => {
  expect(accepts(openEnum<"A">(), "A")).toBe(true);
  expect(accepts(openEnum<"A">(), "later")).toBe(true);
  expect(accepts(openEnum<"A">(), 1)).toBe(false);
});
