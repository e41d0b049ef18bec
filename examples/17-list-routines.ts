// List the BigQuery routines of a dataset with a user-defined method.
import { createClient, defineMethod } from "fourfold";
import { createSandbox } from "fourfold/testing";
import * as z from "zod";

const Routine = z.looseObject({
  routineReference: z.object({ routineId: z.string() }),
  routineType: z.optional(z.string()),
});
const listRoutines = defineMethod({
  name: "routines.list",
  http: "GET /{servicePath}/v2/projects/{projectId}/datasets/{datasetId}/routines",
  query: z.object({ filter: z.optional(z.string()) }),
  response: z.looseObject({ routines: z.optional(z.array(Routine)) }),
  items: "routines",
});

// The sandbox does not implement this method, so the example adds a route.
const sandbox = createSandbox();
sandbox.route(listRoutines, ({ query }) => {
  const start = Number(query.pageToken ?? 0);
  const ids = ["gross", "net", "round"].slice(start, start + 2);
  return {
    routines: ids.map((routineId) => ({ routineReference: { routineId }, routineType: "SCALAR_FUNCTION" })),
    nextPageToken: start === 0 ? "2" : undefined,
  };
});

const { warehouse } = createClient(sandbox.clientOptions);
const input = { projectId: "shop", datasetId: "sales", query: { filter: "routineType:SCALAR_FUNCTION" } };
for await (const { routineReference, routineType } of warehouse.list(listRoutines, input)) {
  console.log(routineReference.routineId, routineType);
}
console.log(sandbox.requests.map(({ path, query: { pageToken = "first" } }) => `${path} ${pageToken}`).join("\n"));
