import { defineMethod } from "fourfold";
import * as z from "zod";

/** A dataset as the live service returns it. */
export const Dataset = z.looseObject({
  kind: z.string(),
  id: z.string(),
  datasetReference: z.object({ projectId: z.string(), datasetId: z.string() }),
  location: z.string(),
});

/** Creates a dataset. */
export const insertDataset = defineMethod({
  name: "datasets.insert",
  http: "POST /{servicePath}/v2/projects/{projectId}/datasets",
  body: z.object({
    datasetReference: z.object({ projectId: z.string(), datasetId: z.string() }),
    location: z.string(),
    description: z.string(),
  }),
  response: Dataset,
});

/** Gets a dataset. */
export const getDataset = defineMethod({
  name: "datasets.get",
  http: "GET /{servicePath}/v2/projects/{projectId}/datasets/{datasetId}",
  response: Dataset,
});

/** Deletes a dataset with all its tables. */
export const deleteDataset = defineMethod({
  name: "datasets.delete",
  http: "DELETE /{servicePath}/v2/projects/{projectId}/datasets/{datasetId}",
  query: z.object({ deleteContents: z.literal(true) }),
});

/** Lists the datasets of a project. */
export const listDatasets = defineMethod({
  name: "datasets.list",
  http: "GET /{servicePath}/v2/projects/{projectId}/datasets",
  response: z.looseObject({
    datasets: z.optional(z.array(z.looseObject({ datasetReference: z.object({ datasetId: z.string() }) }))),
  }),
  items: "datasets",
});

/** Runs a query and waits for its result. */
export const runQuery = defineMethod({
  name: "jobs.query",
  http: "POST /{servicePath}/v2/projects/{projectId}/queries",
  body: z.object({
    query: z.string(),
    useLegacySql: z.literal(false),
    timeoutMs: z.number(),
    requestId: z.string(),
    location: z.string(),
  }),
  idempotent: true, // the service runs a query only once per request id
  response: z.looseObject({
    kind: z.string(),
    jobComplete: z.boolean(),
    schema: z.optional(z.object({ fields: z.array(z.looseObject({ name: z.string(), type: z.string() })) })),
    rows: z.optional(z.array(z.object({ f: z.array(z.object({ v: z.nullable(z.string()) })) }))),
    totalRows: z.optional(z.string()),
  }),
});
