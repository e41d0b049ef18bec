import { FourfoldError } from "./fourfold-error.js";
import { describeIssues, type Issue } from "./issue.js";

/**
 * The input is invalid. Thrown before any request, with all issues.
 *
 * Builders and `list()` throw it synchronously; calls that return a promise reject with it.
 */
export class RequestError extends FourfoldError {
  /** Error code. */
  readonly code = "invalid_request" as const;
  /** All issues, each with its path and rule id. */
  readonly issues: readonly Issue[];

  constructor(facts: { operation: string; issues: readonly Issue[] }) {
    super(`[invalid_request] ${facts.operation}: ${describeIssues(facts.issues)}`);
    this.issues = facts.issues;
  }

  override get name(): "RequestError" {
    return "RequestError";
  }
}

/** @throws {RequestError} If there are issues, with all of them. */
export function assertNoIssues(operation: string, issues: readonly Issue[]): void {
  if (issues.length > 0) throw new RequestError({ operation, issues });
}

/** @throws {RequestError} With one issue. */
export function throwIssue(operation: string, issue: Issue): never {
  throw new RequestError({ operation, issues: [issue] });
}
