import { expect, test, vi } from "vitest";
import type { RetryOptions } from "../../src/call/options.js";
import { shouldRetry } from "../../src/call/retry.js";
import { ApiError, NetworkError, ResponseError, TimeoutError } from "../../src/errors/call-errors.js";
import { rejection } from "../support/rejection.js";
import { errorResponse, json, lost, type Step, scriptedFetch, silent, text } from "../support/scripted-fetch.js";
import { read, testTransport, write } from "./transport-setup.js";

type When = NonNullable<RetryOptions["when"]>;
const request = { method: "GET", path: "/x" };
const unavailable = new ApiError({ code: "unavailable", status: 503, request, text: "no", attempts: 1 });
const limited = new ApiError({ code: "rate_limited", status: 429, request, text: "no", attempts: 1 });
const notFound = new ApiError({ code: "not_found", status: 404, request, text: "no", attempts: 1 });
const timeout = new TimeoutError({ code: "timeout", limitMs: 1, request, attempts: 1 });
const network = new NetworkError({ request, attempts: 1, text: "gone", cause: undefined });
const issues = [{ path: "", message: "m", rule: "json-body" }];
const invalid = new ResponseError({ code: "invalid_response", status: 200, request, issues, body: "x" });
const policy = (when?: When) => ({ limit: 3, minDelayMs: 0, maxDelayMs: 0, maxRetryAfterMs: 0, when });

test.each<
  [
    name: string,
    error: unknown,
    whenIdempotent: [no: boolean, yes: boolean, undef: boolean],
    otherwise: [boolean, boolean, boolean],
  ]
>([
  ["a 503", unavailable, [false, true, true], [false, false, false]],
  ["a 429", limited, [false, true, true], [false, true, true]],
  ["a 404", notFound, [false, true, false], [false, false, false]],
  ["a lost connection", network, [false, true, true], [false, false, false]],
  ["a timeout", timeout, [false, true, false], [false, false, false]],
  ["a response that is not JSON", invalid, [false, true, false], [false, false, false]],
])(
  "after %s, the result of when (false, true or undefined) decides about a retry",
  (_, error, whenIdempotent, otherwise) => {
    const decisions = [false, true, undefined];
    const decide = (idempotent: boolean) =>
      decisions.map((each) =>
        shouldRetry(
          error,
          idempotent,
          1,
          policy(() => each),
        ),
      );
    expect(decide(true)).toEqual(whenIdempotent);
    expect(decide(false)).toEqual(otherwise);
  },
);

test.each([
  ["a deadline", new TimeoutError({ code: "deadline", limitMs: 1, request, attempts: 1 })],
  ["another error", new Error("a bug")],
])("when is not called after %s", (_, error) => {
  const when = vi.fn(() => true);
  expect(shouldRetry(error, true, 1, policy(when))).toBe(false);
  expect(when).not.toHaveBeenCalled();
});

test("a promise that when returns is ignored", () => {
  const when = (async () => false) as () => never; // when must be synchronous
  expect(shouldRetry(unavailable, true, 1, policy(when))).toBe(true);
  expect(shouldRetry(notFound, true, 1, policy(when))).toBe(false);
});

const over = (when: When, ...steps: Step[]) => {
  const fetch = scriptedFetch(...steps);
  return {
    fetch,
    transport: testTransport({
      fetch,
      retry: { limit: 3, minDelayMs: 8, maxDelayMs: 8, maxRetryAfterMs: 60_000, when },
    }),
  };
};

test("when receives the error and the number of the failed attempt", async () => {
  const calls: unknown[] = [];
  const when: When = (error, attempt) => {
    calls.push([error.code, attempt, error instanceof ApiError ? error.attempts : undefined]);
    return undefined;
  };
  const { transport } = over(when, errorResponse(503), lost(), json({ a: 1 }));
  expect((await transport.send(read)).body).toEqual({ a: 1 });
  expect(calls).toEqual([
    ["unavailable", 1, 1],
    ["network", 2, undefined],
  ]);
});

test("timeouts are retried if when returns true, and not otherwise", async () => {
  const slow: Step[] = [silent, json({ a: 1 })];
  const retried = over((error) => error.code === "timeout" || undefined, ...slow);
  expect((await retried.transport.send(read, { timeoutMs: 5 })).body).toEqual({ a: 1 });
  expect(retried.transport.events.find(({ type }) => type === "retry")).toMatchObject({
    code: "timeout",
    status: undefined,
  });
  const other = over(() => undefined, ...slow);
  expect(await rejection(other.transport.send(read, { timeoutMs: 5 }))).toMatchObject({ code: "timeout", attempts: 1 });
});

test("false stops immediately, true never retries a call that is not idempotent", async () => {
  const stopped = over(() => false, errorResponse(503));
  expect(await rejection(stopped.transport.send(read))).toMatchObject({ attempts: 1 });
  const unsafe = over(() => true, errorResponse(503));
  expect(await rejection(unsafe.transport.send(write))).toMatchObject({ attempts: 1 });
});

test("true respects the limit, and when is not called for the last failure", async () => {
  const when = vi.fn(() => true);
  const { transport } = over(when, errorResponse(404));
  expect(await rejection(transport.send(read))).toMatchObject({ code: "not_found", attempts: 4 });
  expect(when).toHaveBeenCalledTimes(3);
  const none = over(when, errorResponse(404));
  expect(await rejection(none.transport.send(read, { retry: false }))).toMatchObject({ attempts: 1 });
  expect(when).toHaveBeenCalledTimes(3);
});

test("true respects maxRetryAfterMs and the deadline", async () => {
  const asked = over(() => true, errorResponse(404, "", { "retry-after": "61" }));
  expect(await rejection(asked.transport.send(read))).toMatchObject({
    code: "not_found",
    attempts: 1,
    retryAfterMs: 61_000,
  });
  const late = over(() => true, errorResponse(404, "", { "retry-after": "30" }));
  expect(await rejection(late.transport.send(read, { deadlineMs: 10_000 }))).toMatchObject({
    code: "deadline",
    cause: { code: "not_found" },
  });
});

test("true uses the same delays as other retries", async () => {
  const { transport } = over(() => true, errorResponse(404, "", { "retry-after": "7" }), json({}));
  await transport.send(read);
  expect(transport.clock.slept).toEqual([7_000]);
});

test("when is not called for aborts, deadlines in flight and the retry after a 401", async () => {
  const when = vi.fn(() => true);
  const controller = new AbortController();
  const aborted = over(when, (request, signal) => {
    controller.abort("enough");
    return silent(request, signal);
  });
  expect(await rejection(aborted.transport.send(read, { signal: controller.signal }))).toBe("enough");
  expect(await rejection(over(when, silent).transport.send(read, { deadlineMs: 5 }))).toMatchObject({
    code: "deadline",
  });
  const tokens = ["stale", "fresh"];
  const fetch = scriptedFetch(errorResponse(401), json({ a: 1 }));
  const auth = { getAccessToken: () => tokens.shift() };
  const retry = { limit: 0, minDelayMs: 0, maxDelayMs: 0, maxRetryAfterMs: 0, when };
  expect((await testTransport({ fetch, auth, retry }).send(read)).body).toEqual({ a: 1 });
  expect(when).not.toHaveBeenCalled();
});

test("an exception of when ends the call", async () => {
  const failure = new Error("mine");
  const when = () => {
    throw failure;
  };
  const { fetch, transport } = over(when, errorResponse(503));
  expect(await rejection(transport.send(read))).toBe(failure);
  expect(fetch.requests).toHaveLength(1);
});

test("a call overrides when, and keeps the other settings", async () => {
  const { transport } = over(() => false, errorResponse(503));
  expect(await rejection(transport.send(read, { retry: { when: () => undefined } }))).toMatchObject({ attempts: 4 });
});

test("a response that is not JSON can be retried", async () => {
  const { fetch, transport } = over(
    (error) => error.code === "invalid_response" || undefined,
    text("<html>"),
    json({ a: 1 }),
  );
  expect((await transport.send(read)).body).toEqual({ a: 1 });
  expect(fetch.requests).toHaveLength(2);
});
