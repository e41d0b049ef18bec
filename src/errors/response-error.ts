import { FourfoldError } from "./fourfold-error.js";
import { describeIssues, type Issue } from "./issue.js";
import type { RequestSummary } from "./request-summary.js";

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
