import { isFourfoldError } from "fourfold";
import { defineTable, rowDecoder, rowSchema } from "fourfold/tables";
import { encodeRows } from "fourfold/testing";
import { expect, test } from "vitest";
import * as z from "zod";

type Column = Readonly<Record<string, unknown>> & { readonly name: string; readonly type: string };

/** Writes one value of a column, and returns its JSON or its issues. */
function written(type: string, value: unknown, more = {}, options = {}): unknown {
  const schema = rowSchema([{ name: "c", type, ...more }] as never, options);
  const { success, data, error } = schema.safeParse({ c: value });
  return success ? Object(data).c : error.issues.map(({ path, message }) => `${path.join(".")}: ${message}`);
}

test.each<[type: string, value: unknown, json?: unknown, more?: object]>([
  ["STRING", ""],
  ["STRING", "naïve 😀", undefined, { maxLength: "7" }],
  ["BYTES", "aGk="],
  ["BYTES", "aGk=", undefined, { maxLength: "2" }],
  ["INTEGER", 5, "5"],
  ["INTEGER", -0, "0"],
  ["INTEGER", "007", "7"],
  ["INTEGER", "-0", "0"],
  ["INT64", 9223372036854775807n, "9223372036854775807"],
  ["INTEGER", "-9223372036854775808"],
  ["FLOAT", 1e300],
  ["FLOAT64", -0],
  ["BOOLEAN", false],
  ["NUMERIC", "12.30"],
  ["NUMERIC", 0.1, "0.1"],
  ["NUMERIC", 1e-9, "0.000000001"],
  ["NUMERIC", 1e21, "1000000000000000000000"],
  ["NUMERIC", -5n, "-5"],
  ["NUMERIC", "99999999999999999999999999999.999999999"],
  ["NUMERIC", "1.5000000000000000"],
  ["NUMERIC", "1e2", "100"],
  ["DECIMAL", "999.99", undefined, { precision: "5", scale: "2" }],
  ["NUMERIC", "9.9999", undefined, { precision: "5", scale: "4" }],
  ["NUMERIC", 99_999, "99999", { precision: "5" }],
  ["BIGNUMERIC", "-578960446186580977117854925043439539266.34992332820282019728792003956564819968"],
  ["BIGDECIMAL", "578960446186580977117854925043439539266.34992332820282019728792003956564819967"],
  ["DATE", "2024-02-29"],
  ["TIME", "08:00:00.000001"],
  ["DATETIME", "2026-01-31 08:00:00"],
  ["TIMESTAMP", "2026-01-31T08:00:00.123456Z"],
  ["TIMESTAMP", "2026-01-31 08:00:00+02:00"],
  ["TIMESTAMP", "2026-01-31 08:00:00 UTC"],
  ["TIMESTAMP", "2026-01-31"],
  ["INTERVAL", "0-0 3 0:0:1.5"],
  ["GEOGRAPHY", "POINT(1 2)"],
  ["JSON", { a: [1, "x", null, true] }],
  ["JSON", "text"],
  ["JSON", { a: undefined, b: [{ c: undefined }] }],
  ["RANGE", { start: "2020-01-01", end: null }, undefined, { rangeElementType: { type: "DATE" } }],
  ["RECORD", { a: 1 }, { a: "1" }, { fields: [{ name: "a", type: "INTEGER" }] }],
  ["LATER", { any: "thing" }],
])("%s accepts %o", (type, value, json = value, more = {}) => {
  expect(written(type, value, more)).toStrictEqual(json);
  expect(written(type, value, { ...more, mode: "REQUIRED" })).toStrictEqual(json);
  expect(written(type, [value, value], { ...more, mode: "REPEATED" })).toStrictEqual([json, json]);
  expect(written(type, null, more)).toBe(null);
});

test.each<[type: string, value: unknown, requirement: string, more?: object]>([
  ["STRING", 5, "must be a string, got a number"],
  ["STRING", "naïve 😀", "must be a string of at most 6 characters, got another string", { maxLength: "6" }],
  ["BYTES", "aGk", "must be base64, got another string"],
  ["BYTES", "aGk=", "must be base64 of at most 1 bytes, got another string", { maxLength: 1 }],
  ["INTEGER", 2 ** 53, "must be a 64-bit integer: a string of digits, a bigint or a safe number, got a number"],
  ["INTEGER", 1.5, "must be a 64-bit integer"],
  ["INTEGER", "0000000000000000000005", "must be a 64-bit integer"],
  ["INTEGER", true, "must be a 64-bit integer"],
  ["INTEGER", "1.0", "must be a 64-bit integer"],
  ["INTEGER", 2n ** 63n, "must be a 64-bit integer"],
  ["INTEGER", new Date(0), "must be a 64-bit integer: a string of digits, a bigint or a safe number, got a Date"],
  ["FLOAT", Number.NaN, "must be a finite number, because JSON cannot represent others, got a number"],
  ["FLOAT", Number.NEGATIVE_INFINITY, "must be a finite number"],
  ["FLOAT", "1", "must be a finite number, because JSON cannot represent others, got a string"],
  ["BOOLEAN", "true", "must be a boolean, got a string"],
  ["NUMERIC", "1e29", "must be a decimal from -99999999999999999999999999999.999999999 to "],
  ["NUMERIC", 0.1 + 0.2, "must be a decimal from"],
  ["NUMERIC", Number.POSITIVE_INFINITY, "must be a decimal from"],
  ["NUMERIC", "", "must be a decimal from"],
  ["NUMERIC", "-", "must be a decimal from"],
  ["NUMERIC", "-0e-3000", "must be a decimal from"],
  ["NUMERIC", "1e99999", "must be a decimal from"],
  [
    "NUMERIC",
    "1000",
    "must be a decimal from -999.99 to 999.99 with at most 2 digits after the point",
    { precision: "5", scale: "2" },
  ],
  ["NUMERIC", 1.234, "must be a decimal from -999.99 to 999.99", { precision: 5, scale: 2 }],
  ["NUMERIC", "1.5", "must be a decimal from -99999 to 99999 with at most 0 digits", { precision: "5" }],
  ["NUMERIC", "12.5", "must be a decimal from -9.9999 to 9.9999", { precision: "5", scale: "4" }],
  ["BIGNUMERIC", "578960446186580977117854925043439539266.34992332820282019728792003956564819968", "must be a decimal"],
  ["DATE", "2023-02-29", "must be a date such as 2026-01-31, got another string"],
  ["TIME", "8:00", "must be a time such as 08:00:00"],
  ["DATETIME", "2026-01-31T08:00:00Z", "must be a date and time such as 2026-01-31T08:00:00"],
  ["TIMESTAMP", 1_600_000_000, "must be a timestamp such as 2026-01-31T08:00:00Z, got a number"],
  ["TIMESTAMP", "2026-04-31", "must be a timestamp such as"],
  ["TIMESTAMP", "2026-01-31 08:00:00+25:00", "must be a timestamp such as"],
  ["JSON", undefined, "is required", { mode: "REQUIRED" }],
  ["JSON", 5n, "must be JSON of at most 200 levels, got a bigint"],
  ["JSON", new Map(), "must be JSON of at most 200 levels, got a Map"],
  ["RANGE", "[2020-01-01, 2021-01-01)", "must be an object, got a string", { rangeElementType: { type: "DATE" } }],
  ["RECORD", [], "must be an object, got a list", { fields: [{ name: "a", type: "INTEGER" }] }],
  ["STRING", "a", "must be a list: the column is REPEATED, got a string", { mode: "REPEATED" }],
  ["STRING", null, "must be a list: the column is REPEATED, got null", { mode: "REPEATED" }],
  ["STRING", null, "must be a string, got null", { mode: "REQUIRED" }],
  ["STRING", null, "must be a string, got null", { mode: "REQUIRED", defaultValueExpression: "'x'" }],
])("%s rejects %o", (type, value, requirement, more = {}) => {
  const [issue, ...others] = written(type, value, more) as string[];
  expect(issue).toContain(`c: ${requirement}`);
  expect(others).toEqual([]);
});

const orders = defineTable("sales.orders", {
  schema: [
    { name: "id", type: "INTEGER", mode: "REQUIRED" },
    { name: "at", type: "TIMESTAMP", mode: "REQUIRED", defaultValueExpression: "CURRENT_TIMESTAMP()" },
    { name: "total", type: "NUMERIC" },
    { name: "items", type: "RECORD", mode: "REPEATED", fields: [{ name: "sku", type: "STRING", mode: "REQUIRED" }] },
    { name: "extra", type: "JSON" },
  ],
});

test("columns that a row may omit stay absent, and all issues are reported together", () => {
  expect(rowSchema(orders).parse({ id: 1 })).toStrictEqual({ id: "1" });
  expect(rowSchema(orders).parse({ id: 1, total: undefined })).toEqual({ id: "1" });
  const row = { Total: 5, at: null, items: [{ sku: "a" }, null, { sku: 5, price: 1 }] };
  const { error } = rowSchema(orders).safeParse(row);
  expect(error?.issues.map(({ path, message }) => [path, message])).toEqual([
    [["id"], "is required"],
    [["at"], "must be a timestamp such as 2026-01-31T08:00:00Z, got null"],
    [["items", 1], "must be an object, got null"],
    [["items", 2, "sku"], "must be a string, got a number"],
    [["items", 2], 'has columns that the table does not have: "price"'],
    [[], 'has columns that the table does not have: "Total"; did you mean "total"?'],
  ]);
  for (const wrong of [null, "x", [], new Map()]) expect(rowSchema(orders).safeParse(wrong).success).toBe(false);
});

test("a hole in a list is rejected", () => {
  const list = ["a", "b"];
  delete list[0];
  const { error } = rowSchema([{ name: "c", type: "STRING", mode: "REPEATED" }]).safeParse({ c: list });
  expect(error?.issues).toMatchObject([{ path: ["c", 0], message: "is required" }]);
});

test("JSON columns can be text, as insertAll requires", () => {
  const schema = rowSchema(orders, { json: "text" });
  expect(schema.parse({ id: 1, extra: { a: [1] } })).toEqual({ id: "1", extra: '{"a":[1]}' });
  expect(schema.parse({ id: 1, extra: "x" })).toEqual({ id: "1", extra: '"x"' });
  expect(schema.parse({ id: 1, extra: null })).toEqual({ id: "1", extra: null });
});

test("a JSON column accepts only JSON", () => {
  const endless: unknown[] = [];
  endless.push(endless, endless);
  for (const json of ["value", "text"] as const) {
    for (const extra of [{ a: [{}, { at: new Date(0) }] }, [Number.NaN], [undefined], endless]) {
      const { error } = rowSchema(orders, { json }).safeParse({ id: 1, extra });
      const message = expect.stringContaining("must be JSON of at most 200 levels");
      expect(error?.issues).toEqual([expect.objectContaining({ path: ["extra"], message })]);
    }
  }
});

test("is a Standard Schema, and converts to JSON Schema", async () => {
  const schema = rowSchema(orders);
  expect(await schema["~standard"].validate({ id: 1 })).toEqual({ value: { id: "1" } });
  expect(z.toJSONSchema(schema, { io: "input" })).toMatchObject({
    type: "object",
    required: ["id"],
    additionalProperties: false,
    properties: { id: { anyOf: [{ type: "string" }, { type: "integer" }] }, items: { type: "array" } },
  });
  const { properties } = z.toJSONSchema(schema) as { properties: Record<string, unknown> };
  expect(properties.id).toEqual({ type: "string", pattern: "^-?\\d{1,19}$" });
  expect(Object.keys(properties)).toEqual(["id", "at", "total", "items", "extra"]);
});

test("its output is a row that encodes and decodes to the same values", () => {
  const row = { id: 1, at: "2026-11-23T08:00:00.5Z", total: 1.5, items: [{ sku: "tea" }], extra: { a: 1 } };
  const json = rowSchema(orders).parse(row);
  const { schema, rows } = encodeRows(orders, [row]);
  expect(rows.map(rowDecoder(orders, schema))).toEqual([json]);
});

test("names that objects treat specially survive, and inherited properties are no columns", () => {
  const names = ["constructor", "toString", "2", "", "a.b"];
  const schema = rowSchema(names.map((name): Column => ({ name, type: "STRING" })));
  const row = JSON.parse(`{${names.map((name) => `"${name}":"x"`)}}`);
  expect(Object.entries(Object(schema.parse(row))).sort()).toEqual(Object.entries(row).sort());
  expect(schema.parse({})).toStrictEqual({});
});

test("a definition that is not one is rejected", () => {
  for (const wrong of [
    undefined,
    {},
    [],
    defineTable("sales.orders", {}),
    "sales.orders",
    [{ name: "a" }],
    [
      { name: "a", type: "STRING" },
      { name: "A", type: "STRING" },
    ],
  ]) {
    expect(() => rowSchema(wrong as never)).toThrow(expect.objectContaining({ code: "invalid_request" }));
  }
  try {
    rowSchema(orders, { json: "string" } as never);
    expect.unreachable();
  } catch (error) {
    expect(isFourfoldError(error, "invalid_request")).toBe(true);
  }
});

test("messages contain no values", async () => {
  const secret = "s3cret-value";
  for (const type of ["INTEGER", "NUMERIC", "DATE", "TIMESTAMP", "BOOLEAN", "FLOAT", "RECORD", "BYTES"]) {
    expect(JSON.stringify(written(type, secret))).not.toContain(secret);
  }
});
