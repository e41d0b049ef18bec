import { FourfoldError } from "./fourfold-error.js";
import type { RequestSummary } from "./request-summary.js";

/** Codes of {@link ApiError}. */
export type ApiErrorCode =
  | "bad_request"
  | "unauthenticated"
  | "permission_denied"
  | "not_found"
  | "conflict"
  | "precondition_failed"
  | "rate_limited"
  | "quota_exceeded"
  | "redirect"
  | "unavailable"
  | "server_error"
  | "request_failed";

/** Facts of an {@link ApiError}. */
export interface ApiErrorFacts {
  readonly code: ApiErrorCode;
  readonly status: number;
  readonly request: RequestSummary;
  /** The service's own words, or ours where it said nothing. */
  readonly text: string;
  readonly reason?: string | undefined;
  readonly details?: readonly unknown[] | undefined;
  readonly body?: unknown;
  readonly requestId?: string | undefined;
  readonly retryAfterMs?: number | undefined;
  readonly attempts: number;
}

/** The service answered, and the answer is a refusal or a failure. */
export class ApiError extends FourfoldError {
  readonly code: ApiErrorCode;
  /** HTTP status; 0 for a redirect whose status the runtime hides. */
  readonly status: number;
  /** The service's short reason, such as `notFound` or `API_KEY_INVALID`. */
  readonly reason: string | undefined;
  /** The service's list of details, as it came; empty when it gave none. */
  readonly details: readonly unknown[];
  /** The whole answer: parsed JSON, or the text where it was none; undefined when it was empty. */
  readonly body: unknown;
  /** The service's id of the request, for its support. */
  readonly requestId: string | undefined;
  /** How long the service asks to wait, in milliseconds. */
  readonly retryAfterMs: number | undefined;
  /** How often the request was sent; 1 means that it was not repeated. */
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
    this.requestId = facts.requestId;
    this.retryAfterMs = facts.retryAfterMs;
    this.attempts = facts.attempts;
    this.request = facts.request;
  }

  override get name(): "ApiError" {
    return "ApiError";
  }
}
