/** Which requests a fault waits for; without it, any. */
export interface FaultMatch {
  /** HTTP method, in any case. Default: every method. */
  readonly method?: string | undefined;
  /** How the encoded path begins, or what it matches. Default: every path. */
  readonly path?: string | RegExp | undefined;
}

/**
 * Something that goes wrong with a request, as `sandbox.faults.next` takes it. It needs at least one effect: `status`,
 * `html`, `malformed`, `drop`, `delayMs`, `emptyPage` or `repeatToken`.
 */
export interface Fault {
  /**
   * HTTP status of an error answer, from 300 to 599, in the service's own form of errors. The service does not act on
   * the request, unless `after` says so. A redirect leads nowhere.
   */
  readonly status?: number | undefined;
  /** The short reason in the error answer, such as `rateLimitExceeded`. Default: the usual one of the status. */
  readonly reason?: string | undefined;
  /** The message in the error answer. Default: says that the fault was asked for. */
  readonly message?: string | undefined;
  /** The `Retry-After` header of the error answer, in whole seconds. Default: none. */
  readonly retryAfter?: number | undefined;
  /** An HTML page in the place of the error answer's JSON, as a proxy sends it. The status is 502 unless given. */
  readonly html?: true | undefined;
  /** The answer's JSON is cut in the middle: a successful one, on which the service has acted, unless `status` is given. */
  readonly malformed?: true | undefined;
  /**
   * The connection ends: with `true` before any answer and without the service acting (unless `after` says so), with
   * `"body"` after the headers and half the body of the answer.
   */
  readonly drop?: true | "body" | undefined;
  /** Milliseconds that go by on the sandbox's clock first. Alone, the request is then answered as usual. */
  readonly delayMs?: number | undefined;
  /**
   * A page of a listing comes without items and with a token that continues at the same place: no item is lost. Waits
   * for a request for a page.
   */
  readonly emptyPage?: true | undefined;
  /**
   * A page of a listing comes with the token that it was asked with. Waits for a request for a page; on a first page it
   * makes sure of a token and stays for the next.
   */
  readonly repeatToken?: true | undefined;
  /** How many requests it concerns: an integer from 1, or `Infinity`. Default: 1. */
  readonly times?: number | undefined;
  /** Which requests it concerns. Default: any. */
  readonly match?: FaultMatch | undefined;
  /** Lets the service act before `status`, `html` or `drop` takes the answer away. Default: `false`. */
  readonly after?: boolean | undefined;
}
