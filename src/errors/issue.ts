/** One thing that is wrong with a value. */
export interface Issue {
  /** Where, as in `schema.fields[0].scale`; the empty string is the value as a whole. */
  readonly path: string;
  /** What is wrong there and what would be right. */
  readonly message: string;
  /** Id of the rule that it breaks. */
  readonly rule: string;
}

const SHOWN_ISSUES = 20;

/** The issues as the message of an error lists them. */
export function describeIssues(issues: readonly Issue[]): string {
  const lines = issues.slice(0, SHOWN_ISSUES).map(describeIssue);
  const [only] = lines;
  if (issues.length === 1 && only !== undefined) return only;
  const more = issues.length > SHOWN_ISSUES ? [`… and ${issues.length - SHOWN_ISSUES} more`] : [];
  return [`${issues.length} problems`, ...lines, ...more].join("\n  ");
}

function describeIssue({ path, message, rule }: Issue): string {
  return `${path === "" ? "" : `${path}: `}${message} (${rule})`;
}
