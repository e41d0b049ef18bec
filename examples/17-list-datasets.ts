// List the BigQuery datasets of a project with a user-defined method.
import { createClient, defineMethod } from "fourfold";
import { createSandbox } from "fourfold/testing";
import * as z from "zod";

const Dataset = z.looseObject({
  id: z.string(),
  location: z.optional(z.string()),
  labels: z.optional(z.record(z.string(), z.string())),
});
const listDatasets = defineMethod({
  name: "datasets.list",
  http: "GET /{servicePath}/v2/projects/{projectId}/datasets",
  query: z.object({ all: z.optional(z.boolean()), filter: z.optional(z.string()) }),
  response: z.looseObject({ datasets: z.optional(z.array(Dataset)) }),
  items: "datasets",
});

// The sandbox does not implement this method, so the example adds a route.
const sandbox = createSandbox();
sandbox.route(listDatasets, ({ params, query }) => {
  const start = Number(query.pageToken ?? 0);
  const ids = ["sales", "stock", "staff"].slice(start, start + 2);
  return {
    datasets: ids.map((id) => ({ id: `${params.projectId}:${id}`, location: "EU", labels: { team: "data" } })),
    nextPageToken: start === 0 ? "2" : undefined,
  };
});

const { warehouse } = createClient(sandbox.clientOptions);
const query = { filter: "labels.team:data" };
for await (const { id, location } of warehouse.list(listDatasets, { projectId: "shop", query }, { prefetch: 1 })) {
  console.log(id, location);
}
console.log(sandbox.requests.map(({ path, query: { pageToken = "first" } }) => `${path} ${pageToken}`).join("\n"));
