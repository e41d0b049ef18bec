// Rejected change: plan and apply a BigQuery table, and see what the API cannot change.
import { createClient } from "fourfold";
import { applyTables, defineTable, planTables } from "fourfold/tables";
import { createSandbox } from "fourfold/testing";

const sandbox = createSandbox(); // BigQuery in memory
sandbox.warehouse.datasets.add({ projectId: "shop", datasetId: "sales" });
const { warehouse } = createClient(sandbox.clientOptions);

const orders = defineTable("sales.orders", { schema: [{ name: "total", type: "INTEGER" }] });
const { applied } = await applyTables(warehouse, await planTables(warehouse, [orders], { projectId: "shop" }));
console.log(applied);

// BigQuery's API cannot change the type of a column. The plan reports this, with the SQL statement that changes it.
const changed = defineTable("sales.orders", { schema: [{ name: "total", type: "NUMERIC" }] });
const plan = await planTables(warehouse, [changed], { projectId: "shop" });
for (const { path, message, rule, sql } of plan.tables.flatMap(({ issues }) => issues)) {
  console.log(`${path}: ${message} (${rule})\n${sql}`);
}
