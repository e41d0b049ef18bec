// Run a BigQuery query with methods that `fourfold generate` wrote: start it, wait for it, list and decode its rows across pages.
import { createService } from "fourfold";
import { rowDecoder } from "fourfold/tables";
import { createSandbox, encodeRows } from "fourfold/testing";
import { jobsGetQueryResults, jobsQuery } from "./generated/bigquery.js";

const columns = [
  { name: "city", type: "STRING", mode: "REQUIRED" },
  { name: "orders", type: "INTEGER", mode: "REQUIRED" },
] as const;

// The sandbox does not run queries, so these two handlers simulate BigQuery.
const sandbox = createSandbox();
const { schema, rows } = encodeRows(
  columns,
  ["Lima", "Oslo", "Rome"].map((city, index) => ({ city, orders: index + 1 })),
);
let polls = 0;
sandbox.route(jobsQuery, ({ params }) => ({
  jobReference: { ...params, jobId: "job-1", location: "EU" },
  jobComplete: false,
}));
sandbox.route(jobsGetQueryResults, ({ query: { pageToken = 0, maxResults } }) => {
  polls += 1;
  const [start, end] = [Number(pageToken), Number(pageToken) + Number(maxResults)];
  if (polls < 3) return { jobComplete: false };
  // The page token of this method is `pageToken`, not `nextPageToken`: the generated method contains this name.
  return { jobComplete: true, schema, rows: rows.slice(start, end), pageToken: end < 3 ? String(end) : undefined };
});

const service = createService(sandbox.clientOptions);
// The service runs a query only once per request id, so this call may be retried.
const runOnce = { ...jobsQuery, idempotent: true };
const body = { query: "SELECT city, orders FROM sales.cities", useLegacySql: false, requestId: "request-1" };
const { jobReference, ...started } = await service.call(runOnce, { projectId: "shop", body });
const { jobId = "", location } = jobReference ?? {};
const job = { projectId: "shop", jobId };
let { jobComplete: isDone = false, schema: columnsOfResults } = started;
while (!isDone) {
  // The service waits up to 10 s before it responds.
  const response = await service.call(jobsGetQueryResults, { ...job, query: { location, maxResults: 0 } });
  ({ jobComplete: isDone = false, schema: columnsOfResults } = response);
  console.log(`complete: ${isDone}`);
}
const decode = rowDecoder(columns, columnsOfResults, { integers: "number" });
for await (const row of service.list(jobsGetQueryResults, { ...job, query: { location } }, { maxResults: 2 })) {
  const { city, orders } = decode(row);
  console.log(`${city}: ${orders}`);
}
console.log(`${sandbox.requests.length} requests`);
