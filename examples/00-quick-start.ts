// Quick start: create a partitioned table in the sandbox, and list it.
import { createClient } from "fourfold";
import { createSandbox } from "fourfold/testing";

const sandbox = createSandbox(); // BigQuery and the other services, in memory
sandbox.warehouse.datasets.add({ projectId: "shop", datasetId: "sales" });
const client = createClient(sandbox.clientOptions);
// For BigQuery itself: createClient({ auth: new GoogleAuth({ scopes }) }), with GoogleAuth from "google-auth-library"

await client.warehouse.tables.insert({
  tableReference: { projectId: "shop", datasetId: "sales", tableId: "orders" },
  schema: { fields: [{ name: "day", type: "DATE", mode: "REQUIRED" }] },
  timePartitioning: { type: "DAY", field: "day" },
});
for await (const table of client.warehouse.tables.list({ projectId: "shop", datasetId: "sales" })) {
  console.log(table.id, table.timePartitioning);
}
