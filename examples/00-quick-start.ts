// Quick start: create a partitioned table in the sandbox, and list it.
import { createClient, googleNaming } from "fourfold";
import { createSandbox } from "fourfold/testing";

const sandbox = createSandbox({ naming: googleNaming }); // Google's services, in memory
sandbox.warehouse.datasets.add({ projectId: "shop", datasetId: "sales" });
const client = createClient(sandbox.clientOptions);
// For the real services: createClient({ naming: googleNaming, auth: bearer(() => accessToken) })

await client.warehouse.tables.insert({
  tableReference: { projectId: "shop", datasetId: "sales", tableId: "orders" },
  schema: { fields: [{ name: "day", type: "DATE", mode: "REQUIRED" }] },
  timePartitioning: { type: "DAY", field: "day" },
});
for await (const table of client.warehouse.tables.list({ projectId: "shop", datasetId: "sales" })) {
  console.log(table.id, table.timePartitioning);
}
