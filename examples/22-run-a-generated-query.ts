// Run a BigQuery query with methods that `fourfold generate` wrote: start it, wait for it, list its rows across pages.
import { createService } from "fourfold";
import { createSandbox } from "fourfold/testing";
import { jobsGetQueryResults, jobsQuery } from "./generated/bigquery.js";

// The sandbox does not run queries, so these two handlers simulate BigQuery.
const sandbox = createSandbox();
const rows = ["Lima", "Oslo", "Rome"].map((city, index) => ({ f: [{ v: city }, { v: String(index + 1) }] }));
let polls = 0;
sandbox.route(jobsQuery, ({ params }) => ({
  jobReference: { ...params, jobId: "job-1", location: "EU" },
  jobComplete: false,
}));
sandbox.route(jobsGetQueryResults, ({ query: { pageToken = 0, maxResults } }) => {
  polls += 1;
  const end = Number(pageToken) + Number(maxResults);
  if (polls < 3) return { jobComplete: false };
  // The page token of this method is `pageToken`, not `nextPageToken`: the generated method knows it.
  return { jobComplete: true, rows: rows.slice(Number(pageToken), end), pageToken: end < 3 ? String(end) : undefined };
});

const service = createService(sandbox.clientOptions);
// With a request id the query is retried: the service runs it only once.
const body = { query: "SELECT city, orders FROM sales.cities", useLegacySql: false, requestId: "request-1" };
const { jobReference, jobComplete = false } = await service.call(jobsQuery, { projectId: "shop", body });
const { jobId = "", location } = jobReference ?? {};
const job = { projectId: "shop", jobId };
for (let isDone = jobComplete; !isDone; console.log(`complete: ${isDone}`)) {
  // The service waits up to 10 s before it responds.
  ({ jobComplete: isDone = false } = await service.call(jobsGetQueryResults, {
    ...job,
    query: { location, maxResults: 0 },
  }));
}
for await (const { f = [] } of service.list(jobsGetQueryResults, { ...job, query: { location } }, { maxResults: 2 })) {
  console.log(f.map(({ v }) => v).join(": "));
}
console.log(`${sandbox.requests.length} requests`);
