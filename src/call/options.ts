import type { ApiError, NetworkError, RequestSummary, ResponseError, TimeoutError } from "../errors/call-errors.js";
import { assertNoIssues, type Issue } from "../errors/request-error.js";
import { kindOf, kindWithRemedy } from "../values/describe.js";
import { joinPath } from "../values/issue-path.js";
import { isRecord } from "../values/objects.js";
import {
  functionOption,
  isHeaderName,
  isInteger,
  isNonNegative,
  isPositive,
  must,
  type OptionCheck,
  type OptionChecks,
  optionIssues,
  optionsOf,
} from "../values/options.js";

/** HTTP methods of API methods. */
export type Verb = "GET" | "POST" | "PUT" | "PATCH" | "DELETE";

/** An error of one attempt. */
export type AttemptError = ApiError | NetworkError | TimeoutError | ResponseError;

/**
 * Settings of retries. After a rate limit, methods that write BigQuery metadata have other defaults: six retries, with delays
 * of 5 to 10 s that grow up to 32 s. The settings that you pass override these defaults, too.
 */
export interface RetryOptions {
  /** Maximum number of retries, not counting the first attempt. Default: 3. */
  limit?: number | undefined;
  /** Upper bound of the first wait, in milliseconds; it doubles with each retry. Default: 1 000. */
  minDelayMs?: number | undefined;
  /** Upper bound of every wait, except waits that the service requests, in milliseconds. Default: 32 000. */
  maxDelayMs?: number | undefined;
  /**
   * Maximum wait that the service may request, in milliseconds; if the service requests a longer wait, the call fails.
   * Default: 60 000.
   */
  maxRetryAfterMs?: number | undefined;
  /**
   * Decides whether a failed attempt is retried. `attempt` is the number of the failed attempt, from 1.
   *
   * Return `false` to stop, `true` to retry the call if it is idempotent, and `undefined` for the default. `limit`,
   * delays and the deadline still apply. Not called for aborts, deadlines and the retry after a 401. Must not be async.
   *
   * @example
   * retry: { when: (error) => (error.code === "timeout" ? true : undefined) }
   */
  when?: ((error: AttemptError, attempt: number) => boolean | undefined) | undefined;
}

/** {@link RetryOptions} with every setting filled in. */
export interface RetryPolicy {
  readonly limit: number;
  readonly minDelayMs: number;
  readonly maxDelayMs: number;
  readonly maxRetryAfterMs: number;
  /** Minimum of a delay, as a share of its upper bound, from 0 to 1. Default: 0. */
  readonly minShare?: number;
  readonly when?: RetryOptions["when"];
}

/** A successful response, as `onResponse` receives it. */
export interface ResponseInfo {
  /** HTTP status. */
  readonly status: number;
  /** Response headers by lower-case name, without `set-cookie`; credentials in them are masked. */
  readonly headers: Readonly<Record<string, string>>;
  /** The service's id of the request, for support cases. */
  readonly requestId: string | undefined;
  /** Number of attempts; 1 means that there was no retry. */
  readonly attempts: number;
  /** The request that this response belongs to. */
  readonly request: RequestSummary;
}

/** Options of every call, its last parameter. */
export interface CallOptions {
  /** Aborts the call, which then rejects with the signal's own reason. */
  signal?: AbortSignal | undefined;
  /** Maximum duration of one attempt, including its body, in milliseconds. Default: 30 000. `Infinity` for no limit. */
  timeoutMs?: number | undefined;
  /**
   * Maximum duration of the whole call, in milliseconds: attempts, waits, pages (including the consumer's time) and
   * polls. Default: no limit.
   */
  deadlineMs?: number | undefined;
  /** Headers of this call. They override the client's headers. Default: none. */
  headers?: Readonly<Record<string, string>> | undefined;
  /** `false` disables retries; an object overrides individual settings of the client. Default: the client's settings. */
  retry?: false | RetryOptions | undefined;
  /**
   * Extra query parameters, such as `{ fields: "etag", quotaUser: "me" }`. Parameters of the method itself,
   * `key` and `access_token` are rejected.
   */
  query?: Readonly<Record<string, string | number | boolean | undefined>> | undefined;
  /**
   * Called once per successful HTTP response: for each page of a list, and for each request of a call that sends
   * several. Its exceptions are ignored.
   */
  onResponse?: ((info: ResponseInfo) => void) | undefined;
}

/** The deadline of a call. */
export interface Deadline {
  /** `deadlineMs` of the call. */
  readonly limitMs: number;
  /** End of the call, in milliseconds on the scale of `durationNow`. */
  readonly at: number;
}

/** A started call: its options, and the values that its requests share. */
export interface CallScope extends CallOptions {
  /** Id of the call in events. */
  readonly callId: string;
  readonly deadline: Deadline | undefined;
  /** Called with the error of each attempt that the retry policy retries. */
  readonly onRetry?: ((error: unknown) => void) | undefined;
}

/** Query parameters. A list adds the parameter once per element; `undefined` omits it. */
export type Query = Readonly<
  Record<string, string | number | boolean | readonly (string | number | boolean)[] | undefined>
>;

/** A request, without its address or credentials. */
export interface WireRequest {
  /** Name of the API method, such as `tables.get`. */
  readonly name: string;
  readonly method: Verb;
  /** Encoded path with a leading slash, relative to the base URL. */
  readonly path: string;
  readonly query?: Query | undefined;
  /** A JSON value; undefined for no body. */
  readonly body?: unknown;
  /** The etag that the resource must still have. */
  readonly ifMatch?: string | undefined;
  /** Whether sending the request twice has the same effect as sending it once. */
  readonly idempotent: boolean;
  /** Whether the small quota of metadata writes applies: see {@link HttpClient.smallQuotaRetry}. */
  readonly smallQuota?: boolean | undefined;
  /** Broken rules of severity `warn`. */
  readonly warnings?: readonly Issue[] | undefined;
}

/** A successful response. */
export interface WireResponse {
  readonly status: number;
  /** Id of the call in events. */
  readonly callId: string;
  readonly methodName: string;
  readonly request: RequestSummary;
  /** Parsed JSON; undefined if the body was empty. */
  readonly body: unknown;
  /** Masks the credentials of the call in a JSON value, for errors that show it. */
  redact(value: unknown): unknown;
}

/**
 * Sends a request, retries it if that is safe, and returns the successful response.
 *
 * @throws {ApiError} If the service responds with an error.
 * @throws {NetworkError} If no complete response is received.
 * @throws {TimeoutError} If `timeoutMs` or `deadlineMs` is exceeded.
 * @throws {ResponseError} If a successful response is not JSON, or too large.
 */
export type Send = (request: WireRequest, scope: CallScope) => Promise<WireResponse>;

/** The ids of the calls whose responses `onResponse` received, for events about them. */
export const callIds = new WeakMap<ResponseInfo, string>();

/** Default of `timeoutMs`, in milliseconds. */
export const DEFAULT_TIMEOUT_MS = 30_000;

const duration = must(isPositive, "a positive number of milliseconds");
const delay = must(isNonNegative, "a non-negative number of milliseconds");
const retryChecks: OptionChecks<keyof RetryOptions> = {
  limit: must((value) => value === Number.POSITIVE_INFINITY || isInteger(value, 0), "a non-negative integer"),
  minDelayMs: delay,
  maxDelayMs: delay,
  maxRetryAfterMs: delay,
  when: functionOption,
};
const retrySettings = optionsOf(retryChecks, "false or an object of settings");

/** Checks of time limits and retries for calls, clients and token requests. */
export const limitChecks: OptionChecks<"timeoutMs" | "deadlineMs" | "retry"> = {
  timeoutMs: duration,
  deadlineMs: duration,
  retry: (value, path) => (value === false ? [] : retrySettings(value, path)),
};

const signalMethods = ["throwIfAborted", "addEventListener", "removeEventListener"] as const;

/** Check for an abort signal of any realm. */
const signalOption: OptionCheck = must(
  (value) => signalMethods.every((name) => typeof (Object(value) as Partial<AbortSignal>)[name] === "function"),
  'an AbortSignal, such as the property "signal" of an AbortController',
  kindOf,
);

/** Issues of the entries of a record that are not valid HTTP headers. */
export function headerProblems(headers: unknown): Issue[] {
  if (headers === undefined) return [];
  if (!isRecord(headers)) {
    const message = `must be an object such as { "x-name": "value" }, got ${kindWithRemedy(headers)}`;
    return [{ path: "headers", message, rule: "header" }];
  }
  return Object.entries(headers).flatMap(([name, value]) => {
    const problem = value === undefined ? undefined : headerProblem(name, value);
    return problem === undefined ? [] : [{ path: joinPath("headers", name), message: problem, rule: "header" }];
  });
}

/** Returns why a header is not valid; undefined if it is. */
export function headerProblem(name: string, value: unknown): string | undefined {
  if (!isHeaderName(name)) return "is not a valid header name";
  if (typeof value !== "string") return "must be a string";
  // fetch itself would quote the value in its error.
  return /^[\t\x20-\x7e\x80-\xff]*$/.test(value.trim())
    ? undefined
    : "contains a character that is not allowed in a header, such as a line break (the value is not shown)";
}

/**
 * Merges headers, with lower-case names; later ones override earlier ones.
 *
 * @throws {RequestError} If names or values are invalid, with all issues. Messages never contain a value.
 */
export function mergeHeaders(
  ...layers: readonly (Readonly<Record<string, string | undefined>> | undefined)[]
): Record<string, string> {
  assertNoIssues("headers", layers.flatMap(headerProblems));
  const merged = new Map<string, string>();
  for (const layer of layers) {
    for (const [name, value] of Object.entries(layer ?? {})) {
      if (value !== undefined) merged.set(name.toLowerCase(), value.trim());
    }
  }
  return Object.fromEntries(merged);
}

/** Default of `concurrency`. */
export const DEFAULT_CONCURRENCY = 8;

/** Check of `concurrency`, the number of requests that one call sends at a time. */
export const concurrencyOption: OptionCheck = must(
  (value) => isInteger(value, 1) && Number(value) <= 50,
  "an integer from 1 to 50",
);

/** Query parameters that carry credentials. */
const CREDENTIALS: readonly string[] = ["key", "access_token", "oauth_token"];

/** Whether a value can be a query parameter. */
const isScalar = (value: unknown): boolean => ["string", "boolean"].includes(typeof value) || Number.isFinite(value);

/** Creates a check of an object of query parameters, which must not contain credentials. */
function queryOf(check: OptionCheck): OptionCheck {
  return (query, path) => {
    if (query === undefined) return [];
    if (!isRecord(query))
      return [{ path, message: `must be an object of query parameters, got ${kindWithRemedy(query)}` }];
    return Object.entries(query).flatMap(([name, value]) => {
      const at = joinPath(path, name);
      if (!CREDENTIALS.includes(name)) return check(value, at);
      return [{ path: at, message: 'must not contain a credential; use the client option "auth"' }];
    });
  };
}

/** Check of the option `query`. */
const queryOption = queryOf(must(isScalar, "a string, a finite number or a boolean", kindOf));

const callChecks: OptionChecks<keyof CallOptions> = {
  ...limitChecks,
  headers: headerProblems,
  signal: signalOption,
  query: queryOption,
  onResponse: functionOption,
};

/** Check of the encoded query parameters of a method. */
export const parametersCheck: OptionCheck = queryOf(
  // Array.from also visits holes.
  must(
    (value) => isScalar(value) || (Array.isArray(value) && Array.from(value).every(isScalar)),
    "a string, a finite number, a boolean or a list of them",
  ),
);

/** Check of `query` for a call that needs whole resources and sets the parameters `own` itself. */
export function wholeResourceQuery(...own: readonly string[]): OptionCheck {
  return (query, path) => [
    ...queryOption(query, path),
    ...Object.keys(Object(query))
      .filter((name) => name === "fields" || own.includes(name))
      .map((name) => ({
        path: joinPath(path, name),
        message: `is not allowed: the call ${name === "fields" ? "needs the whole resource" : "sets it itself"}`,
      })),
  ];
}

/** Rule id of issues about call options. */
export const CALL_OPTION_RULE = "call-option";

/**
 * Checks the options of a call. `own` contains the checks of options that only this method has.
 *
 * @throws {RequestError} With all issues.
 */
export function assertCallOptions(operation: string, options: unknown, own: OptionChecks = {}): void {
  const check: OptionCheck = optionsOf({ ...callChecks, ...own }, "an object of options");
  assertNoIssues(operation, optionIssues(check, options, CALL_OPTION_RULE));
}
