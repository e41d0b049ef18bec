import { getEventListeners } from "node:events";
import fc from "fast-check";
import { createEnvironments, environmentUpdate, isFourfoldError, type WaitOptions } from "fourfold/environments";
import { afterEach, expect, test, vi } from "vitest";
import { rejection } from "../support/rejection.js";
import { createTestClock } from "../support/test-clock.js";

const operation = "projects/p/locations/l/operations/o";

function scripted(answers: readonly unknown[], options: object = {}) {
  const queue = [...answers];
  const paths: string[] = [];
  const clock = createTestClock();
  const client = createEnvironments({
    baseUrl: "https://service.test/base",
    clock,
    fetch: async (input) => {
      paths.push(new URL((input as Request).url).pathname);
      return Response.json(queue.length > 1 ? queue.shift() : queue[0]);
    },
    ...options,
  });
  return { client, paths, clock };
}

test("masks a credential that a failed operation echoes, at any depth", async () => {
  const token = "very-secret-token";
  const answer = {
    name: operation,
    done: true,
    error: { code: 7, message: `denied for ${token}`, details: [{ header: `Bearer ${token}` }] },
    metadata: { note: token },
  };
  const { client } = scripted([answer], { auth: { getAccessToken: () => token } });
  const error = await rejection(client.operation(operation).wait());
  if (!isFourfoldError(error, "operation_failed")) throw error;
  expect(error.message).toBe(`[operation_failed] ${operation}: denied for [redacted] (code 7)`);
  expect(JSON.stringify([error, error.operation, error.stack])).not.toContain(token);
});

test.each([
  [{ name: operation, done: true, response: { name: "e" } }, { name: "e" }],
  [
    { name: operation, done: true, response: { labels: { a: "b" }, "@type": "t" }, error: null },
    { labels: { a: "b" }, "@type": "t" },
  ],
  [{ name: operation, done: true }, {}],
  [{ name: operation, done: true, metadata: { state: 3, operationType: 2 }, response: {} }, {}],
])("resolves with the response of %j", async (answer, response) => {
  const { client, paths } = scripted([{ name: operation }, answer], { validation: { responses: "strict" } });
  const handle = client.operation(operation);
  expect(await handle.wait()).toEqual(response);
  await handle.poll();
  expect(paths).toEqual([`/base/v1beta1/${operation}`, `/base/v1beta1/${operation}`]);
});

test.each([{ state: "FAILED" }, { state: 4 }])(
  "an operation that is done with %j and no error has failed",
  async (metadata) => {
    const { client } = scripted([{ name: operation }, { name: operation, done: true, metadata }]);
    expect(await rejection(client.operation(operation).wait())).toMatchObject({
      message: `[operation_failed] ${operation}: the service sent no message`,
      operation: { name: operation, done: true, metadata, error: {} },
    });
  },
);

test.each(["SUCCESSFUL", "FAILED", 3, 4])("an operation with the state %j runs until it is done", async (state) => {
  const done = { name: operation, done: true, response: { name: "e" } };
  const { client, paths } = scripted([{ name: operation, metadata: { state } }, done]);
  expect(await client.operation(operation).wait()).toEqual({ name: "e" });
  expect(paths).toHaveLength(2);
});

test("an error without done ends the wait", async () => {
  const { client } = scripted([{ name: operation }, { name: operation, error: { code: 9, message: "no addresses" } }]);
  const wait = client.operation(operation).wait({ deadlineMs: 60_000 });
  expect(await rejection(wait)).toMatchObject({ code: "operation_failed" });
});

test("ends before its deadline, with one poll shortly before it", async () => {
  const { client, clock, paths } = scripted([{ name: operation }]);
  const before = clock.now();
  const error = await rejection(client.operation(operation).wait({ deadlineMs: 100_000, pollIntervalMs: 10 }));
  expect(error).toMatchObject({
    code: "deadline",
    attempts: paths.length,
    request: { method: "GET", path: `/base/v1beta1/${operation}` },
  });
  expect(clock.now() - before).toBeLessThanOrEqual(100_000);
  expect(clock.now() - before).toBeGreaterThanOrEqual(99_000);
  expect(Math.max(...clock.slept)).toBeLessThanOrEqual(30_000);
});

test("rejects an invalid name", () => {
  const { client, paths } = scripted([{ name: operation }]);
  expect(() => client.operation("operations/o")).toThrow(/must have the form projects/);
  expect(paths).toEqual([]);
});

test("a response without a name is rejected", async () => {
  const { client } = scripted([{ done: true }]);
  const name = "projects/p/locations/l/environments/e";
  const update = { updateMask: "labels", environment: {} } as never;
  expect(await rejection(client.patch(name, update))).toMatchObject({ code: "invalid_response" });
});

test("callbacks that are not functions are rejected before anything is sent", async () => {
  const { client, paths } = scripted([{ name: operation, done: false }]);
  const name = "projects/p/locations/l/environments/e";
  const updates = [environmentUpdate.nodeCount(4)];
  const applied = rejection(client.apply(name, updates, { onStep: 3 as never }));
  expect(await applied).toMatchObject({ code: "invalid_request", issues: [{ path: "onStep" }] });
  const waited = rejection(client.operation(operation).wait({ onProgress: "log" as never }));
  expect(await waited).toMatchObject({ code: "invalid_request", issues: [{ path: "onProgress" }] });
  expect(paths).toEqual([]);
});

/** Waits for an operation that is done at a given poll; random delays are the given part of their bounds. */
function waiting(doneAt: number, options: WaitOptions = {}, random = () => 1, clock = createTestClock(0), slowMs = 0) {
  vi.useFakeTimers({ toFake: ["setTimeout"] }); // only the test clock ends a request
  vi.spyOn(Math, "random").mockImplementation(random);
  const at: number[] = [];
  const fetch = async () => {
    at.push(clock.now());
    clock.advance(slowMs);
    return Response.json({ name: operation, done: at.length >= doneAt, response: { name: `poll ${at.length}` } });
  };
  const { client } = scripted([], { clock, fetch });
  return { run: () => client.operation(operation).wait(options), clock, at };
}

afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

test("polls immediately, and does not wait if the operation is done", async () => {
  const { run, clock } = waiting(1);
  expect(await run()).toEqual({ name: "poll 1" });
  expect(clock.slept).toEqual([]);
});

test("delays have jitter and double up to their cap", async () => {
  for (const chance of [0, 0.5, 1]) {
    const { run, clock } = waiting(9, {}, () => chance);
    await run();
    const bounds = [1_000, 2_000, 4_000, 8_000, 16_000, 30_000, 30_000, 30_000];
    expect(clock.slept).toEqual(bounds.map((bound) => bound * chance));
  }
});

test("a first delay above the cap is kept", async () => {
  const { run, clock } = waiting(4, { pollIntervalMs: 60_000 });
  await run();
  expect(clock.slept).toEqual([60_000, 60_000, 60_000]);
});

test("every response is reported", async () => {
  const reported: unknown[] = [];
  await waiting(3, { onProgress: ({ response }) => reported.push(response?.name) }).run();
  expect(reported).toEqual(["poll 1", "poll 2", "poll 3"]);
});

test("an error of a poll ends it", async () => {
  const fetch = async () => Response.json({}, { status: 403 });
  const { client, clock } = scripted([], { fetch });
  expect(await rejection(client.operation(operation).wait())).toMatchObject({ code: "permission_denied" });
  expect(clock.slept).toEqual([]);
});

test("a last poll comes immediately before the deadline, which ends it", async () => {
  const { run, at } = waiting(99, { deadlineMs: 10_000 });
  expect(await rejection(run())).toMatchObject({ code: "deadline", attempts: 5 });
  expect(at).toEqual([0, 1_000, 3_000, 7_000, 9_950]);
});

test("slow polls have time before the deadline", async () => {
  const { run, clock, at } = waiting(99, { deadlineMs: 10_000 }, () => 1, createTestClock(0), 400);
  expect(await rejection(run())).toMatchObject({ code: "deadline" });
  expect(clock.now()).toBeLessThanOrEqual(10_000);
  expect(at.at(-1)).toBeGreaterThan(9_000);
});

test("no delay exceeds the deadline, with any jitter, and an operation that is done in time succeeds", async () => {
  const chances = fc.infiniteStream(fc.double({ min: 0.05, max: 1, noNaN: true }));
  await fc.assert(
    fc.asyncProperty(
      chances,
      fc.integer({ min: 1, max: 9 }),
      fc.integer({ min: 1, max: 60_000 }),
      async (random, doneAt, deadlineMs) => {
        const { run, at } = waiting(doneAt, { deadlineMs }, () => random.next().value as number);
        const outcome = await run().catch((error: unknown) => error);
        if (isFourfoldError(outcome, "deadline")) expect(at.length).toBeLessThan(doneAt);
        else expect(outcome).toEqual({ name: `poll ${doneAt}` });
        for (const time of at.slice(1)) expect(time).toBeLessThan(deadlineMs);
      },
    ),
  );
});

test("an abort ends the wait, also with a clock that ignores signals, and leaves no listener", async () => {
  const controller = new AbortController();
  const sleep = () => {
    controller.abort("enough");
    return new Promise<void>(() => undefined);
  };
  const { run } = waiting(9, { signal: controller.signal }, () => 1, { ...createTestClock(0), sleep });
  expect(await rejection(run())).toBe("enough");
  expect(getEventListeners(controller.signal, "abort")).toHaveLength(0);
});
