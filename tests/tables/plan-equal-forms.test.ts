import { createClient, type DesiredTable, type Table } from "fourfold";
import { ensureTable, planTablePatch, planTables } from "fourfold/tables";
import { createSandbox } from "fourfold/testing";
import { expect, test } from "vitest";

const tableReference = { projectId: "shop", datasetId: "sales", tableId: "orders" };
const external = (connectionId: string) => ({
  externalDataConfiguration: { sourceFormat: "PARQUET", sourceUris: ["gs://b/o"], connectionId },
});
const lake = (connectionId: string) => ({
  biglakeConfiguration: { connectionId, storageUri: "gs://b/o/", fileFormat: "PARQUET", tableFormat: "ICEBERG" },
});
const key = (kmsKeyName: string) => ({ encryptionConfiguration: { kmsKeyName } });
const catalog = (connectionId: string) => ({ externalCatalogTableOptions: { connectionId } });
const CONNECTION = "projects/p/locations/eu/connections/c";
const KEY = "projects/p/locations/eu/keyRings/r/cryptoKeys/k";
const columns = (...fields: readonly object[]) => ({ schema: { fields } });

const EQUAL: readonly [what: string, live: object, desired: object][] = [
  ["a connection as a path", external("p.eu.c"), external(CONNECTION)],
  ["a connection of a catalog as a path", catalog("p.eu.c"), catalog(CONNECTION)],
  ["a connection with a semicolon", external("p.eu;c"), external("p.eu.c")],
  [
    "a connection of a domain's project",
    lake("example.com:p.eu.c"),
    lake("projects/example.com:p/locations/eu/connections/c"),
  ],
  ["a key with a version", key(`${KEY}/cryptoKeyVersions/3`), key(KEY)],
  ["an empty description", {}, { description: "" }],
  ["an absent description", { description: "" }, { description: null }],
  [
    "an empty description of a column",
    columns({ name: "a", type: "DATE" }),
    columns({ name: "a", type: "DATE", description: "" }),
  ],
  ["DECIMAL", columns({ name: "a", type: "NUMERIC" }), columns({ name: "a", type: "decimal" })],
  ["BIGDECIMAL", columns({ name: "a", type: "BIGNUMERIC" }), columns({ name: "a", type: "BIGDECIMAL" })],
];

test.each(EQUAL)("%s plans nothing, in either direction", (_, live, desired) => {
  const plan = (from: object, to: object) =>
    planTablePatch({ tableReference, ...from } as Table, { tableReference, ...to } as DesiredTable);
  expect(plan(live, desired)).toBeUndefined();
  expect(plan(desired, live)).toBeUndefined();
});

test.each<[what: string, live: object, desired: object, path: string]>([
  ["another connection", external("p.eu.c"), external("projects/p/locations/eu/connections/d"), "connections/d"],
  ["another key", key(KEY), key(`${KEY}2`), "cryptoKeys/k2"],
  ["a description", { description: "" }, { description: " " }, '{"description":" "}'],
])("%s is a change", (_, live, desired, text) => {
  const patch = planTablePatch({ tableReference, ...live } as Table, { tableReference, ...desired } as DesiredTable);
  expect(JSON.stringify(patch)).toContain(text);
});

test.each<[what: string, sent: object, returned: object]>([
  ["a connection as a path", external(CONNECTION), external("p.eu.c")],
  ["a connection with a semicolon", external("p.eu;c"), external("p.eu.c")],
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

const externalOf = (external: object) =>
  ({ tableReference, externalDataConfiguration: { sourceUris: ["gs://b/x"], ...external } }) as Table;

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
  const [without, withOption] = [externalOf(format), externalOf({ ...format, ...option })];
  expect(planTablePatch(without, withOption) === undefined).toBe(isEqual);
  const cleared = Object.fromEntries(Object.keys(option).map((name) => [name, null]));
  expect(planTablePatch(withOption, externalOf({ ...format, ...cleared })) === undefined).toBe(isEqual);
});

test("a column family of Bigtable without a type has bytes", () => {
  const families = (type?: string) =>
    externalOf({ sourceFormat: "BIGTABLE", bigtableOptions: { columnFamilies: [{ familyId: "f", type }] } });
  expect(planTablePatch(JSON.parse(JSON.stringify(families())), families("BYTES"))).toBeUndefined();
  expect(planTablePatch(families("BYTES"), families("STRING"))).toBeDefined();
});
