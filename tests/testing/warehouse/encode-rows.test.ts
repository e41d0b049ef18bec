import { isFourfoldError } from "fourfold";
import { defineTable, rowDecoder } from "fourfold/tables";
import { encodeRows } from "fourfold/testing";
import { expect, test } from "vitest";

/** Encodes one value of a column. */
function encoded(type: string, value: unknown, more = {}): unknown {
  const columns = [{ name: "c", type, ...more }] as never; // columns without literal types
  return encodeRows(columns, [{ c: value }] as never).rows[0]?.f[0]?.v;
}

function issuesOf(call: () => unknown): string[] {
  try {
    call();
  } catch (error) {
    if (isFourfoldError(error, "invalid_request"))
      return error.issues.map(({ path, message }) => `${path}: ${message}`);
    throw error;
  }
  return [];
}

test.each<[type: string, value: unknown, wire: unknown, decoded?: unknown, more?: object]>([
  ["STRING", "", ""],
  ["BYTES", "aGk=", "aGk="],
  ["INTEGER", 5, "5"],
  ["INT64", 9223372036854775807n, "9223372036854775807"],
  ["INTEGER", "-9223372036854775808", "-9223372036854775808"],
  ["FLOAT", 0.5, "0.5", 0.5],
  ["FLOAT64", 1e-7, "1E-7", 1e-7],
  ["FLOAT", -1e21, "-1E+21", -1e21],
  ["FLOAT", -0, "-0.0", -0],
  ["FLOAT", Number.NaN, "NaN", Number.NaN],
  ["FLOAT", Number.NEGATIVE_INFINITY, "-Infinity", Number.NEGATIVE_INFINITY],
  ["BOOLEAN", true, "true", true],
  ["BOOL", false, "false", false],
  ["NUMERIC", "12.30", "12.30"],
  ["NUMERIC", 1e-9, "0.000000001"],
  ["DECIMAL", 1e21, "1000000000000000000000"],
  ["BIGNUMERIC", -5n, "-5"],
  ["BIGDECIMAL", 0.1, "0.1"],
  ["DATE", "2024-02-29", "2024-02-29"],
  ["TIME", "08:00:00.000001", "08:00:00.000001"],
  ["DATETIME", "2026-01-31T08:00:00", "2026-01-31T08:00:00"],
  ["TIMESTAMP", "2020-09-13T12:26:40Z", "1600000000.0", "2020-09-13T12:26:40Z"],
  ["TIMESTAMP", "2020-09-13T12:26:40.123456Z", "1600000000.123456", "2020-09-13T12:26:40.123456Z"],
  ["TIMESTAMP", "1970-01-01", "0.0", "1970-01-01T00:00:00Z"],
  ["TIMESTAMP", "1969-12-31T23:59:59.5", "-0.5", "1969-12-31T23:59:59.5Z"],
  ["TIMESTAMP", "2020-09-13 14:26:40+02:00", "1600000000.0", "2020-09-13T12:26:40Z"],
  ["TIMESTAMP", "2020-09-13 02:56:40.5-0930", "1600000000.5", "2020-09-13T12:26:40.5Z"],
  ["TIMESTAMP", "2020-09-13 12:26:40 UTC", "1600000000.0", "2020-09-13T12:26:40Z"],
  ["TIMESTAMP", "2020-09-13+02", "1599948000.0", "2020-09-12T22:00:00Z"],
  ["TIMESTAMP", "2020-09-13 08:00:00-5", "1600002000.0", "2020-09-13T13:00:00Z"],
  ["TIMESTAMP", "0001-01-01T00:00:00Z", "-62135596800.0", "0001-01-01T00:00:00Z"],
  ["TIMESTAMP", "9999-12-31T23:59:59.999999Z", "253402300799.999999", "9999-12-31T23:59:59.999999Z"],
  [
    "TIMESTAMP",
    "2020-09-13T14:26:40.123456789012+02:00",
    "2020-09-13T12:26:40.123456789012Z",
    "2020-09-13T12:26:40.123456789012Z",
  ],
  ["INTERVAL", "0-0 3 0:0:1.5", "0-0 3 0:0:1.5"],
  ["GEOGRAPHY", "POINT(1 2)", "POINT(1 2)"],
  ["JSON", { a: [1, null] }, '{"a":[1,null]}', { a: [1, null] }],
  ["JSON", "text", '"text"', "text"],
  [
    "RANGE",
    { start: "2020-01-01", end: null },
    "[2020-01-01, UNBOUNDED)",
    { start: "2020-01-01", end: null },
    { rangeElementType: { type: "DATE" } },
  ],
  [
    "RANGE",
    { start: null, end: "2020-09-13T12:26:40Z" },
    "[UNBOUNDED, 1600000000.0)",
    { start: null, end: "2020-09-13T12:26:40Z" },
    { rangeElementType: { type: "TIMESTAMP" } },
  ],
  ["STRUCT", { n: 5 }, { f: [{ v: "5" }] }, { n: "5" }, { fields: [{ name: "n", type: "INT64" }] }],
  ["LATER", "as it is", "as it is"],
])("%s %o is encoded as %o, which decodes to the value", (type, value, wire, decoded = wire, more = {}) => {
  expect(encoded(type, value, more)).toStrictEqual(wire);
  expect(encoded(type, value, { ...more, mode: "REQUIRED" })).toStrictEqual(wire);
  expect(encoded(type, [value, value], { ...more, mode: "REPEATED" })).toStrictEqual([{ v: wire }, { v: wire }]);
  expect(encoded(type, null, more)).toBe(null);
  const columns = [{ name: "c", type, ...more }] as never; // columns without literal types
  const { schema, rows } = encodeRows(columns, [{ c: value }] as never);
  expect(rows.map(rowDecoder(columns, schema))).toStrictEqual([{ c: decoded }]);
});

const orders = defineTable("sales.orders", {
  schema: [
    { name: "id", type: "int64", mode: "required" },
    { name: "at", type: "TIMESTAMP", mode: "REQUIRED", defaultValueExpression: "CURRENT_TIMESTAMP()" },
    { name: "total", type: "NUMERIC", precision: "5", scale: "2" },
    { name: "open", type: "RANGE", rangeElementType: { type: "DATE" } },
    { name: "items", type: "STRUCT", mode: "REPEATED", fields: [{ name: "sku", type: "STRING", mode: "REQUIRED" }] },
  ],
});
const at = "2026-11-23T08:00:00.5Z";

test("the schema has the types and modes of responses, in the order of the cells", () => {
  expect(encodeRows(orders, [{ id: 1, at }])).toStrictEqual({
    schema: {
      fields: [
        { name: "id", type: "INTEGER", mode: "REQUIRED" },
        { name: "at", type: "TIMESTAMP", mode: "REQUIRED" },
        { name: "total", type: "NUMERIC", mode: "NULLABLE" },
        { name: "open", type: "RANGE", mode: "NULLABLE", rangeElementType: { type: "DATE" } },
        {
          name: "items",
          type: "RECORD",
          mode: "REPEATED",
          fields: [{ name: "sku", type: "STRING", mode: "REQUIRED" }],
        },
      ],
    },
    rows: [{ f: [{ v: "1" }, { v: "1795420800.5" }, { v: null }, { v: null }, { v: [] }] }],
    totalRows: "1",
    jobComplete: true,
  });
  expect(encodeRows(orders, [])).toMatchObject({ rows: [], totalRows: "0" });
});

test("all issues of all rows are reported together, without values", () => {
  const rows = [
    { id: 2n ** 63n, at: "2026-02-30T00:00:00Z", total: "s3cret" },
    { at: null, open: { start: "tomorrow", end: null }, items: [{ sku: "a" }, null, { price: 5 }] },
    "row",
    { id: 1, at, Total: 5 },
    { id: 1 },
  ];
  const issues = issuesOf(() => encodeRows(orders, rows as never));
  expect(issues.join()).not.toMatch(/s3cret|tomorrow/);
  expect(issues).toEqual([
    "rows[0].id: must be a 64-bit integer: a string of digits, a bigint or a safe number, got a bigint",
    "rows[0].at: must be a timestamp such as 2026-01-31T08:00:00Z, got another string",
    expect.stringMatching(/^rows\[0\].total: must be a decimal from /),
    "rows[1].id: is required",
    "rows[1].at: must be a timestamp such as 2026-01-31T08:00:00Z, got null",
    "rows[1].open.start: must be a date such as 2026-01-31, got another string",
    "rows[1].items[1]: must be an object, got null",
    "rows[1].items[2].sku: is required",
    'rows[1].items[2]: has columns that the table does not have: "price"',
    "rows[2]: must be an object, got a string",
    'rows[3]: has columns that the table does not have: "Total"; did you mean "total"?',
    "rows[4].at: is required",
  ]);
});

test.each([
  ["sales.orders", [], "definition: must be a definition, a schema or a list of columns, got a string"],
  [{ schema: null }, [], "definition: must have columns"],
  [[], [], "definition: must have columns"],
  [[{ name: "a" }], [], 'definition[0]: must be a column with "name" and "type", got an object'],
  [orders, { id: 1 }, "rows: must be a list, got an object"],
  [orders, undefined, "rows: must be a list, got nothing"],
])("rejects wrong arguments: %j, %j", (definition, rows, issue) => {
  expect(issuesOf(() => encodeRows(definition as never, rows as never))).toContain(issue);
});

test("names that objects treat specially survive", () => {
  const names = ["constructor", "2", "1", "a.b"];
  const columns = names.map((name) => ({ name, type: "STRING" }));
  const row = JSON.parse(`{${names.map((name) => `"${name}":"${name}"`)}}`);
  expect(encodeRows(columns, [row]).rows).toEqual([{ f: names.map((v) => ({ v })) }]);
  expect(encodeRows(columns, [{}]).rows).toEqual([{ f: names.map(() => ({ v: null })) }]);
});
