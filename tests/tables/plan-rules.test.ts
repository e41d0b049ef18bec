import { createClient, type DesiredTable, googleNaming, type Table, vendorNaming } from "fourfold";
import { applyTables, defineTable, ensureTable, planTablePatch, planTables } from "fourfold/tables";
import { createSandbox } from "fourfold/testing";
import { expect, onTestFinished, test, vi } from "vitest";
import { planLive } from "../support/plan-live.js";
import { rejection, thrown } from "../support/rejection.js";

const tableReference = { projectId: "shop", datasetId: "sales", tableId: "orders" };
const fields = [
  { name: "id", type: "INTEGER" },
  { name: "tags", type: "STRING", mode: "REPEATED" },
  { name: "r", type: "RECORD", fields: [{ name: "n", type: "DATE" }] },
];
const live = (more: object = {}) =>
  ({ tableReference, etag: "e", type: "TABLE", schema: { fields }, ...more }) as Table;
const day = { timePartitioning: { type: "DAY" } };

/** Plans a patch and returns the issues as `rule path`. */
function issuesOf(current: Table, desired: object): string[] {
  const error = thrown(() => planTablePatch(current, { tableReference, ...desired } as DesiredTable));
  return (error as { issues: { rule: string; path: string }[] }).issues.map(({ rule, path }) => `${rule} ${path}`);
}

test.each<[what: string, current: object, desired: object, issue: string]>([
  [
    "clustering by a repeated column",
    day,
    { clustering: { fields: ["id", "TAGS"] } },
    "clustering-field-not-repeated clustering.fields[1]",
  ],
  ["clustering by a record", day, { clustering: { fields: ["r"] } }, "clustering-field-simple clustering.fields[0]"],
  [
    "functions on a view in standard SQL",
    { schema: undefined, view: { query: "q", useLegacySql: false } },
    { view: { userDefinedFunctionResources: [{ inlineCode: "f" }] } },
    "udf-only-legacy-sql view.userDefinedFunctionResources",
  ],
  [
    "standard SQL for a view with functions",
    { schema: undefined, view: { query: "q", userDefinedFunctionResources: [{ inlineCode: "f" }] } },
    { view: { useLegacySql: false } },
    "udf-only-legacy-sql view.userDefinedFunctionResources",
  ],
  [
    "a label that is too long, and no other",
    { labels: { UPPER: "1" } },
    { labels: { a: "x".repeat(64) } },
    "label-value-length labels.a",
  ],
])("reports %s", (_, current, desired, issue) => {
  expect(issuesOf(live(current), desired)).toEqual([issue]);
});

test.each([{}, day])("clusters a table with %j, because BigQuery does not require partitioning", (partitioning) => {
  const patch = { clustering: { fields: ["id"] } };
  expect(planTablePatch(live(partitioning), { tableReference, ...patch })).toEqual(patch);
});

test("does not report rules that the live table already breaks", () => {
  const current = live({ clustering: { fields: ["tags"] }, labels: { UPPER: "1" } });
  expect(planTablePatch(current, { tableReference, description: "x" })).toEqual({ description: "x" });
});

test("paths of broken rules have the indices of the desired columns, at every depth", () => {
  const collation = "und:cs";
  const m = { name: "m", type: "STRING" };
  const record = {
    name: "r",
    type: "RECORD",
    fields: [m, { name: "n", type: "DATE" }, { ...m, name: "o", collation }],
  };
  const desired = { schema: { fields: [record, { name: "ID", type: "INTEGER" }, { ...fields[1], collation }] } };
  expect(issuesOf(live(), desired)).toEqual([
    "field-collation schema.fields[0].fields[2].collation",
    "field-collation schema.fields[2].collation",
  ]);
});

test("another type of a column is one issue, even if the rest of the column does not fit it", () => {
  const amount = { name: "amount", type: "NUMERIC", precision: "5" };
  const current = live({ schema: { fields: [amount, { name: "r", type: "RECORD", fields: [amount] }] } });
  const text = { ...amount, type: "STRING" };
  const desired = { schema: { fields: [{ name: "r", type: "RECORD", fields: [text] }, text] } };
  const issues = issuesOf(current, desired);
  expect(issues.sort()).toEqual([
    "column-type-fixed schema.fields[0].fields[0].type",
    "column-type-fixed schema.fields[1].type",
  ]);
});

test("an empty list of columns lists no live column", async () => {
  const current = live({ schema: { fields: [{ name: "id", type: "INTEGER" }] } });
  for (const schema of [{ fields: [] }, null]) {
    expect(issuesOf(current, { schema })).toEqual(["column-missing schema.fields"]);
    expect(planTablePatch(current, { tableReference, schema }, { extraColumns: "keep" })).toBeUndefined();
  }
  const { tables } = await planLive([current], [defineTable("sales.orders", { schema: [] })], { projectId: "shop" });
  expect(tables).toMatchObject([{ action: "impossible", issues: [{ rule: "column-missing" }] }]);
  const view = { query: "SELECT 1", useLegacySql: false };
  const external = { sourceFormat: "CSV", sourceUris: ["gs://b/a.csv"] };
  const detected = { ...current, externalDataConfiguration: { ...external, autodetect: true } };
  for (const other of [
    live({ schema: undefined }),
    live({ schema: undefined, externalDataConfiguration: external }),
    live({ schema: undefined, view }),
    { ...current, view },
    detected,
  ]) {
    expect(planTablePatch(other, { tableReference, schema: { fields: [] } })).toBeUndefined();
  }
  const changed = { query: "SELECT 2" };
  expect(planTablePatch({ ...current, view }, { tableReference, view: changed, schema: { fields: [] } })).toEqual({
    view: changed,
  });
});

test("an expiration must be later than now, or be removed", () => {
  const now = vi.spyOn(Date, "now").mockReturnValue(5_000);
  onTestFinished(() => now.mockRestore());
  const current = live({ expirationTime: "9000" });
  expect(issuesOf(current, { expirationTime: "5000" })).toEqual(["expiration-time-in-past expirationTime"]);
  expect(planTablePatch(current, { tableReference, expirationTime: "5001" })).toEqual({ expirationTime: "5001" });
  expect(planTablePatch(current, { tableReference, expirationTime: null })).toEqual({ expirationTime: null });
});

test("a new table with an expiration in the past is impossible, in every plan", async () => {
  const rule = "expiration-time-in-past";
  const { tables } = await planLive([], [defineTable("sales.orders", { expirationTime: "1000" })], {
    projectId: "shop",
  });
  expect(tables).toMatchObject([{ action: "impossible", issues: [{ path: "expirationTime", rule }] }]);
  const { warehouse } = createClient(createSandbox().clientOptions);
  expect(await rejection(ensureTable(warehouse, { tableReference, expirationTime: "1000" }))).toMatchObject({
    code: "invalid_request",
    issues: [{ rule }],
  });
});

test("reports an issue that a plan finds in two ways once", () => {
  expect(issuesOf(live(day), { clustering: { fields: ["nope"] } })).toEqual([
    "clustering-field-exists clustering.fields[0]",
  ]);
});

const clustered = { tableReference, clustering: { fields: ["id"] } };

test.each([vendorNaming, googleNaming])(
  "ensureTable sets the clustering of a partitioned table alone: $name",
  async (naming) => {
    const sandbox = createSandbox({ naming });
    sandbox.warehouse.tables.add({ tableReference, schema: { fields }, timePartitioning: { type: "DAY" } });
    const { warehouse } = createClient(sandbox.clientOptions);
    expect(await ensureTable(warehouse, clustered)).toMatchObject({ change: "patched", table: clustered });
    expect(await ensureTable(warehouse, clustered)).toMatchObject({ change: "unchanged" });
  },
);

test("ensureTable plans a new table and a patch with the rules of the client", async () => {
  const sandbox = createSandbox({ naming: vendorNaming });
  sandbox.warehouse.datasets.add(tableReference);
  const { warehouse } = createClient(sandbox.clientOptions);
  const desired = { ...clustered, schema: { fields } };
  expect(await rejection(ensureTable(warehouse, desired))).toMatchObject({
    code: "invalid_request",
    issues: [{ path: "clustering", rule: "clustering-needs-time-partitioning" }],
  });
  sandbox.warehouse.tables.add({ tableReference, schema: { fields } });
  const vendorRule = { schema: { fields: [...fields, { name: "1st", type: "DATE" }] } };
  expect(await rejection(ensureTable(warehouse, { tableReference, ...vendorRule }))).toMatchObject({
    code: "invalid_request",
    issues: [{ path: "schema.fields[3].name" }],
  });
  expect(sandbox.requests.map(({ method }) => method)).toEqual(["GET", "GET"]);
  const rules = { "clustering-needs-time-partitioning": "off" } as const;
  const lenient = createClient({ ...sandbox.clientOptions, rules }).warehouse;
  const unchecked = createClient({ ...sandbox.clientOptions, validation: { requests: "off" } }).warehouse;
  for (const client of [lenient, unchecked]) {
    expect(await rejection(ensureTable(client, clustered))).toMatchObject({ code: "bad_request" });
  }
});

test.each([
  ["a-b", vendorNaming, ["impossible", "impossible"]],
  ["größe", vendorNaming, ["impossible", "impossible"]],
  ["a_b", vendorNaming, ["create", "impossible"]],
  ["a-b", googleNaming, ["create", "create"]],
])("plans a column %s and clustering for the profile of the client: $name", async (name, naming, actions) => {
  const sandbox = createSandbox({ naming });
  sandbox.warehouse.datasets.add(tableReference);
  const { warehouse } = createClient(sandbox.clientOptions);
  const definitions = [
    { table: "sales.orders", schema: [{ name, type: "STRING" }] },
    { table: "sales.clustered", schema: [{ name: "id", type: "STRING" }], clustering: { fields: ["id"] } },
  ];
  const plan = await planTables(warehouse, definitions, { projectId: "shop" });
  expect(plan.tables.map(({ action }) => action)).toEqual(actions);
  const rules = ["field-name-form", "clustering-needs-time-partitioning"];
  plan.tables.forEach(({ action, issues }, index) => {
    expect(issues).toMatchObject(action === "create" ? [] : [{ rule: rules[index] }]);
  });
  await applyTables(warehouse, plan, { impossible: "skip" });
});

const connectionId = "shop.eu.c";
const csv = { sourceFormat: "CSV", sourceUris: ["gs://b/x.csv"], autodetect: true };
const cached = { ...csv, connectionId, metadataCacheMode: "AUTOMATIC" };

test.each<[what: string, current: object, desired: object, warning: string]>([
  [
    "a cache without the staleness that it needs",
    { externalDataConfiguration: { ...csv, connectionId } },
    { externalDataConfiguration: { metadataCacheMode: "AUTOMATIC" } },
    'externalDataConfiguration.metadataCacheMode: requires "maxStaleness" of the table for AUTOMATIC (metadata-cache-staleness)',
  ],
  [
    "staleness that a live cache needs",
    { externalDataConfiguration: cached, maxStaleness: "0-0 0 4:0:0" },
    { maxStaleness: null },
    'externalDataConfiguration.metadataCacheMode: requires "maxStaleness" of the table for AUTOMATIC (metadata-cache-staleness)',
  ],
  [
    "options that the live format ignores",
    { externalDataConfiguration: csv },
    { externalDataConfiguration: { avroOptions: { useAvroLogicalTypes: true } } },
    'externalDataConfiguration.avroOptions: is only allowed for the format AVRO, got "CSV" (avro-options-only-avro)',
  ],
  [
    "GoogleSQL in a live view in legacy SQL",
    { view: { query: "SELECT 1", useLegacySql: true } },
    { view: { query: "SELECT 1 FROM `shop.sales.o`" } },
    'view.query: has backticks, which are GoogleSQL syntax: set "useLegacySql" to false, because the default is legacy SQL (view-dialect)',
  ],
])("plans and ensureTable warn about %s", async (_, current, desired, warning) => {
  const sandbox = createSandbox();
  sandbox.warehouse.tables.add({ tableReference, ...current } as Table);
  const events: string[] = [];
  const { warehouse } = createClient({
    ...sandbox.clientOptions,
    onEvent: (event) => {
      if (event.type !== "warning") return;
      const { path, message, rule } = event.issue;
      events.push(`${event.methodName} ${event.method} ${path}: ${message} (${rule})`);
    },
  });
  const plan = await planTables(warehouse, [{ table: "sales.orders", ...desired }], { projectId: "shop" });
  expect(plan.warnings).toEqual([`sales.orders: ${warning}`]);
  await ensureTable(warehouse, { tableReference, ...desired } as DesiredTable).catch(() => undefined); // some are refused
  expect(events).toEqual([`ensureTable PATCH ${warning}`]);
});
