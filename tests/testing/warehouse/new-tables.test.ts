import type { Table } from "fourfold";
import { googleNaming, vendorNaming } from "fourfold";
import { createSandbox } from "fourfold/testing";
import { expect, test } from "vitest";
import { thrown } from "../../support/rejection.js";
import { createTestClock } from "../../support/test-clock.js";
import { type Column, call, column, START, tableOf } from "../raw-call.js";

const schemaOf = (...fields: readonly Column[]) => ({ schema: { fields } });
const day = schemaOf(column("id", "INTEGER"), column("day", "DATE"), column("r", "RECORD", { fields: [column("x")] }));
const byDay = { ...day, timePartitioning: { type: "DAY", field: "day" } };
const range = { start: "0", end: "100", interval: "10" };
const key = { encryptionConfiguration: { kmsKeyName: "projects/p/locations/l/keyRings/r/cryptoKeys/k" } };
const PREFIXES = "_PARTITION, _TABLE_, _FILE_, _ROW_TIMESTAMP, __ROOT__ and _COLIDENTIFIER";
const TOO_MANY = Array.from({ length: 5_000 }, (_, index) => column(`c${index}`, "RECORD", { fields: [column("x")] }));

/** A column inside of others: `depth` levels in all. */
function nested(depth: number): Column {
  return depth === 1 ? column("leaf") : column("c", "RECORD", { fields: [nested(depth - 1)] });
}

test.each<[what: string, body: object, message: string]>([
  [
    "a duplicate column in any case",
    schemaOf(column("a", "RECORD", { fields: [column("b"), column("B")] })),
    'schema.fields[0].fields: must not contain a name twice, ignoring case, got "b"',
  ],
  ...["_partitionTime", "_TABLE_SUFFIX", "_file_name", "_Row_Timestamp", "__root__", "_colidentifier1"].map(
    (name): [string, object, string] => [
      `the reserved name ${name}`,
      schemaOf(column("a"), column(name)),
      `schema.fields[1].name: must not start with ${PREFIXES.replace(" and ", " or ")}, got "${name}"`,
    ],
  ),
  [
    "more than 10 000 columns, nested ones included",
    schemaOf(...TOO_MANY, column("last")),
    "schema.fields: must contain at most 10000 columns, including nested ones, got 10001",
  ],
  [
    "more than 15 levels of columns",
    schemaOf(nested(16)),
    `schema${".fields[0]".repeat(15)}.fields: must be at most 15 levels deep`,
  ],
  [
    "clustering by an unknown column",
    { ...byDay, clustering: { fields: ["id", "x"] } },
    'clustering.fields[1]: must be a top-level column of the schema, got "x"',
  ],
  [
    "clustering by a nested column",
    { ...byDay, clustering: { fields: ["r.x"] } },
    'clustering.fields[0]: must be a top-level column of the schema, got "r.x"',
  ],
  [
    "both kinds of partitioning",
    { ...byDay, rangePartitioning: { field: "id", range } },
    'rangePartitioning: cannot be combined with "timePartitioning": a native table has one partition column',
  ],
  [
    "a view with a schema",
    { view: { query: "select 1", useLegacySql: false }, ...day },
    "Schema field shouldn't be used as input with a view",
  ],
  [
    "a materialized view with a schema",
    { materializedView: { query: "select 1" }, ...day },
    "Schema field shouldn't be used as input with a materialized view",
  ],
  [
    "a key for a view",
    { view: { query: "select 1", useLegacySql: false }, ...key },
    "Cloud KMS based encryption is not supported for views or BigQuery Omni external tables.",
  ],
])("insert rejects %s", async (_, body, message) => {
  const { insert, get } = tableOf(vendorNaming);
  const { status, json } = await insert(body);
  expect(status).toBe(400);
  expect(json.error).toMatchObject({ message, errors: [{ message, reason: "invalid" }] });
  expect(json.error.errors).toHaveLength(1);
  expect((await get()).status).toBe(404);
});

test("the columns of a change are checked like those of a new table", async () => {
  const { seed, patch } = tableOf(googleNaming);
  seed(schemaOf(column("a")));
  const { json } = await patch(schemaOf(column("a"), column("b"), column("B")));
  expect(json.error.message).toBe('schema.fields: must not contain a name twice, ignoring case, got "b"');
  expect((await patch({ ...schemaOf(column("a"), column("__ROOT__")) })).json.error.message).toContain(
    "schema.fields[1].name: must not start with",
  );
});

test("seeds have the same columns as tables of the service, all issues at once", () => {
  const { seed } = tableOf();
  expect(thrown(() => seed(schemaOf(column("a"), column("A"), column("_TABLE_x"))))).toMatchObject({
    code: "invalid_request",
    issues: [
      { path: "schema.fields", message: 'must not contain a name twice, ignoring case, got "a"' },
      { path: "schema.fields[2].name", message: expect.stringContaining("must not start with _PARTITION") },
    ],
  });
});

test("accepts 10 000 columns and 15 levels", async () => {
  const { insert } = tableOf();
  const { status, json } = await insert(schemaOf(nested(15), ...TOO_MANY.slice(0, 4_992)));
  expect(status).toBe(200);
  expect(json.schema?.fields).toHaveLength(4_993);
});

test("wrong shapes are reported before anything that depends on them", async () => {
  const { insert } = tableOf(googleNaming);
  const { json } = await insert({ schema: { fields: [column("a"), column("A"), "x", { name: 1, type: null }] } });
  expect(json.error.errors.map(({ location }) => location)).toEqual(
    expect.arrayContaining(["schema.fields[2]", "schema.fields[3].name"]),
  );
});

const data = { externalDataConfiguration: { sourceFormat: "PARQUET", sourceUris: ["gs://b/o"] } };
const filtered = { type: "DAY", field: "day", requirePartitionFilter: true };

test.each([
  ["of the table", { ...byDay, requirePartitionFilter: true }],
  ["in timePartitioning, which is deprecated", { ...day, timePartitioning: filtered }],
])("a required partition filter %s is returned in both places, and false in neither", async (_, sent) => {
  const { insert, get, patch } = tableOf(googleNaming);
  await insert(sent);
  expect((await get()).json).toMatchObject({ requirePartitionFilter: true, timePartitioning: filtered });
  const { json } = await patch({ requirePartitionFilter: false });
  expect(json).not.toHaveProperty("requirePartitionFilter");
  expect(json.timePartitioning).toEqual(byDay.timePartitioning);
});

test("the deprecated property of the filter changes a stored filter, in both directions", async () => {
  const { seed, patch } = tableOf(googleNaming);
  seed({ ...byDay, requirePartitionFilter: false });
  const setTo = async (requirePartitionFilter: boolean | null) =>
    (await patch({ timePartitioning: { requirePartitionFilter } })).json.requirePartitionFilter;
  expect([await setTo(true), await setTo(false), await setTo(true), await setTo(null)]).toEqual([
    true,
    undefined,
    true,
    undefined,
  ]);
});

test("an entry of a list shows the filter as the table does", async () => {
  for (const sent of [byDay, { ...byDay, requirePartitionFilter: true }, data]) {
    const { seed, get, patch, list } = tableOf(googleNaming);
    seed(sent);
    for (const requirePartitionFilter of [undefined, true, false]) {
      if (requirePartitionFilter !== undefined) await patch({ requirePartitionFilter });
      const shown = ({ requirePartitionFilter: filter, timePartitioning }: Partial<Table>) => [
        filter,
        timePartitioning,
      ];
      const [entry] = (await list()).json.tables ?? [];
      expect(shown(entry as Partial<Table>)).toEqual(shown((await get()).json));
    }
  }
});

test("the kind of a set of files is never returned", async () => {
  const { insert, patch } = tableOf(googleNaming);
  const fileSetSpecType = "FILE_SET_SPEC_TYPE_NEW_LINE_DELIMITED_MANIFEST";
  const manifest = { externalDataConfiguration: { ...data.externalDataConfiguration, fileSetSpecType } };
  expect((await insert(manifest)).json.externalDataConfiguration).toEqual(data.externalDataConfiguration);
  expect((await patch({ externalDataConfiguration: { sourceUris: ["gs://b/n*"] } })).status).toBe(200);
});

test("an external table states that it requires no partition filter", async () => {
  const { insert, patch } = tableOf(googleNaming);
  expect((await insert(data)).json.requirePartitionFilter).toBe(false);
  expect((await patch({ requirePartitionFilter: true })).json.requirePartitionFilter).toBe(true);
});

test("a table without columns has an empty schema in the response of insert only", async () => {
  const { insert, get, update } = tableOf(googleNaming);
  const { json } = await insert({});
  expect(json.schema).toEqual({});
  expect((await get()).json).not.toHaveProperty("schema");
  expect((await update(json)).json).not.toHaveProperty("schema");
});

test("a view without columns has no schema in the response of insert", async () => {
  expect((await tableOf(googleNaming).insert({ view: { query: "select 1" } })).json).not.toHaveProperty("schema");
});

test("the staleness inside a materialized view is never returned", async () => {
  const { insert } = tableOf(googleNaming);
  const { status, json } = await insert({ materializedView: { query: "select 1", maxStaleness: "0-0 0 4:0:0" } });
  expect([status, json.materializedView]).toEqual([
    200,
    { query: "select 1", enableRefresh: true, refreshIntervalMs: "1800000" },
  ]);
});

test.each([
  ["labels", "team"],
  ["resourceTags", "123/team"],
])("a table without %s has none, also if the last one is removed", async (name, key) => {
  const { insert, patch } = tableOf(googleNaming);
  expect((await insert({ [name]: {} })).json).not.toHaveProperty(name);
  expect((await patch({ [name]: { [key]: "data" } })).json).toMatchObject({ [name]: { [key]: "data" } });
  expect((await patch({ [name]: { [key]: null } })).json).not.toHaveProperty(name);
});

test("new tables get the partition expiration of their dataset, unless they have one", async () => {
  const dataset = { projectId: "shop", datasetId: "sales" };
  const byTime = { timePartitioning: { type: "DAY" } };
  const start = () => {
    const table = tableOf(googleNaming);
    const defaults = { defaultTableExpirationMs: 3_600_000, defaultPartitionExpirationMs: 86_400_000n };
    table.sandbox.warehouse.datasets.add({ ...dataset, ...defaults });
    return table;
  };
  const { json } = await start().insert(byTime);
  expect(json.timePartitioning).toEqual({ type: "DAY", expirationMs: "86400000" });
  expect(json).not.toHaveProperty("expirationTime");
  const own = await start().insert({ timePartitioning: { type: "DAY", expirationMs: "3600000" } });
  expect(own.json.timePartitioning).toEqual({ type: "DAY", expirationMs: "3600000" });
  const plain = await start().insert({});
  expect(plain.json).toMatchObject({ expirationTime: String(START + 3_600_000) });
  expect(plain.json).not.toHaveProperty("timePartitioning");

  const { sandbox, insert, patch, update } = start();
  await insert(byTime);
  expect((await patch({ timePartitioning: { expirationMs: null } })).json.timePartitioning).toEqual({ type: "DAY" });
  expect((await update(byTime)).json.timePartitioning).toEqual({ type: "DAY" });
  const restored = createSandbox({ naming: googleNaming, clock: createTestClock(START) });
  restored.restore(sandbox.snapshot());
  expect(restored.snapshot()).toEqual(sandbox.snapshot());
});

test("a foreign key must reference an existing table of the project, and its columns", async () => {
  const { insert, patch, sandbox } = tableOf(googleNaming);
  const schema = { fields: [column("id", "INTEGER")] };
  const keyTo = (tableId: string, referencedColumn = "id", projectId = "shop") => ({
    tableConstraints: {
      foreignKeys: [
        {
          referencedTable: { projectId, datasetId: "sales", tableId },
          columnReferences: [{ referencingColumn: "id", referencedColumn }],
        },
      ],
    },
  });
  const messageOf = async (key: object) => (await insert({ schema, ...key })).json.error.message;
  const KEY = "tableConstraints.foreignKeys[0]";
  expect(await messageOf(keyTo("bills"))).toBe(`${KEY}.referencedTable: must be an existing table, got "sales.bills"`);
  expect(await messageOf(keyTo("orders", "number"))).toBe(
    `${KEY}.columnReferences: must reference top-level columns of the referenced table, got "number"`,
  );
  expect((await insert({ schema, ...keyTo("bills", "id", "other") })).status).toBe(200);
  expect((await patch(keyTo("orders"))).status).toBe(200);
  expect((await patch(keyTo("bills"))).status).toBe(400);
  const bills = { projectId: "shop", datasetId: "sales", tableId: "bills" };
  sandbox.warehouse.tables.add({ tableReference: bills, schema });
  expect((await patch(keyTo("bills", "number"))).status).toBe(400);
  expect((await patch(keyTo("bills"))).status).toBe(200);
  // A key that the table already has is not checked again.
  await call(sandbox, "DELETE", "/bigquery/v2/projects/shop/datasets/sales/tables/bills");
  expect((await patch({ description: "x", ...keyTo("bills") })).status).toBe(200);
});
