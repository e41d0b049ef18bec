import type { RequestSummary } from "../../errors/request-summary.js";
import type { Query } from "./query-string.js";

/** When and how long to wait before a request is sent again. */
export interface RetryOptions {
  /** How many repeats at most. Default: 3. */
  limit?: number | undefined;
  /** Upper bound of the first wait, in milliseconds; it doubles with each repeat. Default: 1 000. */
  minDelayMs?: number | undefined;
  /** Upper bound of every wait that we choose, in milliseconds. Default: 32 000. */
  maxDelayMs?: number | undefined;
  /** The longest wait that the service may ask for, in milliseconds; past it the call fails at once. Default: 60 000. */
  maxRetryAfterMs?: number | undefined;
}

/** What every call takes as its last parameter. */
export interface CallOptions {
  /** Ends the call when it is aborted: the call rejects with the signal's own reason. */
  signal?: AbortSignal | undefined;
  /** Bound of one attempt, its body included, in milliseconds. Default: 30 000. `Infinity` for none. */
  timeoutMs?: number | undefined;
  /**
   * Bound of the whole call, in milliseconds: attempts, waits, pages (the consumer's own time too) and polls.
   * Default: none.
   */
  deadlineMs?: number | undefined;
  /** Headers of this call, over those of the client. */
  headers?: Readonly<Record<string, string>> | undefined;
  /** `false` allows no repeat after a failure; an object changes single settings of the client. */
  retry?: false | RetryOptions | undefined;
}

/** Options of a call as the transport takes them: a listing fixes its deadline once for all its pages. */
export interface SendOptions extends CallOptions {
  /** When the whole call ends, in milliseconds since the epoch; stands above `deadlineMs`. */
  deadlineAt?: number | undefined;
}

/** A request as areas write it: no address, no credentials. */
export interface WireRequest {
  readonly method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
  /** Encoded path with a leading slash, relative to the base address. */
  readonly path: string;
  readonly query?: Query | undefined;
  /** A JSON value; undefined for no body. */
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>> | undefined;
  /**
   * Whether sending it twice does what sending it once does. Others are sent again only when it is certain that
   * nothing was done.
   */
  readonly repeatable: boolean;
  /** Whether a 404 on a repeat means that an attempt before it has done the work. */
  readonly goneIsDone?: boolean | undefined;
}

/** A successful answer. */
export interface WireResponse {
  readonly status: number;
  readonly request: RequestSummary;
  /** Parsed JSON; undefined when the body was empty. */
  readonly body: unknown;
  /** Masks the credentials of the call in a JSON value, for errors that show what came. */
  redact(value: unknown): unknown;
}

/** The seam between the areas' clients and HTTP. */
export interface Transport {
  /**
   * Sends a request, again where that is safe, and returns the successful answer.
   *
   * @throws {ApiError} when the service refuses or fails.
   * @throws {NetworkError} when no answer comes, or it breaks off.
   * @throws {TimeoutError} when `timeoutMs` or `deadlineMs` is over.
   * @throws {ResponseError} when a successful answer is no JSON, or too large.
   */
  send(request: WireRequest, options?: SendOptions): Promise<WireResponse>;
}
