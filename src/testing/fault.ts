/** Requests that a fault affects. Default: all. */
export interface FaultMatch {
  /** HTTP method, in upper or lower case. Default: every method. */
  readonly method?: string | undefined;
  /** Beginning of the encoded path, or a pattern for it. Default: every path. */
  readonly path?: string | RegExp | undefined;
}

/**
 * A fault, for `sandbox.faults.next`. At least one effect is required: `status`, `html`, `malformed`, `drop`,
 * `delayMs`, `emptyPage` or `repeatToken`.
 */
export interface Fault {
  /**
   * HTTP status of an error response, from 300 to 599, in the service's error format. The service does not handle the
   * request, unless `after` is set. A redirect has no target.
   */
  readonly status?: number | undefined;
  /** Short reason in the error response, such as `rateLimitExceeded`. Default: the usual reason of the status. */
  readonly reason?: string | undefined;
  /** Message in the error response. Default: says that a fault was injected. */
  readonly message?: string | undefined;
  /** `Retry-After` header of the error response, in whole seconds. Default: none. */
  readonly retryAfter?: number | undefined;
  /** Responds with an HTML page instead of JSON, as proxies do. The status is 502 unless given. */
  readonly html?: true | undefined;
  /**
   * Truncates the JSON of the response: of a successful one, after the service handled the request, unless `status` is
   * given.
   */
  readonly malformed?: true | undefined;
  /**
   * Closes the connection: `true` without a response and before the service handles the request (unless `after` is
   * set), `"body"` after the headers and half of the response body.
   */
  readonly drop?: true | "body" | undefined;
  /** Delay on the sandbox's clock, in milliseconds. Without another fault, the request is then handled as usual. */
  readonly delayMs?: number | undefined;
  /**
   * Responds to a list request with a page without items, whose token continues at the same position, so no item is
   * lost. Applies to the next request for a page.
   */
  readonly emptyPage?: true | undefined;
  /**
   * Responds to a list request with the same page token that was sent. Applies to the next request for a page after the
   * first; a first page gets a token, and the fault remains for the next page.
   */
  readonly repeatToken?: true | undefined;
  /** Number of requests to affect: an integer of at least 1, or `Infinity`. Default: 1. */
  readonly times?: number | undefined;
  /** Requests to affect. Default: all. */
  readonly match?: FaultMatch | undefined;
  /**
   * Whether the service handles the request before `status`, `html` or `drop` replaces the response. Default: `false`.
   */
  readonly after?: boolean | undefined;
}
