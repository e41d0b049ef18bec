import type { ApiError, NetworkError, RequestSummary, ResponseError, TimeoutError } from "../errors/call-errors.js";

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

/** The end of a whole call. */
export interface Deadline {
  /** `deadlineMs` of the call. */
  readonly limitMs: number;
  /** End of the call, in milliseconds on the scale of `durationNow`. */
  readonly at: number;
}

/** Values that all requests of a call share. */
export interface CallScope {
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
  /** Settings of retries after a rate limit that differ from the defaults. */
  readonly afterRateLimit?: Partial<RetryPolicy> | undefined;
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
export type Send = (request: WireRequest, options: CallOptions, scope: CallScope) => Promise<WireResponse>;
