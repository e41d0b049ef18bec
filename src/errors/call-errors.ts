import type { ApiErrorCode } from "./error-code.js";
import { FourfoldError } from "./fourfold-error.js";
import { describeIssues, type Issue, shortIssue } from "./request-error.js";

/** The parts of a request that errors show. */
export interface RequestSummary {
  /** HTTP method. */
  readonly method: string;
  /** Encoded path as sent, without the query. */
  readonly path: string;
}

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

/**
 * The service responded with an error status. `code` is derived from the status and the reason.
 */
export class ApiError extends FourfoldError<ApiErrorCode> {
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
    if (facts?.request === undefined)
      throw new TypeError("ApiError requires { code, status, request, text, attempts }");
    const { method, path } = facts.request;
    const status = facts.status === 0 ? "" : `${facts.status} `;
    super(facts.code, `${status}${method} ${path}: ${facts.text}`);
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

/**
 * The option `auth` provided no credentials, so nothing was sent. `cause` is the error of the provider, without the request of
 * an auth library: an `ApiError` if the token endpoint of a service account responded with an error.
 */
export class CredentialsError extends FourfoldError<"credentials_unavailable"> {
  constructor({ text, cause }: { text: string; cause?: unknown }) {
    super("credentials_unavailable", text, { cause });
  }

  override get name(): "CredentialsError" {
    return "CredentialsError";
  }
}

/** The request failed without a complete response. `cause` is the runtime's own error. */
export class NetworkError extends FourfoldError<"network"> {
  /** Number of attempts; 1 means that there was no retry. */
  readonly attempts: number;
  /** The request that failed. */
  readonly request: RequestSummary;

  constructor(facts: { request: RequestSummary; attempts: number; text: string; cause: unknown }) {
    super("network", `${facts.request.method} ${facts.request.path}: ${facts.text}`, { cause: facts.cause });
    this.attempts = facts.attempts;
    this.request = facts.request;
  }

  override get name(): "NetworkError" {
    return "NetworkError";
  }
}

/**
 * A time limit was exceeded: `timeout` for one attempt (`timeoutMs`), `deadline` for the whole call (`deadlineMs`).
 * `cause` is the error of the previous attempt, if any.
 */
export class TimeoutError extends FourfoldError<"timeout" | "deadline"> {
  /** Number of attempts; 0 if the deadline had passed before the first. */
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
    const what = code === "timeout" ? "no complete response within" : "the call did not end within";
    const { cause } = facts;
    super(code, `${request.method} ${request.path}: ${what} ${limitMs} ms ("${option}")`, { cause });
    this.attempts = facts.attempts;
    this.request = request;
  }

  override get name(): "TimeoutError" {
    return "TimeoutError";
  }
}

/**
 * A successful response is invalid (`invalid_response`), or its body exceeds `maxResponseBytes` (`response_too_large`).
 */
export class ResponseError extends FourfoldError<"invalid_response" | "response_too_large"> {
  /** The issues, each with its path. */
  readonly issues: readonly Issue[];
  /** HTTP status. */
  readonly status: number;
  /** The body: parsed JSON, or text if it is not JSON. If the response is too large, the beginning of the body. */
  readonly body: unknown;
  /** The request that this response belongs to. */
  readonly request: RequestSummary;

  constructor(facts: {
    code: "invalid_response" | "response_too_large";
    status: number;
    request: RequestSummary;
    issues: readonly Issue[];
    body: unknown;
  }) {
    const { code, status, request } = facts;
    super(code, `${status} ${request.method} ${request.path}: ${describeIssues(facts.issues)}`);
    this.issues = facts.issues.map(shortIssue);
    this.status = status;
    this.body = facts.body;
    this.request = request;
  }

  override get name(): "ResponseError" {
    return "ResponseError";
  }
}

/** A list would never end: the service sent the same page token twice. */
export class PaginationError extends FourfoldError<"page_loop"> {
  /** The token that was sent twice. */
  readonly pageToken: string;

  constructor(facts: { pageToken: string }) {
    super(
      "page_loop",
      "the service sent the same page token twice, so the list would never end; " +
        "all pages up to the one with the repeated token were returned",
    );
    this.pageToken = facts.pageToken;
  }

  override get name(): "PaginationError" {
    return "PaginationError";
  }
}
