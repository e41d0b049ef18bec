// Quick start: create, change and list a table in the sandbox.
import { createClient, defineSchema } from "fourfold";
import { createSandbox } from "fourfold/testing";

const sandbox = createSandbox(); // the services, in memory
const sales = { projectId: "shop", datasetId: "sales" };
sandbox.warehouse.datasets.add(sales);
const client = createClient(sandbox.clientOptions);

const orders = { ...sales, tableId: "orders" };
const schema = defineSchema([
  { name: "id", type: "INTEGER", mode: "REQUIRED" },
  { name: "day", type: "DATE" },
]);
await client.warehouse.tables.insert({ tableReference: orders, schema });
await client.warehouse.tables.modify(orders, ({ labels }) => ({ labels: { ...labels, team: "data" } }));

for await (const table of client.warehouse.tables.list(sales)) console.log(table.id, table.labels);
