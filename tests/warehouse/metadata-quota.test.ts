import { type ClientEvent, type CreateClientOptions, createClient, type Policy, type Warehouse } from "fourfold";
import { createSandbox, type Fault } from "fourfold/testing";
import { expect, test } from "vitest";
import { rejection } from "../support/rejection.js";
import { createTestClock } from "../support/test-clock.js";

const reference = { projectId: "shop", datasetId: "sales", tableId: "orders" };
const LIMITED: Fault = { status: 403, reason: "rateLimitExceeded" };

/** Calls BigQuery while it responds with faults, and returns the waits between the attempts. */
async function waitsOf(
  call: (warehouse: Warehouse) => Promise<unknown>,
  faults: readonly Fault[],
  options: Partial<CreateClientOptions> = {},
) {
  const clock = createTestClock();
  const sandbox = createSandbox({ clock });
  sandbox.warehouse.tables.add({ tableReference: reference });
  for (const fault of faults) sandbox.faults.next(fault);
  const waits: number[] = [];
  const onEvent = (event: ClientEvent) => {
    if (event.type === "retry") waits.push(event.delayMs);
  };
  const { warehouse } = createClient({ ...sandbox.clientOptions, onEvent, ...options });
  const outcome = await call(warehouse).then(
    () => "done",
    (error: { code: string }) => error.code,
  );
  return { waits, outcome };
}

const patch = ({ tables }: Warehouse) => tables.patch(reference, { description: "new" });
const policy: Policy = { bindings: [{ role: "roles/bigquery.dataViewer", members: ["user:ada@example.com"] }] };
const other = { ...reference, tableId: "other" };

test.each<[name: string, call: (warehouse: Warehouse) => Promise<unknown>]>([
  ["tables.insert", ({ tables }) => tables.insert({ tableReference: other })],
  ["tables.patch", patch],
  ["tables.update", ({ tables }) => tables.update({ tableReference: reference })],
  ["tables.delete", ({ tables }) => tables.delete(reference)],
  ["tables.setIamPolicy", ({ tables }) => tables.setIamPolicy(reference, policy)],
  ["datasets.insert", ({ datasets }) => datasets.insert({ datasetReference: { projectId: "shop", datasetId: "new" } })],
])("%s waits at least 5 to 10 s after a rate limit, up to six times", async (_, call) => {
  for (const fault of [LIMITED, { status: 403, reason: "userRateLimitExceeded" }, { status: 429 }]) {
    const { waits, outcome } = await waitsOf(call, [{ ...fault, times: 6 }]);
    expect(outcome).toBe("done");
    const bounds = [10_000, 20_000, 32_000, 32_000, 32_000, 32_000];
    expect(waits).toHaveLength(bounds.length);
    for (const [index, bound] of bounds.entries()) {
      expect(waits[index]).toBeGreaterThanOrEqual(bound / 2);
      expect(waits[index]).toBeLessThanOrEqual(bound);
    }
    expect(new Set(waits).size).toBeGreaterThan(3);
  }
  expect(await waitsOf(call, [{ ...LIMITED, times: 7 }])).toMatchObject({ outcome: "rate_limited" });
});

test("reads and other failures of a write keep the usual backoff", async () => {
  const read = ({ tables }: Warehouse) => tables.get(reference);
  const list = ({ tables }: Warehouse) => tables.list({ projectId: "shop", datasetId: "sales" }).firstPage();
  for (const [call, fault] of [
    [read, LIMITED],
    [list, LIMITED],
    [({ tables }: Warehouse) => tables.getIamPolicy(reference), LIMITED],
    [({ tables }: Warehouse) => tables.update({ tableReference: reference }), { status: 503 }],
  ] as const) {
    const { waits, outcome } = await waitsOf(call, [{ ...fault, times: 4 }]);
    expect(outcome).not.toBe("done");
    expect(waits).toHaveLength(3);
    for (const [index, wait] of waits.entries()) expect(wait).toBeLessThanOrEqual(1_000 * 2 ** index);
  }
});

test("the delay that the service requests is used if it is longer", async () => {
  expect((await waitsOf(patch, [{ ...LIMITED, retryAfter: 41 }])).waits).toEqual([41_000]);
  const { waits } = await waitsOf(patch, [{ ...LIMITED, retryAfter: 1 }]);
  expect(waits[0]).toBeGreaterThanOrEqual(5_000);
  expect(await waitsOf(patch, [{ ...LIMITED, retryAfter: 61 }])).toEqual({ waits: [], outcome: "rate_limited" });
});

test("the user's settings of retries override those of the method, one by one", async () => {
  const fault = { ...LIMITED, times: 7 };
  expect((await waitsOf(patch, [fault], { retry: false })).waits).toEqual([]);
  expect((await waitsOf(patch, [fault], { retry: { when: () => false } })).waits).toEqual([]);
  const limited = await waitsOf(patch, [fault], { retry: { limit: 2 } });
  expect(limited.waits.map((wait) => wait >= 5_000)).toEqual([true, true]);
  const quick = await waitsOf(patch, [fault], { retry: { minDelayMs: 10 } });
  expect(quick.waits).toHaveLength(6);
  expect(quick.waits[0]).toBeLessThanOrEqual(10);
  const short = await waitsOf(patch, [fault], { retry: { maxDelayMs: 2_000 } });
  expect(short.waits.map((wait) => wait >= 1_000 && wait <= 2_000)).toEqual(Array(6).fill(true));
  const ofCall = ({ tables }: Warehouse) => tables.patch(reference, { description: "new" }, { retry: { limit: 3 } });
  expect((await waitsOf(ofCall, [fault], { retry: false })).waits).toHaveLength(3);
});

test("the deadline ends the waits", async () => {
  const clock = createTestClock();
  const sandbox = createSandbox({ clock });
  sandbox.warehouse.tables.add({ tableReference: reference });
  sandbox.faults.next({ ...LIMITED, times: 7 });
  const { tables } = createClient(sandbox.clientOptions).warehouse;
  const error = await rejection(tables.patch(reference, { description: "new" }, { deadlineMs: 30_000 }));
  expect(error).toMatchObject({ code: "deadline", cause: { code: "rate_limited" } });
  expect(clock.slept.reduce((sum, each) => sum + each, 0)).toBeLessThan(30_000);
});
