import fc from "fast-check";
import { expect, test } from "vitest";
import {
  DEFAULT_RETRY,
  isRetryable,
  mergeRetry,
  parseDuration,
  parseRetryAfter,
  retryDelay,
} from "../../src/call/retry.js";
import { ApiError, NetworkError, TimeoutError } from "../../src/errors/call-errors.js";
import type { ApiErrorCode } from "../../src/errors/error-code.js";
import { createTestClock } from "../support/test-clock.js";

const request = { method: "GET", path: "/x" };
const refused = (code: ApiErrorCode, status: number, more: { reason?: string; retryAfterMs?: number } = {}) =>
  new ApiError({ code, status, request, text: "no", attempts: 1, ...more });
const disconnected = (cause: unknown) => new NetworkError({ request, attempts: 1, text: "gone", cause });

test("the defaults are the documented ones", () => {
  expect(DEFAULT_RETRY).toEqual({ limit: 3, minDelayMs: 1_000, maxDelayMs: 32_000, maxRetryAfterMs: 60_000 });
});

test.each([
  [undefined, DEFAULT_RETRY],
  [{}, DEFAULT_RETRY],
  [false, { ...DEFAULT_RETRY, limit: 0 }],
  [{ limit: 5 }, { ...DEFAULT_RETRY, limit: 5 }],
  [
    { limit: 0, minDelayMs: 0 },
    { ...DEFAULT_RETRY, limit: 0, minDelayMs: 0 },
  ],
  [
    { limit: undefined, maxDelayMs: 9 },
    { ...DEFAULT_RETRY, maxDelayMs: 9 },
  ],
  [{ maxRetryAfterMs: 1 }, { ...DEFAULT_RETRY, maxRetryAfterMs: 1 }],
] as const)("laid over the defaults, %j gives %j", (over, policy) => {
  expect(mergeRetry(DEFAULT_RETRY, over)).toEqual(policy);
});

test("a call can allow retries that the client forbids", () => {
  expect(mergeRetry(mergeRetry(DEFAULT_RETRY, false), { limit: 2 }).limit).toBe(2);
});

const econnrefused = { code: "ECONNREFUSED" };

test.each<[what: string, error: unknown, idempotent: boolean, otherwise: boolean]>([
  ["408", refused("request_failed", 408), true, false],
  ["429", refused("rate_limited", 429), true, true],
  ["500", refused("server_error", 500), true, false],
  ["501", refused("server_error", 501), false, false],
  ["502", refused("unavailable", 502), true, false],
  ["503", refused("unavailable", 503), true, false],
  ["504", refused("unavailable", 504), true, false],
  ["505", refused("server_error", 505), false, false],
  ["403 rateLimitExceeded", refused("rate_limited", 403, { reason: "rateLimitExceeded" }), true, true],
  ["403 quotaExceeded", refused("quota_exceeded", 403, { reason: "quotaExceeded" }), false, false],
  ["503 quotaExceeded", refused("quota_exceeded", 503, { reason: "quotaExceeded" }), false, false],
  ["400 jobRateLimitExceeded", refused("bad_request", 400, { reason: "jobRateLimitExceeded" }), false, false],
  ["400 backendError", refused("bad_request", 400, { reason: "backendError" }), true, false],
  ["403 internalError", refused("permission_denied", 403, { reason: "internalError" }), true, false],
  ["400 badGateway", refused("bad_request", 400, { reason: "badGateway" }), true, false],
  ["400 userRateLimitExceeded", refused("bad_request", 400, { reason: "userRateLimitExceeded" }), true, false],
  ["404", refused("not_found", 404), false, false],
  ["412", refused("precondition_failed", 412), false, false],
  ["a redirect", refused("redirect", 302), false, false],
  ["a redirect with the reason backendError", refused("redirect", 302, { reason: "backendError" }), false, false],
  ["a lost connection", disconnected(new TypeError("terminated")), true, false],
  ["a lost connection without a cause", disconnected(undefined), true, false],
  ["a refused connection", disconnected(new TypeError("fetch failed", { cause: econnrefused })), true, true],
  ["a refused connection, as Bun reports it", disconnected({ code: "ConnectionRefused" }), true, true],
  [
    "two addresses that refused the connection",
    disconnected({ cause: { errors: [econnrefused, econnrefused] } }),
    true,
    true,
  ],
  [
    "one refused and one lost connection",
    disconnected({ cause: { errors: [econnrefused, { code: "ECONNRESET" }] } }),
    true,
    false,
  ],
  ["a lost connection whose cause is null", disconnected(null), true, false],
  ["an empty AggregateError", disconnected({ errors: [] }), true, false],
  [
    "an empty aggregate whose cause is a refused connection",
    disconnected({ errors: [], cause: econnrefused }),
    true,
    true,
  ],
  ["an unknown host name", disconnected({ cause: { code: "ENOTFOUND" } }), true, false],
  ["a timeout", new TimeoutError({ code: "timeout", limitMs: 1, request, attempts: 1 }), false, false],
  ["a deadline", new TimeoutError({ code: "deadline", limitMs: 1, request, attempts: 1 }), false, false],
  ["a foreign error", new Error("a bug"), false, false],
])("decides about a retry after %s", (_, error, idempotent, otherwise) => {
  expect({ idempotent: isRetryable(error, true), otherwise: isRetryable(error, false) }).toEqual({
    idempotent,
    otherwise,
  });
});

test("a cyclic chain of causes ends", () => {
  const cause: { cause?: unknown } = {};
  cause.cause = cause;
  expect(isRetryable(disconnected(cause), false)).toBe(false);
  const errors: object[] = [];
  errors.push({ errors });
  expect(isRetryable(disconnected({ errors }), false)).toBe(false);
});

test("a refused connection is found up to eight causes deep", () => {
  const under = (depth: number): unknown => (depth === 0 ? econnrefused : { cause: under(depth - 1) });
  expect(isRetryable(disconnected(under(8)), false)).toBe(true);
  expect(isRetryable(disconnected(under(9)), false)).toBe(false);
});

test("the delay is random between 0 and a limit that doubles up to its cap", () => {
  const policies = fc.record({
    limit: fc.constant(3),
    minDelayMs: fc.nat(100_000),
    maxDelayMs: fc.nat(100_000),
    maxRetryAfterMs: fc.nat(),
  });
  const chance = fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true });
  fc.assert(
    fc.property(policies, fc.oneof(fc.nat(40), fc.nat(5_000)), chance, (policy, repeats, random) => {
      let bound = policy.minDelayMs;
      for (let n = 0; n < Math.min(repeats, 64); n += 1) bound += bound;
      const delay = retryDelay(refused("unavailable", 503), repeats, policy, () => random)!;
      expect(delay).toBeCloseTo(random * Math.min(bound, policy.maxDelayMs), 5);
      expect(delay).toBeLessThanOrEqual(policy.maxDelayMs);
      expect(delay).toBeGreaterThanOrEqual(0);
    }),
  );
});

test("by default the bounds are 1, 2, 4, 8, 16 and 32 seconds", () => {
  const bounds = [0, 1, 2, 3, 4, 5, 6, 20].map((n) => retryDelay(disconnected(undefined), n, DEFAULT_RETRY, () => 1));
  expect(bounds).toEqual([1_000, 2_000, 4_000, 8_000, 16_000, 32_000, 32_000, 32_000]);
});

test.each([
  [0, 0],
  [41_000, 41_000],
  [60_000, 60_000],
  [60_001, undefined],
  [Number.POSITIVE_INFINITY, undefined],
])("if the service requests a delay of %s ms, the wait is %s", (retryAfterMs, wait) => {
  expect(retryDelay(refused("unavailable", 503, { retryAfterMs }), 0, DEFAULT_RETRY, () => 1)).toBe(wait);
});

test("an infinite limit allows every delay", () => {
  const policy = { ...DEFAULT_RETRY, maxRetryAfterMs: Number.POSITIVE_INFINITY };
  expect(retryDelay(refused("unavailable", 503, { retryAfterMs: 1e9 }), 0, policy)).toBe(1e9);
});

const now = Date.UTC(2026, 0, 1, 12, 0, 0);

test.each([
  [null, undefined],
  ["", undefined],
  ["  ", undefined],
  ["0", 0],
  ["120", 120_000],
  [" 7 ", 7_000],
  ["1.5", 1_500],
  ["1.25", 1_250],
  ["Thu, 01 Jan 2026 12:00:30 GMT", 30_000],
  ["Thursday, 01-Jan-26 12:00:05 GMT", 5_000],
  ["Thu Jan  1 12:00:10 2026 GMT", 10_000],
  ["2026-01-01T12:00:20Z", 20_000],
  ["Thu, 01 Jan 2026 11:00:00 GMT", 0],
  ["-5", undefined],
  ["soon", undefined],
  ["soon 5", undefined],
  ["1.5.3", undefined],
  ["120, 60", undefined],
  ["5s", undefined],
  ["0x10", undefined],
  ["1e3", undefined],
])("Retry-After: %j requests a delay of %s ms", (value, ms) => {
  expect(parseRetryAfter(value, createTestClock(now))).toBe(ms);
});

test("a date in Retry-After is compared with the client's clock", () => {
  const date = fc.date({ min: new Date(0), max: new Date(8e12), noInvalidDate: true });
  fc.assert(
    fc.property(date, fc.nat(8e12), (until, at) => {
      const whole = Math.floor(until.getTime() / 1_000) * 1_000;
      expect(parseRetryAfter(new Date(whole).toUTCString(), createTestClock(at))).toBe(Math.max(0, whole - at));
    }),
  );
});

test.each([
  ["41s", 41_000],
  ["0.5s", 500],
  ["0s", 0],
  ["3.000000001s", 3000.000001],
  ["41", undefined],
  ["-1s", undefined],
  ["1m", undefined],
  ["41 sec", undefined],
  ["41sec", undefined],
  [41, undefined],
  [["41s"], undefined],
  [{ seconds: 41 }, undefined],
  [undefined, undefined],
])("the duration %j is %s ms", (value, ms) => {
  const read = parseDuration(value);
  if (ms === undefined) expect(read).toBeUndefined();
  else expect(read).toBeCloseTo(ms, 6);
});
