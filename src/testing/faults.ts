import { listed } from "../values/describe.js";
import { isObject } from "../values/objects.js";
import {
  anyValue,
  booleanOption,
  isInteger,
  isNonNegative,
  isString,
  must,
  type OptionCheck,
  type OptionChecks,
  type OptionProblem,
  optionsOf,
  required,
  strictOptions,
} from "../values/options.js";
import { errorResponse, type FakeService, toResponse } from "./fake-service.js";
import { ServiceError } from "./service-error.js";

/** The requests that a fault applies to. Default: all. */
export interface FaultMatch {
  /** HTTP method, case-insensitive. Default: every method. */
  readonly method?: string | undefined;
  /** Prefix of the encoded path, or a pattern for it. Default: every path. */
  readonly path?: string | RegExp | undefined;
}

/** A fault of a request, as `sandbox.faults.next` accepts it. It requires at least one effect: `status` or `drop`, or `delayMs`. */
export interface Fault {
  /**
   * HTTP status of the response, from 200 to 599, in the error format of the service. The service does not process the
   * request, unless `after` is set.
   */
  readonly status?: number | undefined;
  /** The short reason in the error response, such as `rateLimitExceeded`. Default: the usual reason for the status. */
  readonly reason?: string | undefined;
  /** The `Retry-After` header of the response, in whole seconds. Default: none. */
  readonly retryAfter?: number | undefined;
  /**
   * Body of the response: a string is sent as it is, such as the HTML page of a proxy or truncated JSON, anything else as
   * JSON. Default: the service's error body.
   */
  readonly body?: unknown;
  /** Drops the connection before the response. The service does not process the request, unless `after` is set. */
  readonly drop?: true | undefined;
  /** Delay in milliseconds, on the sandbox's clock. Without another effect, the request is then handled as usual. */
  readonly delayMs?: number | undefined;
  /** Number of requests that the fault applies to: an integer from 1, or `Infinity`. Default: 1. */
  readonly times?: number | undefined;
  /** The requests that the fault applies to. Default: any. */
  readonly match?: FaultMatch | undefined;
  /** Makes the service process the request before `status` or `drop` replaces the response. Default: `false`. */
  readonly after?: boolean | undefined;
}

/** The faults of a sandbox, in the order in which they were added. */
export interface Faults {
  /**
   * Adds a fault. At most one fault applies to a request: the first one that matches.
   *
   * @param fault - The fault, and the requests that it affects.
   * @throws {RequestError} If the description is invalid, with all issues.
   * @example sandbox.faults.next({ status: 503, retryAfter: 1, times: 2, match: { method: "GET" } });
   */
  next(fault: Fault): void;
  /** The pending faults, with their remaining `times`. */
  readonly pending: readonly Fault[];
  /** Removes the pending faults. */
  clear(): void;
}

/** The queue of the faults. */
export interface FaultQueue extends Faults {
  /** Removes and returns the first fault that applies to a method and an encoded path; undefined if there is none. */
  take(method: string, path: string): Fault | undefined;
}

/** Creates an empty queue. */
export function createFaultQueue(): FaultQueue {
  let queue: (Fault & { times: number })[] = [];
  return {
    next(fault) {
      strictOptions("sandbox.faults.next", fault, faultCheck, "fault");
      queue.push({ ...structuredClone(fault), times: fault.times ?? 1 });
    },
    get pending() {
      return structuredClone(queue);
    },
    clear() {
      queue = [];
    },
    take(method, path) {
      const fault = queue.find(({ match }) => matches(match, method, path));
      if (fault !== undefined) fault.times -= 1;
      queue = queue.filter(({ times }) => times > 0);
      return fault;
    },
  };
}

function matches(match: FaultMatch = {}, method: string, path: string): boolean {
  if (match.method !== undefined && match.method.toUpperCase() !== method) return false;
  if (match.path === undefined) return true;
  return typeof match.path === "string" ? path.startsWith(match.path) : path.search(match.path) >= 0;
}

const text = must(isString, "a string");

const METHODS = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"];

const MATCH_CHECKS: OptionChecks<keyof FaultMatch> = {
  method: must((value) => isString(value) && METHODS.includes(value.toUpperCase()), listed(METHODS)),
  path: must(
    (value) => value instanceof RegExp || (isString(value) && /^\/[^*{]*$/.test(value)),
    "a RegExp, or the beginning of a path with its slash and without wildcards",
  ),
};

const CHECKS: OptionChecks<keyof Fault> = {
  status: must((value) => isInteger(value, 200) && Number(value) <= 599, "an integer from 200 to 599"),
  reason: text,
  retryAfter: must((value) => isInteger(value, 0), "a whole number of seconds"),
  body: anyValue,
  drop: must((value) => value === true, "true"),
  delayMs: must((value) => isNonNegative(value) && Number.isFinite(value), "a non-negative number of milliseconds"),
  times: must((value) => isInteger(value, 1) || value === Number.POSITIVE_INFINITY, "an integer from 1, or Infinity"),
  match: optionsOf(MATCH_CHECKS),
  after: booleanOption,
};

const optionCheck = required(optionsOf(CHECKS));
const faultCheck: OptionCheck = (fault, path) => [...optionCheck(fault, path), ...combinationProblems(fault)];

const EFFECTS = ["status", "drop", "delayMs"] as const;

/** Properties that require one of several effects. */
const NEEDS: { readonly [Name in keyof Fault]: readonly string[] } = {
  reason: ["status"],
  retryAfter: ["status"],
  body: ["status"],
  after: ["status", "drop"],
};

function combinationProblems(fault: unknown): OptionProblem[] {
  if (!isObject(fault)) return [];
  const has = (name: string) => fault[name] !== undefined;
  const problems = EFFECTS.some(has) ? [] : [{ path: "", message: `has no effect; set one of ${EFFECTS.join(", ")}` }];
  for (const [path, effects] of Object.entries(NEEDS).filter(([name]) => has(name))) {
    if (!effects.some(has)) problems.push({ path, message: `requires ${listed(effects)}` });
  }
  if (has("drop") && has("status")) problems.push({ path: "drop", message: "must be omitted with status" });
  return problems;
}

/**
 * Returns the response to a request with a fault.
 *
 * @param handle - Makes the service process the request.
 * @throws The error of a lost connection, if the fault drops it.
 */
export async function faultyResponse(
  { status, reason, retryAfter, body, drop, after }: Fault,
  handle: () => Promise<Response>,
  errorBody: FakeService["errorBody"],
): Promise<Response> {
  if (status === undefined && !drop) return handle();
  if (after) await handle();
  if (status === undefined) throw connectionLost();
  const message = `Simulated response with status ${status}`;
  const headers = retryAfter === undefined ? undefined : { "retry-after": String(retryAfter) };
  if (body !== undefined) return toResponse({ status, headers, ...(isString(body) ? { text: body } : { body }) });
  return errorResponse(new ServiceError({ status, reason, message }), errorBody, headers);
}

/** Creates the error of a connection that ended too early, in the form of Node's `fetch`. */
function connectionLost(): TypeError {
  const cause = Object.assign(new Error("the sandbox dropped the connection"), { code: "ECONNRESET" });
  return new TypeError("fetch failed", { cause });
}

/** Whether a caught value is an error of {@link connectionLost}, or has the same form. */
export function isConnectionLost(error: unknown): boolean {
  if (!(error instanceof TypeError)) return false;
  return (error.cause as { code?: unknown } | undefined)?.code === "ECONNRESET";
}
