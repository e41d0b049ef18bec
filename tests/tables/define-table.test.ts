import { createClient } from "fourfold";
import {
  applyTables,
  defineConfig,
  defineTable,
  planTables,
  type TableDefinition,
  type TablesConfig,
} from "fourfold/tables";
import { createSandbox } from "fourfold/testing";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { rejection, thrown } from "../support/rejection.js";

const orders = defineTable("sales.orders", {
  description: "One row per order",
  schema: [
    { name: "id", type: "INTEGER", mode: "REQUIRED" },
    { name: "day", type: "date" },
  ],
  timePartitioning: { type: "DAY", field: "day", expirationMs: 3_600_000n },
  labels: { team: "sales", old: null },
});

/** Paths and rules of the issues of an error. */
const issuesOf = (work: () => unknown) => {
  const { issues } = thrown(work) as { issues: { path: string; rule: string }[] };
  return issues.map(({ path, rule }) => `${path} ${rule}`);
};
/** Defines a table without type checks, as in JavaScript. */
const define = (table: unknown, definition: unknown) => () => defineTable(table as string, definition as object);

test("returns plain data with the schema as an object", () => {
  expect(orders).toEqual({
    table: "sales.orders",
    description: "One row per order",
    schema: {
      fields: [
        { name: "id", type: "INTEGER", mode: "REQUIRED" },
        { name: "day", type: "date" },
      ],
    },
    timePartitioning: { type: "DAY", field: "day", expirationMs: 3_600_000n },
    labels: { team: "sales", old: null },
  });
  expect(Object.getPrototypeOf(orders)).toBe(Object.prototype);
  expect(defineTable("a.b", {})).toEqual({ table: "a.b" });
  expect(Object.keys(defineTable("a.b", { description: undefined, schema: undefined }))).toEqual(["table"]);
});

test("freezes the definition at every depth, and not what was passed", () => {
  const schema = [{ name: "a", type: "STRING" }];
  const definition = defineTable("a.b", { schema, labels: { a: "b" } });
  for (const value of [definition, definition.labels, definition.schema, definition.schema.fields[0]]) {
    expect(Object.isFrozen(value)).toBe(true);
  }
  expect(Object.isFrozen(definition.schema.fields)).toBe(true);
  expect(Object.isFrozen(schema) || Object.isFrozen(schema[0])).toBe(false);
});

test("a spread copy is a definition, and so is a definition under another name", () => {
  const copy: TableDefinition = { ...orders, description: "x" };
  expect(copy).toMatchObject({ description: "x", schema: orders.schema });
  expect(defineTable("sales.orders_eu", orders)).toEqual({ ...orders, table: "sales.orders_eu" });
});

test("splits the name at the first dot, and rejects names that the service rejects", () => {
  for (const table of ["a.b", "sales.2024-orders", "sales.class", "Sales_1.Größe mit Raum", `a.${"x".repeat(1024)}`]) {
    expect(defineTable(table, {}).table).toBe(table);
  }
  for (const table of ["", "orders", "sales.", ".orders", "sales-eu.orders", "größe.orders", "a.b$20240101", "a.b*"]) {
    expect(issuesOf(define(table, {})), table).toEqual(["table table-name"]);
  }
  for (const table of [5, null, undefined, "a.b/c", `a.${"x".repeat(1025)}`, `a.${"ü".repeat(513)}`]) {
    expect(issuesOf(define(table, {}))).toEqual(["table table-name"]);
  }
  expect(thrown(define("shop.sales.orders", {}))).toMatchObject({
    message:
      '[invalid_request] defineTable: table: must be dataset.table without the project, got "shop.sales.orders" (table-name)',
  });
});

test("rejects what the sandbox rejects, and duplicate columns, in one error with the paths of the definition", () => {
  const columns = [
    { name: "id", type: "INTGER" },
    { name: "ID", type: "STRING" },
    { name: "_partition_a", type: "STRING", maxLength: "a" },
    { type: "RECORD", fields: [{ name: "b", typ: "STRING", type: "STRING" }] },
  ];
  const definition = { descripton: "x", schema: columns, labels: { A: "b" }, tableReference: {}, view: 5 };
  const expected = [
    "descripton property-name",
    "labels.A label-key-start",
    "schema[0].type field-type",
    "schema column-name-distinct",
    "schema[2].maxLength int64",
    "schema[2].name column-name-reserved",
    "schema[3].fields[0].typ property-name",
    "schema[3].name field-name-required",
    "table table-name",
    "tableReference member-type",
    "view member-type",
  ];
  const found = issuesOf(define("orders", definition));
  expect(found.filter((each) => !each.startsWith("labels.A label-key-characters")).sort()).toEqual(expected.sort());
  const inObject = issuesOf(define("orders", { ...definition, schema: { fields: columns } }));
  expect(inObject).toContain("schema.fields[3].fields[0].typ property-name");
});

test("rejects values that are not plain objects", () => {
  for (const definition of [undefined, null, 5, "x", [], new Map(), Promise.resolve({})]) {
    expect(issuesOf(define("a.b", definition))).toEqual([" member-type"]);
  }
});

test("rejects values that JSON cannot have", () => {
  const circular: Record<string, unknown> = {};
  circular.labels = circular;
  expect(issuesOf(define("a.b", circular))).toEqual(["labels.labels json-value"]);
  expect(issuesOf(define("a.b", { description: () => "x" }))).toContain("description json-value");
});

test("accepts the names of the service, and reports issues in them", () => {
  const lake = { connectionId: "a.b.c", storageUri: "gs://b/t", fileFormat: "PARQUET", tableFormat: "ICEBERG" };
  expect(define("a.b", { biglakeConfiguration: lake })()).toMatchObject({ biglakeConfiguration: lake });
  expect(issuesOf(define("a.b", { biglakeConfiguration: { ...lake, storageUri: 5 } }))).toEqual([
    "biglakeConfiguration.storageUri member-type",
  ]);
  expect(issuesOf(define("a.b", { biglakeConfiguration: 5 }))).toEqual(["biglakeConfiguration member-type"]);
});

test("a plan has the default severities of rules; those of the client apply when a table is sent", async () => {
  const sandbox = createSandbox();
  sandbox.warehouse.datasets.add({ projectId: "p", datasetId: "a" });
  const { warehouse } = createClient({
    ...sandbox.clientOptions,
    rules: { "clustering-needs-time-partitioning": "error" },
  });
  const schema = [{ name: "a", type: "STRING" }] as const;
  const clustered = defineTable("a.b", { schema, clustering: { fields: ["a"] } });
  const plan = await planTables(warehouse, [clustered], { projectId: "p" });
  expect(plan).toMatchObject({ summary: { create: 1 }, warnings: [] });
  const error = { code: "invalid_request", issues: [{ rule: "clustering-needs-time-partitioning" }] };
  expect(await rejection(applyTables(warehouse, plan))).toMatchObject({ failed: [{ table: "a.b", error }] });
});

test("a plan checks a definition of defineTable again, because the time has passed", async () => {
  const { warehouse } = createClient(createSandbox().clientOptions);
  const old = defineTable("a.b", { expirationTime: "1000" });
  const copy = { ...orders, timePartitioning: { type: "DAY", expirationMs: "86400" } };
  const warningsOf = async (definition: TableDefinition) =>
    (await planTables(warehouse, [definition], { projectId: "p" })).warnings;
  expect(await warningsOf(old)).toMatchObject([expect.stringContaining("expiration-time-in-past")]);
  expect(await warningsOf(copy)).toMatchObject([expect.stringContaining("time-partitioning-expiration-short")]);
});

const keyTo = (referencedTable: { projectId?: string; datasetId: string; tableId: string }) => ({
  referencedTable,
  columnReferences: [{ referencingColumn: "order_id", referencedColumn: "id" }],
});
const orderLines = defineTable("sales.lines", {
  schema: [{ name: "order_id", type: "INTEGER" }],
  tableConstraints: {
    foreignKeys: [
      keyTo({ datasetId: "sales", tableId: "orders" }),
      keyTo({ projectId: "central", datasetId: "sales", tableId: "regions" }),
    ],
  },
});

test("a foreign key without a project references a table of the same project; another project is kept", async () => {
  const references = (projectId: string, datasetId: string) => ({
    foreignKeys: [
      keyTo({ projectId, datasetId, tableId: "orders" }),
      keyTo({ projectId: "central", datasetId: "sales", tableId: "regions" }),
    ],
  });
  const datasets = { sales: "sales_test" };
  const sandbox = createSandbox();
  sandbox.warehouse.tables.add({ tableReference: { projectId: "shop", datasetId: "sales_test", tableId: "orders" } });
  const { warehouse } = createClient(sandbox.clientOptions);
  const plan = await planTables(warehouse, [orderLines], { projectId: "shop", datasets });
  expect(plan.tables[0]?.wanted).toMatchObject({ tableConstraints: references("shop", "sales_test") });
  await applyTables(warehouse, plan);
  expect((await planTables(warehouse, [orderLines], { projectId: "shop", datasets })).summary).toMatchObject({
    unchanged: 1,
  });
});

test.each([
  [[keyTo({ datasetId: "", tableId: "orders" })], "tableConstraints.foreignKeys[0].referencedTable.datasetId"],
  [[{ columnReferences: [] }], "tableConstraints.foreignKeys[0].referencedTable"],
  [[null], "tableConstraints.foreignKeys[0]"],
  ["sales.orders", "tableConstraints.foreignKeys"],
])("rejects the foreign keys %j", (foreignKeys, path) => {
  const paths = issuesOf(define("a.b", { tableConstraints: { foreignKeys } })).map((issue) => issue.split(" ")[0]);
  expect(paths).toContain(path);
});

test("a definition keeps the dialect of a view, and has none if it is omitted", () => {
  const query = "SELECT id FROM `shop.sales.orders`";
  expect(defineTable("sales.v", { view: { query } }).view).toStrictEqual({ query });
  const legacy = { query: "SELECT id FROM [shop:sales.orders]", useLegacySql: true };
  expect(defineTable("sales.v", { view: legacy }).view).toEqual(legacy);
});

test("properties that a table does not have are rejected, and so is a schema that is not a list of columns", () => {
  const message = (definition: object) => (thrown(define("a.b", definition)) as Error).message;
  expect(message({ fields: [{ name: "id", type: "INTEGER" }] })).toContain(
    'fields: is not known; did you mean "schema.fields"?, in a.b (property-name)',
  );
  expect(message({ desciption: "x" })).toContain('desciption: is not known; did you mean "description"?');
  expect(message({ schema: { id: "INTEGER" } })).toContain(
    "schema: must be a list of columns or { fields: [ … ] }, got an object with id, in a.b (member-type)",
  );
  expect(issuesOf(define("a.b", { tableId: "b", columns: [], schema: "id" }))).toEqual([
    "schema member-type",
    "tableId property-name",
    "columns property-name",
  ]);
});

const variables = ["GOOGLE_CLOUD_PROJECT", "GCLOUD_PROJECT", "CLOUDSDK_CORE_PROJECT"];
beforeEach(() => {
  for (const name of variables) vi.stubEnv(name, undefined);
});
afterEach(() => {
  vi.unstubAllEnvs();
});

test("the default of projectId is the first environment variable that is set", () => {
  const config = { client: () => createClient(), tables: "schemas" };
  for (const name of variables.toReversed()) {
    vi.stubEnv(name, name.toLowerCase());
    expect(defineConfig(config)).toEqual({ ...config, projectId: name.toLowerCase() });
  }
  expect(defineConfig({ ...config, projectId: "shop" }).projectId).toBe("shop");
  vi.stubEnv("GOOGLE_CLOUD_PROJECT", "");
  expect(defineConfig({ ...config, projectId: undefined }).projectId).toBe("gcloud_project");
  vi.stubEnv("GCLOUD_PROJECT", "");
  expect(defineConfig(config).projectId).toBe("cloudsdk_core_project");
  vi.stubEnv("CLOUDSDK_CORE_PROJECT", "");
  expect(defineConfig(config).projectId).toBeUndefined();
  expect(Object.keys(config)).toEqual(["client", "tables"]);
});

test("returns a valid configuration", () => {
  const config = {
    client: () => createClient(createSandbox().clientOptions),
    projectId: "shop",
    tables: "schemas",
    ignore: { tables: ["sales.tmp_*"], fields: ["labels.goog-*"] },
    datasets: { sales: "sales_test" },
    extraColumns: "keep",
    concurrency: 20,
  } as const;
  expect(defineConfig(config)).toBe(config);
});

test("reports all problems of a configuration together", () => {
  const config = {
    client: "shop",
    projectId: "",
    tables: " ",
    ignore: { tables: "sales.*", columns: [] },
    datasets: { sales: 1 },
    concurrency: 51,
    project: "shop",
  };
  expect(thrown(() => defineConfig(config as unknown as TablesConfig))).toMatchObject({
    code: "invalid_request",
    issues: [
      { path: "client", message: "must be a function, got a string", rule: "config" },
      { path: "projectId", message: 'must be the id of a project, got ""' },
      { path: "tables", message: 'must be a folder such as "schemas", got " "' },
      { path: "ignore.tables", message: "must be a list of patterns, got a string" },
      { path: "ignore.columns" },
      { path: "datasets.sales" },
      { path: "concurrency", message: "must be an integer from 1 to 50, got 51" },
      { path: "project" },
    ],
  });
});
