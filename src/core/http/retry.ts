import { ApiError } from "../../errors/api-error.js";
import { NetworkError } from "../../errors/network-error.js";
import type { Clock } from "../clock.js";
import type { RetryOptions } from "./transport.js";

/** {@link RetryOptions} with every setting filled in. */
export interface RetryPolicy {
  readonly limit: number;
  readonly minDelayMs: number;
  readonly maxDelayMs: number;
  readonly maxRetryAfterMs: number;
}

/** The policy of a client that sets nothing. */
export const DEFAULT_RETRY: RetryPolicy = {
  limit: 3,
  minDelayMs: 1_000,
  maxDelayMs: 32_000,
  maxRetryAfterMs: 60_000,
};

/** Lays settings over a policy; `false` allows no repeat. */
export function mergeRetry(base: RetryPolicy, over: false | RetryOptions | undefined): RetryPolicy {
  if (over === undefined) return base;
  if (over === false) return { ...base, limit: 0 };
  return {
    limit: over.limit ?? base.limit,
    minDelayMs: over.minDelayMs ?? base.minDelayMs,
    maxDelayMs: over.maxDelayMs ?? base.maxDelayMs,
    maxRetryAfterMs: over.maxRetryAfterMs ?? base.maxRetryAfterMs,
  };
}

const RETRYABLE_STATUS: readonly number[] = [408, 429, 500, 502, 503, 504];
const RETRYABLE_REASONS: readonly unknown[] = [
  "rateLimitExceeded",
  "userRateLimitExceeded",
  "backendError",
  "internalError",
  "badGateway",
];

const NEVER_REPEATED: readonly string[] = ["quota_exceeded", "redirect"];

/** Whether a failed attempt may be followed by another one. */
export function mayRepeat(error: unknown, repeatable: boolean): boolean {
  if (error instanceof NetworkError) return repeatable || isRefusedConnection(error.cause);
  if (!(error instanceof ApiError) || NEVER_REPEATED.includes(error.code)) return false;
  if (error.code === "rate_limited") return true;
  return repeatable && (RETRYABLE_STATUS.includes(error.status) || RETRYABLE_REASONS.includes(error.reason));
}

/**
 * How long to wait before the next attempt, in milliseconds: what the service asks for, else backoff with full jitter
 * (anything from nothing to a bound that doubles). Undefined when the service asks for more than the policy grants.
 */
export function repeatDelay(
  error: unknown,
  repeatsBefore: number,
  policy: RetryPolicy,
  random: () => number = Math.random,
): number | undefined {
  const asked = error instanceof ApiError ? error.retryAfterMs : undefined;
  if (asked !== undefined) return asked <= policy.maxRetryAfterMs ? asked : undefined;
  // Without its own bound the power becomes Infinity, and 0 * Infinity is no number.
  return random() * Math.min(policy.maxDelayMs, policy.minDelayMs * 2 ** Math.min(repeatsBefore, 50));
}

/** Reads a `Retry-After` header, in seconds or as a date; undefined when there is none that can be read. */
export function parseRetryAfter(value: string | null, clock: Clock): number | undefined {
  const text = value?.trim() ?? "";
  if (/^\d+(\.\d+)?$/.test(text)) return Number(text) * 1_000;
  // Date.parse finds a date in nearly anything, "-5" included; the real ones tell the time of day.
  const date = /\d\d:\d\d:\d\d/.test(text) ? Date.parse(text) : Number.NaN;
  return Number.isNaN(date) ? undefined : Math.max(0, date - clock.now());
}

/** Reads a duration such as `41s` or `0.5s`; undefined when it is none. */
export function parseDuration(value: unknown): number | undefined {
  const seconds = typeof value === "string" ? /^(\d+(?:\.\d+)?)s$/.exec(value)?.[1] : undefined;
  return seconds === undefined ? undefined : Number(seconds) * 1_000;
}

const REFUSED: readonly unknown[] = ["ECONNREFUSED", "ConnectionRefused"];
const DEEPEST_CAUSE = 8;

/** Whether nothing was sent at all: nobody listens at that address. */
function isRefusedConnection(cause: unknown, depth = 0): boolean {
  if (typeof cause !== "object" || cause === null || depth > DEEPEST_CAUSE) return false;
  const { code, cause: inner, errors } = cause as { code?: unknown; cause?: unknown; errors?: unknown };
  if (REFUSED.includes(code)) return true;
  if (Array.isArray(errors) && errors.length > 0) return errors.every((each) => isRefusedConnection(each, depth + 1));
  return isRefusedConnection(inner, depth + 1);
}
