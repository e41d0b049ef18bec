import type { ApiErrorCode } from "./error-code.js";
import { FourfoldError } from "./fourfold-error.js";
import type { RequestSummary } from "./request-summary.js";

/** Properties of an {@link ApiError}. */
export interface ApiErrorFacts {
  readonly code: ApiErrorCode;
  readonly status: number;
  readonly request: RequestSummary;
  /** The service's message, or one of this package if the service sent none. */
  readonly text: string;
  readonly serviceMessage?: string | undefined;
  readonly headers?: Readonly<Record<string, string>> | undefined;
  readonly reason?: string | undefined;
  readonly details?: readonly unknown[] | undefined;
  readonly body?: unknown;
  readonly requestId?: string | undefined;
  readonly retryAfterMs?: number | undefined;
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
