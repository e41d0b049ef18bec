import { type Client, createClient } from "fourfold";
import { applyTables, defineConfig, defineTable, planTables, type TablesConfig } from "fourfold/tables";
import { createSandbox } from "fourfold/testing";
import { expect, test } from "vitest";
import { planLive } from "../support/plan-live.js";
import { rejection, thrown } from "../support/rejection.js";
import { createTestClock } from "../support/test-clock.js";

const projectId = "shop";
const id = { name: "id", type: "INTEGER" } as const;
const orders = defineTable("sales.orders", { schema: [id] });
const items = defineTable("sales.items", { schema: [id] });
const accounts = defineTable("crm.accounts", { schema: [id] });
const daily = defineTable("sales.daily", { view: { query: "SELECT id FROM shop.sales_eu.orders" } });
/** Only a plan shows that the referenced table does not exist. */
const broken = defineTable("sales.broken", {
  schema: [id],
  tableConstraints: {
    foreignKeys: [
      {
        referencedTable: { datasetId: "sales", tableId: "none" },
        columnReferences: [{ referencingColumn: "id", referencedColumn: "id" }],
      },
    ],
  },
});
const datasets = { sales: { name: "sales_eu", location: "EU" } } as const;

function setUp() {
  const clock = createTestClock();
  const sandbox = createSandbox({ clock });
  sandbox.warehouse.projects.add({ projectId });
  const client = createClient(sandbox.clientOptions);
  return { sandbox, client, warehouse: client.warehouse };
}

type Sandbox = ReturnType<typeof setUp>["sandbox"];

const creations = ({ requests }: Sandbox) =>
  requests.filter(({ method }) => method === "POST").map(({ path }) => path.replace(/^.*\/projects\/shop\//, ""));

test("creates a missing dataset in its location first, once, and then its tables", async () => {
  const { sandbox, warehouse } = setUp();
  const plan = await planTables(warehouse, [orders, items, daily, accounts], { projectId, datasets });
  expect(plan.tables.map(({ table, action }) => [table, action])).toEqual([
    ["sales_eu.orders", "impossible"],
    ["sales_eu.items", "impossible"],
    ["sales_eu.daily", "impossible"],
    ["crm.accounts", "impossible"],
  ]);
  const result = await applyTables(warehouse, plan, { createDatasets: true });
  expect(result).toEqual({
    applied: ["sales_eu.orders", "sales_eu.items", "crm.accounts", "sales_eu.daily"],
    unchanged: [],
    skipped: [],
    ignored: [],
  });
  const paths = creations(sandbox);
  expect(paths.filter((path) => path === "datasets")).toHaveLength(2);
  expect(paths.indexOf("datasets")).toBeLessThan(paths.indexOf("datasets/sales_eu/tables"));
  expect(await warehouse.datasets.get({ projectId, datasetId: "sales_eu" })).toMatchObject({ location: "EU" });
  expect(await warehouse.datasets.get({ projectId, datasetId: "crm" })).toMatchObject({ location: "US" });
  const { summary } = await planTables(warehouse, [orders, items, daily, accounts], { projectId, datasets });
  expect(summary).toMatchObject({ unchanged: 4 });
});

test("without the option, its tables stay impossible, and the plan shows what would be created", async () => {
  const { sandbox, warehouse } = setUp();
  const plan = await planTables(warehouse, [orders], { projectId, datasets });
  const [planned] = plan.tables;
  expect(planned).toMatchObject({
    action: "impossible",
    changes: [{ path: "schema.fields[0]", column: "id", before: null, after: id }],
    issues: [
      {
        path: "tableReference.datasetId",
        message:
          'must be an existing dataset, got "shop.sales_eu"; check the project, or apply with createDatasets to create the dataset in "EU"',
        rule: "dataset-exists",
      },
    ],
  });
  expect(plan.summary).toMatchObject({ impossible: 1, create: 0 });
  const before = sandbox.requests.length;
  for (const options of [{}, { createDatasets: false }]) {
    expect(await rejection(applyTables(warehouse, plan, options))).toMatchObject({
      code: "invalid_request",
      issues: [{ path: "tables[0].action", message: expect.stringMatching(/^must not be "impossible"/) }],
    });
  }
  expect(sandbox.requests).toHaveLength(before);
  expect((await applyTables(warehouse, plan, { impossible: "skip" })).skipped).toEqual(["sales_eu.orders"]);
});

test("the digest covers the missing datasets with their locations", async () => {
  const { sandbox, warehouse } = setUp();
  const digestIn = async (location?: string) => {
    const settings = { sales: { name: "sales_eu", location } };
    return (await planTables(warehouse, [orders], { projectId, datasets: settings })).digest;
  };
  const digests = [await digestIn(), await digestIn("EU"), await digestIn("US")];
  expect(new Set(digests).size).toBe(3);
  expect(await digestIn("EU")).toBe(digests[1]);
  sandbox.warehouse.datasets.add({ projectId, datasetId: "sales_eu", location: "EU" });
  expect(await digestIn("EU")).toBe(await digestIn());
});

test("a table that has another issue, too, stays impossible", async () => {
  const { sandbox, warehouse } = setUp();
  const plan = await planLive([], [orders, broken], { projectId, datasets, missing: ["sales_eu"] });
  const rules = plan.tables[1]?.issues.map(({ rule }) => rule);
  expect(rules?.length).toBeGreaterThan(1);
  expect(await rejection(applyTables(warehouse, plan, { createDatasets: true }))).toMatchObject({
    issues: [{ path: "tables[1].action" }],
  });
  expect(creations(sandbox)).toEqual([]);
  const { applied, skipped } = await applyTables(warehouse, plan, { createDatasets: true, impossible: "skip" });
  expect({ applied, skipped }).toEqual({ applied: ["sales_eu.orders"], skipped: ["sales_eu.broken"] });
});

test("a dataset is not created if all its tables are skipped or unchanged", async () => {
  const { sandbox, warehouse } = setUp();
  const plan = await planLive([], [broken], { projectId, missing: ["sales"] });
  await applyTables(warehouse, plan, { createDatasets: true, impossible: "skip" });
  expect(creations(sandbox)).toEqual([]);
});

test("a dataset that another client has created since the plan is used if it is in the planned location", async () => {
  const { sandbox, warehouse } = setUp();
  const plan = await planTables(warehouse, [orders, accounts], { projectId, datasets });
  sandbox.warehouse.datasets.add({ projectId, datasetId: "sales_eu", location: "eu" });
  sandbox.warehouse.datasets.add({ projectId, datasetId: "crm", location: "asia-east1" });
  expect((await applyTables(warehouse, plan, { createDatasets: true })).applied).toHaveLength(2);

  const other = setUp();
  other.sandbox.warehouse.datasets.add({ projectId, datasetId: "sales_eu", location: "US" });
  expect(await rejection(applyTables(other.warehouse, plan, { createDatasets: true }))).toMatchObject({
    code: "apply_tables_failed",
    applied: ["crm.accounts"],
    failed: [
      {
        table: "sales_eu.orders",
        error: {
          code: "invalid_request",
          issues: [{ path: "location", rule: "dataset-location" }],
        },
      },
    ],
  });
});

test("the tables of a dataset in another location are impossible, also those that exist", async () => {
  const { sandbox, warehouse } = setUp();
  sandbox.warehouse.datasets.add({ projectId, datasetId: "sales_eu", location: "US" });
  sandbox.warehouse.tables.add({
    tableReference: { projectId, datasetId: "sales_eu", tableId: "orders" },
    schema: { fields: [id] },
  });
  const plan = await planTables(warehouse, [orders, items, accounts], { projectId, datasets });
  const message = 'must be "US", as of shop:sales_eu, got "EU"; a location cannot change: use another dataset';
  const issues = [{ path: "location", rule: "dataset-location", message }];
  expect(plan.tables).toMatchObject([
    { table: "sales_eu.orders", action: "impossible", issues },
    { table: "sales_eu.items", action: "impossible", issues },
    { table: "crm.accounts", issues: [{ rule: "dataset-exists" }] },
  ]);
  const options = { createDatasets: true, impossible: "skip" } as const;
  expect(await applyTables(warehouse, plan, options)).toMatchObject({ applied: ["crm.accounts"] });
  const inUs = { sales: { name: "sales_eu", location: "us" } };
  expect((await planTables(warehouse, [orders, items], { projectId, datasets: inUs })).summary).toMatchObject({
    unchanged: 1,
    create: 1,
  });
});

test("a dataset that cannot be created fails its tables, and the others are applied", async () => {
  const { sandbox, warehouse } = setUp();
  sandbox.warehouse.datasets.add({ projectId, datasetId: "crm" });
  const plan = await planTables(warehouse, [orders, items, accounts], { projectId, datasets });
  sandbox.faults.next({ status: 403, match: { method: "POST", path: /\/datasets$/ } });
  const failed = ["orders", "items"].map((name) => ({
    table: `sales_eu.${name}`,
    error: { code: "permission_denied", request: { method: "POST", path: "/bigquery/v2/projects/shop/datasets" } },
  }));
  const error = await rejection(applyTables(warehouse, plan, { createDatasets: true }));
  expect(error).toMatchObject({ code: "apply_tables_failed", applied: ["crm.accounts"], failed, remaining: [] });
  expect(await applyTables(warehouse, plan, { createDatasets: true })).toMatchObject({
    applied: ["sales_eu.orders", "sales_eu.items"],
    unchanged: ["crm.accounts"],
  });
});

test("two concurrent callers create one dataset, also if the response of a creation is lost", async () => {
  const { sandbox, warehouse, client } = setUp();
  const plan = await planTables(warehouse, [orders, items], { projectId, datasets });
  sandbox.faults.next({ drop: true, after: true, match: { method: "POST", path: /\/datasets$/ } });
  const apply = ({ warehouse }: Client) => applyTables(warehouse, plan, { createDatasets: true });
  const results = await Promise.all([apply(client), apply(createClient(sandbox.clientOptions))]);
  expect(results.map(({ applied, unchanged }) => applied.length + unchanged.length)).toEqual([2, 2]);
  expect(new Set(results.flatMap(({ applied }) => applied)).size).toBe(2);
});

test("the creation of a dataset has the deadline of the call", async () => {
  const { sandbox, warehouse } = setUp();
  const plan = await planTables(warehouse, [orders], { projectId, datasets });
  sandbox.faults.next({ delayMs: 2_000, match: { method: "POST", path: /\/datasets$/ } });
  const late = await rejection(applyTables(warehouse, plan, { createDatasets: true, deadlineMs: 1_000 }));
  expect(late).toMatchObject({ code: "apply_tables_failed", cause: { code: "deadline" } });
});

test("a dataset is mapped by a string or by settings, in every function", async () => {
  const { sandbox, warehouse } = setUp();
  sandbox.warehouse.tables.add({
    tableReference: { projectId, datasetId: "test", tableId: "orders" },
    schema: { fields: [id] },
  });
  for (const target of ["test", { name: "test" }, { name: "test", location: "US" }]) {
    const mapping = { sales: target };
    expect((await planTables(warehouse, [orders], { projectId, datasets: mapping })).tables).toMatchObject([
      { table: "test.orders", action: "unchanged" },
    ]);
  }
  const keyed = defineTable("sales.lines", {
    schema: [id],
    tableConstraints: {
      foreignKeys: [
        {
          referencedTable: { datasetId: "sales", tableId: "orders" },
          columnReferences: [{ referencingColumn: "id", referencedColumn: "id" }],
        },
      ],
    },
  });
  const [planned] = (await planLive([], [keyed], { projectId, datasets })).tables;
  expect(planned?.wanted.tableConstraints?.foreignKeys?.[0]?.referencedTable).toMatchObject({
    projectId,
    datasetId: "sales_eu",
  });
});

const invalid = {
  a: 5,
  b: { name: "" },
  c: { location: " " },
  d: { name: "x", region: "EU" },
  h: { name: "shop.sales" },
};
const expected = ["a", "b.name", "c.location", "d.region", "h.name"].map((path) => ({ path: `datasets.${path}` }));

test("invalid datasets are reported together, by every function", async () => {
  const { sandbox, warehouse, client } = setUp();
  const given = { datasets: invalid } as object;
  const config = { client: () => client, projectId, tables: "schemas", ...given } as TablesConfig;
  const errors = [
    thrown(() => defineConfig(config)),
    await rejection(planTables(warehouse, [orders], { projectId, ...given })),
  ];
  for (const error of errors) expect(error).toMatchObject({ code: "invalid_request", issues: expected });
  expect(sandbox.requests).toEqual([]);
});

test("createDatasets must be a boolean", async () => {
  const { warehouse } = setUp();
  const plan = await planLive([], [], { projectId });
  for (const createDatasets of ["yes", 1, null, ["sales"]]) {
    expect(await rejection(applyTables(warehouse, plan, { createDatasets } as never))).toMatchObject({
      issues: [{ path: "createDatasets", message: expect.stringMatching(/^must be true or false, got /) }],
    });
  }
});

test("names such as __proto__ are datasets like any other", async () => {
  const mapping = JSON.parse('{ "__proto__": { "location": "EU" }, "constructor": "made" }');
  const definitions = ["__proto__.t", "constructor.t", "toString.t"].map((table) => ({ ...orders, table }));
  const { tables } = await planLive([], definitions, { projectId, datasets: mapping });
  expect(tables.map(({ table }) => table)).toEqual(["__proto__.t", "made.t", "toString.t"]);
});
