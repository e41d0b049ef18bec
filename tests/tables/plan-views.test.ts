import { createClient, type DesiredTable, type Table } from "fourfold";
import {
  applyTables,
  defineTable,
  ensureTable,
  planTablePatch,
  planTables,
  type QueryContext,
  type TableDefinition,
} from "fourfold/tables";
import { createSandbox } from "fourfold/testing";
import { expect, test } from "vitest";
import { planLive } from "../support/plan-live.js";
import { rejection, thrown } from "../support/rejection.js";

const tableReference = { projectId: "shop", datasetId: "sales", tableId: "daily" };
const id = { name: "id", type: "INTEGER", mode: "NULLABLE" };
const guid = { name: "guid", type: "STRING", mode: "NULLABLE" };
const total = { name: "total", type: "NUMERIC", mode: "NULLABLE" };
const view = { query: "SELECT id, guid FROM orders", useLegacySql: false };
const recorded = { tableReference, etag: "e", type: "VIEW", view, schema: { fields: [id, guid] } } as Table;

test("a recorded view has nothing to change, whichever columns its definition lists", () => {
  for (const fields of [undefined, [id], [{ name: "guid", type: "STRING" }], [{ ...id, type: "INT64" }]]) {
    const desired = { tableReference, view, ...(fields === undefined ? {} : { schema: { fields } }) };
    expect(planTablePatch(recorded, desired)).toBeUndefined();
  }
  const { view: _, ...materialized } = { ...recorded, type: "MATERIALIZED_VIEW", materializedView: view };
  expect(planTablePatch(materialized, { tableReference, materializedView: view, schema: { fields: [id] } })).toBe(
    undefined,
  );
});

test("a new query replaces the columns that the definition lists, and keeps their other properties", () => {
  const query = "SELECT id, total FROM orders";
  const described = { ...recorded, schema: { fields: [{ ...id, description: "key" }, guid] } };
  const fields = [total, { name: "ID", type: "STRING", mode: "REPEATED" }];
  expect(planTablePatch(described, { tableReference, view: { query }, schema: { fields } })).toEqual({
    view: { query },
    schema: { fields: [{ ...id, type: "STRING", mode: "REPEATED", description: "key" }, total] },
  });
  expect(planTablePatch(described, { tableReference, view: { query } })).toEqual({ view: { query } });
});

test("a new query removes nested columns that the definition omits, but not with extraColumns", () => {
  const current = { ...recorded, schema: { fields: [{ name: "r", type: "RECORD", fields: [id, guid] }] } };
  const desired = {
    tableReference,
    view: { query: "SELECT r FROM others" },
    schema: { fields: [{ name: "r", type: "RECORD", fields: [total, id] }] },
  };
  expect(planTablePatch(current, desired)?.schema).toEqual({
    fields: [{ ...current.schema.fields[0], fields: [id, total] }],
  });
  expect(planTablePatch(current, desired, { extraColumns: "keep" })?.schema).toEqual({
    fields: [{ ...current.schema.fields[0], fields: [id, guid, total] }],
  });
});

test("an empty list of nested columns does not remove any, even with a new query", () => {
  const record = { name: "r", type: "RECORD", fields: [id] };
  const desired = {
    tableReference,
    view: { query: "SELECT r FROM others" },
    schema: { fields: [{ ...record, fields: [], description: "key" }] },
  };
  expect(planTablePatch({ ...recorded, schema: { fields: [record] } }, desired)?.schema).toEqual({
    fields: [{ ...record, description: "key" }],
  });
});

test("a view with the same query keeps its columns", () => {
  const desired = { tableReference, view: { ...view, useLegacySql: true }, schema: { fields: [id] } };
  expect(planTablePatch(recorded, desired)).toStrictEqual({ view: { useLegacySql: true } });
});

test("a description of a view's column is planned with all columns", () => {
  const fields = [{ ...guid, description: "key" }];
  expect(planTablePatch(recorded, { tableReference, view, schema: { fields } })).toEqual({
    schema: { fields: [id, { ...guid, description: "key" }] },
  });
});

test("a view whose insert was applied before its response was lost gets the descriptions of its columns", async () => {
  const fields = [{ ...id, description: "key" }];
  const lostInsert = () => {
    const sandbox = createSandbox();
    sandbox.warehouse.datasets.add({ projectId: "shop", datasetId: "sales" });
    sandbox.faults.next({ drop: true, after: true, match: { method: "POST" } });
    return createClient(sandbox.clientOptions).warehouse;
  };
  const warehouse = lostInsert();
  const ensured = await ensureTable(warehouse, { tableReference, view, schema: { fields } });
  expect(ensured).toMatchObject({ change: "created", table: { schema: { fields } } });
  const other = lostInsert();
  const daily = defineTable("sales.daily", {
    view,
    schema: [{ ...id, type: "INTEGER", mode: "NULLABLE", description: "key" }],
  });
  const applied = await applyTables(other, await planTables(other, [daily], { projectId: "shop" }));
  expect(applied).toMatchObject({ applied: ["sales.daily"], ignored: [] });
  expect(await other.tables.get(tableReference)).toMatchObject({ schema: { fields } });
});

test.each<[what: string, fields: object[], path: string]>([
  ["another type", [{ ...id, type: "STRING" }], "schema.fields[0].type"],
  ["the mode REQUIRED", [{ ...id, mode: "REQUIRED" }], "schema.fields[0].mode"],
  ["the mode REPEATED", [guid, { ...id, mode: "REPEATED" }], "schema.fields[1].mode"],
  ["a column that the query lacks", [id, { ...total, description: "x" }], "schema.fields[1]"],
  ["a collation", [{ ...guid, collation: "und:ci" }], "schema.fields[0].collation"],
  ["a length", [{ ...guid, maxLength: "5" }], "schema.fields[0].maxLength"],
])("the same query cannot get %s, in a patch or in a plan", async (_, fields, path) => {
  const desired = { tableReference, view, schema: { fields } } as DesiredTable;
  const issues = [{ path, rule: "view-schema-fixed" }];
  expect(thrown(() => planTablePatch(recorded, desired))).toMatchObject({ code: "invalid_request", issues });
  const definition = { table: "sales.daily", view, schema: fields } as TableDefinition;
  const { tables } = await planLive([recorded], [definition], { projectId: "shop" });
  expect(tables).toMatchObject([{ action: "impossible", issues }]);
});

test("a nested column of a view gets policy tags, and loses its description", () => {
  const fields = [{ name: "r", type: "RECORD", fields: [{ ...id, description: "key" }] }];
  const policyTags = { names: ["projects/p/locations/l/taxonomies/1/policyTags/2"] };
  const wanted = { name: "r", type: "STRUCT", fields: [{ name: "ID", type: "INT64", policyTags, description: null }] };
  expect(planTablePatch({ ...recorded, schema: { fields } }, { tableReference, schema: { fields: [wanted] } })).toEqual(
    {
      schema: { fields: [{ name: "r", type: "RECORD", fields: [{ ...id, policyTags }] }] },
    },
  );
});

const described = [{ ...id, description: "key" }, guid];

test("a plan and ensureTable describe the columns of a live view alike", async () => {
  const changed: object[] = [];
  for (const isPlanned of [true, false]) {
    const sandbox = createSandbox();
    sandbox.warehouse.tables.add({ tableReference, view, schema: { fields: [id, guid] } });
    const { warehouse } = createClient(sandbox.clientOptions);
    const definition = defineTable("sales.daily", {
      view,
      schema: [{ name: "id", type: "INT64", description: "key" }],
    });
    const plan = await planTables(warehouse, [definition], { projectId: "shop" });
    expect(plan.tables).toMatchObject([
      {
        action: "patch",
        changes: [{ path: "schema.fields[0].description", column: "id", before: null, after: "key" }],
      },
    ]);
    if (isPlanned) await applyTables(warehouse, plan);
    else await ensureTable(warehouse, { tableReference, view, schema: { fields: described } });
    changed.push((await warehouse.tables.get(tableReference)).schema ?? {});
    expect((await planTables(warehouse, [definition], { projectId: "shop" })).summary).toMatchObject({ unchanged: 1 });
  }
  expect(changed).toEqual([{ fields: described }, { fields: described }]);
});

test.each(["planTables", "ensureTable"])(
  "%s creates a view without a schema, then describes its columns",
  async (way) => {
    const sandbox = createSandbox();
    sandbox.warehouse.datasets.add({ projectId: "shop", datasetId: "sales" });
    const { warehouse } = createClient(sandbox.clientOptions);
    const definition = defineTable("sales.daily", { view, schema: described });
    const desired = { tableReference, view, schema: { fields: described } };
    const run = async () => {
      if (way === "ensureTable") return ensureTable(warehouse, desired);
      return applyTables(warehouse, await planTables(warehouse, [definition], { projectId: "shop" }));
    };
    expect(await run()).toMatchObject({ ignored: [], ...(way === "ensureTable" ? { change: "created" } : {}) });
    const writes = sandbox.requests.filter(({ method, path }) => method !== "GET" && path.includes("/tables"));
    expect(writes.map(({ method, body }) => [method, Object(body).schema])).toEqual([
      ["POST", undefined],
      ["PATCH", { fields: described }],
    ]);
    await run();
    expect(sandbox.requests.filter(({ method }) => method === "PATCH")).toHaveLength(1);
  },
);

test("columns of a new view without descriptions are for the types of rows only", async () => {
  const sandbox = createSandbox();
  sandbox.warehouse.datasets.add({ projectId: "shop", datasetId: "sales" });
  const { warehouse } = createClient(sandbox.clientOptions);
  const definitions = [
    defineTable("sales.daily", { view, schema: [id, guid] }),
    defineTable("sales.total", { materializedView: { query: "SELECT 1 AS id" }, schema: [id] }),
  ];
  const apply = async () => applyTables(warehouse, await planTables(warehouse, definitions, { projectId: "shop" }));
  expect(await apply()).toMatchObject({ applied: ["sales.daily", "sales.total"], ignored: [] });
  expect(await apply()).toMatchObject({ unchanged: ["sales.daily", "sales.total"] });
  expect(JSON.stringify(sandbox.requests)).not.toContain("schema");
});

test("a view without a dialect is created with GoogleSQL, and a live one keeps its dialect", async () => {
  for (const useLegacySql of [true, false]) {
    const sandbox = createSandbox();
    sandbox.warehouse.tables.add({ tableReference, view: { query: "SELECT 1", useLegacySql } });
    const { warehouse } = createClient(sandbox.clientOptions);
    const definitions = ["daily", "other"].map((name) => defineTable(`sales.${name}`, { view: { query: "SELECT 1" } }));
    const plan = await planTables(warehouse, definitions, { projectId: "shop" });
    expect(plan.tables).toMatchObject([
      { action: "unchanged", wanted: { view: { query: "SELECT 1" } } },
      { action: "create", changes: [{ path: "view", after: { query: "SELECT 1", useLegacySql: false } }] },
    ]);
    await applyTables(warehouse, plan);
    const another = { ...tableReference, tableId: "another" };
    await ensureTable(warehouse, { tableReference: another, view: { query: "SELECT 1" } });
    expect(await ensureTable(warehouse, { tableReference, view: { query: "SELECT 2" } })).toMatchObject({
      change: "patched",
      table: { view: { query: "SELECT 2", useLegacySql } },
    });
    for (const reference of [{ ...tableReference, tableId: "other" }, another]) {
      expect((await warehouse.tables.get(reference)).view).toEqual({ query: "SELECT 1", useLegacySql: false });
    }
  }
});

test("a dialect that is null is BigQuery's default, legacy SQL", async () => {
  const sandbox = createSandbox();
  sandbox.warehouse.datasets.add({ projectId: "shop", datasetId: "sales" });
  const { warehouse } = createClient(sandbox.clientOptions);
  const desired = { tableReference, view: { query: "SELECT 1", useLegacySql: null } };
  expect((await ensureTable(warehouse, desired)).table.view).toEqual({ query: "SELECT 1", useLegacySql: true });
  expect((await ensureTable(warehouse, desired)).change).toBe("unchanged");
});

test("ensure gives a view a new query with new columns", async () => {
  const sandbox = createSandbox();
  sandbox.warehouse.tables.add({ tableReference, view, schema: { fields: [id, guid] } });
  const { warehouse } = createClient(sandbox.clientOptions);
  const desired: DesiredTable = {
    tableReference,
    view: { query: "SELECT guid, total FROM orders" },
    schema: { fields: [{ ...guid, type: "BYTES", maxLength: 5 }, total] },
  };
  const { change, table } = await ensureTable(warehouse, desired);
  expect(change).toBe("patched");
  expect(table).toMatchObject({
    view: { ...view, ...desired.view },
    schema: { fields: [{ ...guid, type: "BYTES", maxLength: "5" }, total] },
  });
  expect(await ensureTable(warehouse, desired)).toMatchObject({ change: "unchanged" });
});

test("a patch that breaks a rule of the client is not planned, although a view may break it", async () => {
  const sandbox = createSandbox();
  const repeated = { ...id, mode: "REPEATED" };
  const live = sandbox.warehouse.tables.add({ tableReference, view, schema: { fields: [repeated] } });
  const desired = {
    tableReference,
    schema: { fields: [{ ...repeated, description: "key" }] },
    clustering: { fields: ["id"] },
  };
  expect(thrown(() => planTablePatch(live, desired))).toMatchObject({
    code: "invalid_request",
    issues: [{ path: "clustering.fields[0]", rule: "clustering-field-not-repeated" }],
  });
});

const orders = defineTable("sales.orders", { schema: [{ name: "id", type: "INTEGER" }] });
const revenue = defineTable("sales.revenue", {
  view: { query: ({ table }) => `SELECT id FROM ${table("sales.orders")}`, useLegacySql: false },
});
const inShop = { projectId: "shop" } as const;
const queryIn = async (definition: TableDefinition, options: object = {}) => {
  const [planned] = (await planLive([], [definition], { ...inShop, ...options })).tables;
  return (planned?.wanted.view ?? planned?.wanted.materializedView)?.query;
};

test("the query of a view follows the project and the datasets", async () => {
  const options = { projectId: "shop-prod", datasets: { sales: "sales_eu" } };
  expect(await queryIn(revenue, options)).toBe("SELECT id FROM `shop-prod.sales_eu.orders`");
  const total = defineTable("sales.total", {
    materializedView: {
      query: ({ table, dataset, projectId }) =>
        `${projectId} ${dataset("sales")} ${dataset("crm")} ${table("crm.x_*")}`,
    },
  });
  expect(await queryIn(total, options)).toBe("shop-prod sales_eu crm `shop-prod.crm.x_*`");
  const legacy = defineTable("sales.v", { view: { query: ({ table }) => table("sales.orders"), useLegacySql: true } });
  expect(await queryIn(legacy, { projectId: "example.com:shop" })).toBe("[example.com:shop:sales.orders]");
  const query = ({ table }: QueryContext) => table("sales.INFORMATION_SCHEMA.COLUMNS");
  expect(await queryIn(defineTable("sales.c", { view: { query } }))).toBe("`shop.sales.INFORMATION_SCHEMA.COLUMNS`");
});

test.each([
  [({ table }: QueryContext) => table("nope"), 'table("nope") must have the form dataset.table'],
  [({ table }: QueryContext) => table(5 as never), "table(5) must have the form dataset.table"],
  [({ table }: QueryContext) => table("a.b.c"), 'table("a.b.c") must be dataset.table without the project'],
  [({ table }: QueryContext) => table("a.b*c"), 'table("a.b*c") must have a table id of letters'],
  [({ dataset }: QueryContext) => dataset("x.y"), 'dataset("x.y") must have a dataset of letters'],
])("a name in the query of a view is checked: %s", async (query, message) => {
  expect(await rejection(queryIn(defineTable("sales.v", { view: { query } })))).toMatchObject({
    code: "invalid_request",
    issues: [{ path: "definitions[0].view.query", message: expect.stringContaining(message), rule: "table-name" }],
  });
});

test("a view with a function is planned and applied, and the second plan is empty", async () => {
  const sandbox = createSandbox();
  sandbox.warehouse.datasets.add({ projectId: "shop", datasetId: "sales" });
  const { warehouse } = createClient(sandbox.clientOptions);
  await applyTables(warehouse, await planTables(warehouse, [revenue, orders], inShop));
  expect((await planTables(warehouse, [revenue, orders], inShop)).summary).toMatchObject({ unchanged: 2 });
});

test("a function is called once by each plan, and not by defineTable", async () => {
  let calls = 0;
  const query = () => {
    calls += 1;
    return "SELECT 1";
  };
  const view = defineTable("sales.v", { view: { query } });
  expect(calls).toBe(0);
  await planLive([], [view], inShop);
  expect(calls).toBe(1);
});

test("a function that returns no string is an issue with its path", async () => {
  const query = (async () => "SELECT 1") as unknown as () => string;
  expect(await rejection(queryIn(defineTable("sales.v", { view: { query } })))).toMatchObject({
    issues: [{ path: "definitions[0].view.query", rule: "view-query-function" }],
  });
});

test("queries are compared as text", async () => {
  const live = {
    tableReference: { projectId: "shop", datasetId: "sales", tableId: "v" },
    etag: "e",
    view: { query: "SELECT 1 FROM sales.orders", useLegacySql: false },
  };
  const actionOf = async (query: string) =>
    (await planLive([live], [defineTable("sales.v", { view: { query } })], inShop)).tables[0]?.action;
  expect(await actionOf(live.view.query)).toBe("unchanged");
  expect(await actionOf("SELECT 1 FROM `sales.orders`")).toBe("patch");
});

test("a foreign key that is a string follows the project and the datasets", async () => {
  const columnReferences = [{ referencingColumn: "id", referencedColumn: "id" }];
  const lines = defineTable("sales.lines", {
    schema: [{ name: "id", type: "INTEGER" }],
    tableConstraints: { foreignKeys: [{ referencedTable: "sales.orders", columnReferences }] },
  });
  const [, planned] = (await planLive([], [orders, lines], { ...inShop, datasets: { sales: "sales_eu" } })).tables;
  expect(planned?.wanted.tableConstraints?.foreignKeys?.[0]?.referencedTable).toEqual({
    projectId: "shop",
    datasetId: "sales_eu",
    tableId: "orders",
  });
});

test.each(["orders", "a.b.c", "", "sales.x*"])("rejects a foreign key to %j with its path", (referencedTable) => {
  const columnReferences = [{ referencingColumn: "id", referencedColumn: "id" }];
  const tableConstraints = { foreignKeys: [{ referencedTable, columnReferences }] };
  expect(thrown(() => defineTable("sales.lines", { ...orders, tableConstraints }))).toMatchObject({
    issues: [{ path: "tableConstraints.foreignKeys[0].referencedTable" }],
  });
});

test("a new materialized view with descriptions is impossible, and one with typed columns is created without them", async () => {
  const sandbox = createSandbox();
  sandbox.warehouse.datasets.add(tableReference);
  const { warehouse } = createClient(sandbox.clientOptions);
  const materialized = { tableReference, materializedView: { query: "SELECT 1 AS id" } };
  const described = { ...materialized, schema: { fields: [{ ...id, description: "key" }] } };
  const fixed = { issues: [{ path: "schema", rule: "materialized-view-fixed" }] };
  expect(await rejection(ensureTable(warehouse, described))).toMatchObject(fixed);
  const { tableReference: _, ...definition } = described;
  const { tables } = await planTables(warehouse, [{ table: "sales.daily", ...definition }], { projectId: "shop" });
  expect(tables).toMatchObject([{ action: "impossible", ...fixed }]);
  const typed = { ...materialized, schema: { fields: [id] } };
  expect(await ensureTable(warehouse, typed)).toMatchObject({ change: "created" });
  expect(await ensureTable(warehouse, typed)).toMatchObject({ change: "unchanged" });
});
