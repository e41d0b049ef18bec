import { clip } from "../errors/message-text.js";
import type { PlannedChange, PlannedTable, TablesPlan } from "../tables/index.js";
import { valueAt } from "../values/objects.js";
import { describeIssue } from "./failure.js";

/** Maximum number of tables in a line that lists tables. */
const MAX_LISTED = 20;
/** Maximum length of a name in such a line. */
const MAX_NAME = 200;

/** Formats a plan for people: the tables that differ from their definitions, and a summary. */
export function planLines(plan: TablesPlan): string[] {
  const lines = plan.tables.filter(({ action }) => action !== "unchanged").flatMap(tableLines);
  const summary = [planCounts(plan), ...unmanagedLines(plan)];
  return lines.length === 0 ? summary : [...lines, "", ...summary, `digest: ${plan.digest}`];
}

/** Formats the numbers of tables by action. */
export function planCounts({ summary }: TablesPlan): string {
  const counts = Object.entries(summary)
    .filter(([, count]) => count > 0)
    .map(([action, count]) => `${count} ${/create|patch/.test(action) ? "to " : ""}${action}`);
  return counts.length === 0 ? "no tables" : counts.join(", ");
}

/** Formats the tables that have no definition as one line, if there are any. */
export function unmanagedLines({ unmanaged }: TablesPlan): string[] {
  const names = unmanaged.map(({ table, count }) =>
    count === undefined ? table : `${table} (${count} ${count === 1 ? "table" : "tables"})`,
  );
  return names.length === 0 ? [] : [`no definition, not touched: ${listedNames(names)}`];
}

/** Formats names of tables as a list of limited length, with the number of omitted names. */
export function listedNames(names: readonly string[]): string {
  const more = names.length > MAX_LISTED ? [`… and ${names.length - MAX_LISTED} more`] : [];
  return [...names.slice(0, MAX_LISTED).map((name) => clip(name, MAX_NAME)), ...more].join(", ");
}

/** Formats a table that differs from its definition: a line about it, and lines about its changes and issues. */
export function tableLines({ table, action, wanted, changes, issues }: PlannedTable): string[] {
  const columns = valueAt(wanted, ["schema", "fields"]);
  const count = action === "create" && Array.isArray(columns) ? columns.length : 0;
  return [
    `${table}: ${action}${count === 0 ? "" : `, ${count} ${count === 1 ? "column" : "columns"}`}`,
    ...(action === "create" ? [] : changes.flatMap(changeLines)),
    ...issues.flatMap((issue) => [
      `  ${describeIssue(issue)}`,
      ...(issue.sql?.split("\n").map((line) => `    ${line}`) ?? []),
    ]),
  ];
}

/** Formats a change: `schema.fields[0].mode (id): "REQUIRED" → "NULLABLE"`, or the lines of a query that differ. */
export function changeLines({ path, column, before, after }: PlannedChange): string[] {
  const subject = `  ${path}${column === "" ? "" : ` (${column})`}: `;
  const isQuery = /^(view|materializedView)\.query$/.test(path);
  if (!isQuery || typeof before !== "string" || typeof after !== "string") {
    return [`${subject}${shownValue(before)} → ${shownValue(after)}`];
  }
  return [`${subject}the query differs`, ...queryDifference(before, after)];
}

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
