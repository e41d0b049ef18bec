// Run a BigQuery query with user-defined methods: start it, wait for it, list its rows across pages.
import { createClient, defineMethod } from "fourfold";
import { createSandbox } from "fourfold/testing";
import * as z from "zod";

const JobReference = z.object({ projectId: z.string(), jobId: z.string(), location: z.optional(z.string()) });
const runQuery = defineMethod({
  name: "jobs.query",
  http: "POST /{servicePath}/v2/projects/{projectId}/queries",
  body: z.object({ query: z.string(), useLegacySql: z.boolean(), requestId: z.optional(z.string()) }),
  idempotent: ({ body }) => body.requestId !== undefined, // the service runs a query only once per request id
  response: z.looseObject({ jobReference: JobReference, jobComplete: z.boolean() }),
});
const getResults = defineMethod({
  name: "jobs.getQueryResults",
  http: "GET /{servicePath}/v2/projects/{projectId}/queries/{jobId}",
  query: z.object({ location: z.optional(z.string()), maxResults: z.optional(z.number()) }),
  response: z.looseObject({
    jobComplete: z.boolean(),
    rows: z.optional(z.array(z.object({ f: z.array(z.object({ v: z.nullable(z.string()) })) }))),
  }),
  paging: { items: "rows", token: "pageToken" }, // responses of this method have no nextPageToken
});

// The sandbox does not run queries, so these two handlers simulate BigQuery.
const sandbox = createSandbox();
const rows = ["Lima", "Oslo", "Rome"].map((city, index) => ({ f: [{ v: city }, { v: String(index + 1) }] }));
let polls = 0;
sandbox.route(runQuery, ({ params }) => ({
  jobReference: { ...params, jobId: "job-1", location: "EU" },
  jobComplete: false,
}));
sandbox.route(getResults, ({ query: { pageToken = 0, maxResults } }) => {
  polls += 1;
  const end = Number(pageToken) + Number(maxResults);
  if (polls < 3) return { jobComplete: false };
  return { jobComplete: true, rows: rows.slice(Number(pageToken), end), pageToken: end < 3 ? String(end) : undefined };
});

const { warehouse } = createClient(sandbox.clientOptions);
const body = { query: "SELECT city, orders FROM sales.cities", useLegacySql: false, requestId: "request-1" };
const { jobReference, jobComplete } = await warehouse.call(runQuery, { projectId: "shop", body });
const { location, ...job } = jobReference;
for (let isDone = jobComplete; !isDone; console.log(`complete: ${isDone}`)) {
  // The service waits up to 10 s before it responds.
  ({ jobComplete: isDone } = await warehouse.call(getResults, { ...job, query: { location, maxResults: 0 } }));
}
for await (const { f } of warehouse.list(getResults, { ...job, query: { location } }, { maxResults: 2 })) {
  console.log(f.map(({ v }) => v).join(": "));
}
console.log(`${sandbox.requests.length} requests`);
