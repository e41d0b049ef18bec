import { createClient, type DesiredTable, type Table, type TableFieldInput } from "fourfold";
import { ensureTable, planTablePatch, planTables } from "fourfold/tables";
import { createSandbox } from "fourfold/testing";
import { expect, test } from "vitest";
import { rejection } from "../support/rejection.js";
import { createTestClock } from "../support/test-clock.js";

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

const id = { name: "id", type: "INTEGER" };
const added = { name: "added_at", type: "TIMESTAMP" };
const withDefault = { ...added, defaultValueExpression: "CURRENT_TIMESTAMP()" };
const tableOf = (...fields: readonly TableFieldInput[]) => ({ tableReference, schema: { fields } });

function shop(...fields: readonly TableFieldInput[]) {
  const sandbox = createSandbox({ clock: createTestClock() });
  sandbox.warehouse.tables.add(tableOf(...fields));
  const { warehouse } = createClient(sandbox.clientOptions);
  const sent = () => sandbox.requests.map(({ method }) => method).join(" ");
  return { sandbox, warehouse, sent };
}

test("a new column with a default value is planned without it, then with it", async () => {
  const { warehouse } = shop(id);
  const desired = tableOf(id, withDefault);
  const first = planTablePatch(await warehouse.tables.get(tableReference), desired);
  expect(first).toEqual({ schema: { fields: [id, added] } });
  const second = planTablePatch(await warehouse.tables.patch(tableReference, first ?? {}), desired);
  expect(second).toEqual({ schema: { fields: [id, withDefault] } });
  expect(planTablePatch(await warehouse.tables.patch(tableReference, second ?? {}), desired)).toBeUndefined();
});

test("defaults inside new columns and new nested columns are also set by the second patch", () => {
  const live = tableOf({ name: "r", type: "RECORD", fields: [id] }) as Table;
  const record = (...fields: readonly TableFieldInput[]) => ({ name: "r", type: "RECORD", fields });
  const other = (...fields: readonly TableFieldInput[]) => ({ name: "s", type: "RECORD", fields });
  expect(planTablePatch(live, tableOf(record(id, withDefault), other(withDefault)))).toEqual({
    schema: { fields: [record(id, added), other(added)] },
  });
});

test("ensure sends both patches, each with the etag of the response before", async () => {
  const { sandbox, warehouse, sent } = shop(id);
  const desired = tableOf(id, withDefault);
  const { table, change } = await ensureTable(warehouse, desired);
  expect(change).toBe("patched");
  expect(table.schema).toEqual({ fields: [id, withDefault] });
  expect(sent()).toBe("GET PATCH PATCH");
  const tags = sandbox.requests.map(({ headers }) => headers["if-match"]);
  expect(new Set(tags.slice(1)).size).toBe(2);
  expect(await ensureTable(warehouse, desired)).toEqual({ table, change: "unchanged", ignored: [] });
});

test.each([1, 2])("after a lost response of patch %i, ensure reads the table to determine the result", async (lost) => {
  const { sandbox, warehouse, sent } = shop(id);
  const match = { method: "PATCH" };
  if (lost === 2) sandbox.faults.next({ delayMs: 0, match });
  sandbox.faults.next({ after: true, drop: true, match });
  const { table } = await ensureTable(warehouse, tableOf(id, withDefault), { retry: false });
  expect(table.schema).toEqual({ fields: [id, withDefault] });
  expect(
    sent()
      .split(" ")
      .filter((method) => method === "PATCH"),
  ).toHaveLength(2);
});

test("ensure creates a table with its defaults by one request", async () => {
  const sandbox = createSandbox({ clock: createTestClock() });
  sandbox.warehouse.datasets.add(tableReference);
  const { warehouse } = createClient(sandbox.clientOptions);
  const { change, table } = await ensureTable(warehouse, tableOf(id, withDefault));
  expect({ change, fields: table.schema?.fields }).toEqual({ change: "created", fields: [id, withDefault] });
});

test("the sandbox rejects a new column with a default value in one request, with the message of each profile", async () => {
  const { warehouse } = shop(id);
  const patch = { schema: { fields: [id, withDefault] } };
  expect(await rejection(warehouse.tables.patch(tableReference, patch))).toMatchObject({
    status: 400,
    serviceMessage:
      'schema.fields[1].defaultValueExpression: must be absent for "added_at", a new column; set it when the column exists',
  });
});
