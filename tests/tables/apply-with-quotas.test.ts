import { type Client, type CreateClientOptions, createClient } from "fourfold";
import { applyTables, defineTable, planTables, type TablesPlan } from "fourfold/tables";
import { createSandbox, type Sandbox } from "fourfold/testing";
import { expect, test } from "vitest";
import type { Clock } from "../../src/call/clock.js";
import { rejection } from "../support/rejection.js";

/** A clock on which waits can overlap: when all code is waiting, its time advances to the end of the next wait. */
interface EventClock extends Clock {
  /** Wraps a fetch function: time does not advance while it has requests. */
  watch<F extends typeof globalThis.fetch>(fetch: F): typeof globalThis.fetch;
}

/** Number of turns of the event loop without a new wait or request after which time advances. */
const QUIET_TURNS = 4;

/** Creates an {@link EventClock}. Waits on it take no real time. */
function createEventClock(startMs: number = Date.UTC(2026, 0, 1)): EventClock {
  let now = startMs;
  let inFlight = 0;
  let activity = 0;
  let isWatching = false;
  let sleepers: { readonly at: number; readonly wake: () => void }[] = [];
  const turn = () => new Promise((resolve) => setImmediate(resolve));
  const advance = async () => {
    if (isWatching) return;
    isWatching = true;
    while (sleepers.length > 0) {
      for (let quiet = 0, seen = -1; quiet < QUIET_TURNS; quiet = seen === activity && inFlight === 0 ? quiet + 1 : 0) {
        seen = activity;
        await turn();
      }
      now = Math.max(now, Math.min(...sleepers.map(({ at }) => at)));
      const awake = sleepers.filter(({ at }) => at <= now);
      sleepers = sleepers.filter((each) => !awake.includes(each));
      for (const { wake } of awake) wake();
    }
    isWatching = false;
  };
  return {
    now: () => now,
    sleep: (ms, signal) =>
      new Promise((resolve, reject) => {
        activity += 1;
        const sleeper = { at: now + ms, wake: resolve };
        sleepers.push(sleeper);
        signal?.addEventListener("abort", () => {
          sleepers = sleepers.filter((each) => each !== sleeper);
          reject(signal.reason);
        });
        void advance();
      }),
    watch: (fetch) => async (input, init) => {
      inFlight += 1;
      try {
        const response = await fetch(input, init);
        const text = await response.text();
        const { status, headers } = response;
        return new Response(status === 204 ? null : text, { status, headers });
      } finally {
        inFlight -= 1;
        activity += 1;
      }
    },
  };
}

const project = { projectId: "shop" };
const id = { name: "id", type: "INTEGER" } as const;
const at = { name: "at", type: "TIMESTAMP", defaultValueExpression: "CURRENT_TIMESTAMP()" } as const;

const referenceOf = (n: number) => ({ ...project, datasetId: "sales", tableId: `t${n}` });
const definitionsOf = (count: number) =>
  Array.from({ length: count }, (_, n) => defineTable(`sales.t${n}`, { schema: [id, at] }));

function setUp() {
  const clock = createEventClock();
  const sandbox = createSandbox({ clock });
  sandbox.warehouse.datasets.add({ ...project, datasetId: "sales" });
  return { clock, sandbox };
}

/** Rejects requests as BigQuery does: more than 10 creates per second, or five updates of a table in 10 s. */
function withQuotas(fetch: typeof globalThis.fetch, clock: Clock): typeof globalThis.fetch {
  const accepted = new Map<string, number[]>();
  return async (input, init) => {
    const request = new Request(input, init);
    if (request.method === "GET") return fetch(request);
    const [limit, windowMs] = request.method === "POST" ? [10, 1_000] : [5, 10_000];
    const times = accepted.get(request.url) ?? [];
    accepted.set(request.url, times);
    if (times.filter((at) => at > clock.now() - windowMs).length >= limit) {
      const error = { code: 403, message: "Exceeded rate limits", errors: [{ reason: "rateLimitExceeded" }] };
      return Response.json({ error }, { status: 403 });
    }
    const response = await fetch(request);
    if (response.ok) times.push(clock.now());
    return response;
  };
}

/** Creates clients as in two processes: they share only the service and the time. */
function twoClients(sandbox: Sandbox, clock: EventClock, options: Partial<CreateClientOptions> = {}) {
  const fetch = clock.watch(withQuotas(sandbox.fetch, clock));
  const now = () => clock.now();
  const sleep = (ms: number, signal?: AbortSignal) => clock.sleep(ms, signal);
  // Each process has its own pace, which is kept by clock.
  const create = () => createClient({ ...sandbox.clientOptions, ...options, clock: { now, sleep }, fetch });
  return [create(), create()] as const;
}

/** Adds tables that lack the column with a default, each updated four times just before, as by load jobs. */
async function addBusyTables({ warehouse }: Client, sandbox: Sandbox, count: number) {
  for (let n = 0; n < count; n += 1) {
    sandbox.warehouse.tables.add({ tableReference: referenceOf(n), schema: { fields: [id] } });
    for (let update = 0; update < 4; update += 1)
      await warehouse.tables.patch(referenceOf(n), { friendlyName: `update ${update}` });
  }
}

/** Applies a plan with each client at once, and measures requests and time. */
async function applyAtOnce(clients: readonly Client[], plan: TablesPlan, sandbox: Sandbox, clock: EventClock) {
  const before = sandbox.requests.length;
  const start = clock.now();
  const results = await Promise.all(clients.map(({ warehouse }) => applyTables(warehouse, plan)));
  const sent = sandbox.requests.slice(before);
  return {
    handled: results.map(({ applied, unchanged }) => applied.length + unchanged.length),
    applied: new Set(results.flatMap(({ applied }) => applied)).size,
    requests: sent.length,
    writes: sent.filter(({ method }) => method !== "GET").length,
    seconds: (clock.now() - start) / 1_000,
  };
}

function expectBetween(value: number, least: number, most: number) {
  expect(value).toBeGreaterThanOrEqual(least);
  expect(value).toBeLessThanOrEqual(most);
}

test("two processes that send two patches to each of 50 busy tables at once apply everything", async () => {
  const { clock, sandbox } = setUp();
  const clients = twoClients(sandbox, clock);
  const [{ warehouse }] = clients;
  await addBusyTables(clients[0], sandbox, 50);
  const plan = await planTables(warehouse, definitionsOf(50), project);
  expect(plan.summary).toMatchObject({ patch: 50 });
  const result = await applyAtOnce(clients, plan, sandbox, clock);
  expect(result).toMatchObject({ handled: [50, 50], applied: 50 });
  expectBetween(result.writes, 100, 125);
  expectBetween(result.requests, 200, 250);
  expectBetween(result.seconds, 5, 65);
  const { summary } = await planTables(warehouse, definitionsOf(50), project);
  expect(summary).toMatchObject({ unchanged: 50 });
});

test("two processes that create the same 200 tables at once create all of them", async () => {
  const { clock, sandbox } = setUp();
  const clients = twoClients(sandbox, clock);
  const [{ warehouse }] = clients;
  const plan = await planTables(warehouse, definitionsOf(200), project);
  const result = await applyAtOnce(clients, plan, sandbox, clock);
  expect(result).toMatchObject({ handled: [200, 200], applied: 200 });
  expectBetween(result.writes, 200, 300);
  expectBetween(result.requests, 600, 800);
  expectBetween(result.seconds, 19, 100);
  const { summary } = await planTables(warehouse, definitionsOf(200), project);
  expect(summary).toMatchObject({ unchanged: 200 });
});

test("one process starts at most 10 creates per second, in all its calls of apply", async () => {
  const { clock, sandbox } = setUp();
  sandbox.warehouse.datasets.add({ ...project, datasetId: "more" });
  const [{ warehouse }] = twoClients(sandbox, clock);
  const more = definitionsOf(15).map((each) => ({ ...each, table: each.table.replace("sales", "more") }));
  const plans = await Promise.all([
    planTables(warehouse, definitionsOf(20), project),
    planTables(warehouse, more, project),
  ]);
  const times: number[] = [];
  const start = clock.now();
  const onStep = () => {
    times.push(clock.now() - start);
  };
  await Promise.all(plans.map((plan) => applyTables(warehouse, plan, { onStep, concurrency: 50 })));
  expect(times).toHaveLength(35);
  for (const time of times) {
    expect(times.filter((other) => other >= time && other - time < 1_000).length).toBeLessThanOrEqual(10);
  }
  expectBetween(Math.max(...times), 3_000, 3_100);
  expect(sandbox.requests.filter(({ method }) => method === "POST")).toHaveLength(35);
});

test("patches and reads are not limited by the limit of creates", async () => {
  const { clock, sandbox } = setUp();
  const [{ warehouse }] = twoClients(sandbox, clock);
  for (let n = 0; n < 50; n += 1) sandbox.warehouse.tables.add({ tableReference: referenceOf(n) });
  const definitions = definitionsOf(50).map(({ table }) => defineTable(table, { description: "new" }));
  const plan = await planTables(warehouse, definitions, project);
  const start = clock.now();
  expect((await applyTables(warehouse, plan)).applied).toHaveLength(50);
  expect(clock.now()).toBe(start);
});

test("an abort and the deadline end the wait for the next create", async () => {
  const { clock, sandbox } = setUp();
  const [{ warehouse }] = twoClients(sandbox, clock);
  const plan = await planTables(warehouse, definitionsOf(30), project);
  const late = await rejection(applyTables(warehouse, plan, { deadlineMs: 1_500 }));
  expect(late).toMatchObject({ code: "apply_tables_failed", cause: { code: "deadline" } });
  const controller = new AbortController();
  const reason = new Error("no longer needed");
  const onStep = () => controller.abort(reason);
  expect(await rejection(applyTables(warehouse, plan, { signal: controller.signal, onStep }))).toBe(reason);
  expect((await applyTables(warehouse, plan)).unchanged.length).toBeGreaterThanOrEqual(20);
});
