import { FourfoldError } from "./fourfold-error.js";
import type { MaskedUpdate } from "./masked-update.js";
import type { FailedOperation } from "./operation.js";
import type { Issue } from "./rules.js";
import type { TokenError } from "./token-error.js";
import type { UserInfoError } from "./user-info-error.js";

export { FourfoldError };

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

/** A request as errors show it. */
export interface RequestSummary {
  /** HTTP method. */
  readonly method: string;
  /** Encoded path as sent, without the query. */
  readonly path: string;
}

/**
 * The input cannot be sent: thrown before any request, with everything that is wrong with it.
 *
 * Builders and `list()` throw it at once, calls that return a promise reject with it.
 */
export class RequestError extends FourfoldError {
  readonly code = "invalid_request" as const;
  /** All that is wrong, each with its place and the id of the rule. */
  readonly issues: readonly Issue[];

  constructor(facts: { operation: string; issues: readonly Issue[] }) {
    super(`[invalid_request] ${facts.operation}: ${describeIssues(facts.issues)}`);
    this.issues = facts.issues;
  }

  override get name(): "RequestError" {
    return "RequestError";
  }
}

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

/** No answer came, or it broke off before its end. `cause` is the runtime's own error. */
export class NetworkError extends FourfoldError {
  readonly code = "network" as const;
  /** How often the request was sent; 1 means that it was not repeated. */
  readonly attempts: number;
  /** The request that failed. */
  readonly request: RequestSummary;

  constructor(facts: { request: RequestSummary; attempts: number; text: string; cause: unknown }) {
    super(`[network] ${facts.request.method} ${facts.request.path}: ${facts.text}`, { cause: facts.cause });
    this.attempts = facts.attempts;
    this.request = facts.request;
  }

  override get name(): "NetworkError" {
    return "NetworkError";
  }
}

/**
 * Time ran out: `timeout` for one attempt (`timeoutMs`), `deadline` for the whole call (`deadlineMs`).
 * `cause` is what the attempt before had failed with, if there was one.
 */
export class TimeoutError extends FourfoldError {
  readonly code: "timeout" | "deadline";
  /** How often the request was sent; 0 when the deadline had passed before the first. */
  readonly attempts: number;
  /** The request that took too long. */
  readonly request: RequestSummary;

  constructor(facts: {
    code: "timeout" | "deadline";
    limitMs: number;
    request: RequestSummary;
    attempts: number;
    cause?: unknown;
  }) {
    const { code, limitMs, request } = facts;
    const option = code === "timeout" ? "timeoutMs" : "deadlineMs";
    const what = code === "timeout" ? "no complete answer within" : "the call did not end within";
    super(
      `[${code}] ${request.method} ${request.path}: ${what} ${limitMs} ms ("${option}")`,
      facts.cause === undefined ? undefined : { cause: facts.cause },
    );
    this.code = code;
    this.attempts = facts.attempts;
    this.request = request;
  }

  override get name(): "TimeoutError" {
    return "TimeoutError";
  }
}

/** The service answered with success, but the answer cannot be used. What came is in `body`. */
export class ResponseError extends FourfoldError {
  readonly code: "invalid_response" | "response_too_large";
  /** What does not fit, each with its place. */
  readonly issues: readonly Issue[];
  /** HTTP status. */
  readonly status: number;
  /** What came: parsed JSON, or the text where it is none. Of an answer that is too large, its beginning. */
  readonly body: unknown;
  /** The request that was answered. */
  readonly request: RequestSummary;

  constructor(facts: {
    code: "invalid_response" | "response_too_large";
    status: number;
    request: RequestSummary;
    issues: readonly Issue[];
    body: unknown;
  }) {
    const { code, status, request } = facts;
    super(`[${code}] ${status} ${request.method} ${request.path}: ${describeIssues(facts.issues)}`);
    this.code = code;
    this.issues = facts.issues;
    this.status = status;
    this.body = facts.body;
    this.request = request;
  }

  override get name(): "ResponseError" {
    return "ResponseError";
  }
}

/** A listing would not end: the service sent the same page token a second time. */
export class PaginationError extends FourfoldError {
  readonly code = "page_loop" as const;
  /** The token that came twice. */
  readonly pageToken: string;

  constructor(facts: { pageToken: string }) {
    super(
      "[page_loop] the service sent a page token for the second time: following it, the listing would never end. " +
        "A loop over the listing has had all pages up to the one that brought it",
    );
    this.pageToken = facts.pageToken;
  }

  override get name(): "PaginationError" {
    return "PaginationError";
  }
}

/** A long-running operation has ended badly. */
export class OperationError extends FourfoldError {
  readonly code = "operation_failed";
  /** The operation as it was last seen; `operation.error` says what went wrong. */
  readonly operation: FailedOperation;

  constructor(facts: { operation: FailedOperation }) {
    const { name, error } = facts.operation;
    const status = error.code === undefined ? "" : ` (code ${error.code})`;
    super(`[operation_failed] ${name}: ${error.message || "the service does not say why"}${status}`);
    this.operation = facts.operation;
  }

  override get name(): "OperationError" {
    return "OperationError";
  }
}

/**
 * A list of updates was applied in part: the first that failed has stopped the rest. `cause` is what it failed with.
 * Read the environment and plan again to resume; whether the one that failed was applied may be open.
 */
export class ApplyError extends FourfoldError {
  readonly code = "apply_failed";
  /** The updates that are applied, in order. */
  readonly applied: readonly MaskedUpdate[];
  /** The updates that are not, in order; the first is the one that failed. */
  readonly remaining: readonly MaskedUpdate[];

  constructor(facts: { applied: readonly MaskedUpdate[]; remaining: readonly MaskedUpdate[]; cause: unknown }) {
    const { applied, remaining, cause } = facts;
    const total = applied.length + remaining.length;
    const failed = remaining[0] === undefined ? "" : `; "${remaining[0].updateMask}" failed`;
    const why = cause instanceof Error ? cause.message : String(cause);
    super(`[apply_failed] ${applied.length} of ${total} updates are applied${failed}: ${why}`, { cause });
    this.applied = applied;
    this.remaining = remaining;
  }

  override get name(): "ApplyError" {
    return "ApplyError";
  }
}

/** Any error of this package: a union that `code` tells apart. */
export type AnyFourfoldError =
  | RequestError
  | ApiError
  | NetworkError
  | TimeoutError
  | ResponseError
  | PaginationError
  | OperationError
  | ApplyError
  | UserInfoError
  | TokenError;

/** Every code that an error of this package can bear. */
export type ErrorCode = AnyFourfoldError["code"];

const SHOWN_ISSUES = 20;

function describeIssues(issues: readonly Issue[]): string {
  const lines = issues.slice(0, SHOWN_ISSUES).map(describeIssue);
  const [only] = lines;
  if (issues.length === 1 && only !== undefined) return only;
  const more = issues.length > SHOWN_ISSUES ? [`… and ${issues.length - SHOWN_ISSUES} more`] : [];
  return [`${issues.length} problems`, ...lines, ...more].join("\n  ");
}

function describeIssue({ path, message, rule }: Issue): string {
  return `${path === "" ? "" : `${path}: `}${message} (${rule})`;
}
