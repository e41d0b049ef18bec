import { createClient } from "fourfold";
import { applyTables, defineTable, planTables, type TableDefinition } from "fourfold/tables";
import { createSandbox } from "fourfold/testing";
import { expect, test } from "vitest";
import { planLive } from "../support/plan-live.js";
import { rejection, thrown } from "../support/rejection.js";

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
