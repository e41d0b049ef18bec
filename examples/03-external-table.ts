// Create an external BigQuery table over CSV files, and see the error of an invalid request before anything is sent.
import { createClient, isFourfoldError, type TableInput } from "fourfold";
import { createSandbox } from "fourfold/testing";

const sandbox = createSandbox();
sandbox.warehouse.datasets.add({ projectId: "shop", datasetId: "lake" });
const client = createClient(sandbox.clientOptions);

const events: TableInput = {
  tableReference: { projectId: "shop", datasetId: "lake", tableId: "events" },
  externalDataConfiguration: {
    sourceFormat: "CSV",
    sourceUris: ["gs://shop-lake/events/*.csv"],
    schema: { fields: [{ name: "at", type: "TIMESTAMP" }] },
    csvOptions: { fieldDelimiter: ";", skipLeadingRows: 1 },
    compression: "GZIP",
  },
};
const created = await client.warehouse.tables.insert(events);
console.log(`${created.id} is of type ${created.type}`);

try {
  await client.warehouse.tables.insert({
    ...events,
    externalDataConfiguration: {
      sourceFormat: "PARQUET",
      sourceUris: ["gs://shop-lake/*/events/*.parquet"],
      schema: { fields: [{ name: "at", type: "TIMESTAMP" }] },
    },
  });
} catch (error) {
  if (!isFourfoldError(error, "invalid_request")) throw error;
  for (const issue of error.issues) console.log(`${issue.path}: ${issue.message} (${issue.rule})`);
}
