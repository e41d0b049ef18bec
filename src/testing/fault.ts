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
  /** The short reason in the error response, such as `rateLimitExceeded`. Default: the usual one of the status. */
  readonly reason?: string | undefined;
  /** The message in the error response. Default: a message that names the fault as its cause. */
  readonly message?: string | undefined;
  /** The `Retry-After` header of the error response, in whole seconds. Default: none. */
  readonly retryAfter?: number | undefined;
  /** Sends an HTML page instead of the JSON of the error response, as a proxy does. The status is 502 by default. */
  readonly html?: true | undefined;
  /**
   * Truncates the JSON of the response: that of a successful one, after the service has processed the request, unless
   * `status` is set.
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
   * Returns a page with the token of its request. Applies to the next request for a page; a first page, which has no
   * token, gets one, and the fault then applies to the next page.
   */
  readonly repeatToken?: true | undefined;
  /** Number of requests that it applies to: an integer from 1, or `Infinity`. Default: 1. */
  readonly times?: number | undefined;
  /** The requests that it applies to. Default: any. */
  readonly match?: FaultMatch | undefined;
  /**
   * Makes the service process the request before `status`, `html` or `drop` replaces the response. Default: `false`.
   */
  readonly after?: boolean | undefined;
}
