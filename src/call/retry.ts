import { ApiError, NetworkError, ResponseError, TimeoutError } from "../errors/call-errors.js";
import { withoutUndefined } from "../values/objects.js";
import type { Clock } from "./clock.js";
import type { AttemptError, RetryOptions, RetryPolicy } from "./options.js";
import { DEEPEST_CAUSE } from "./redact.js";

/** The default policy of a client. */
export const DEFAULT_RETRY: RetryPolicy = {
  limit: 3,
  minDelayMs: 1_000,
  maxDelayMs: 32_000,
  maxRetryAfterMs: 60_000,
};

/** Default policy of methods with a small quota after a rate limit. */
export const SMALL_QUOTA_RETRY: RetryPolicy = { ...DEFAULT_RETRY, limit: 6, minDelayMs: 10_000, minShare: 0.5 };

/** Overrides settings of a policy; `false` disables retries. */
export function mergeRetry(base: RetryPolicy, over: false | RetryOptions | undefined): RetryPolicy {
  if (over === undefined) return base;
  if (over === false) return { ...base, limit: 0 };
  return { ...base, ...(withoutUndefined(over) as Partial<RetryPolicy>) };
}

/** Statuses after which idempotent calls are retried. */
export const RETRYABLE_STATUS: readonly number[] = [408, 429, 500, 502, 503, 504];
/** Error reasons after which idempotent calls are retried, whatever the status. */
export const RETRYABLE_REASONS: readonly string[] = [
  "rateLimitExceeded",
  "userRateLimitExceeded",
  "backendError",
  "internalError",
  "badGateway",
];

const NEVER_RETRIED: readonly string[] = ["quota_exceeded", "redirect"];

/** Whether a failed attempt proves that the service did nothing: a rate limit or a refused connection. */
export function provesNothingDone(error: unknown): boolean {
  if (error instanceof NetworkError) return isRefusedConnection(error.cause);
  return error instanceof ApiError && error.code === "rate_limited";
}

/** Whether a failed attempt is retried by default. */
export function isRetryable(error: unknown, idempotent: boolean): boolean {
  if (provesNothingDone(error)) return true;
  if (error instanceof NetworkError) return idempotent;
  if (!(error instanceof ApiError) || NEVER_RETRIED.includes(error.code)) return false;
  return idempotent && (RETRYABLE_STATUS.includes(error.status) || RETRYABLE_REASONS.includes(error.reason ?? ""));
}

/** Whether a failed attempt is retried: by default, unless the policy's `when` decides. */
export function shouldRetry(error: unknown, idempotent: boolean, attempt: number, policy: RetryPolicy): boolean {
  const byDefault = isRetryable(error, idempotent);
  if (policy.when === undefined || !isAttemptError(error)) return byDefault;
  const decision: unknown = policy.when(error, attempt);
  if (decision === false) return false;
  return byDefault || (decision === true && idempotent);
}

/** Whether `when` is called for an error: not for deadlines and aborts, which always end a call. */
function isAttemptError(error: unknown): error is AttemptError {
  if (error instanceof TimeoutError) return error.code === "timeout";
  return error instanceof ApiError || error instanceof NetworkError || error instanceof ResponseError;
}

/**
 * Returns the wait before the next attempt, in milliseconds: the delay that the service requests, or else exponential
 * backoff with jitter; the longer of the two if `minShare` is not 0. Undefined if the service requests a longer delay than
 * the policy allows.
 */
export function retryDelay(
  error: unknown,
  retries: number,
  policy: RetryPolicy,
  random: () => number = Math.random,
): number | undefined {
  const { minDelayMs, maxDelayMs, maxRetryAfterMs, minShare = 0 } = policy;
  const requested = error instanceof ApiError ? error.retryAfterMs : undefined;
  if (requested !== undefined && requested > maxRetryAfterMs) return undefined;
  if (requested !== undefined && minShare === 0) return requested;
  // Bounds the exponent: 2 ** 1024 is Infinity, and 0 * Infinity is NaN.
  const bound = Math.min(maxDelayMs, minDelayMs * 2 ** Math.min(retries, 50));
  return Math.max(requested ?? 0, bound * (minShare + (1 - minShare) * random()));
}

/** Returns the wait before the next attempt, in milliseconds. @throws The failure, if the call must not be retried. */
export function nextDelay(
  failure: unknown,
  call: { readonly idempotent: boolean; readonly attempts: number; readonly retries: number },
  policy: RetryPolicy,
): number {
  const { idempotent, attempts, retries } = call;
  const isRetried = retries < policy.limit && shouldRetry(failure, idempotent, attempts, policy);
  const delayMs = isRetried ? retryDelay(failure, retries, policy) : undefined;
  if (delayMs === undefined) throw failure;
  return delayMs;
}

/** Parses a `Retry-After` header, in seconds or as a date, to milliseconds; undefined if absent or invalid. */
export function parseRetryAfter(value: string | null, clock: Clock): number | undefined {
  const text = value?.trim() ?? "";
  if (/^\d+(\.\d+)?$/.test(text)) return Number(text) * 1_000;
  // Date.parse accepts nearly any text, including "-5"; valid dates of this header contain a time.
  const date = /\d\d:\d\d:\d\d/.test(text) ? Date.parse(text) : Number.NaN;
  return Number.isNaN(date) ? undefined : Math.max(0, date - clock.now());
}

/** Parses a duration such as `41s` or `0.5s` to milliseconds; undefined if invalid. */
export function parseDuration(value: unknown): number | undefined {
  const seconds = typeof value === "string" ? /^(\d+(?:\.\d+)?)s$/.exec(value)?.[1] : undefined;
  return seconds === undefined ? undefined : Number(seconds) * 1_000;
}

const REFUSED: readonly unknown[] = ["ECONNREFUSED", "ConnectionRefused"];

/** Whether the connection was refused, so that nothing was sent. */
function isRefusedConnection(cause: unknown, depth = 0): boolean {
  if (typeof cause !== "object" || cause === null || depth > DEEPEST_CAUSE) return false;
  const { code, cause: inner, errors } = cause as { code?: unknown; cause?: unknown; errors?: unknown };
  if (REFUSED.includes(code)) return true;
  if (Array.isArray(errors) && errors.length > 0) return errors.every((each) => isRefusedConnection(each, depth + 1));
  return isRefusedConnection(inner, depth + 1);
}
