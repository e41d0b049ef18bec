import { expect, test } from "vitest";
import { schemaChanges, schemaProblems } from "../../src/warehouse/schema-changes.js";

interface Column {
  readonly name: string;
  readonly type: string;
  readonly [property: string]: unknown;
}

const column = (name: string, type = "STRING", more: object = {}): Column => ({ name, type, ...more });
const schema = (...fields: readonly Column[]) => ({ fields });
const asRequest = { omitted: "default" } as const;
const asPlan = { omitted: "any" } as const;

/** A column inside as many others as make it `depth` levels. */
function nested(depth: number): Column {
  return depth === 1 ? column("leaf") : column("c", "RECORD", { fields: [nested(depth - 1)] });
}

test.each<[what: string, from: Column, to: Column]>([
  ["INT64 and integer", column("a", "INT64"), column("a", "integer")],
  ["FLOAT64 and FLOAT", column("a", "FLOAT64"), column("a", "FLOAT")],
  ["BOOL and BOOLEAN", column("a", "BOOL"), column("a", "BOOLEAN")],
  [
    "STRUCT and RECORD",
    column("a", "struct", { fields: [column("x")] }),
    column("a", "RECORD", { fields: [column("x")] }),
  ],
  ["no mode and NULLABLE", column("a"), column("a", "STRING", { mode: "nullable" })],
  ["REQUIRED to NULLABLE", column("a", "STRING", { mode: "REQUIRED" }), column("a", "STRING", { mode: "NULLABLE" })],
  ["a limit as a number", column("a", "STRING", { maxLength: "5" }), column("a", "STRING", { maxLength: 5 })],
  ["a scale of 0", column("a", "NUMERIC", { precision: "5" }), column("a", "NUMERIC", { precision: "5", scale: "0" })],
  ["a description", column("a"), column("a", "STRING", { description: "x" })],
])("accepts %s", (_, from, to) => {
  expect(schemaChanges(schema(from), schema(to), asRequest)).toEqual([]);
});

test("lists changes in the order of the service: missing, type, mode, new and required", () => {
  const live = schema(
    column("gone"),
    column("kind", "STRING"),
    column("some", "STRING"),
    column("r", "RECORD", { fields: [column("x"), column("y")] }),
  );
  const proposed = schema(
    column("fresh", "STRING", { mode: "REQUIRED" }),
    column("some", "STRING", { mode: "REPEATED" }),
    column("r", "RECORD", { fields: [column("X", "DATE"), column("z", "STRING", { mode: "required" })] }),
    column("KIND", "INT64"),
  );
  expect(schemaChanges(live, proposed, asRequest)).toEqual([
    { kind: "missing", path: "schema.fields", column: "gone" },
    { kind: "missing", path: "schema.fields[2].fields", column: "r.y" },
    { kind: "type", path: "schema.fields[3].type", column: "kind", from: "STRING", to: "INTEGER" },
    { kind: "type", path: "schema.fields[2].fields[0].type", column: "r.x", from: "STRING", to: "DATE" },
    { kind: "mode", path: "schema.fields[1].mode", column: "some", from: "NULLABLE", to: "REPEATED" },
    { kind: "required", path: "schema.fields[2].fields[1].mode", column: "r.z" },
    { kind: "required", path: "schema.fields[0].mode", column: "fresh" },
    { kind: "case", path: "schema.fields[3].name", column: "kind", from: "kind", to: "KIND" },
    { kind: "case", path: "schema.fields[2].fields[0].name", column: "r.x", from: "x", to: "X" },
  ]);
});

test("a REQUIRED column inside a new RECORD is accepted", () => {
  const proposed = schema(column("r", "RECORD", { fields: [column("x", "STRING", { mode: "REQUIRED" })] }));
  expect(schemaChanges(schema(), proposed, asRequest)).toEqual([]);
});

test.each(["maxLength", "precision", "scale"])("%s of an existing column does not change", (name) => {
  const [none, one, two] = [undefined, "1", "2"].map((value) => schema(column("a", "NUMERIC", { [name]: value })));
  for (const [from, to] of [
    [none, one],
    [one, two],
    [one, none],
  ]) {
    expect(schemaChanges(from, to, asRequest)).toMatchObject([{ kind: "parameter", path: `schema.fields[0].${name}` }]);
  }
  expect(schemaChanges(one, none, asPlan)).toEqual([]);
  expect(schemaChanges(one, schema(column("a", "NUMERIC", { [name]: null })), asPlan)).toHaveLength(1);
});

test("the bounds of a range belong to its type", () => {
  const [dates, times] = ["DATE", "TIMESTAMP"].map((type) =>
    schema(column("a", "RANGE", { rangeElementType: { type } })),
  );
  expect(schemaChanges(dates, times, asRequest)).toEqual([
    { kind: "type", path: "schema.fields[0].type", column: "a", from: "RANGE<DATE>", to: "RANGE<TIMESTAMP>" },
  ]);
  expect(schemaChanges(dates, schema(column("a", "RANGE")), asPlan)).toEqual([]);
});

test("what a request omits has its default, what a plan omits stays", () => {
  const live = schema(column("a", "STRING", { mode: "REPEATED" }), column("r", "RECORD", { fields: [column("x")] }));
  const proposed = schema(column("a"), column("r", "RECORD"));
  expect(schemaChanges(live, proposed, asPlan)).toEqual([]);
  expect(schemaChanges(live, proposed, asRequest)).toMatchObject([
    { kind: "missing", column: "r.x", path: "schema.fields[1].fields" },
    { kind: "mode", column: "a", from: "REPEATED", to: "NULLABLE" },
  ]);
});

test("a schema has each name once at each level, no reserved names, and at most 15 levels", () => {
  const given = schema(
    column("a"),
    column("A"),
    column("_partitionDate"),
    column("r", "RECORD", { fields: [column("a"), column("x"), column("X")] }),
    nested(16),
  );
  const deep = `schema.fields[4]${".fields[0]".repeat(15)}`;
  expect(schemaProblems(given)).toEqual([
    { kind: "duplicate", path: "schema.fields[1]", column: "A" },
    { kind: "reserved", path: "schema.fields[2]", column: "_partitionDate" },
    { kind: "duplicate", path: "schema.fields[3].fields[2]", column: "r.X" },
    { kind: "depth", path: deep, column: `${"c.".repeat(15)}leaf` },
  ]);
  expect(schemaProblems(schema(nested(15)))).toEqual([]);
});

test("a schema has at most 10 000 columns, nested ones included", () => {
  const columns = Array.from({ length: 9_999 }, (_, n) => column(`c${n}`));
  const record = column("r", "RECORD", { fields: [column("x")] });
  expect(schemaProblems(schema(...columns, column("last")))).toEqual([]);
  expect(schemaProblems(schema(...columns, record))).toEqual([
    { kind: "count", path: "schema.fields", column: "", count: 10_001 },
  ]);
});

test("values that are not columns are skipped", () => {
  for (const fields of [undefined, null, "x", [null, 5]]) {
    expect(schemaProblems({ fields })).toEqual([]);
    expect(schemaChanges({ fields }, { fields }, asRequest)).toEqual([]);
  }
});
