import { isFourfoldError, RowError } from "fourfold";
import { defineTable, rowDecoder, type TableRow } from "fourfold/tables";
import { describe, expect, test } from "vitest";

type Column = Readonly<Record<string, unknown>> & { readonly name: string; readonly type: string };

const cells = (...values: unknown[]): TableRow => ({ f: values.map((v) => ({ v })) });
const decoderOf = (columns: readonly Column[], options = {}) => rowDecoder(columns as never, columns, options);

/** Decodes one value of a column, which is NULLABLE unless `more` says otherwise. */
function decoded(type: string, v: unknown, options = {}, more = {}): unknown {
  return Object(decoderOf([{ name: "c", type, ...more }], options)(cells(v))).c;
}

/** Returns the error of a call, which must be of the package. */
function errorOf(call: () => unknown): unknown {
  try {
    return call();
  } catch (error) {
    if (!isFourfoldError(error)) throw error;
    return error;
  }
}
const messageOf = (call: () => unknown) => String(Object(errorOf(call)).message);
const issuesOf = (call: () => unknown) =>
  (Object(errorOf(call)).issues as { path: string; message: string }[]).map(
    ({ path, message }) => `${path}: ${message}`,
  );

const values: [type: string, wire: string, value: unknown][] = [
  ["STRING", "", ""],
  ["BYTES", "aGk=", "aGk="],
  ["BYTES", "", ""],
  ["INTEGER", "0", "0"],
  ["INT64", "-9223372036854775808", "-9223372036854775808"],
  ["FLOAT", "-1.9954383398377106E10", -19_954_383_398.377_106],
  ["FLOAT64", "1E-7", 1e-7],
  ["FLOAT", "-0.0", -0],
  ["FLOAT", "NaN", Number.NaN],
  ["FLOAT", "Infinity", Number.POSITIVE_INFINITY],
  ["FLOAT", "-Infinity", Number.NEGATIVE_INFINITY],
  ["BOOLEAN", "true", true],
  ["BOOL", "false", false],
  ["NUMERIC", "12.30", "12.30"],
  ["DECIMAL", "-0.000000001", "-0.000000001"],
  ["BIGNUMERIC", "1", "1"],
  ["BIGDECIMAL", "1.5", "1.5"],
  ["DATE", "0001-01-01", "0001-01-01"],
  ["DATE", "2024-02-29", "2024-02-29"],
  ["TIME", "08:00:00", "08:00:00"],
  ["TIME", "23:59:59.999999", "23:59:59.999999"],
  ["DATETIME", "2026-01-31T08:00:00", "2026-01-31T08:00:00"],
  ["DATETIME", "2026-01-31 08:00:00.5", "2026-01-31T08:00:00.5"],
  ["INTERVAL", "0-0 3 0:0:1.5", "0-0 3 0:0:1.5"],
  ["GEOGRAPHY", "POINT(1 2)", "POINT(1 2)"],
  ["JSON", '{"a":[1,null]}', { a: [1, null] }],
  ["JSON", "null", null],
  ["LATER", "as it is", "as it is"],
];

describe.each(values)("%s %s", (type, wire, value) => {
  test("is decoded in every mode", () => {
    expect(decoded(type, wire)).toStrictEqual(value);
    expect(decoded(type, wire, {}, { mode: "REQUIRED" })).toStrictEqual(value);
    expect(decoded(type, [{ v: wire }, { v: wire }], {}, { mode: "REPEATED" })).toStrictEqual([value, value]);
  });
});

test.each([...new Set(values.map(([type]) => type)), "TIMESTAMP", "RECORD", "RANGE"])("null in a %s column", (type) => {
  expect(decoded(type, null)).toBe(null);
  expect(decoded(type, null, {}, { mode: "REPEATED" })).toEqual([]);
  expect(decoded(type, [], {}, { mode: "REPEATED" })).toEqual([]);
  const required = errorOf(() => decoded(type, null, {}, { mode: "REQUIRED" }));
  expect(required).toMatchObject({ code: "row_invalid", path: "c" });
  expect(required).toBeInstanceOf(RowError);
});

test.each([
  ["0", "1970-01-01T00:00:00Z"],
  ["1.6E9", "2020-09-13T12:26:40Z"],
  ["1.60000000012345678E9", "2020-09-13T12:26:40.123457Z"],
  ["1600000000.5", "2020-09-13T12:26:40.5Z"],
  ["1600000000123456", "2020-09-13T12:26:40.123456Z"],
  ["1600000000120000", "2020-09-13T12:26:40.12Z"],
  ["9.1000000001234567E9", "2258-05-15T01:46:40.123456Z"],
  ["1.2345678901234567E-5", "1970-01-01T00:00:00.000012Z"],
  ["-1", "1969-12-31T23:59:59.999999Z"],
  ["-0.000001", "1969-12-31T23:59:59.999999Z"],
  ["-1.0E-6", "1969-12-31T23:59:59.999999Z"],
  ["-1000000", "1969-12-31T23:59:59Z"],
  ["-6.21355968E10", "0001-01-01T00:00:00Z"],
  ["-62135596800000000", "0001-01-01T00:00:00Z"],
  ["253402300799999999", "9999-12-31T23:59:59.999999Z"],
  ["2.53402300799999999E11", "9999-12-31T23:59:59.999999Z"],
  ["2026-11-23T08:00:00.123456789012Z", "2026-11-23T08:00:00.123456789012Z"],
  ["2026-11-23 08:00:00 UTC", "2026-11-23T08:00:00Z"],
  ["2026-11-23 08:00:00.250000+00", "2026-11-23T08:00:00.25Z"],
])("the timestamp %s is %s", (wire, iso) => {
  expect(decoded("TIMESTAMP", wire)).toBe(iso);
  const date = decoded("TIMESTAMP", wire, { timestamps: "Date" }) as Date;
  const ms = /\.(\d{1,3})/.exec(iso)?.[1]?.padEnd(3, "0") ?? "000";
  expect(date.toISOString()).toBe(`${iso.slice(0, 19)}.${ms}Z`);
});

test("a date is a day of the calendar", () => {
  for (const year of ["0001", "0004", "0100", "0400", "1900", "2000", "2023", "2024"]) {
    for (let month = 1; month <= 12; month += 1) {
      for (const day of [28, 29, 30, 31]) {
        const date = `${year}-${String(month).padStart(2, "0")}-${day}`;
        const isDay = new Date(`${date}T00:00:00Z`).getUTCDate() === day;
        expect([date, errorOf(() => decoded("DATE", date)) === date]).toEqual([date, isDay]);
      }
    }
  }
});

test("rows of one response may have all three forms of timestamps", () => {
  const decode = decoderOf([{ name: "at", type: "TIMESTAMP" }]);
  const wires = ["1.6E9", "1600000000000000", "2020-09-13T12:26:40Z", "1.600086400E9", "1.6E9"];
  expect(wires.map((wire) => Object(decode(cells(wire))).at)).toEqual([
    "2020-09-13T12:26:40Z",
    "2020-09-13T12:26:40Z",
    "2020-09-13T12:26:40Z",
    "2020-09-14T12:26:40Z",
    "2020-09-13T12:26:40Z",
  ]);
});

test.each([
  ["DATE", "[2020-01-01, UNBOUNDED)", { start: "2020-01-01", end: null }],
  ["DATE", "[NULL, 2020-01-01)", { start: null, end: "2020-01-01" }],
  ["DATE", "[unbounded,unbounded)", { start: null, end: null }],
  [
    "DATETIME",
    "[2020-01-01 00:00:00, 2021-01-01T00:00:00)",
    { start: "2020-01-01T00:00:00", end: "2021-01-01T00:00:00" },
  ],
  ["TIMESTAMP", "[1.6E9, 1600000001000000)", { start: "2020-09-13T12:26:40Z", end: "2020-09-13T12:26:41Z" }],
])("a range of %s: %s", (type, wire, range) => {
  const column = { rangeElementType: { type } };
  expect(decoded("RANGE", wire, {}, column)).toEqual(range);
  expect(decoded("RANGE", wire, { timestamps: "Date" }, column)).toEqual(range);
});

test("integers can be bigints, or numbers that are exact", () => {
  expect(decoded("INTEGER", "9223372036854775807", { integers: "bigint" })).toBe(9223372036854775807n);
  expect(decoded("INTEGER", "9007199254740991", { integers: "number" })).toBe(Number.MAX_SAFE_INTEGER);
  expect(decoded("INTEGER", [{ v: "-5" }], { integers: "number" }, { mode: "REPEATED" })).toEqual([-5]);
  expect(messageOf(() => decoded("INTEGER", "9007199254740992", { integers: "number" }))).toBe(
    '[row_invalid] c: must be a safe integer; pass integers: "bigint" for larger ones',
  );
});

test.each([
  ["INTEGER", "1.0"],
  ["INTEGER", "9223372036854775808"],
  ["INTEGER", 5],
  ["INTEGER", ""],
  ["FLOAT", "0x10"],
  ["FLOAT", "1e999"],
  ["FLOAT", "-1E309"],
  ["FLOAT", ""],
  ["FLOAT", " 1"],
  ["FLOAT", "nan"],
  ["BOOLEAN", "TRUE"],
  ["BOOLEAN", true],
  ["NUMERIC", "1,5"],
  ["NUMERIC", "NaN"],
  ["BYTES", "not base64"],
  ["BYTES", "abc"],
  ["DATE", "2023-02-29"],
  ["DATE", "2026-13-01"],
  ["DATE", "0000-01-01"],
  ["DATE", "1900-02-29"],
  ["TIME", "24:00:00"],
  ["DATETIME", "2026-01-30"],
  ["TIMESTAMP", "yesterday"],
  ["TIMESTAMP", "2026-02-30T00:00:00Z"],
  ["TIMESTAMP", "1.0E99"],
  ["TIMESTAMP", "1.0E999"],
  ["TIMESTAMP", "253402300800000000"],
  ["TIMESTAMP", "2026-01-01T00:00:00+02:00"],
  ["JSON", "{"],
  ["STRING", { f: [] }],
  ["STRING", ["a"]],
  ["RECORD", "a"],
  ["RECORD", { f: "a" }],
  ["RANGE", "[2020-01-01]"],
  ["RANGE", "[2020-01-01, 2020-02-30)"],
])("%s cannot be %j", (type, wire) => {
  const more = { rangeElementType: { type: "DATE" } };
  const error = errorOf(() => decoded(type, wire, {}, more));
  expect(error).toMatchObject({ name: "RowError", code: "row_invalid", path: "c" });
  const text = JSON.stringify(error) + String(error);
  if (typeof wire === "string" && wire.length > 4) expect(text).not.toContain(wire);
});

test("a row is not a list of objects, and has a cell for each column", () => {
  const decode = decoderOf([
    { name: "a", type: "STRING" },
    { name: "r", type: "RECORD", mode: "REPEATED", fields: [{ name: "b", type: "STRING" }] } as Column,
  ]);
  expect(messageOf(() => decode(cells("x")))).toBe(
    "[row_invalid] must have 2 cells, one for each column of the response, got 1; pass the schema of the same response",
  );
  expect(messageOf(() => decode(null as never))).toBe(
    "[row_invalid] must be a row of cells, { f: [{ v }] } (in @google-cloud/bigquery, set skipParsing), got null",
  );
  for (const row of [{}, { a: "x", r: [] } as never]) {
    expect(messageOf(() => decode(row))).toMatch(/must be a row of cells, .* set skipParsing\), got an object$/);
  }
  expect(errorOf(() => decode(cells("x", [{ v: cells("y") }, { v: cells() }])))).toMatchObject({ path: "r[1]" });
  expect(errorOf(() => decode(cells("x", [{ v: cells("y") }, null])))).toMatchObject({ path: "r[1]" });
  expect(errorOf(() => decode(cells("x", "y")))).toMatchObject({ path: "r" });
  expect(decode({ f: [{}, {}] })).toEqual({ a: null, r: [] });
  expect(messageOf(() => decode({ f: ["x", []] } as never))).toBe(
    '[row_invalid] a: must be a cell with "v", got a string',
  );
  expect(errorOf(() => decode(cells("x", ["y"])))).toMatchObject({ path: "r[0]" });
  expect(errorOf(() => decode({ f: [null, {}] } as never))).toMatchObject({ path: "a" });
  expect(errorOf(() => decode({ f: new Array(2) }))).toMatchObject({ path: "a" });
});

test("an error contains no part of a value that imitates an object", () => {
  const value = { constructor: { name: "s3cret" }, toString: "s3cret", toJSON: "s3cret" };
  const error = errorOf(() => decoded("STRING", value));
  expect(String(error)).toBe("RowError: [row_invalid] c: must be a string, got an object");
  expect(JSON.stringify(error) + Object(error).stack).not.toContain("s3cret");
});

const orders = defineTable("sales.orders", {
  schema: [
    { name: "id", type: "INTEGER", mode: "REQUIRED" },
    { name: "note", type: "STRING" },
    { name: "tags", type: "STRING", mode: "REPEATED" },
    {
      name: "items",
      type: "RECORD",
      mode: "REPEATED",
      fields: [
        { name: "sku", type: "STRING", mode: "REQUIRED" },
        { name: "count", type: "INTEGER" },
      ],
    },
  ],
});

test("columns match by name at every depth, in any case and order; others are kept", () => {
  const columns = [
    {
      name: "ITEMS",
      type: "STRUCT",
      mode: "REPEATED",
      fields: [
        { name: "Count", type: "INT64" },
        { name: "SKU", type: "STRING" },
        { name: "gift", type: "BOOL" },
      ],
    },
    { name: "f0_", type: "FLOAT64" },
    { name: "ID", type: "INT64", mode: "NULLABLE" },
  ];
  const decode = rowDecoder(orders, { fields: columns });
  const row = decode(cells([{ v: cells("2", "tea", "true") }], "0.5", "7"));
  expect(row).toStrictEqual({
    items: [{ count: "2", sku: "tea", gift: true }],
    f0_: 0.5,
    id: "7",
    note: null,
    tags: [],
  });
  expect(Object.keys(row)).toEqual(["items", "f0_", "id", "note", "tags"]);
  expect(decode(cells([], null, "8")).tags).not.toBe(row.tags);
  expect(errorOf(() => decode(cells([], null, null)))).toMatchObject({ code: "row_invalid", path: "id" });
});

test("all differences are reported together when the decoder is created", () => {
  const columns = [
    { name: "note", type: "INTEGER" },
    { name: "tags", type: "STRING" },
    { name: "items", type: "RECORD", mode: "REPEATED", fields: [{ name: "count", type: "INTEGER", mode: "REPEATED" }] },
  ];
  expect(issuesOf(() => rowDecoder(orders, [...columns, { name: "Note", type: "STRING" }]))).toEqual([
    "Note: is the name of two columns; rename one of them with AS",
  ]);
  expect(issuesOf(() => rowDecoder(orders, columns))).toEqual([
    'note: must be STRING, as in the definition, got "INTEGER"; change the definition, or CAST the column',
    "tags: must be REPEATED, as in the definition",
    "items.count: must not be REPEATED, as in the definition",
    "items.sku: must be in the response, because it is REQUIRED in the definition",
    "id: must be in the response, because it is REQUIRED in the definition",
  ]);
});

test.each([
  [undefined, "columns: must be the schema of the response of a completed query, got nothing"],
  ["id", "columns: must be the schema of the response of a completed query, got a string"],
  [[null, { name: "id", type: "INTEGER" }], 'columns[0]: must be a column with "name" and "type", got null'],
  [[{ name: "id" }], 'columns[0]: must be a column with "name" and "type", got an object'],
])("the columns cannot be %j", (columns, issue) => {
  expect(issuesOf(() => rowDecoder(orders, columns as never))).toEqual([issue]);
});

test("an invalid definition or option is rejected", () => {
  expect(issuesOf(() => rowDecoder("sales.orders" as never, []))).toEqual([
    "definition: must be a definition, a schema or a list of columns, got a string",
  ]);
  expect(
    issuesOf(() =>
      rowDecoder(
        [
          { name: "a", type: "STRING" },
          { name: "A", type: "STRING" },
        ],
        [],
      ),
    ),
  ).toEqual(["A: is the name of two columns; rename one of them with AS"]);
  expect(issuesOf(() => rowDecoder(orders, [], { integers: "int", dates: 1 } as never))).toHaveLength(2);
});

test("names that objects treat specially survive", () => {
  const names = ["__proto__", "constructor", "toString", "2", "1", "", "a.b", "f0_"];
  const columns = names.map((name) => ({ name, type: "STRING" }));
  const row = decoderOf(columns)(cells(...names));
  expect(Object.entries(row).sort()).toEqual(names.map((name) => [name, name]).sort());
  expect(Object.getPrototypeOf(row)).toBe(Object.prototype);
  expect(errorOf(() => decoderOf(columns)(cells("x", "x", "x", "x", "x", "x", 5, "x")))).toMatchObject({
    path: '["a.b"]',
  });
});

test("records of the same field names are independent", () => {
  const of = (name: string) => ({ name, type: "RECORD", fields: [{ name: "x", type: "STRING" }] });
  expect(decoderOf([of("a"), of("b")])(cells(cells("1"), cells("2")))).toEqual({ a: { x: "1" }, b: { x: "2" } });
});

test("a definition without columns, or a table of the service, decodes by the types of the response", () => {
  const columns: object[] = [{ name: "n", type: "INTEGER" }];
  expect(rowDecoder({ schema: null }, columns)(cells("1"))).toEqual({ n: "1" });
  expect(rowDecoder({}, columns)(cells("1"))).toEqual({ n: "1" });
  expect(rowDecoder(defineTable("a.b", {}), columns)(cells("1"))).toEqual({ n: "1" });
});

test("a schema nested without end is rejected", () => {
  const fields: object[] = [{ name: "n", type: "INTEGER" }];
  const column = { name: "r", type: "RECORD", fields };
  fields.push(column);
  const [issue] = issuesOf(() => rowDecoder({}, [column]));
  expect(issue).toMatch(/is nested more than 200 levels deep$/);
});

test("a name in a path is escaped", () => {
  const live = [{ name: "a\nb", type: "INTEGER" }];
  expect(issuesOf(() => rowDecoder([{ name: "a\nb", type: "STRING" }], live))[0]).toContain(
    '["a\\nb"]: must be STRING',
  );
});
