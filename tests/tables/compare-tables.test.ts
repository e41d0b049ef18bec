import { createClient, type DesiredTable, type Table } from "fourfold";
import { ensureTable, planTablePatch, planTables } from "fourfold/tables";
import { createSandbox } from "fourfold/testing";
import { expect, test } from "vitest";
import { type ChangeKind, KINDS } from "../../src/tables/compare/change-kinds.js";
import { compareTables } from "../../src/tables/compare/compare-tables.js";

interface Column {
  readonly name: string;
  readonly type: string;
  readonly [property: string]: unknown;
}

const column = (name: string, type = "STRING", more: object = {}): Column => ({ name, type, ...more });
const schema = (...fields: readonly Column[]) => ({ fields });

const ORDER = Object.keys(KINDS) as ChangeKind[];

/** The changes between two schemas that a patch cannot make, in the order of their kinds. */
function impossible(live: unknown, proposed: unknown) {
  const changes = compareTables({ schema: live }, { schema: proposed }).filter(({ kind }) => KINDS[kind] !== undefined);
  return changes
    .sort((a, b) => ORDER.indexOf(a.kind) - ORDER.indexOf(b.kind))
    .map(({ at: _, value: __, ...change }) => change);
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
  expect(impossible(schema(from), schema(to))).toEqual([]);
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
  expect(impossible(live, proposed)).toEqual([
    { kind: "column-missing", path: "schema.fields[0]", column: "gone", before: column("gone"), after: null },
    { kind: "column-missing", path: "schema.fields[2].fields[1]", column: "r.y", before: column("y"), after: null },
    { kind: "column-type", path: "schema.fields[3].type", column: "kind", before: "STRING", after: "INTEGER" },
    { kind: "column-type", path: "schema.fields[2].fields[0].type", column: "r.x", before: "STRING", after: "DATE" },
    { kind: "column-mode", path: "schema.fields[1].mode", column: "some", before: "NULLABLE", after: "REPEATED" },
    {
      kind: "column-required",
      path: "schema.fields[2].fields[1].mode",
      column: "r.z",
      before: null,
      after: "required",
    },
    { kind: "column-required", path: "schema.fields[0].mode", column: "fresh", before: null, after: "REQUIRED" },
    { kind: "column-case", path: "schema.fields[3].name", column: "kind", before: "kind", after: "KIND" },
    { kind: "column-case", path: "schema.fields[2].fields[0].name", column: "r.x", before: "x", after: "X" },
  ]);
});

test("a REQUIRED column inside a new RECORD is accepted", () => {
  const proposed = schema(column("r", "RECORD", { fields: [column("x", "STRING", { mode: "REQUIRED" })] }));
  expect(impossible(schema(), proposed)).toEqual([]);
});

test.each(["maxLength", "precision", "scale"])("%s of an existing column does not change", (name) => {
  const [none, one, two] = [undefined, "1", "2"].map((value) => schema(column("a", "NUMERIC", { [name]: value })));
  for (const [from, to] of [
    [none, one],
    [one, two],
  ]) {
    expect(impossible(from, to)).toMatchObject([{ kind: "column-parameter", path: `schema.fields[0].${name}` }]);
  }
  expect(impossible(one, none)).toEqual([]);
  expect(impossible(one, schema(column("a", "NUMERIC", { [name]: null })))).toHaveLength(1);
});

test("the bounds of a range belong to its type", () => {
  const [dates, times] = ["DATE", "TIMESTAMP"].map((type) =>
    schema(column("a", "RANGE", { rangeElementType: { type } })),
  );
  expect(impossible(dates, times)).toEqual([
    {
      kind: "column-type",
      path: "schema.fields[0].type",
      column: "a",
      before: "RANGE<DATE>",
      after: "RANGE<TIMESTAMP>",
    },
  ]);
  expect(impossible(dates, schema(column("a", "RANGE")))).toEqual([]);
});

test("a property that a plan omits is not changed", () => {
  const live = schema(column("a", "STRING", { mode: "REPEATED" }), column("r", "RECORD", { fields: [column("x")] }));
  const proposed = schema(column("a"), column("r", "RECORD"));
  expect(impossible(live, proposed)).toEqual([]);
});

test("values that are not columns are skipped", () => {
  for (const fields of [undefined, null, "x", [null, 5]]) expect(impossible({ fields }, { fields })).toEqual([]);
});

const tableReference = { projectId: "shop", datasetId: "sales", tableId: "orders" };
const external = (more: object) => ({ externalDataConfiguration: { sourceUris: ["gs://b/o"], ...more } });
const connected = (connectionId: string) => external({ sourceFormat: "PARQUET", connectionId });
const lake = (connectionId: string) => ({
  biglakeConfiguration: { connectionId, storageUri: "gs://b/o/", fileFormat: "PARQUET", tableFormat: "ICEBERG" },
});
const key = (kmsKeyName: string) => ({ encryptionConfiguration: { kmsKeyName } });
const catalog = (connectionId: string) => ({ externalCatalogTableOptions: { connectionId } });
const CONNECTION = "projects/p/locations/eu/connections/c";
const KEY = "projects/p/locations/eu/keyRings/r/cryptoKeys/k";

const EQUAL: readonly [what: string, live: object, desired: object][] = [
  ["a connection as a path", connected("p.eu.c"), connected(CONNECTION)],
  ["a connection of a catalog as a path", catalog("p.eu.c"), catalog(CONNECTION)],
  ["a connection with a semicolon", connected("p.eu;c"), connected("p.eu.c")],
  [
    "a connection of a domain's project",
    lake("example.com:p.eu.c"),
    lake("projects/example.com:p/locations/eu/connections/c"),
  ],
  ["a connection whose location has another case", connected("p.EU.c"), connected(CONNECTION)],
  [
    "how files are listed, which the service never returns",
    external({ fileSetSpecType: "FILE_SET_SPEC_TYPE_NEW_LINE_DELIMITED_MANIFEST" }),
    external({}),
  ],
  ["a key with a version", key(`${KEY}/cryptoKeyVersions/3`), key(KEY)],
  ["an empty description", {}, { description: "" }],
  ["an absent description", { description: "" }, { description: null }],
  [
    "an empty description of a column",
    { schema: schema(column("a", "DATE")) },
    { schema: schema(column("a", "DATE", { description: "" })) },
  ],
  ["DECIMAL", { schema: schema(column("a", "NUMERIC")) }, { schema: schema(column("a", "decimal")) }],
  ["BIGDECIMAL", { schema: schema(column("a", "BIGNUMERIC")) }, { schema: schema(column("a", "BIGDECIMAL")) }],
];

const patchOf = (from: object, to: object) =>
  planTablePatch({ tableReference, ...from } as Table, { tableReference, ...to } as DesiredTable);

test.each(EQUAL)("%s plans nothing, in either direction", (_, live, desired) => {
  expect([patchOf(live, desired), patchOf(desired, live)]).toEqual([undefined, undefined]);
});

test.each<[what: string, live: object, desired: object, text: string]>([
  ["another connection", connected("p.eu.c"), connected("projects/p/locations/eu/connections/d"), "connections/d"],
  ["a connection in another case", connected("p.eu.c"), connected("p.eu.C"), "p.eu.C"],
  ["another key", key(KEY), key(`${KEY}2`), "cryptoKeys/k2"],
  ["a description", { description: "" }, { description: " " }, '{"description":" "}'],
])("%s is a change", (_, live, desired, text) => {
  expect(JSON.stringify(patchOf(live, desired))).toContain(text);
});

test.each<[what: string, sent: object, returned: object]>([
  ["a connection as a path", connected(CONNECTION), connected("p.eu.c")],
  ["a connection with a semicolon", connected("p.eu;c"), connected("p.eu.c")],
  ["a BigLake connection as a path", lake(CONNECTION), lake("p.eu.c")],
  ["a key without a version", key(KEY), key(`${KEY}/cryptoKeyVersions/1`)],
  ["a key with a version", key(`${KEY}/cryptoKeyVersions/3`), key(`${KEY}/cryptoKeyVersions/3`)],
])("%s equals BigQuery's form of it", async (_, sent, returned) => {
  const sandbox = createSandbox();
  sandbox.warehouse.tables.add({ tableReference, ...returned } as Table);
  const { warehouse } = createClient(sandbox.clientOptions);
  const plan = await planTables(warehouse, [{ table: "sales.orders", ...sent }], { projectId: "shop" });
  expect(plan.summary).toMatchObject({ unchanged: 1 });
  const wanted = { tableReference, ...sent, description: "new" } as DesiredTable;
  expect(await ensureTable(warehouse, wanted)).toMatchObject({ change: "patched", ignored: [], table: returned });
});

test.each<[format: object, option: object, isEqual: boolean]>([
  [{ sourceFormat: "AVRO" }, { decimalTargetTypes: ["NUMERIC"] }, true],
  [{ sourceFormat: "AVRO" }, { decimalTargetTypes: ["STRING", "NUMERIC"] }, false],
  [{ sourceFormat: "ORC" }, { decimalTargetTypes: ["STRING", "NUMERIC"] }, true],
  [{ sourceFormat: "ORC" }, { decimalTargetTypes: ["NUMERIC"] }, false],
  [{ sourceFormat: "CSV" }, { csvOptions: { skipLeadingRows: "0" } }, true],
  [{ sourceFormat: "CSV", autodetect: true }, { csvOptions: { skipLeadingRows: "0" } }, false],
  [{ sourceFormat: "CSV" }, { csvOptions: { skipLeadingRows: "1" } }, false],
  [{ sourceFormat: "GOOGLE_SHEETS", autodetect: false }, { googleSheetsOptions: { skipLeadingRows: 0 } }, true],
  [{ sourceFormat: "GOOGLE_SHEETS", autodetect: true }, { googleSheetsOptions: { skipLeadingRows: 0 } }, false],
  [{ sourceFormat: "PARQUET" }, { parquetOptions: { mapTargetType: "MAP_TARGET_TYPE_UNSPECIFIED" } }, true],
  [{ sourceFormat: "PARQUET" }, { parquetOptions: { mapTargetType: "ARRAY_OF_STRUCT" } }, false],
])("of %j, %j equals absent: %s", (format, option, isEqual) => {
  const [without, withOption] = [external(format), external({ ...format, ...option })];
  expect(patchOf(without, withOption) === undefined).toBe(isEqual);
  const cleared = Object.fromEntries(Object.keys(option).map((name) => [name, null]));
  expect(patchOf(withOption, external({ ...format, ...cleared })) === undefined).toBe(isEqual);
});

test("a column family of Bigtable without a type has bytes", () => {
  const families = (more: object = {}) =>
    external({ sourceFormat: "BIGTABLE", bigtableOptions: { columnFamilies: [{ familyId: "f", ...more }] } });
  expect(patchOf(families(), families({ type: "BYTES" }))).toBeUndefined();
  expect(patchOf(families({ type: "BYTES" }), families({ type: "STRING" }))).toBeDefined();
});
