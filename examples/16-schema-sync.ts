// Keep the schema of a BigQuery table in a JSON file: create the table, find no changes, add a column, and see impossible changes.
import { createClient, type DesiredTable, isFourfoldError } from "fourfold";
import { ensureTable } from "fourfold/tables";
import { createSandbox } from "fourfold/testing";
import fields from "./orders.schema.json" with { type: "json" };

const { warehouse } = createClient(createSandbox().clientOptions);
await warehouse.datasets.ensure({ datasetReference: { projectId: "shop", datasetId: "sales" }, location: "EU" });

const desired: DesiredTable = {
  tableReference: { projectId: "shop", datasetId: "sales", tableId: "orders" },
  schema: { fields },
  labels: { team: "data" },
};
console.log((await ensureTable(warehouse, desired)).change);
console.log((await ensureTable(warehouse, desired)).change);

// New columns are appended. The order of columns and the aliases of types do not matter.
const newer = { ...desired, schema: { fields: [{ name: "total", type: "NUMERIC" }, ...fields] } };
const { table, change } = await ensureTable(warehouse, newer);
console.log(change, table.schema?.fields?.map(({ name }) => name).join(", "));

// An older version of the code plans with the newer table.
console.log((await ensureTable(warehouse, desired, { extraColumns: "keep" })).change);

// Changes that the service does not support are reported together before anything is changed.
const id = { name: "id", type: "STRING" };
const note = { name: "note", type: "STRING", mode: "REQUIRED" };
try {
  await ensureTable(warehouse, { ...desired, schema: { fields: [id, note] } }, { extraColumns: "keep" });
} catch (error) {
  if (!isFourfoldError(error, "invalid_request")) throw error;
  for (const { path, message } of error.issues) console.log(`${path}: ${message}`);
}
