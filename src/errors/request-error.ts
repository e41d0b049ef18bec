import { FourfoldError } from "./fourfold-error.js";
import { describeIssues, type Issue } from "./issue.js";

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
