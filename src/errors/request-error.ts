import { FourfoldError } from "./fourfold-error.js";
import { shorten } from "./message-text.js";
import { usageOf } from "./usage.js";

/** A problem of a value. */
export interface Issue {
  /** Path of the invalid part, such as `schema.fields[0].scale`; the empty string for the whole value. */
  readonly path: string;
  /** Description of the problem and of the requirement. */
  readonly message: string;
  /** Id of the broken rule. */
  readonly rule: string;
  /** For a change to a table that only SQL can make: the statement. Review it before you run it. */
  readonly sql?: string | undefined;
}

/** Maximum number of issues in a message. */
export const SHOWN_ISSUES = 20;
const MAX_LENGTH = 2_000;

/** Shortens the path and the message of an issue, which can contain keys and values of any length. */
export function shortIssue(issue: Issue): Issue {
  return { ...issue, path: shorten(issue.path, MAX_LENGTH), message: shorten(issue.message, MAX_LENGTH) };
}

/** Formats issues for an error message. */
export function describeIssues(issues: readonly Issue[]): string {
  const lines = issues.slice(0, SHOWN_ISSUES).map((issue) => `${locatedMessage(shortIssue(issue))} (${issue.rule})`);
  const [only] = lines;
  if (issues.length === 1 && only !== undefined) return only;
  const more = issues.length > SHOWN_ISSUES ? [`… and ${issues.length - SHOWN_ISSUES} more`] : [];
  return [`${issues.length} problems`, ...lines, ...more].join("\n  ");
}

/** Formats the path and the message of an issue. */
export function locatedMessage({ path, message }: Pick<Issue, "path" | "message">): string {
  return path === "" ? message : `${path}: ${message}`;
}

/**
 * The input is invalid. Thrown before any request, with all issues.
 *
 * Builders throw it synchronously; calls that return a promise reject with it, and lists at their first request.
 */
export class RequestError extends FourfoldError<"invalid_request"> {
  /** All issues, each with its path and rule id. */
  readonly issues: readonly Issue[];

  constructor({ operation, issues, ...options }: { operation: string; issues: readonly Issue[]; cause?: unknown }) {
    super("invalid_request", `${operation}: ${describeIssues(issues)}${usageOf(operation, issues)}`, options);
    this.issues = issues.map(shortIssue);
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
