import { clip, oneLine } from "../core/describe.js";
import { isObject, valueAt } from "../core/objects.js";
import type { Issue } from "../gateway/index.js";
import type { PlannedChange, PlannedTable, TablesPlan } from "../warehouse/index.js";
import { forCommand } from "./failure.js";

/** Maximum number of tables in a line that lists tables. */
const MAX_LISTED = 20;
/** Maximum length of a name in such a line. */
const MAX_NAME = 200;

/**
 * Formats a plan for people: the tables that are not as defined, and a summary. Ends with a line break.
 *
 * @param note - Text after the numbers of tables.
 */
export function planLines(plan: TablesPlan, note = "; nothing was sent"): string {
  const lines = plan.tables.filter(({ action }) => action !== "unchanged").flatMap(tableLines);
  const unmanaged = unmanagedLine(plan);
  return [
    ...lines,
    ...(lines.length > 0 ? [""] : []),
    `${planCounts(plan)}${note}`,
    ...(unmanaged === "" ? [] : [unmanaged]),
    ...(lines.length > 0 ? [`digest: ${plan.digest}`] : []),
    "",
  ].join("\n");
}

/** Formats the numbers of tables by action. */
export function planCounts({ summary }: TablesPlan): string {
  const counts = [
    `${summary.create} to create`,
    `${summary.patch} to patch`,
    `${summary.impossible} impossible`,
    `${summary.unreadable} unreadable`,
    `${summary.unchanged} unchanged`,
  ].filter((count) => !count.startsWith("0 "));
  return counts.length === 0 ? "no tables" : counts.join(", ");
}

/** Formats the tables that have no definition as one line; empty if there are none. */
export function unmanagedLine({ unmanaged }: TablesPlan): string {
  const names = unmanaged.map(({ table, count }) =>
    count === undefined ? table : `${table} (${count} ${count === 1 ? "table" : "tables"})`,
  );
  return names.length === 0 ? "" : `not in the code, not touched: ${listedNames(names)}`;
}

/** Formats names of tables as one list, without those that exceed a maximum. */
export function listedNames(names: readonly string[]): string {
  const more = names.length > MAX_LISTED ? [`… and ${names.length - MAX_LISTED} more`] : [];
  return [...names.slice(0, MAX_LISTED).map((name) => clip(name, MAX_NAME)), ...more].join(", ");
}

/** Formats a table that is not as defined: a line about it, and lines about its changes and issues. */
export function tableLines(planned: PlannedTable): string[] {
  const { table, action, wanted, changes, issues } = planned;
  const changesIn = (name: string) => changes.some(({ path }) => path === name || path.startsWith(`${name}.`));
  const facts = [
    action,
    ...(changesIn("materializedView") ? ["materialized view"] : changesIn("view") ? ["view"] : []),
    ...(action === "create" ? shapeOf(wanted) : []),
  ];
  const atIssues = new Set(issues.map(({ path }) => path));
  // The issue of a missing column is at the list.
  const isReported = ({ path, after }: PlannedChange) =>
    atIssues.has(path) || (after === null && atIssues.has(path.replace(/\[\d+\]$/, "")));
  const shown = action === "create" ? [] : changes.filter((change) => !isReported(change));
  const columns = columnsOf(changes);
  return [
    `${table}: ${facts.join(", ")}`,
    ...shown.map((change) => `  ${changeLine(change)}`),
    ...issues.flatMap((issue) => issueLines(issue, columns)),
  ];
}

/** Formats the columns and the partitions of a table to create. */
function shapeOf(table: unknown): string[] {
  const columns = valueAt(table, ["schema", "fields"]);
  const count = Array.isArray(columns) ? columns.length : 0;
  const [time, range] = [valueAt(table, ["timePartitioning"]), valueAt(table, ["rangePartitioning"])];
  const unit = !isObject(time) ? "RANGE" : typeof time.type === "string" ? time.type : "";
  const field = valueAt(time ?? range, ["field"]);
  const by = oneLine(`partitioned by ${unit}${typeof field === "string" ? `(${field})` : ""}`, MAX_NAME);
  return [
    ...(count === 0 ? [] : [`${count} ${count === 1 ? "column" : "columns"}`]),
    ...((time ?? range) == null ? [] : [by]),
  ];
}

/** Formats a change as one line: `schema.fields[0].mode (id): "REQUIRED" → "NULLABLE"`. */
export function changeLine({ path, column, before, after }: PlannedChange): string {
  const at = `${path}${column === "" ? "" : ` (${column})`}`;
  const isQuery = /^(view|materializedView)\.query$/.test(path);
  if (isQuery && typeof before === "string" && typeof after === "string")
    return `${at}: ${queryDifference(before, after)}`;
  return `${at}: ${shownValue(before)} → ${shownValue(after)}`;
}

function shownValue(value: unknown): string {
  return JSON.stringify(value ?? undefined) ?? "(none)";
}

/** Maximum number of lines of a query that are printed before and after its change. */
const MAX_QUERY_LINES = 20;

/** Formats the lines of two queries that differ: the lines between the longest common beginning and the longest common end. */
function queryDifference(before: string, after: string): string {
  const [a, b] = [before.split("\n"), after.split("\n")];
  const shorter = Math.min(a.length, b.length);
  let start = 0;
  while (start < shorter && a[start] === b[start]) start += 1;
  let end = 0;
  while (end < shorter - start && a.at(-1 - end) === b.at(-1 - end)) end += 1;
  const changed = (lines: readonly string[], sign: string) => {
    const found = lines.slice(start, lines.length - end);
    const more = found.length > MAX_QUERY_LINES ? [`… and ${found.length - MAX_QUERY_LINES} more lines`] : [];
    return [...found.slice(0, MAX_QUERY_LINES), ...more].map((line) => `\n    ${sign} ${line}`);
  };
  const total = Math.max(a.length, b.length);
  return `${total - start - end} of ${total} lines differ${[...changed(a, "-"), ...changed(b, "+")].join("")}`;
}

/** Returns the names of the columns by the paths of their changes. */
function columnsOf(changes: readonly PlannedChange[]): ReadonlyMap<string, string> {
  return new Map(changes.map(({ path, column }) => [path, column]));
}

/** Formats an issue of a table, with the SQL statement that makes the change, if any. */
function issueLines(issue: Issue, columns: ReadonlyMap<string, string>): string[] {
  const statement = issue.sql?.split("\n").map((line) => `    ${line}`) ?? [];
  return [`  ${issueLine(issue, columns)}`, ...statement];
}

/**
 * Formats an issue of a table as one line, without its statement.
 *
 * @param columns - The result of {@link columnsOf}.
 */
function issueLine({ path, message, rule }: Issue, columns: ReadonlyMap<string, string>): string {
  const named = / for "([^"]+)",/.exec(message)?.[1];
  const column = columns.get(path) || named;
  const text = forCommand(
    message
      .replace('pass extraColumns: "keep"', 'set extraColumns: "keep" in the configuration')
      .replace("pass createDatasets: true to tables.apply", "pass --create-datasets to table apply"),
  );
  const short = column === undefined || path === "" ? text : text.replace(/,? for "[^"]+",(?= got )/, ",");
  const own = short
    .replace(/; run the statement in "sql"$/, "")
    .replace('the statement in "sql"', "the statement below");
  const at = path === "" ? "" : `${path}${column === undefined ? "" : ` (${column})`}: `;
  return `${at}${own} (${rule})`;
}
