/** A problem of a value. */
export interface Issue {
  /** Path of the invalid part, such as `schema.fields[0].scale`; the empty string for the whole value. */
  readonly path: string;
  /** Description of the problem and of the requirement. */
  readonly message: string;
  /** Id of the broken rule. */
  readonly rule: string;
}

const SHOWN_ISSUES = 20;

/** Formats issues for an error message. */
export function describeIssues(issues: readonly Issue[]): string {
  const lines = issues.slice(0, SHOWN_ISSUES).map((issue) => `${locatedMessage(issue)} (${issue.rule})`);
  const [only] = lines;
  if (issues.length === 1 && only !== undefined) return only;
  const more = issues.length > SHOWN_ISSUES ? [`… and ${issues.length - SHOWN_ISSUES} more`] : [];
  return [`${issues.length} problems`, ...lines, ...more].join("\n  ");
}

/** Formats the path and the message of an issue. */
export function locatedMessage({ path, message }: Pick<Issue, "path" | "message">): string {
  return path === "" ? message : `${path}: ${message}`;
}
