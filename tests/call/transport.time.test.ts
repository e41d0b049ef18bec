import { afterEach, beforeEach, expect, test } from "vitest";
import { systemClock } from "../../src/call/clock.js";
import { ApiError, TimeoutError } from "../../src/errors/call-errors.js";
import { type ScriptedAnswer, type ScriptedServer, startServer } from "../support/http-server.js";
import { rejection } from "../support/rejection.js";
import { errorResponse, json, lost, never, type Step, scriptedFetch, silent } from "../support/scripted-fetch.js";
import { createTestClock } from "../support/test-clock.js";
import { watchTimers } from "../support/timers.js";
import { read, testTransport } from "./transport-setup.js";

let server: ScriptedServer;
beforeEach(async () => {
  server = await startServer();
});
afterEach(() => server.close());

test.each<[what: string, answer: ScriptedAnswer]>([
  ["no response", { failure: "silence" }],
  ["the body hangs after the headers", { body: { a: 1 }, failure: "hang-after-headers" }],
  ["the body hangs between chunks", { chunks: ['{"a":'], failure: "hang-after-headers" }],
  ["the body of an error response hangs", { status: 503, body: "busy", failure: "hang-after-headers" }],
])("an attempt ends at its timeout and is not retried: %s", async (_, answer) => {
  server.answer(answer);
  const transport = testTransport({ baseUrl: server.url });
  const error = await rejection(transport.send(read, { timeoutMs: 200 }));
  expect(error).toBeInstanceOf(TimeoutError);
  expect(error).toMatchObject({ code: "timeout", attempts: 1, request: { method: "GET", path: "/things/one" } });
  expect(String(error)).toBe(
    'TimeoutError: [timeout] GET /things/one: no complete response within 200 ms ("timeoutMs")',
  );
  expect(server.requests).toHaveLength(1);
});

test.each<[what: string, step: Step]>([
  ["notices its signal", silent],
  ["ignores its signal", never],
  ["sends a body that never ends", () => new Response(new ReadableStream())],
  [
    "announces a body that never ends",
    () => new Response(new ReadableStream(), { headers: { "content-length": "10" } }),
  ],
])("an attempt ends at its timeout, even with a fetch that %s", async (_, step) => {
  const timers = watchTimers();
  const error = await rejection(testTransport({ fetch: scriptedFetch(step), timeoutMs: 10 }).send(read));
  expect(error).toMatchObject({ code: "timeout", attempts: 1 });
  expect(timers.pending()).toBe(0);
});

test("a connection is closed if its response is too late", async () => {
  server.answer({ body: { a: 1 }, failure: "hang-after-headers" });
  await rejection(testTransport({ baseUrl: server.url }).send(read, { timeoutMs: 20 }));
  await expect.poll(() => server.requests[0]!.isClosed()).toBe(true);
});

test("each attempt has its own timeout", async () => {
  const slowly =
    (ms: number, step: Step): Step =>
    async (request, signal) => {
      await systemClock.sleep(ms, signal);
      return step(request, signal);
    };
  const fetch = scriptedFetch(
    slowly(30, errorResponse(503)),
    slowly(30, errorResponse(503)),
    slowly(30, json({ a: 1 })),
  );
  const { body } = await testTransport({
    fetch,
    timeoutMs: 80,
    retry: { limit: 3, minDelayMs: 0, maxDelayMs: 0, maxRetryAfterMs: 0 },
  }).send(read);
  expect(body).toEqual({ a: 1 });
});

test("a timeout of a retry reports the error of the previous attempt", async () => {
  const fetch = scriptedFetch(errorResponse(503), silent);
  const error = await rejection(testTransport({ fetch, timeoutMs: 10 }).send(read));
  expect(error).toMatchObject({ code: "timeout", attempts: 2 });
  expect((error as Error).cause).toBeInstanceOf(ApiError);
});

test("Infinity means no limit", async () => {
  const fetch = scriptedFetch(json({ a: 1 }));
  const timers = watchTimers();
  const bounds = { timeoutMs: Number.POSITIVE_INFINITY, deadlineMs: Number.POSITIVE_INFINITY };
  expect((await testTransport({ fetch }).send(read, bounds)).body).toEqual({ a: 1 });
  expect((await testTransport({ fetch }).send(read, { timeoutMs: 1e12 })).body).toEqual({ a: 1 });
  expect(timers.pending()).toBe(0);
});

/** A step during which only the time of the clock advances. */
function taking(ms: number, clock: ReturnType<typeof createTestClock>, step: Step): Step {
  return (request, signal) => {
    clock.advance(ms);
    return step(request, signal);
  };
}

test("a response after the timeout of the client's clock is rejected", async () => {
  const clock = createTestClock();
  const fetch = scriptedFetch(taking(1_001, clock, json({})));
  const error = await rejection(testTransport({ fetch, clock, timeoutMs: 1_000 }).send(read));
  expect(error).toMatchObject({ code: "timeout", attempts: 1 });
  expect(fetch.requests).toHaveLength(1);
});

test("a response after the deadline of the client's clock is rejected", async () => {
  const clock = createTestClock();
  const fetch = scriptedFetch(taking(501, clock, json({})));
  const error = await rejection(testTransport({ fetch, clock }).send(read, { deadlineMs: 500 }));
  expect(error).toMatchObject({ code: "deadline", attempts: 1 });
});

test("the deadline limits all attempts and the waits between them", async () => {
  const fetch = scriptedFetch(errorResponse(503, "", { "retry-after": "1" }));
  const transport = testTransport({
    fetch,
    retry: { limit: 9, minDelayMs: 1, maxDelayMs: 1, maxRetryAfterMs: 60_000 },
  });
  const error = await rejection(transport.send(read, { deadlineMs: 2_500 }));
  expect(error).toBeInstanceOf(TimeoutError);
  expect(error).toMatchObject({ code: "deadline", attempts: 3, cause: { code: "unavailable", status: 503 } });
  expect(String(error)).toContain('the call did not end within 2500 ms ("deadlineMs")');
  expect(transport.clock.slept).toEqual([1_000, 1_000]);
});

test("a delay that would end after the deadline is not started", async () => {
  const fetch = scriptedFetch(errorResponse(429, "", { "retry-after": "30" }));
  const transport = testTransport({ fetch });
  const error = await rejection(transport.send(read, { deadlineMs: 30_000 }));
  expect(error).toMatchObject({ code: "deadline", attempts: 1, cause: { code: "rate_limited", retryAfterMs: 30_000 } });
  expect(transport.clock.slept).toEqual([]);
});

test("a delay that took too long is detected before the next attempt", async () => {
  const clock = createTestClock();
  const slow = { now: clock.now, sleep: async (ms: number) => clock.advance(ms * 10) };
  const fetch = scriptedFetch(lost());
  const transport = testTransport({ fetch, clock: { ...clock, ...slow } });
  const error = await rejection(
    transport.send(read, { deadlineMs: 1_000, retry: { minDelayMs: 500, maxDelayMs: 500 } }),
  );
  expect(error).toMatchObject({ code: "deadline" });
});

test.each<[what: string, step: Step]>([
  ["notices its signal", silent],
  ["ignores its signal", never],
])("the deadline ends an attempt in flight, with a fetch that %s", async (_, step) => {
  const timers = watchTimers();
  const error = await rejection(testTransport({ fetch: scriptedFetch(step) }).send(read, { deadlineMs: 15 }));
  expect(error).toMatchObject({ code: "deadline", attempts: 1 });
  expect(timers.pending()).toBe(0);
});

test("the deadline ends a wait for a token", async () => {
  const auth = { getAccessToken: () => new Promise<string>(() => undefined) };
  const fetch = scriptedFetch(json({}));
  const timers = watchTimers();
  const error = await rejection(testTransport({ fetch, auth }).send(read, { deadlineMs: 15 }));
  expect(error).toMatchObject({ code: "deadline", attempts: 0 });
  expect(fetch.requests).toHaveLength(0);
  expect(timers.pending()).toBe(0);
});

test("the deadline ends a wait for a fresh token, too", async () => {
  const tokens = [Promise.resolve("stale")];
  const auth = { getAccessToken: () => tokens.shift() ?? new Promise<string>(() => undefined) };
  const fetch = scriptedFetch(errorResponse(401));
  const error = await rejection(testTransport({ fetch, auth }).send(read, { deadlineMs: 15 }));
  expect(error).toMatchObject({ code: "deadline", attempts: 1, cause: { code: "unauthenticated" } });
});

test("a call that begins after its deadline sends nothing", async () => {
  const fetch = scriptedFetch(json({}));
  const transport = testTransport({ fetch });
  const deadline = { limitMs: 5_000, at: transport.clock.now() };
  const error = await rejection(transport.send(read, {}, { callId: "c-1", deadline }));
  expect(error).toMatchObject({ code: "deadline", attempts: 0 });
  expect(String(error)).toContain("5000 ms");
  expect(fetch.requests).toHaveLength(0);
  expect(transport.events).toEqual([]);
});

test("the deadline of a call overrides the client's", async () => {
  const clock = createTestClock();
  const fetch = scriptedFetch(taking(50, clock, json({ a: 1 })));
  const transport = testTransport({ fetch, clock, deadlineMs: 10 });
  expect(await rejection(transport.send(read))).toMatchObject({ code: "deadline" });
  expect((await transport.send(read, { deadlineMs: 100 })).body).toEqual({ a: 1 });
});
