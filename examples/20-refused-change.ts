// Refused change: plan and apply a BigQuery table, and see a change that BigQuery's API cannot make before anything is sent.
import { createClient, defineTable } from "fourfold";
import { createSandbox } from "fourfold/testing";

const { datasets, tables } = createClient(createSandbox().clientOptions).warehouse; // BigQuery in memory
await datasets.ensure({ datasetReference: { projectId: "shop", datasetId: "sales" } });

const orders = defineTable("sales.orders", { schema: [{ name: "total", type: "INTEGER" }] });
console.log(await tables.apply(await tables.plan([orders], { projectId: "shop" })));

const changed = defineTable("sales.orders", { schema: [{ name: "total", type: "NUMERIC" }] });
const plan = await tables.plan([changed], { projectId: "shop" });
for (const { action, issues } of plan.tables) {
  for (const { path, message, rule, sql } of issues) console.log(`${action}: ${path}: ${message} (${rule})\n${sql}`);
}
