import { createWarehouse, type Policy, type TableInput, type Warehouse } from "fourfold/warehouse";
import { expect, test } from "vitest";
import { json, lost, refusal, type Step, scriptedFetch, text } from "../../support/scripted-fetch.js";
import { createTestClock } from "../../support/test-clock.js";

const reference = { projectId: "p", datasetId: "d", tableId: "t" };
const table: TableInput = { tableReference: reference, schema: { fields: [{ name: "a", type: "STRING" }] } };
const policy: Policy = { bindings: [{ role: "roles/reader", members: ["user:a@example.com"] }] };

/** Whether a call may be sent again after a failure that leaves open whether it was done. */
type Safety = "repeatable" | "once";

const calls: [name: string, safety: Safety, call: (warehouse: Warehouse) => Promise<unknown>][] = [
  ["projects.list", "repeatable", ({ projects }) => projects.list().firstPage()],
  ["tables.list", "repeatable", ({ tables }) => tables.list({ projectId: "p", datasetId: "d" }).toArray({ limit: 1 })],
  ["tables.get", "repeatable", ({ tables }) => tables.get(reference)],
  ["tables.insert", "once", ({ tables }) => tables.insert(table)],
  ["tables.patch", "once", ({ tables }) => tables.patch(reference, { description: "new" })],
  [
    "tables.patch with ifMatch",
    "repeatable",
    ({ tables }) => tables.patch(reference, { description: "new" }, { ifMatch: "e" }),
  ],
  ["tables.update", "repeatable", ({ tables }) => tables.update(table)],
  ["tables.update with ifMatch", "repeatable", ({ tables }) => tables.update(table, { ifMatch: "e" })],
  ["tables.delete", "repeatable", ({ tables }) => tables.delete(reference)],
  ["tables.modify, as it reads", "repeatable", ({ tables }) => tables.modify(reference, () => undefined)],
  ["tables.getIamPolicy", "repeatable", ({ tables }) => tables.getIamPolicy(reference)],
  ["tables.setIamPolicy", "once", ({ tables }) => tables.setIamPolicy(reference, policy)],
  [
    "tables.setIamPolicy with an empty etag",
    "once",
    ({ tables }) => tables.setIamPolicy(reference, { ...policy, etag: "" }),
  ],
  [
    "tables.setIamPolicy with an etag",
    "repeatable",
    ({ tables }) => tables.setIamPolicy(reference, { ...policy, etag: "e" }),
  ],
  ["tables.testIamPermissions", "repeatable", ({ tables }) => tables.testIamPermissions(reference, ["tables.get"])],
];

const MOST = 4;
const cut = text('{"a":', { headers: { "content-length": "100" } });

/** How often a call is sent in all when it fails like this every time. */
const failures: [name: string, step: Step, times: Readonly<Record<Safety, number>>][] = [
  ["408", refusal(408), { repeatable: MOST, once: 1 }],
  ["429", refusal(429), { repeatable: MOST, once: MOST }],
  ["500", refusal(500, "backendError"), { repeatable: MOST, once: 1 }],
  ["501", refusal(501, "notImplemented"), { repeatable: 1, once: 1 }],
  ["502", refusal(502), { repeatable: MOST, once: 1 }],
  ["503", refusal(503), { repeatable: MOST, once: 1 }],
  ["504", refusal(504), { repeatable: MOST, once: 1 }],
  ["403 rateLimitExceeded", refusal(403, "rateLimitExceeded"), { repeatable: MOST, once: MOST }],
  ["403 userRateLimitExceeded", refusal(403, "userRateLimitExceeded"), { repeatable: MOST, once: MOST }],
  ["400 backendError", refusal(400, "backendError"), { repeatable: MOST, once: 1 }],
  ["400 internalError", refusal(400, "internalError"), { repeatable: MOST, once: 1 }],
  ["400 badGateway", refusal(400, "badGateway"), { repeatable: MOST, once: 1 }],
  ["403 quotaExceeded", refusal(403, "quotaExceeded"), { repeatable: 1, once: 1 }],
  ["400 jobRateLimitExceeded", refusal(400, "jobRateLimitExceeded"), { repeatable: 1, once: 1 }],
  ["409 duplicate", refusal(409, "duplicate"), { repeatable: 1, once: 1 }],
  ["412", refusal(412, "conditionNotMet"), { repeatable: 1, once: 1 }],
  ["a refused connection", lost("ECONNREFUSED"), { repeatable: MOST, once: MOST }],
  ["a lost connection", lost("ECONNRESET"), { repeatable: MOST, once: 1 }],
  ["a body cut short", cut, { repeatable: MOST, once: 1 }],
  ["an answer that is no JSON", text("<html>"), { repeatable: 1, once: 1 }],
  ["a redirect", text("", { status: 302 }), { repeatable: 1, once: 1 }],
];

const cases = calls.flatMap(([call, safety, run]) =>
  failures.map(([failure, step, times]) => ({ call, failure, run, step, times: times[safety] })),
);

test.each(cases)("$call after $failure is sent $times times in all", async ({ run, step, times }) => {
  const fetch = scriptedFetch(step);
  const warehouse = createWarehouse({ baseUrl: "https://service.test", fetch, clock: createTestClock() });
  await expect(run(warehouse)).rejects.toThrow();
  expect(fetch.requests).toHaveLength(times);
  expect(new Set(fetch.requests.map(({ method, url }) => `${method} ${url}`)).size).toBe(1);
});

test("a 404 on the repeat of a delete is success, on the first sending it is not", async () => {
  const over = (...steps: Step[]) =>
    createWarehouse({ baseUrl: "https://service.test", fetch: scriptedFetch(...steps), clock: createTestClock() });
  for (const first of [refusal(503), refusal(429), lost("ECONNRESET"), cut]) {
    expect(await over(first, refusal(404)).tables.delete(reference)).toBeUndefined();
  }
  await expect(over(refusal(404)).tables.delete(reference)).rejects.toMatchObject({ code: "not_found", attempts: 1 });
  await expect(over(refusal(503), refusal(404)).tables.get(reference)).rejects.toMatchObject({ code: "not_found" });
});

test("modify repeats its patch too, since it goes out with If-Match", async () => {
  const current = { tableReference: reference, etag: "e1" };
  const fetch = scriptedFetch(json(current), refusal(503), lost("ECONNRESET"), json({ ...current, etag: "e2" }));
  const warehouse = createWarehouse({ baseUrl: "https://service.test", fetch, clock: createTestClock() });
  expect(await warehouse.tables.modify(reference, () => ({ description: "new" }))).toMatchObject({ etag: "e2" });
  expect(fetch.requests.map(({ method, headers }) => [method, headers.get("if-match")])).toEqual([
    ["GET", null],
    ["PATCH", "e1"],
    ["PATCH", "e1"],
    ["PATCH", "e1"],
  ]);
});
