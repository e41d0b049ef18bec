import { FourfoldError } from "./fourfold-error.js";
import { describeIssues, type Issue } from "./issue.js";
import type { RequestSummary } from "./request-summary.js";

/** A successful response is invalid or too large. */
export class ResponseError extends FourfoldError {
  /** Error code: `invalid_response`, or `response_too_large` if the body exceeds `maxResponseBytes`. */
  readonly code: "invalid_response" | "response_too_large";
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
