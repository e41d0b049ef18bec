import { createWarehouse, type Policy, type TableInput, type Warehouse } from "fourfold/warehouse";
import { expect, test } from "vitest";
import { errorResponse, json, lost, type Step, scriptedFetch, text } from "../support/scripted-fetch.js";
import { createTestClock } from "../support/test-clock.js";

const reference = { projectId: "p", datasetId: "d", tableId: "t" };
const table: TableInput = { tableReference: reference, schema: { fields: [{ name: "a", type: "STRING" }] } };
const policy: Policy = { bindings: [{ role: "roles/reader", members: ["user:a@example.com"] }] };

/** Whether a call is retried after a failure that leaves open whether the service processed it. */
type Safety = "idempotent" | "once";

const calls: [name: string, safety: Safety, call: (warehouse: Warehouse) => Promise<unknown>][] = [
  ["projects.list", "idempotent", ({ projects }) => projects.list().firstPage()],
  ["tables.list", "idempotent", ({ tables }) => tables.list({ projectId: "p", datasetId: "d" }).toArray({ limit: 1 })],
  ["tables.get", "idempotent", ({ tables }) => tables.get(reference)],
  ["tables.insert", "once", ({ tables }) => tables.insert(table)],
  ["tables.patch", "once", ({ tables }) => tables.patch(reference, { description: "new" })],
  [
    "tables.patch with ifMatch",
    "idempotent",
    ({ tables }) => tables.patch(reference, { description: "new" }, { ifMatch: "e" }),
  ],
  ["tables.update", "idempotent", ({ tables }) => tables.update(table)],
  ["tables.update with ifMatch", "idempotent", ({ tables }) => tables.update(table, { ifMatch: "e" })],
  ["tables.delete", "idempotent", ({ tables }) => tables.delete(reference)],
  ["tables.modify, as it reads", "idempotent", ({ tables }) => tables.modify(reference, () => undefined)],
  ["tables.getIamPolicy", "idempotent", ({ tables }) => tables.getIamPolicy(reference)],
  ["tables.setIamPolicy", "once", ({ tables }) => tables.setIamPolicy(reference, policy)],
  [
    "tables.setIamPolicy with an empty etag",
    "once",
    ({ tables }) => tables.setIamPolicy(reference, { ...policy, etag: "" }),
  ],
  [
    "tables.setIamPolicy with an etag",
    "idempotent",
    ({ tables }) => tables.setIamPolicy(reference, { ...policy, etag: "e" }),
  ],
  ["tables.testIamPermissions", "idempotent", ({ tables }) => tables.testIamPermissions(reference, ["tables.get"])],
];

const MOST = 4;
/** Attempts of a metadata write after rate limits. */
const MOST_WRITES = 7;
const WRITES = /^tables\.(insert|patch|update|delete|setIamPolicy)/;
const cut = text('{"a":', { headers: { "content-length": "100" } });

/** Number of attempts if every attempt fails in this way. retry.test.ts tests which failures are retried. */
const failures: [name: string, step: Step, attempts: Readonly<Record<Safety, number>>][] = [
  ["503", errorResponse(503), { idempotent: MOST, once: 1 }],
  ["429", errorResponse(429), { idempotent: MOST, once: MOST }],
];

const cases = calls.flatMap(([call, safety, run]) =>
  failures.map(([failure, step, attempts]) => ({
    ...{ call, failure, run, step },
    attempts: failure === "429" && WRITES.test(call) ? MOST_WRITES : attempts[safety],
  })),
);

test.each(cases)("$call after $failure makes $attempts attempts", async ({ run, step, attempts }) => {
  const fetch = scriptedFetch(step);
  const warehouse = createWarehouse({ baseUrl: "https://service.test", fetch, clock: createTestClock() });
  await expect(run(warehouse)).rejects.toThrow();
  expect(fetch.requests).toHaveLength(attempts);
  expect(new Set(fetch.requests.map(({ method, url }) => `${method} ${url}`)).size).toBe(1);
});

test("a 404 is success on a retry of a delete, but not on the first attempt", async () => {
  const over = (...steps: Step[]) =>
    createWarehouse({ baseUrl: "https://service.test", fetch: scriptedFetch(...steps), clock: createTestClock() });
  for (const first of [errorResponse(503), errorResponse(429), lost("ECONNRESET"), cut]) {
    expect(await over(first, errorResponse(404)).tables.delete(reference)).toBeUndefined();
  }
  await expect(over(errorResponse(404)).tables.delete(reference)).rejects.toMatchObject({
    code: "not_found",
    attempts: 1,
  });
  await expect(over(errorResponse(503), errorResponse(404)).tables.get(reference)).rejects.toMatchObject({
    code: "not_found",
  });
});

test("modify also retries its patch, because it has If-Match", async () => {
  const current = { tableReference: reference, etag: "e1" };
  const fetch = scriptedFetch(json(current), errorResponse(503), lost("ECONNRESET"), json({ ...current, etag: "e2" }));
  const warehouse = createWarehouse({ baseUrl: "https://service.test", fetch, clock: createTestClock() });
  expect(await warehouse.tables.modify(reference, () => ({ description: "new" }))).toMatchObject({ etag: "e2" });
  expect(fetch.requests.map(({ method, headers }) => [method, headers.get("if-match")])).toEqual([
    ["GET", null],
    ["PATCH", "e1"],
    ["PATCH", "e1"],
    ["PATCH", "e1"],
  ]);
});
