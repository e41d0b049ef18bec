import { clip } from "../errors/message-text.js";
import type { Issue } from "../gateway/index.js";
import type { PlannedChange } from "../tables/index.js";
import { describeIssue } from "./failure.js";

/** A plan for people: of the tables of a project, or of an environment. */
export interface PlanReport {
  /** Subject of the plan, such as "Tables of". */
  readonly title: string;
  /** Name of the project or of the environment. */
  readonly name: string;
  /** Summary in one line. */
  readonly counts: string;
  readonly parts: readonly PlanPart[];
  /** Lines below the summary. */
  readonly notes: readonly string[];
  readonly warnings: readonly string[];
  readonly digest: string;
}

/** A part of a plan: a table that differs from its definition, an update, or changes that are impossible. */
export interface PlanPart {
  readonly head: string;
  readonly lines: readonly string[];
  /** Whether this part cannot be applied. */
  readonly isBlocked: boolean;
  /** Value that Markdown shows if there are no lines. */
  readonly value?: unknown;
}

/** Maximum number of tables in a line that lists tables. */
const MAX_LISTED = 20;
/** Maximum length of a name in such a line. */
const MAX_NAME = 200;

/** Formats a plan for people: its parts, and a summary. */
export function planLines({ parts, counts, notes, digest }: PlanReport): string[] {
  const lines = parts.flatMap((part) => [part.head, ...part.lines]);
  return lines.length === 0 ? [counts, ...notes] : [...lines, "", counts, ...notes, `digest: ${digest}`];
}

/** Formats a number of things: `1 table`, `2 tables`. */
export function counted(count: number, thing: string): string {
  return `${count} ${thing}${count === 1 ? "" : "s"}`;
}

/** Formats names as a list of limited length, with the number of omitted names. */
export function listedNames(names: readonly string[]): string {
  const more = names.length > MAX_LISTED ? [`… and ${names.length - MAX_LISTED} more`] : [];
  return [...names.slice(0, MAX_LISTED).map((name) => clip(name, MAX_NAME)), ...more].join(", ");
}

/** Formats an issue of a part, with its SQL statement. */
export function issueLines(issue: Issue): string[] {
  return [`  ${describeIssue(issue)}`, ...(issue.sql?.split("\n").map((line) => `    ${line}`) ?? [])];
}

/** Formats a change: `schema.fields[0].mode (id): "REQUIRED" → "NULLABLE"`, or the lines of a query that differ. */
export function changeLines({ path, column = "", before, after }: ShownChange): string[] {
  const subject = `  ${path}${column === "" ? "" : ` (${column})`}: `;
  const isQuery = /^(view|materializedView)\.query$/.test(path);
  if (!isQuery || typeof before !== "string" || typeof after !== "string") {
    return [`${subject}${shownValue(before)} → ${shownValue(after)}`];
  }
  return [`${subject}the query differs`, ...queryDifference(before, after)];
}

/** A changed value; that of an environment has no column. */
type ShownChange = Omit<PlannedChange, "column"> & Partial<Pick<PlannedChange, "column">>;

function shownValue(value: unknown): string {
  return JSON.stringify(value ?? undefined) ?? "(none)";
}

/** Formats the lines of two queries that differ: the lines between the longest common beginning and the longest common end. */
function queryDifference(before: string, after: string): string[] {
  const [a, b] = [before.split("\n"), after.split("\n")];
  const shorter = Math.min(a.length, b.length);
  let start = 0;
  while (start < shorter && a[start] === b[start]) start += 1;
  let end = 0;
  while (end < shorter - start && a.at(-1 - end) === b.at(-1 - end)) end += 1;
  const removed = a.slice(start, a.length - end).map((line) => `    - ${line}`);
  return [...removed, ...b.slice(start, b.length - end).map((line) => `    + ${line}`)];
}
