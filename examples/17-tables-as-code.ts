// Keep all BigQuery tables of a project in code: plan the changes, apply them, and find nothing left to do.
import { createClient } from "fourfold";
import { applyTables, defineTable, planTables } from "fourfold/tables";
import { createSandbox } from "fourfold/testing";

const customers = defineTable("sales.customers", {
  schema: [{ name: "id", type: "INTEGER", mode: "REQUIRED" }],
  tableConstraints: { primaryKey: { columns: ["id"] } },
});
const orders = defineTable("sales.orders", {
  description: "One row per order",
  schema: [
    { name: "day", type: "DATE" },
    { name: "added_at", type: "TIMESTAMP", defaultValueExpression: "CURRENT_TIMESTAMP()" },
  ],
});
const daily = defineTable("sales.daily", {
  view: { query: ({ table }) => `SELECT day, COUNT(*) AS orders FROM ${table("sales.orders")} GROUP BY day` },
});
const definitions = [daily, customers, orders];

// A project in which one table exists, with fewer columns and without a description.
const { warehouse } = createClient(createSandbox().clientOptions);
await warehouse.datasets.ensure({ datasetReference: { projectId: "shop", datasetId: "sales" }, location: "EU" });
const tableReference = { projectId: "shop", datasetId: "sales", tableId: "orders" };
await warehouse.tables.insert({ tableReference, schema: { fields: [{ name: "day", type: "DATE" }] } });

const plan = await planTables(warehouse, definitions, { projectId: "shop" });
for (const { table, action, changes } of plan.tables) {
  console.log(`${table}: ${action}`);
  if (action === "patch") for (const { path, before, after } of changes) console.log(" ", path, before, "→", after);
}

// A new column with a default value takes two requests.
await applyTables(warehouse, plan, { onStep: ({ table, action }) => console.log(`${table}: ${action}`) });
const { summary } = await planTables(warehouse, definitions, { projectId: "shop" });
console.log(`${summary.unchanged} unchanged`);
