import { readFileSync } from "node:fs";
import { createClient, environmentUpdate } from "fourfold";
import { afterAll, beforeAll, expect, test } from "vitest";
import { projectId, type Reached, reach } from "./reach.js";

const guide = readFileSync(new URL("../../../docs/guides/from-google-clients.md", import.meta.url), "utf8");
/** The calls of a row of the guide's first table. */
const rows = [...guide.matchAll(/^\| `([^`]+)` \| `([^`]+)` \|$/gm)].map(([, theirs = "", ours = ""]) => [
  theirs,
  ours,
]);

const sales = { projectId, datasetId: "sales" };
const orders = { ...sales, tableId: "orders" };
const locationId = "europe-west1";
const parent = `projects/${projectId}/locations/${locationId}`;
const name = `${parent}/environments/flows`;

let reached: Reached;
let scope: Record<string, unknown>;

beforeAll(async () => {
  reached = await reach();
  const { sandbox, url, bigquery } = reached;
  sandbox.warehouse.tables.add({ tableReference: orders, schema: { fields: [{ name: "id", type: "INTEGER" }] } });
  sandbox.environments.add({ name });
  const { baseUrl: _, fetch: __, ...options } = sandbox.clientOptions;
  const dataset = bigquery.dataset("sales");
  const table = dataset.table("orders");
  const [{ etag }] = await table.getMetadata();
  const google = {
    bigquery: () => reached.warehouse,
    composer: () => reached.composer,
    kgsearch: () => reached.search,
  };
  const ours = createClient({ ...options, baseUrl: url });
  const names = { projectId, locationId, parent, name, sales, orders, etag, environmentUpdate };
  scope = { ...ours, ...names, bigquery, dataset, table, google };
});

afterAll(() => reached.close());

/** Evaluates a call, and returns the last request that it sends. */
async function lastRequestOf(call = "") {
  const { sandbox } = reached;
  const before = sandbox.snapshot();
  const count = sandbox.requests.length;
  await new Function(...Object.keys(scope), `return ${call};`)(...Object.values(scope));
  const [request] = sandbox.requests.slice(count).slice(-1);
  sandbox.restore(before);
  return request && { method: request.method, path: request.path, ifMatch: request.headers["if-match"] };
}

test("the guide compares at least 15 calls", () => {
  expect(rows.length).toBeGreaterThanOrEqual(15);
});

test.each(rows)("%s sends the same request as %s", async (theirs, ours) => {
  const request = await lastRequestOf(theirs);
  expect(request).toBeDefined();
  expect(await lastRequestOf(ours)).toEqual(request);
});
