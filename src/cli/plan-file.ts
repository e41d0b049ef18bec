import { listed } from "../core/describe.js";
import type { TablesPlan } from "../warehouse/index.js";
import { planIssues } from "../warehouse/plan/check-plan.js";
import { digestOf, summaryOf } from "../warehouse/plan/plan.js";
import { toggle } from "./command.js";
import { Failure, issuesIn, UsageError } from "./failure.js";
import { columnsOf, issueLine, planLines } from "./plan-lines.js";
import { planMarkdown } from "./plan-markdown.js";
import { readJsonFile } from "./table-file.js";
import { print, printJson, type Terminal } from "./terminal.js";

/**
 * Reads a plan that `table plan --json` wrote; the path `-` means standard input. Its digest and summary are computed again,
 * because the file may have been edited.
 *
 * @throws {Failure} If the file is not a plan, with all problems.
 */
export async function readPlan(path: string, terminal: Terminal): Promise<{ name: string; plan: TablesPlan }> {
  const { name, data } = await readJsonFile(path, terminal);
  const issues = planIssues(data);
  if (issues.length > 0) throw new Failure(issuesIn(name, issues));
  return { name, plan: withTotals(data as TablesPlan) }; // checked
}

/** Returns a plan with the digest and the summary of its tables. */
export function withTotals(plan: TablesPlan): TablesPlan {
  return { ...plan, digest: digestOf(plan), summary: summaryOf(plan.tables) };
}

/** Options that print a plan in a format other than readable text. At most one can be set. */
export const formatFlags = {
  markdown: toggle("print the plan as Markdown for a comment, at most 60 000 characters"),
  sql: toggle("print the statements for changes that only SQL can make, as one script"),
};

/** The formats of a plan other than readable text. */
export interface PlanFormat {
  readonly json?: boolean;
  readonly markdown?: boolean;
  readonly sql?: boolean;
}

/** @throws {UsageError} If more than one format is set. */
export function assertOneFormat(format: PlanFormat): void {
  const given = (["json", "markdown", "sql"] as const).filter((name) => format[name]).map((name) => `--${name}`);
  if (given.length > 1) throw new UsageError(`${listed(given, "and")} cannot be combined; pass one of them`);
}

/**
 * Prints a plan on standard output. If another format is selected, also prints the readable text on
 * standard error.
 */
export function printPlan(plan: TablesPlan, { json, markdown, sql }: PlanFormat, { stdout, stderr }: Terminal): void {
  for (const warning of plan.warnings) print(stderr, `warning: ${warning}\n`);
  print(json || markdown || sql ? stderr : stdout, planLines(plan));
  if (json) printJson(stdout, plan);
  if (markdown) print(stdout, planMarkdown(plan));
  if (sql) print(stdout, planSql(plan));
}

/** Returns the exit code for a plan: 0 no changes, 1 a table cannot be applied, 3 there are changes. */
export function exitCodeOf({ summary: { impossible, unreadable, create, patch } }: TablesPlan): number {
  return impossible + unreadable > 0 ? 1 : create + patch > 0 ? 3 : 0;
}

/** Formats the statements of a plan as one script, each with its table and reason. */
function planSql({ tables, projectId }: TablesPlan): string {
  const statements = tables.flatMap(({ table, changes, issues }) => {
    const columns = columnsOf(changes);
    return issues.flatMap((issue) =>
      issue.sql === undefined ? [] : [`-- ${table}: ${issueLine(issue, columns)}\n${issue.sql}\n`],
    );
  });
  const title = `-- ${projectId}: ${statements.length} ${statements.length === 1 ? "change" : "changes"} that only SQL can make`;
  return [`${title}\n`, ...statements].join("\n");
}
