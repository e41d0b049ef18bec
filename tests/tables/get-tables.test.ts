import { getEventListeners } from "node:events";
import { createClient } from "fourfold";
import { getTables, type ReadTable } from "fourfold/tables";
import { createSandbox } from "fourfold/testing";
import { createWarehouse, type TableReference } from "fourfold/warehouse";
import { expect, test } from "vitest";
import { systemClock } from "../../src/call/clock.js";
import { rejection } from "../support/rejection.js";
import { errorResponse, json, type Step, scriptedFetch, silent } from "../support/scripted-fetch.js";
import { createTestClock } from "../support/test-clock.js";
import { settle, watchTimers } from "../support/timers.js";

const reference = (n: number): TableReference => ({ projectId: "p", datasetId: "d", tableId: `t${n}` });
const references = (count: number) => Array.from({ length: count }, (_, n) => reference(n));
const tableOf = ({ url }: Request) => new URL(url).pathname.split("/").at(-1) ?? "";
const respond: Step = (request) =>
  Response.json({ tableReference: { projectId: "p", datasetId: "d", tableId: tableOf(request) } });

function warehouseOver(...steps: readonly Step[]) {
  const fetch = scriptedFetch(...steps);
  const clock = createTestClock();
  const warehouse = createWarehouse({ baseUrl: "https://service.test", fetch, clock });
  return { warehouse, fetch, clock };
}

async function collect(reads: AsyncIterable<ReadTable>): Promise<ReadTable[]> {
  const all: ReadTable[] = [];
  for await (const read of reads) all.push(read);
  return all;
}

/** Responses that a test sends one by one. */
function heldResponses() {
  const held: { readonly request: Request; release(response: Response): void }[] = [];
  const step: Step = (request, signal) =>
    new Promise((release, reject) => {
      held.push({ request, release });
      signal.addEventListener("abort", () => reject(signal.reason), { once: true });
    });
  return { held, step };
}

test("yields tables in the order of their references, with the view BASIC", async () => {
  const { warehouse, fetch } = warehouseOver(respond);
  const given = references(20);
  const reads = await collect(getTables(warehouse, given));
  expect(reads.map(({ table }) => table?.tableReference?.tableId)).toEqual(given.map(({ tableId }) => tableId));
  expect(reads.map((read) => read.reference)).toEqual(given);
  expect(new Set(fetch.requests.map(({ url }) => new URL(url).search))).toEqual(new Set(["?view=BASIC"]));
});

test("yields in the order of the references when a later response is first", async () => {
  const { held, step } = heldResponses();
  const { warehouse } = warehouseOver(step);
  const reads = collect(getTables(warehouse, references(3)));
  await settle();
  for (const { request, release } of [...held].reverse()) {
    release(await respond(request, request.signal));
    await settle(1);
  }
  expect((await reads).map(({ reference: { tableId } }) => tableId)).toEqual(["t0", "t1", "t2"]);
});

test("sends nothing before the first table is requested", async () => {
  const { warehouse, fetch } = warehouseOver(respond);
  const reads = getTables(warehouse, references(3), { view: "FULL" });
  await settle();
  expect(fetch.requests).toHaveLength(0);
  await collect(reads);
  await collect(reads);
  expect(fetch.requests).toHaveLength(6);
  expect(new URL(fetch.requests[0]?.url ?? "").search).toBe("?view=FULL");
});

test.each([1, 3, 50])("at most %i requests are in progress at a time", async (concurrency) => {
  const { held, step } = heldResponses();
  const { warehouse } = warehouseOver(step);
  const reads = collect(getTables(warehouse, references(60), { concurrency }));
  for (let done = 0; done < 60; done += 1) {
    await settle(2);
    expect(held.length - done).toBe(Math.min(concurrency, 60 - done));
    const next = held[done];
    next?.release(await respond(next.request, next.request.signal));
  }
  expect(await reads).toHaveLength(60);
});

test("reads no further while the first table is slow, so that memory is bounded", async () => {
  const { held, step } = heldResponses();
  const { warehouse, fetch } = warehouseOver(step, respond);
  let pulled = 0;
  function* source() {
    for (const each of references(100)) {
      pulled += 1;
      yield each;
    }
  }
  const reads = collect(getTables(warehouse, source(), { concurrency: 5 }));
  await settle(20);
  expect(fetch.requests).toHaveLength(5);
  expect(pulled).toBe(5);
  held[0]?.release(await respond(new Request("https://service.test/t0"), new AbortController().signal));
  expect(await reads).toHaveLength(100);
});

test("accepts async iterables", async () => {
  const { warehouse } = warehouseOver(respond);
  async function* source() {
    for (const each of references(30)) yield each;
  }
  expect(await collect(getTables(warehouse, source()))).toHaveLength(30);
  expect(await collect(getTables(warehouse, new Set(references(2))))).toHaveLength(2);
  expect(await collect(getTables(warehouse, []))).toEqual([]);
});

test("an error of one table does not end the iteration", async () => {
  const { warehouse } = warehouseOver((request, signal) => {
    if (tableOf(request) === "t1") return errorResponse(404, "notFound")(request, signal);
    if (tableOf(request) === "t2") return errorResponse(403, "accessDenied")(request, signal);
    return respond(request, signal);
  });
  const invalid = { ...reference(4), tableId: "" };
  const reads = await collect(getTables(warehouse, [...references(4), invalid]));
  expect(reads.map(({ error }) => (error as { code?: string } | undefined)?.code)).toEqual([
    undefined,
    "not_found",
    "permission_denied",
    undefined,
    "invalid_request",
  ]);
  expect(reads[4]?.reference).toBe(invalid);
});

test("retries a rate-limit error at read 57 of 400", async () => {
  let count = 0;
  const { warehouse, fetch } = warehouseOver((request, signal) => {
    count += 1;
    return (count === 57 ? errorResponse(403, "rateLimitExceeded") : respond)(request, signal);
  });
  const reads = await collect(getTables(warehouse, references(400)));
  expect(reads.filter(({ error }) => error !== undefined)).toEqual([]);
  expect(reads.map(({ table }) => table?.tableReference?.tableId)).toEqual(references(400).map((each) => each.tableId));
  expect(fetch.requests).toHaveLength(401);
});

/** The maximum number of starts in any window of one second, both ends included. */
function mostInWindow(starts: readonly number[]): number {
  return Math.max(...starts.map((from) => starts.filter((at) => at >= from && at <= from + 1_000).length));
}

test("all calls of a client start at most 80 requests per second, retries included", async () => {
  const starts: number[] = [];
  let count = 0;
  const { warehouse, clock } = warehouseOver((request, signal) => {
    starts.push(clock.now());
    count += 1;
    clock.advance(count % 7);
    return (count % 10 === 0 ? errorResponse(503) : respond)(request, signal);
  });
  await Promise.all([
    collect(getTables(warehouse, references(200), { concurrency: 50 })),
    collect(getTables(warehouse, references(200), { concurrency: 20 })),
  ]);
  expect(starts.length).toBeGreaterThan(420);
  expect(mostInWindow(starts)).toBeLessThanOrEqual(80);
});

test("other calls are not limited", async () => {
  const { warehouse, clock } = warehouseOver(respond);
  await collect(getTables(warehouse, references(80)));
  expect(clock.slept).toEqual([]);
  await Promise.all(references(100).map((each) => warehouse.tables.get(each)));
  expect(clock.slept).toEqual([]);
});

test("a clock that stands still does not stop the reads", async () => {
  const fetch = scriptedFetch(respond);
  const clock = { now: () => 0, sleep: async () => {} };
  const warehouse = createWarehouse({ baseUrl: "https://service.test", fetch, clock });
  expect(await collect(getTables(warehouse, references(100)))).toHaveLength(100);
});

test("an abort ends the iteration with its reason, and leaves no listener or timer", async () => {
  const timers = watchTimers();
  const { warehouse } = warehouseOver(respond, respond, silent);
  const controller = new AbortController();
  const reads = getTables(warehouse, references(100), { signal: controller.signal });
  const seen: string[] = [];
  const reason = new Error("stopped by the user");
  const failure = rejection(
    (async () => {
      for await (const { reference: each } of reads) seen.push(each.tableId);
    })(),
  );
  await settle();
  controller.abort(reason);
  expect(await failure).toBe(reason);
  expect(seen).toEqual(["t0", "t1"]);
  expect(getEventListeners(controller.signal, "abort")).toEqual([]);
  await settle();
  expect(timers.pending()).toBe(0);
});

test("an aborted signal sends nothing", async () => {
  const { warehouse, fetch } = warehouseOver(respond);
  const signal = AbortSignal.abort(new Error("too late"));
  expect(await rejection(collect(getTables(warehouse, references(3), { signal })))).toBe(signal.reason);
  expect(fetch.requests).toHaveLength(0);
});

test("an abort while waiting for the rate limit ends the wait", async () => {
  const timers = watchTimers();
  const fetch = scriptedFetch(respond);
  const clock = { ...systemClock, now: () => 0 }; // the second never ends
  const warehouse = createWarehouse({ baseUrl: "https://service.test", fetch, clock });
  const controller = new AbortController();
  const failure = rejection(
    collect(getTables(warehouse, references(200), { signal: controller.signal, concurrency: 50 })),
  );
  while (fetch.requests.length < 80) await settle();
  await settle();
  controller.abort();
  expect(await failure).toBe(controller.signal.reason);
  expect(fetch.requests).toHaveLength(80);
  await settle();
  expect(timers.pending()).toBe(0);
});

test("leaving the loop cancels the requests in progress, and returns the source", async () => {
  const timers = watchTimers();
  const cancelled: string[] = [];
  const { warehouse, fetch } = warehouseOver(respond, (request, signal) => {
    signal.addEventListener("abort", () => cancelled.push(tableOf(request)));
    return silent(request, signal);
  });
  let returned = false;
  function* source() {
    try {
      yield* references(100);
    } finally {
      returned = true;
    }
  }
  const controller = new AbortController();
  for await (const read of getTables(warehouse, source(), { signal: controller.signal, concurrency: 4 })) {
    expect(read.reference.tableId).toBe("t0");
    await settle();
    break;
  }
  await settle();
  expect(fetch.requests.length).toBe(5);
  expect(cancelled).toEqual(["t1", "t2", "t3", "t4"]);
  expect(returned).toBe(true);
  expect(getEventListeners(controller.signal, "abort")).toEqual([]);
  expect(timers.pending()).toBe(0);
});

test("the deadline ends the iteration, with the time of the consumer", async () => {
  const { warehouse, clock } = warehouseOver(respond);
  const seen: string[] = [];
  const failure = await rejection(
    (async () => {
      for await (const { reference: each } of getTables(warehouse, references(100), {
        deadlineMs: 1_000,
        concurrency: 2,
      })) {
        seen.push(each.tableId);
        clock.advance(300);
      }
    })(),
  );
  expect(failure).toMatchObject({ code: "deadline" });
  expect(seen.length).toBeLessThan(8);
});

test("the deadline ends a wait for the rate limit", async () => {
  const fetch = scriptedFetch(respond);
  const warehouse = createWarehouse({ baseUrl: "https://service.test", fetch, clock: createTestClock() });
  expect(await rejection(collect(getTables(warehouse, references(100), { deadlineMs: 900 })))).toMatchObject({
    code: "deadline",
  });
  expect(fetch.requests).toHaveLength(80);
});

test("the deadline ends the wait for a reference", async () => {
  const fetch = scriptedFetch(respond);
  const warehouse = createWarehouse({ baseUrl: "https://service.test", fetch });
  async function* source() {
    yield reference(0);
    await new Promise(() => undefined);
  }
  const timers = watchTimers();
  expect(await rejection(collect(getTables(warehouse, source(), { deadlineMs: 30 })))).toMatchObject({
    code: "deadline",
  });
  expect(timers.pending()).toBe(0);
});

test("an error of the source ends the iteration after the references before it", async () => {
  const { warehouse } = warehouseOver(respond);
  function* source() {
    yield* references(2);
    throw new Error("no more");
  }
  const seen: string[] = [];
  const failure = rejection(
    (async () => {
      for await (const { reference: each } of getTables(warehouse, source())) seen.push(each.tableId);
    })(),
  );
  expect(await failure).toMatchObject({ message: "no more" });
  expect(seen).toEqual(["t0", "t1"]);
});

test.each<[options: Record<string, unknown>, path: string]>([
  [{ concurrency: 51 }, "concurrency"],
  [{ view: {} }, "view"],
  [{ deadlineMs: 0 }, "deadlineMs"],
  [{ maxResults: 5 }, "maxResults"],
])("getTables(warehouse, references, %j) rejects at its first step", async (options, path) => {
  const { warehouse, fetch } = warehouseOver(json({}));
  const reads = getTables(warehouse, references(1), options);
  expect(await rejection(collect(reads))).toMatchObject({
    code: "invalid_request",
    message: expect.stringContaining("getTables"),
    issues: [{ path }],
  });
  expect(fetch.requests).toHaveLength(0);
});

test.each([undefined, null, "p.d.t", 5, {}, Promise.resolve([])])(
  "getTables(warehouse, %s) rejects at its first step",
  async (given) => {
    const { warehouse } = warehouseOver(json({}));
    const wrong = given as unknown as TableReference[];
    const reads = getTables(warehouse, wrong);
    expect(await rejection(collect(reads))).toMatchObject({
      code: "invalid_request",
      issues: [{ path: "references" }],
    });
  },
);

test("reads the tables of a list", async () => {
  const sandbox = createSandbox();
  for (const tableReference of references(120)) sandbox.warehouse.tables.add({ tableReference });
  const { warehouse } = createClient({ ...sandbox.clientOptions, clock: createTestClock() });
  async function* listed() {
    for await (const { tableReference } of warehouse.tables.list(reference(0)))
      if (tableReference) yield tableReference;
  }
  const reads = await collect(getTables(warehouse, listed()));
  expect(reads.every(({ table }) => table?.etag !== undefined)).toBe(true);
  expect(reads).toHaveLength(120);
});

/** Number of entries that Node keeps for a signal: its listeners, and the signals that `AbortSignal.any` made from it. */
function keptFor(signal: AbortSignal): number {
  const sizes = Object.getOwnPropertySymbols(signal).map((symbol) =>
    Number(Object(Reflect.get(signal, symbol)).size ?? 0),
  );
  return sizes.reduce((sum, size) => sum + size, 0);
}

test("a signal that outlives many calls keeps nothing of them", async () => {
  const { signal } = new AbortController();
  const { warehouse } = warehouseOver(respond);
  for (let n = 0; n < 20; n += 1) {
    await collect(getTables(warehouse, references(2), { signal }));
    for await (const _ of getTables(warehouse, references(2), { signal })) break;
  }
  await settle();
  expect(keptFor(signal)).toBe(0);
});
