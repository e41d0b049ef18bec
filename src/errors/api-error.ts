import type { ApiErrorCode } from "./error-code.js";
import { FourfoldError } from "./fourfold-error.js";
import type { RequestSummary } from "./request-summary.js";

/** Argument of the constructor of {@link ApiError}, for tests of your error handling. */
export interface ApiErrorFacts {
  /** Error code. */
  readonly code: ApiErrorCode;
  /** HTTP status. */
  readonly status: number;
  /** The request that failed. */
  readonly request: RequestSummary;
  /** The end of the message: the service's own message, or another description. */
  readonly text: string;
  /** The service's message; undefined if it sent none. */
  readonly serviceMessage?: string | undefined;
  /** Response headers by lower-case name. Default: none. */
  readonly headers?: Readonly<Record<string, string>> | undefined;
  /** The service's short reason. */
  readonly reason?: string | undefined;
  /** The service's list of error details. Default: an empty list. */
  readonly details?: readonly unknown[] | undefined;
  /** The response body. */
  readonly body?: unknown;
  /** The service's id of the request. */
  readonly requestId?: string | undefined;
  /** Delay before a retry that the service requests, in milliseconds. */
  readonly retryAfterMs?: number | undefined;
  /** Number of attempts; 1 means that there was no retry. */
  readonly attempts: number;
}

/** The service responded with an error status. */
export class ApiError extends FourfoldError {
  /** Error code, derived from the status and the reason. */
  readonly code: ApiErrorCode;
  /** HTTP status; 0 for a redirect if the runtime hides its status, as browsers do. */
  readonly status: number;
  /** The service's short reason, such as `notFound` or `API_KEY_INVALID`. */
  readonly reason: string | undefined;
  /** The service's list of error details, unchanged; empty if it sent none. */
  readonly details: readonly unknown[];
  /** The whole response body: parsed JSON, or text if it is not JSON; undefined if it was empty. */
  readonly body: unknown;
  /** Response headers by lower-case name, without `set-cookie`; credentials in them are masked. */
  readonly headers: Readonly<Record<string, string>>;
  /** The service's message, without code, method and path; undefined if it sent none. */
  readonly serviceMessage: string | undefined;
  /** The service's id of the request, for support cases. */
  readonly requestId: string | undefined;
  /** Delay before a retry that the service requests, in milliseconds. */
  readonly retryAfterMs: number | undefined;
  /** Number of attempts; 1 means that there was no retry. */
  readonly attempts: number;
  /** The request that failed. */
  readonly request: RequestSummary;

  constructor(facts: ApiErrorFacts) {
    const status = facts.status === 0 ? "" : `${facts.status} `;
    super(`[${facts.code}] ${status}${facts.request.method} ${facts.request.path}: ${facts.text}`);
    this.code = facts.code;
    this.status = facts.status;
    this.reason = facts.reason;
    this.details = facts.details ?? [];
    this.body = facts.body;
    this.headers = facts.headers ?? {};
    this.serviceMessage = facts.serviceMessage;
    this.requestId = facts.requestId;
    this.retryAfterMs = facts.retryAfterMs;
    this.attempts = facts.attempts;
    this.request = facts.request;
  }

  override get name(): "ApiError" {
    return "ApiError";
  }
}
