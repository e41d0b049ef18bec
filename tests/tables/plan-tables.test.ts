import type { Table, TableListEntry } from "fourfold";
import { defineTable, type TableDefinition } from "fourfold/tables";
import { expect, test } from "vitest";
import { planLive, requestsFor } from "../support/plan-live.js";
import { rejection } from "../support/rejection.js";

const id = { name: "id", type: "INTEGER", mode: "REQUIRED" };
const day = { name: "day", type: "DATE" };
const referenceOf = (name: string, projectId = "shop") => {
  const [datasetId = "", tableId = ""] = name.split(".");
  return { projectId, datasetId, tableId };
};
const live = (name: string, table: Partial<Table> = {}): Table => ({
  tableReference: referenceOf(name),
  etag: `etag of ${name}`,
  type: "TABLE",
  ...table,
});
const orders = defineTable("sales.orders", { description: "Orders", schema: [id, day] });
const liveOrders = live("sales.orders", { description: "Orders", schema: { fields: [id, day] } });
const inShop = { projectId: "shop" };
/** Plans one table. */
const planOf = async (current: Table, definition: TableDefinition, options: object = {}) => {
  const { tables, warnings } = await planLive([current], [definition], { ...inShop, ...options });
  const [planned] = tables;
  if (planned === undefined) throw new Error("no plan");
  return { ...planned, requests: requestsFor(current, planned, { ...inShop, ...options }), warnings };
};
const actions = (plan: { tables: readonly { table: string; action: string }[] }) =>
  plan.tables.map(({ table, action }) => `${table} ${action}`);

test("plans tables to create, to patch and unchanged ones, as JSON", async () => {
  const customers = defineTable("sales.customers", { schema: { fields: [id] }, labels: { a: "b", old: null } });
  const changed = live("sales.legacy", { description: "old", labels: { team: "x", other: "y" } });
  const legacy = defineTable("sales.legacy", { description: "new", labels: { team: null } });
  const plan = await planLive([liveOrders, changed], [customers, legacy, orders], inShop);
  expect(plan).toEqual({
    projectId: "shop",
    digest: expect.stringMatching(/^[0-9a-f]{64}$/),
    tables: [
      {
        table: "sales.customers",
        action: "create",
        wanted: { schema: { fields: [id] }, labels: { a: "b", old: null } },
        changes: [
          { path: "labels", column: "", before: null, after: { a: "b" } },
          { path: "schema.fields[0]", column: "id", before: null, after: id },
        ],
        issues: [],
      },
      {
        table: "sales.legacy",
        action: "patch",
        wanted: { description: "new", labels: { team: null } },
        changes: [
          { path: "description", column: "", before: "old", after: "new" },
          { path: "labels.team", column: "", before: "x", after: null },
        ],
        issues: [],
      },
      {
        table: "sales.orders",
        action: "unchanged",
        wanted: { description: "Orders", schema: { fields: [id, day] } },
        changes: [],
        issues: [],
      },
    ],
    unmanaged: [],
    warnings: [],
    summary: { create: 1, patch: 1, impossible: 0, unreadable: 0, unchanged: 1 },
  });
});

test("a renamed column is impossible, with the statements RENAME COLUMN and DROP COLUMN", async () => {
  const renamed = { ...id, name: "order_id", mode: "NULLABLE" };
  const { action, requests, changes, issues } = await planOf(liveOrders, { ...orders, schema: [renamed, day] });
  expect([action, requests]).toEqual(["impossible", []]);
  expect(issues).toMatchObject([{ rule: "column-missing", path: "schema.fields" }]);
  expect(issues?.[0]?.sql).toContain("ALTER TABLE `shop.sales.orders` RENAME COLUMN `id` TO `order_id`;");
  expect(issues?.[0]?.sql).toContain("ALTER TABLE `shop.sales.orders` DROP COLUMN `id`;");
  expect(changes).toEqual([
    { path: "schema.fields[0]", column: "id", before: id, after: null },
    { path: "schema.fields[0]", column: "order_id", before: null, after: renamed },
  ]);
  expect((await planOf(liveOrders, { ...orders, schema: [day] }, { extraColumns: "keep" })).action).toBe("unchanged");
});

test("date shards are one entry, even a single shard; a table whose suffix is not a date is a separate entry", async () => {
  const names = [
    "events_20240101",
    "events_20240229",
    "x_20241399",
    "x_20231301",
    "visits",
    "visits_20240101",
    "a20240101",
  ];
  const tables = names.map((name): TableListEntry => ({ tableReference: referenceOf(`sales.${name}`), type: "TABLE" }));
  const plan = await planLive([...tables, live("other.a")], [orders], inShop);
  expect(plan.unmanaged).toEqual([
    { table: "sales.a20240101", type: "TABLE" },
    { table: "sales.events_*", count: 2 },
    { table: "sales.visits", type: "TABLE" },
    { table: "sales.visits_*", count: 1 },
    { table: "sales.x_20231301", type: "TABLE" },
    { table: "sales.x_20241399", type: "TABLE" },
  ]);
  const shard = defineTable("sales.events_20240101", {});
  expect((await planLive(tables, [shard], inShop)).unmanaged).toContainEqual({ table: "sales.events_*", count: 1 });
});

test("the columns of a view are not part of the request that creates it, and are not changed", async () => {
  const schema = [{ name: "id", type: "INT64" }];
  const daily = defineTable("sales.daily", { view: { query: "SELECT id FROM `shop.sales.orders`" }, schema });
  const total = defineTable("sales.total", { materializedView: { query: "SELECT 1 FROM sales.orders" }, schema });
  const plan = await planLive([], [daily, total], inShop);
  for (const planned of plan.tables) expect(requestsFor(undefined, planned, inShop)[0]).not.toHaveProperty("schema");
  const current = live("sales.daily", {
    type: "VIEW",
    view: { ...daily.view },
    schema: { fields: [id] },
  } as Partial<Table>);
  expect((await planOf(current, daily)).action).toBe("unchanged");
  expect((await planOf(current, { ...daily, description: "x" })).requests).toEqual([{ description: "x" }]);
});

const keyTo = (referencedTable: object, referencedColumn = "id") =>
  ({
    table: "sales.lines",
    schema: [id],
    tableConstraints: {
      foreignKeys: [{ referencedTable, columnReferences: [{ referencingColumn: "id", referencedColumn }] }],
    },
  }) as TableDefinition; // the reference is complete
const inSales = (tableId: string) => ({ datasetId: "sales", tableId });
const KEY = "tableConstraints.foreignKeys[0]";

const brokenKeys: readonly [title: string, live: Table[], definition: TableDefinition, issue: string][] = [
  [
    "to a table that exists neither in the project nor in the plan",
    [],
    keyTo(inSales("customers")),
    `foreign-key-table-exists ${KEY}.referencedTable: must be an existing table, got "sales.customers"`,
  ],
  [
    "from a live table, to a table that exists neither in the project nor in the plan",
    [live("sales.lines", { schema: { fields: [id] } })],
    keyTo(inSales("customers")),
    `foreign-key-table-exists ${KEY}.referencedTable: must be an existing table, got "sales.customers"`,
  ],
  [
    "to a column that a table of the plan lacks",
    [],
    keyTo(inSales("orders"), "number"),
    `foreign-key-referenced-column-exists ${KEY}.columnReferences: must reference top-level columns of the referenced table, got "number"`,
  ],
];

test.each(brokenKeys)("a foreign key %s is impossible", async (_, tables, definition, issue) => {
  const [, lines] = (await planLive(tables, [orders, definition], inShop)).tables;
  const found = lines?.issues.map(({ rule, path, message }) => `${rule} ${path}: ${message}`);
  expect([lines?.action, found]).toEqual(["impossible", [issue]]);
});

test.each<[title: string, live: (Table | TableListEntry)[], definition: TableDefinition]>([
  ["to a table of the plan", [], keyTo(inSales("orders"))],
  ["to a column in another case", [], keyTo(inSales("orders"), "ID")],
  [
    "to a live column that the definition omits",
    [live("sales.orders", { schema: { fields: [id, day] } })],
    keyTo(inSales("orders"), "day"),
  ],
  ["to the table itself", [], keyTo(inSales("lines"))],
  [
    "to a live table without a definition",
    [live("sales.bills", { schema: { fields: [id] } })],
    keyTo(inSales("bills")),
  ],
  ["to a table that was only listed", [{ tableReference: referenceOf("sales.bills") }], keyTo(inSales("bills"), "x")],
  ["to a view", [live("sales.v", { view: { query: "SELECT 1" }, schema: { fields: [day] } })], keyTo(inSales("v"))],
  ["to a table of a dataset that was not read", [], keyTo({ datasetId: "crm", tableId: "customers" })],
  ["to a table of another project", [], keyTo({ ...inSales("customers"), projectId: "other" })],
])("a foreign key %s is planned", async (_, tables, definition) => {
  const plan = await planLive(tables, [orders, definition], { ...inShop, extraColumns: "keep" });
  expect(plan.tables[1]).toMatchObject({ action: "create", issues: [] });
});

test("a foreign key to a column that the table itself lacks is rejected, unless the table may have more columns", async () => {
  const definition = keyTo(inSales("lines"), "day");
  expect(await rejection(planLive([], [definition], inShop))).toMatchObject({
    issues: [{ path: `definitions[0].${KEY}.columnReferences`, rule: "foreign-key-referenced-column-exists" }],
  });
  const current = live("sales.lines", { schema: { fields: [id, day] } });
  expect(await planOf(current, definition, { extraColumns: "keep" })).toMatchObject({ action: "patch" });
});

test("a table whose live foreign key is broken can still be changed in other ways", async () => {
  const { tableConstraints } = keyTo({ ...inSales("customers"), projectId: "shop" });
  const current = live("sales.lines", { schema: { fields: [id] }, tableConstraints } as Partial<Table>);
  const definition = { ...keyTo(inSales("customers")), description: "Lines" };
  expect(await planOf(current, definition)).toMatchObject({ action: "patch", requests: [{ description: "Lines" }] });
});

test("labels of other systems, policy tags of another team and data policies are kept", async () => {
  const policyTags = { names: ["projects/p/locations/eu/taxonomies/1/policyTags/1"] };
  const column = { ...id, policyTags, dataPolicies: [{ name: "x" }] };
  const current = live("sales.orders", {
    labels: { "goog-terraform": "x", team: "old" },
    schema: { fields: [column, { ...day, policyTags }] },
  });
  const other = { names: ["projects/p/locations/eu/taxonomies/1/policyTags/2"] };
  const definition = {
    table: "sales.orders",
    labels: { "goog-x": "y", team: "new" },
    schema: [{ ...id, policyTags: other }, day],
  };
  const ignore = { fields: ["labels.goog-*", "schema.*.policyTags"] };
  expect(await planOf(current, definition, { ignore })).toMatchObject({
    requests: [{ labels: { team: "new" } }],
    warnings: [],
  });
  expect((await planOf(current, { table: "sales.orders", schema: [id, day] })).action).toBe("unchanged");
  const ignored = { fields: ["SCHEMA.d*", "labels"] };
  expect((await planOf(current, { ...definition, schema: [id] }, { ignore: ignored })).action).toBe("unchanged");
});

test("Orders and orders are two tables, and names with unusual characters are planned", async () => {
  const names = ["sales.Orders", "sales.orders", "sales.2024-orders", "sales.class"];
  const plan = await planLive(
    [],
    names.map((name) => defineTable(name, { description: "*/ ${ \u2028" })),
    inShop,
  );
  expect(actions(plan)).toEqual(names.map((name) => `${name} create`));
});

test("ignored fields stay when the object that contains them is cleared", async () => {
  const key = { columns: ["id"] };
  const current = live("sales.orders", {
    labels: { "goog-a": "1", team: "data" },
    resourceTags: { "1/env": "prod", "2/cost": "low" },
    tableConstraints: { primaryKey: key, foreignKeys: [] },
    clustering: { fields: ["id"] },
    schema: { fields: [id] },
  });
  const ignore = { fields: ["labels.goog-*", "resourceTags.2/*", "tableConstraints.primaryKey", "clustering"] };
  const cleared = { labels: null, resourceTags: null, tableConstraints: null, clustering: null };
  const definition = defineTable("sales.orders", cleared);
  expect((await planOf(current, definition, { ignore })).requests).toEqual([
    { labels: { team: null }, resourceTags: { "1/env": null } },
  ]);
  const other = live("sales.orders", { labels: { "goog-a": "1" }, schema: { fields: [id] } });
  expect((await planOf(other, defineTable("sales.orders", { labels: null }), { ignore })).action).toBe("unchanged");
});

test("extraColumns keeps columns of external data", async () => {
  const external = (...names: readonly string[]) => ({
    externalDataConfiguration: {
      sourceFormat: "CSV",
      sourceUris: ["gs://b/x"],
      schema: { fields: names.map((name) => ({ name, type: "STRING" })) },
    },
  });
  const current = live("sales.orders", external("a", "b", "c"));
  const definition = defineTable("sales.orders", external("c", "d"));
  const { schema } = external("a", "b", "c", "d").externalDataConfiguration;
  expect((await planOf(current, definition, { extraColumns: "keep" })).requests).toEqual([
    { externalDataConfiguration: { schema } },
  ]);
  const older = defineTable("sales.orders", external("c", "a"));
  expect((await planOf(current, older, { extraColumns: "keep" })).action).toBe("unchanged");
});

test("ignored tables are in neither list, and an unused name in datasets is a warning", async () => {
  const tables = ["sales.tmp_1", "sales.tmp_20240101", "sales.legacy"].map((name) => live(name));
  const plan = await planLive([...tables, liveOrders], [orders, defineTable("sales.tmp_2", {})], {
    ...inShop,
    datasets: { sale: "x" },
    ignore: { tables: ["sales.tmp_*", "sale.nothing", "sales.tmp_*", "sales.legacy"], fields: ["labels.x-*"] },
  });
  expect([actions(plan), plan.unmanaged]).toEqual([["sales.orders unchanged"], []]);
  expect(plan.warnings).toEqual(['datasets: no definition is in the dataset "sale"']);
});

test("a location that BigQuery does not have is a warning", async () => {
  for (const [location, warnings] of [
    ["europe", [expect.stringMatching(/^datasets\.sales: location: .+, got "europe" \(dataset-location-form\)$/)]],
    ["eu-west-1", [expect.stringContaining("eu-west-1")]],
    ["EU", []],
  ] as const) {
    const datasets = { sales: { location } };
    expect((await planLive([], [orders], { ...inShop, datasets })).warnings).toEqual(warnings);
  }
});

test("a table of a dataset that does not exist is impossible", async () => {
  const plan = await planLive([], [orders], { ...inShop, missing: ["sales"] });
  expect(plan.tables).toMatchObject([
    {
      action: "impossible",
      issues: [
        {
          path: "tableReference.datasetId",
          message:
            'must be an existing dataset, got "shop.sales"; check the project, or apply with createDatasets to create the dataset',
          rule: "dataset-exists",
        },
      ],
    },
  ]);
  expect(plan.summary).toMatchObject({ impossible: 1 });
});

test("a table that cannot be read is unreadable, and a deleted one is omitted with a warning", async () => {
  const plan = await planLive([{ ...liveOrders, status: 403 }], [orders], inShop);
  expect(plan.tables).toMatchObject([
    {
      action: "unreadable",
      issues: [{ message: expect.stringContaining("could not be read: [permission_denied]"), rule: "table-readable" }],
    },
  ]);
  expect(plan.summary.unreadable).toBe(1);
  const gone = await planLive([{ ...liveOrders, status: 404 }], [orders], inShop);
  expect(gone).toMatchObject({ tables: [], unmanaged: [], summary: { create: 0 } });
  expect(gone.warnings).toEqual([
    "sales.orders: omitted, because it expired or was deleted while the tables were read; plan again",
  ]);
});

test("invalid definitions, and two definitions of one table, are reported in one error", async () => {
  const definitions = [
    orders,
    { ...orders, description: 5 },
    { table: "a" },
    null,
    { ...orders, table: "test.orders" },
  ];
  const plan = () => planLive([], definitions as TableDefinition[], { ...inShop, datasets: { test: "sales" } });
  const { issues } = (await rejection(plan())) as { issues: { path: string; message: string }[] };
  expect(issues.map(({ path, message }) => `${path}: ${message}`)).toEqual([
    "definitions[1].description: expected a string, got a number, in sales.orders",
    'definitions[1].table: must be defined once, got "sales.orders" as in definitions[0]',
    'definitions[2].table: must have the form dataset.table, such as "sales.orders", got "a"',
    "definitions[3]: must be an object with the properties of a table, got null",
    'definitions[4].table: must be defined once, got "sales.orders" as in definitions[0]',
  ]);
});

test("a definition with columns does not describe a live view", async () => {
  const current = live("sales.orders", { type: "VIEW", view: { query: "SELECT 1" }, schema: { fields: [id] } });
  expect(await planOf(current, orders)).toMatchObject({ action: "impossible", issues: [{ rule: "table-kind-fixed" }] });
});
