import { listed } from "../core/describe.js";
import { isObject } from "../core/objects.js";
import {
  booleanOption,
  isInteger,
  isNonNegative,
  isString,
  must,
  type OptionChecks,
  type OptionProblem,
  optionsOf,
  required,
  strictOptions,
} from "../core/options.js";
import { errorResponse, type FakeService } from "./fake-service.js";
import { ServiceError } from "./service-error.js";

/** The requests that a fault applies to; if omitted, all. */
export interface FaultMatch {
  /** HTTP method, case-insensitive. Default: every method. */
  readonly method?: string | undefined;
  /** Prefix of the encoded path, or a pattern for it. Default: every path. */
  readonly path?: string | RegExp | undefined;
}

/**
 * A fault of a request, as `sandbox.faults.next` accepts it. It requires at least one effect: `status`, `html`,
 * `malformed`, `drop`, `delayMs`, `emptyPage` or `repeatToken`.
 */
export interface Fault {
  /**
   * HTTP status of an error response, from 300 to 599, in the error format of the service. The service does not process
   * the request, unless `after` is set. A redirect has no target.
   */
  readonly status?: number | undefined;
  /** The short reason in the error response, such as `rateLimitExceeded`. Default: the usual reason for the status. */
  readonly reason?: string | undefined;
  /** The message in the error response. Default: a message that names the fault as its cause. */
  readonly message?: string | undefined;
  /** The `Retry-After` header of the error response, in whole seconds. Default: none. */
  readonly retryAfter?: number | undefined;
  /** Sends an HTML page instead of the JSON of the error response, as a proxy does. The status is 502 by default. */
  readonly html?: true | undefined;
  /**
   * Truncates the JSON of the response. Unless `status` is set, the service processes the request first, and the successful
   * response is truncated.
   */
  readonly malformed?: true | undefined;
  /**
   * Drops the connection: with `true` before the response and without processing the request (unless `after` is set),
   * with `"body"` after the headers and half of the body.
   */
  readonly drop?: true | "body" | undefined;
  /** Delay in milliseconds, on the sandbox's clock. Without another effect, the request is then handled as usual. */
  readonly delayMs?: number | undefined;
  /**
   * Returns a page without items, with a token that continues at the same position, so that no item is lost. Applies to
   * the next request for a page.
   */
  readonly emptyPage?: true | undefined;
  /**
   * Returns a page with the token of its request. Applies to the next request for a page; a first page, which has no token,
   * gets a token, and the fault then applies to the next page.
   */
  readonly repeatToken?: true | undefined;
  /** Number of requests that the fault applies to: an integer from 1, or `Infinity`. Default: 1. */
  readonly times?: number | undefined;
  /** The requests that the fault applies to. Default: any. */
  readonly match?: FaultMatch | undefined;
  /**
   * Makes the service process the request before `status`, `html` or `drop` replaces the response. Default: `false`.
   */
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

/** The parts of a request that determine whether a fault applies. */
interface FaultTarget {
  readonly method: string;
  /** Encoded path. */
  readonly path: string;
  /** The requested page of a list; undefined for other requests. */
  readonly page: "first" | "later" | undefined;
}

/** The queue of the faults. */
export interface FaultQueue extends Faults {
  /** Removes and returns the first fault that applies to a request; undefined if there is none. */
  take(target: FaultTarget): Fault | undefined;
}

/** Creates an empty queue. */
export function createFaultQueue(): FaultQueue {
  let queue: (Fault & { times: number })[] = [];
  return {
    next(fault) {
      const check = required(optionsOf(CHECKS));
      strictOptions(
        "sandbox.faults.next",
        fault,
        (value, path) => [...check(value, path), ...combinationProblems(value)],
        "fault",
      );
      queue.push({ ...structuredClone(fault), times: fault.times ?? 1 });
    },
    get pending() {
      return structuredClone(queue);
    },
    clear() {
      queue = [];
    },
    take(target) {
      const fault = queue.find((each) => concerns(each, target));
      // A first page has no token to return again: the fault applies to the next page.
      if (fault !== undefined && !(fault.repeatToken && target.page === "first")) fault.times -= 1;
      queue = queue.filter(({ times }) => times > 0);
      return fault;
    },
  };
}

function concerns({ match, emptyPage, repeatToken }: Fault, { method, path, page }: FaultTarget): boolean {
  if ((emptyPage || repeatToken) && page === undefined) return false;
  if (match?.method !== undefined && match.method.toUpperCase() !== method) return false;
  if (match?.path === undefined) return true;
  return typeof match.path === "string" ? path.startsWith(match.path) : path.search(match.path) >= 0;
}

const yes = must((value) => value === true, "true");
const text = must(isString, "a string");

const MATCH_CHECKS: OptionChecks<keyof FaultMatch> = {
  method: text,
  path: must(
    (value) => value instanceof RegExp || (isString(value) && value.startsWith("/")),
    "a RegExp, or the beginning of a path with its slash",
  ),
};

const CHECKS: OptionChecks<keyof Fault> = {
  status: must((value) => isInteger(value, 300) && Number(value) <= 599, "an integer from 300 to 599"),
  reason: text,
  message: text,
  retryAfter: must((value) => isInteger(value, 0), "a whole number of seconds"),
  html: yes,
  malformed: yes,
  drop: must((value) => value === true || value === "body", 'true or "body"'),
  delayMs: must((value) => isNonNegative(value) && Number.isFinite(value), "a non-negative number of milliseconds"),
  emptyPage: yes,
  repeatToken: yes,
  times: must((value) => isInteger(value, 1) || value === Number.POSITIVE_INFINITY, "an integer from 1, or Infinity"),
  match: optionsOf(MATCH_CHECKS),
  after: booleanOption,
};

const EFFECTS = ["status", "html", "malformed", "drop", "delayMs", "emptyPage", "repeatToken"] as const;

const PAGES = ["emptyPage", "repeatToken"];
/** Effects that exclude others. */
const CONFLICTS: { readonly [Name in keyof Fault]: readonly string[] } = {
  malformed: ["html", "drop"],
  repeatToken: ["emptyPage"],
  status: PAGES,
  html: PAGES,
  drop: PAGES,
};
/** Properties that require one of several effects. */
const NEEDS: { readonly [Name in keyof Fault]: readonly string[] } = {
  reason: ["status"],
  message: ["status"],
  retryAfter: ["status", "html"],
  after: ["status", "html", "drop"],
};

function combinationProblems(fault: unknown): OptionProblem[] {
  if (!isObject(fault)) return [];
  const has = (name: string) => fault[name] !== undefined;
  const problems = EFFECTS.some(has) ? [] : [{ path: "", message: `has no effect; set one of ${EFFECTS.join(", ")}` }];
  for (const [path, others] of Object.entries(CONFLICTS).filter(([name]) => has(name))) {
    for (const other of others.filter(has)) problems.push({ path, message: `cannot be combined with "${other}"` });
  }
  for (const [path, effects] of Object.entries(NEEDS).filter(([name]) => has(name))) {
    if (!effects.some(has)) problems.push({ path, message: `requires ${listed(effects)}` });
  }
  return problems;
}

/**
 * Applies a fault to a request: the service processes the request first if the fault changes its response, or if
 * `after` is set.
 *
 * @throws The error of a lost connection, if the fault drops it.
 */
export async function faultyResponse(
  fault: Fault,
  act: () => Promise<Response>,
  errorBody: FakeService["errorBody"],
): Promise<Response> {
  const fails = fault.status !== undefined || fault.html === true;
  const acted = fault.after || !(fails || fault.drop === true) ? await act() : undefined;
  if (fault.drop === true) throw connectionLost();
  const response = fails || acted === undefined ? failure(fault, errorBody) : acted;
  if (fault.drop === "body") return broken(response);
  return fault.malformed ? cut(response) : response;
}

function failure(fault: Fault, errorBody: FakeService["errorBody"]): Response {
  const { status = 502, reason, message = `Simulated response with status ${status}`, retryAfter } = fault;
  const response = fault.html
    ? new Response(htmlPage(status), { status, headers: { "content-type": "text/html; charset=UTF-8" } })
    : errorResponse(new ServiceError({ status, reason, message }), errorBody);
  if (retryAfter !== undefined) response.headers.set("retry-after", String(retryAfter));
  if (status < 400) response.headers.set("location", "/moved");
  return response;
}

function htmlPage(status: number): string {
  return `<!doctype html>\n<html><head><title>Error ${status}</title></head><body><h1>Error ${status}</h1></body></html>\n`;
}

/** Every truncated JSON object is malformed. */
async function cut(response: Response): Promise<Response> {
  const text = await response.text();
  if (text === "") return new Response('{"kind":', { headers: response.headers });
  return new Response(text.slice(0, Math.ceil(text.length / 2)), response);
}

/** A response whose body breaks off in the middle. */
async function broken(response: Response): Promise<Response> {
  const bytes = new Uint8Array(await response.arrayBuffer());
  if (bytes.byteLength === 0) throw connectionLost();
  let half: Uint8Array | undefined = bytes.slice(0, Math.ceil(bytes.byteLength / 2));
  const body = new ReadableStream<Uint8Array>({
    pull(controller) {
      if (half === undefined) controller.error(connectionLost("terminated"));
      else controller.enqueue(half);
      half = undefined;
    },
  });
  response.headers.set("content-length", String(bytes.byteLength));
  return new Response(body, response);
}

/** Creates the error of a connection that ended too early, in the form of Node's `fetch`. */
function connectionLost(message: "fetch failed" | "terminated" = "fetch failed"): TypeError {
  const cause = Object.assign(new Error("the sandbox dropped the connection"), { code: "ECONNRESET" });
  return new TypeError(message, { cause });
}

/** Whether a caught value is an error of {@link connectionLost}, or has the same form. */
export function isConnectionLost(error: unknown): boolean {
  if (!(error instanceof TypeError)) return false;
  return (error.cause as { code?: unknown } | undefined)?.code === "ECONNRESET";
}
