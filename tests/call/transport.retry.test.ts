import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { DEFAULT_RETRY } from "../../src/call/retry.js";
import { ApiError, NetworkError } from "../../src/errors/call-errors.js";
import { deadAddress, type ScriptedAnswer, type ScriptedServer, startServer } from "../support/http-server.js";
import { rejection } from "../support/rejection.js";
import { errorResponse, json, lost, type Step, scriptedFetch, text } from "../support/scripted-fetch.js";
import { createTestClock } from "../support/test-clock.js";
import { read, testTransport, write } from "./transport-setup.js";

const cut = text('{"a":', { headers: { "content-length": "100" } });

test.each<[failure: string, step: Step, idempotent: number, otherwise: number, code: string]>([
  ["408", errorResponse(408), 4, 1, "request_failed"],
  ["429", errorResponse(429), 4, 4, "rate_limited"],
  ["503", errorResponse(503), 4, 1, "unavailable"],
  ["403 quotaExceeded", errorResponse(403, "quotaExceeded"), 1, 1, "quota_exceeded"],
  ["a refused connection", lost("ECONNREFUSED"), 4, 4, "network"],
  ["a lost connection", lost("ECONNRESET"), 4, 1, "network"],
  ["no JSON", text("<html>"), 1, 1, "invalid_response"],
])("after %s an idempotent call makes %i attempts, any other %i", async (_, step, idempotent, otherwise, code) => {
  for (const [request, times] of [
    [read, idempotent],
    [write, otherwise],
  ] as const) {
    const fetch = scriptedFetch(step);
    const transport = testTransport({ fetch });
    const error = await rejection(transport.send(request));
    expect(fetch.requests).toHaveLength(times);
    expect(error).toMatchObject({ code });
    if (code !== "invalid_response") expect(error).toMatchObject({ attempts: times });
    expect(transport.clock.slept).toHaveLength(times - 1);
    expect(transport.events.filter(({ type }) => type === "retry")).toHaveLength(times - 1);
  }
});

let server: ScriptedServer;
beforeEach(async () => {
  server = await startServer();
});
afterEach(() => server.close());

test.each<[failure: string, answer: ScriptedAnswer, idempotent: number, otherwise: number]>([
  ["a 503", { status: 503 }, 4, 1],
  ["a 429", { status: 429 }, 4, 4],
  ["a connection that is reset", { failure: "reset" }, 4, 1],
  ["a body shorter than its content-length", { body: { a: "b" }, failure: "cut-short" }, 4, 1],
  ["a body cut between chunks", { chunks: ['{"a":', '"b"'], failure: "cut-chunks" }, 4, 1],
  ["an error body cut short", { status: 500, body: { a: "b" }, failure: "cut-short" }, 4, 1],
])(
  "on a real connection, after %s an idempotent call makes %i attempts, any other %i",
  async (_, answer, idempotent, otherwise) => {
    server.answer(answer);
    const transport = testTransport({ baseUrl: server.url });
    await rejection(transport.send(read));
    expect(server.requests).toHaveLength(idempotent);
    await rejection(transport.send(write));
    expect(server.requests).toHaveLength(idempotent + otherwise);
  },
);

test("any call is retried after a refused connection", async () => {
  const transport = testTransport({ baseUrl: await deadAddress() });
  for (const request of [read, write]) {
    const error = await rejection(transport.send(request));
    expect(error).toBeInstanceOf(NetworkError);
    expect(error).toMatchObject({ code: "network", attempts: 4 });
    expect(String(error)).toContain("ECONNREFUSED");
  }
});

test.each<[name: string, first: ScriptedAnswer]>([
  ["a 503", { status: 503 }],
  ["a reset connection", { failure: "reset" }],
  ["a body cut short", { body: { a: 1 }, failure: "cut-short" }],
])("a retry after %s succeeds, with the same request", async (_, first) => {
  server.answer(first, { body: { done: true } });
  const request = { ...write, name: "things.send", idempotent: true, query: { q: "1" }, ifMatch: "e" };
  const { body } = await testTransport({ baseUrl: server.url }).send(request);
  expect(body).toEqual({ done: true });
  const [one, two] = server.requests.map(({ method, url, body: sent, headers }) => ({
    method,
    url,
    sent,
    match: headers["if-match"],
    length: headers["content-length"],
  }));
  expect(two).toEqual(one);
  expect(one).toMatchObject({ sent: '{"name":"one"}', length: "14", match: "e" });
});

test("a 404 on a retry is success if the method allows it", async () => {
  const gone = { method: "DELETE", path: "/x", name: "things.send", idempotent: true } as const;
  for (const first of [errorResponse(503), lost("ECONNRESET"), cut]) {
    const transport = testTransport({ fetch: scriptedFetch(first, errorResponse(404)) });
    expect(await transport.send(gone)).toMatchObject({ status: 404, body: undefined });
  }
  const atOnce = testTransport({ fetch: scriptedFetch(errorResponse(404)) });
  expect(await rejection(atOnce.send(gone))).toMatchObject({ code: "not_found", attempts: 1 });
  const afterToken = testTransport({
    fetch: scriptedFetch(errorResponse(401), errorResponse(404)),
    auth: tokens("a", "b"),
  });
  expect(await rejection(afterToken.send(gone))).toMatchObject({ code: "not_found", attempts: 2 });
  const other = testTransport({ fetch: scriptedFetch(errorResponse(503), errorResponse(404)) });
  expect(await rejection(other.send(read))).toMatchObject({ code: "not_found", attempts: 2 });
});

function tokens(...list: string[]) {
  return { getAccessToken: () => list.shift() };
}

test("delays have jitter and double up to their cap", async () => {
  const random = vi.spyOn(Math, "random");
  for (const chance of [0, 0.5, 0.999]) {
    random.mockReturnValue(chance);
    const transport = testTransport({
      fetch: scriptedFetch(errorResponse(503)),
      retry: { ...DEFAULT_RETRY, limit: 7 },
    });
    await rejection(transport.send(read));
    const bounds = [1_000, 2_000, 4_000, 8_000, 16_000, 32_000, 32_000];
    expect(transport.clock.slept).toEqual(bounds.map((bound) => chance * bound));
  }
  random.mockRestore();
});

test("the retry event contains the delay", async () => {
  const transport = testTransport({ fetch: scriptedFetch(errorResponse(500), lost("EPIPE"), json({})) });
  await transport.send(read);
  const retries = transport.events.filter((event) => event.type === "retry");
  expect(retries.map(({ delayMs }) => delayMs)).toEqual(transport.clock.slept.map(Math.round));
  expect(retries).toMatchObject([
    { attempt: 1, code: "server_error", status: 500 },
    { attempt: 2, code: "network", status: undefined },
  ]);
});

test.each([
  ["seconds", errorResponse(503, "", { "retry-after": "7" }), 7_000],
  ["a delay of 0", errorResponse(503, "", { "retry-after": "0" }), 0],
  ["a date", errorResponse(429, "", { "retry-after": new Date(Date.UTC(2026, 0, 1, 0, 0, 9)).toUTCString() }), 9_000],
  [
    "RetryInfo",
    json({ error: { message: "busy", details: [{ "@type": "x/RetryInfo", retryDelay: "41s" }] } }, { status: 429 }),
    41_000,
  ],
  ["the maximum delay", errorResponse(503, "", { "retry-after": "60" }), 60_000],
])("waits for the delay in %s", async (_, step, ms) => {
  const transport = testTransport({
    fetch: scriptedFetch(step, json({})),
    clock: createTestClock(Date.UTC(2026, 0, 1)),
  });
  await transport.send(read);
  expect(transport.clock.slept).toEqual([ms]);
});

test("a Retry-After above the cap fails immediately, and the error contains the delay", async () => {
  const fetch = scriptedFetch(errorResponse(429, "", { "retry-after": "61" }));
  const transport = testTransport({ fetch });
  const error = await rejection(transport.send(read));
  expect(error).toBeInstanceOf(ApiError);
  expect(error).toMatchObject({ code: "rate_limited", retryAfterMs: 61_000, attempts: 1 });
  expect(fetch.requests).toHaveLength(1);
  expect(transport.clock.slept).toEqual([]);
});

test.each<[retry: Parameters<ReturnType<typeof testTransport>["send"]>[1], times: number]>([
  [{}, 4],
  [{ retry: undefined }, 4],
  [{ retry: false }, 1],
  [{ retry: { limit: 0 } }, 1],
  [{ retry: { limit: 1 } }, 2],
  [{ retry: { limit: 9 } }, 10],
  [{ retry: { minDelayMs: 0 } }, 4],
])("a call may have its own policy: with %j it is sent %i times", async (options, times) => {
  const fetch = scriptedFetch(errorResponse(503));
  const error = await rejection(testTransport({ fetch }).send(read, options));
  expect(fetch.requests).toHaveLength(times);
  expect(error).toMatchObject({ attempts: times });
});

test("settings of a call keep the client's other settings", async () => {
  const random = vi.spyOn(Math, "random").mockReturnValue(0.5);
  const retry = { limit: 2, minDelayMs: 10, maxDelayMs: 15, maxRetryAfterMs: 100 };
  const transport = testTransport({ fetch: scriptedFetch(errorResponse(503)), retry });
  await rejection(transport.send(read, { retry: { limit: 3 } }));
  expect(transport.clock.slept).toEqual([5, 7.5, 7.5]);
  random.mockRestore();
});

test("many retries do not exhaust any resource", async () => {
  const retry = { ...DEFAULT_RETRY, limit: Number.POSITIVE_INFINITY, minDelayMs: 0 };
  let sent = 0;
  const fetch = async () => {
    sent += 1;
    return sent > 300 ? Response.json({ sent }) : new Response(null, { status: 503 });
  };
  expect((await testTransport({ fetch, retry }).send(read)).body).toEqual({ sent: 301 });
});
