// Create a partitioned BigQuery table, derive the type of its rows from the schema, then change the table safely.
import { createClient, toDate } from "fourfold";
import { defineSchema, type RowOf } from "fourfold/tables";
import { createSandbox } from "fourfold/testing";

const sandbox = createSandbox();
sandbox.warehouse.datasets.add({ projectId: "shop", datasetId: "sales", location: "EU" });
const client = createClient(sandbox.clientOptions);

const schema = defineSchema([
  { name: "id", type: "INTEGER", mode: "REQUIRED" },
  { name: "day", type: "DATE", mode: "REQUIRED" },
  { name: "total", type: "NUMERIC", precision: 10, scale: 2 },
  { name: "items", type: "RECORD", mode: "REPEATED", fields: [{ name: "sku", type: "STRING", maxLength: 40 }] },
]);
const row: RowOf<typeof schema> = { id: "1", day: "2026-03-01", total: "19.90", items: [{ sku: "tea" }] };
console.log(`a row looks like ${JSON.stringify(row)}`);

const table = await client.warehouse.tables.insert({
  tableReference: { projectId: "shop", datasetId: "sales", tableId: "orders" },
  schema,
  timePartitioning: { type: "DAY", field: "day", expirationMs: 90 * 86_400_000 },
  clustering: { fields: ["id"] },
  labels: { team: "data" },
});
console.log(`created ${table.id} in ${table.location}, made ${toDate(table.creationTime) ? "just now" : "some day"}`);

// Reads the table and patches it with If-Match; starts over if another client has changed it in between.
const changed = await client.warehouse.tables.modify(table.tableReference, ({ labels }) => ({
  labels: { ...labels, reviewed: "yes" },
}));
console.log(`labels are now ${JSON.stringify(changed.labels)}`);
