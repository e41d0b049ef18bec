import { type Clock, deadlineExceeded, pause, remainingMs, startCall } from "../call/clock.js";
import type { Emit } from "../call/events.js";
import type { CallContext } from "../call/method.js";
import {
  assertCallOptions,
  type CallOptions,
  type Deadline,
  headerProblems,
  type RetryPolicy,
  type WireResponse,
  wholeResourceQuery,
} from "../call/options.js";
import { mergeRetry, provesNothingDone, retryDelay } from "../call/retry.js";
import { type ApiError, type RequestSummary, ResponseError } from "../errors/call-errors.js";
import { hasCode } from "../errors/fourfold-error.js";
import type { Issue } from "../errors/request-error.js";
import { wrongShape } from "../schema/shape-issues.js";
import { joinPath } from "../values/issue-path.js";
import { isInteger, must, type OptionCheck, type OptionChecks } from "../values/options.js";
import type { Table } from "./schemas/table.js";

/** The contexts of clients by their function `emit`, which is different for each client and the same for its copies. */
export const contexts = new WeakMap<Emit, CallContext>();

/** Default of `attempts`. */
const DEFAULT_ATTEMPTS = 5;

/** Options of a call that reads and writes a resource, and starts over if it changed in between. */
export interface SequenceOptions extends CallOptions {
  readonly attempts?: number | undefined;
}

/** @throws {RequestError} If an option is invalid. `own` contains the checks of options that only this call has. */
export function assertSequenceOptions(operation: string, options: SequenceOptions, own: OptionChecks = {}): void {
  assertCallOptions(operation, options, {
    attempts: must((value) => isInteger(value, 1), "a positive integer"),
    query: wholeResourceQuery("selectedFields", "view", "autodetect_schema"),
    headers: withoutIfMatch,
    ...own,
  });
}

/** Starts a call of several requests: its deadline begins, and its requests share an id. */
export function startSequence(context: CallContext, operation: string, options: SequenceOptions) {
  const { attempts = DEFAULT_ATTEMPTS, ...requestOptions } = options;
  const { signal } = requestOptions;
  const scope = startCall(context, requestOptions);
  const retry = mergeRetry(context.retry, requestOptions.retry);
  const limits: AttemptLimits = { clock: context.clock, attempts, signal, retry, deadline: scope.deadline };
  return { requestOptions, limits, details: { operation, scope } };
}

/** Limits of the attempts of one call. */
interface AttemptLimits {
  readonly signal: AbortSignal | undefined;
  readonly deadline: Deadline | undefined;
  readonly clock: Clock;
  readonly attempts: number;
  readonly retry: RetryPolicy;
}

/**
 * Makes attempts until one succeeds, with random, growing delays in between.
 *
 * @throws The failure of the last attempt.
 */
export async function inAttempts<T>(
  { clock, attempts, retry, deadline, signal }: AttemptLimits,
  request: RequestSummary,
  make: () => Promise<Outcome<T>>,
): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    const outcome = await make();
    if ("done" in outcome) return outcome.done;
    const { failed } = outcome;
    // Without random delays, callers that start together would conflict again and again.
    const delayMs = attempt < attempts ? retryDelay(failed, attempt, retry) : undefined;
    if (delayMs === undefined) throw failed;
    if (delayMs >= remainingMs(clock, deadline)) {
      throw deadlineExceeded(deadline, { request, attempts: attempt, cause: failed });
    }
    await pause(clock, delayMs, signal);
  }
}

/** Result of one attempt: the result of the call, or an error after which another attempt may succeed. */
export type Outcome<T> = { readonly done: T } | { readonly failed: unknown };

/** Whether a write may have been applied although it failed. */
export function leavesOpen(error: unknown): boolean {
  if (provesNothingDone(error)) return false;
  return hasCode(error, "network", "timeout", "unavailable", "server_error", "invalid_response", "response_too_large");
}

/** Whether a table has changed since it was read. */
export function isConflict(error: unknown): error is ApiError {
  return hasCode(error, "precondition_failed") && (error as ApiError).status === 412; // the code of an ApiError
}

/** Creates the error of a table that cannot be compared or changed. Credentials in `body` must be masked. */
export function unusableTable(issue: Issue, request: RequestSummary, body?: unknown): ResponseError {
  return new ResponseError({ code: "invalid_response", status: 200, request, issues: [issue], body });
}

/** @throws {ResponseError} If a table has no etag. Without `redact`, the error has no body. */
export function requiredEtag(table: Table, request: RequestSummary, redact?: WireResponse["redact"]): string {
  if (typeof table.etag === "string" && table.etag !== "") return table.etag;
  const issue = wrongShape("etag", "is missing, so a concurrent change could not be detected");
  throw unusableTable(issue, request, redact?.(table));
}

/** Returns issues for conditional headers, because the call sets the etag itself. */
const withoutIfMatch: OptionCheck = (headers, path) => [
  ...headerProblems(headers),
  ...Object.keys(Object(headers))
    .filter((name) => name.toLowerCase() === "if-match")
    .map((name) => ({ path: joinPath(path, name), message: "is not allowed: the call sets it itself" })),
];

/** Returns the resource that a request gets; undefined if it does not exist. */
export async function unlessMissing<T>(reading: Promise<T>): Promise<T | undefined> {
  try {
    return await reading;
  } catch (error) {
    if (hasCode(error, "not_found")) return undefined;
    throw error;
  }
}
