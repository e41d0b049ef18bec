import { createClient } from "fourfold";
import { createSandbox } from "fourfold/testing";
import { expect, test } from "vitest";
import { MAX_BODY, MAX_REQUESTS } from "../../../site/playground/limits.js";
import type { WireOutcome, WireRequest } from "../../../site/playground/messages.js";
import { observedCreateSandbox } from "../../../site/playground/observed-sandbox.js";

function observe(faults: Parameters<typeof observedCreateSandbox>[1] = []) {
  const requests: WireRequest[] = [];
  const outcomes: WireOutcome[] = [];
  const bodies: Record<number, string> = {};
  const seen = { requests, outcomes, bodies, sandboxes: 0, more: 0 };
  const create = observedCreateSandbox(createSandbox, faults, {
    created: () => {
      seen.sandboxes += 1;
    },
    request: (request) => requests.push(request),
    outcome: (outcome) => outcomes.push(outcome),
    responseBody: (id, body) => {
      bodies[id] = body;
    },
    moreRequests: () => {
      seen.more += 1;
    },
  });
  return { seen, create };
}

const clock = { now: () => 0, sleep: async () => undefined };

test("reports requests with their results", async () => {
  const { seen, create } = observe();
  const sandbox = create();
  create();
  sandbox.warehouse.datasets.add({ projectId: "shop", datasetId: "sales" });
  const { tables } = createClient(sandbox.clientOptions).warehouse;
  const tableReference = { projectId: "shop", datasetId: "sales", tableId: "orders" };
  await tables.insert({ tableReference });
  await tables.get({ ...tableReference, tableId: "none" }).catch(() => undefined);
  expect(seen.sandboxes).toBe(2);
  const path = "/bigquery/v2/projects/shop/datasets/sales/tables";
  expect(seen.requests).toEqual([
    { id: 1, sandbox: 1, method: "POST", path, body: JSON.stringify({ tableReference }) },
    { id: 2, sandbox: 1, method: "GET", path: `${path}/none`, body: "" },
  ]);
  expect(seen.outcomes.map(({ id, status }) => [id, status])).toEqual([
    [1, 200],
    [2, 404],
  ]);
  expect(JSON.parse(seen.bodies[1] ?? "").id).toBe("shop:sales.orders");
});

test("adds the faults, so that the client retries", async () => {
  const { seen, create } = observe(["slow", "unavailable", "drop"]);
  const sandbox = create({ clock });
  const { projects } = createClient(sandbox.clientOptions).warehouse;
  await projects.list().firstPage();
  expect(seen.outcomes.map(({ status, error }) => status ?? error)).toEqual([503, 503, "fetch failed", 200]);
  expect(sandbox.faults.pending).toMatchObject([{ delayMs: 1_000 }]);
});

test("reports requests to a gateway", async () => {
  const { seen, create } = observe();
  const gateway = create().gateway({
    document: { swagger: "2.0", paths: { "/echo": { get: {} } } },
    backend: () => new Response("hello"),
  });
  const response = await gateway("http://api.test/none");
  expect(response.status).toBe(404);
  expect(seen.requests).toMatchObject([{ method: "GET", path: "/none" }]);
});

test("reports only the beginning of a long body; the program receives the complete body", async () => {
  const { seen, create } = observe();
  const text = "x".repeat(3 * MAX_BODY);
  const sandbox = create();
  const response = await sandbox.fetch("/bigquery/v2/projects", { method: "POST", body: text });
  await response.text();
  expect(seen.requests[0]?.body).toBe(`${text.slice(0, MAX_BODY)}\n(truncated)`);
  expect(sandbox.requests[0]?.body).toBe(text);
});

test("reports a limited number of requests", async () => {
  const { seen, create } = observe();
  const sandbox = create();
  for (let n = 0; n < MAX_REQUESTS + 5; n += 1) await sandbox.fetch("/bigquery/v2/projects");
  expect(seen.requests).toHaveLength(MAX_REQUESTS);
  expect(sandbox.requests).toHaveLength(MAX_REQUESTS + 5);
  expect(seen.more).toBe(1);
});
