import type { PlannedTable, TablesPlan } from "../tables/index.js";
import { valueAt } from "../values/objects.js";
import { changeLines, counted, issueLines, listedNames, type PlanPart, type PlanReport } from "./plan-lines.js";

/** Describes a plan of tables for people: the tables that differ from their definitions. */
export function tablesReport(plan: TablesPlan): PlanReport {
  const { projectId, tables, warnings, digest } = plan;
  return {
    title: "Tables of",
    name: projectId,
    counts: countsOf(plan),
    parts: tables.filter(({ action }) => action !== "unchanged").map(partOf),
    notes: unmanagedLines(plan),
    warnings,
    digest,
  };
}

/** Formats the numbers of tables by action. */
function countsOf({ summary }: TablesPlan): string {
  const counts = Object.entries(summary)
    .filter(([, count]) => count > 0)
    .map(([action, count]) => `${count} ${/create|patch/.test(action) ? "to " : ""}${action}`);
  return counts.length === 0 ? "no tables" : counts.join(", ");
}

/** Formats the tables that have no definition as one line, if there are any. */
function unmanagedLines({ unmanaged }: TablesPlan): string[] {
  const names = unmanaged.map(({ table, count }) =>
    count === undefined ? table : `${table} (${counted(count, "table")})`,
  );
  return names.length === 0 ? [] : [`no definition, not touched: ${listedNames(names)}`];
}

function partOf({ table, action, wanted, changes, issues }: PlannedTable): PlanPart {
  const columns = valueAt(wanted, ["schema", "fields"]);
  const count = action === "create" && Array.isArray(columns) ? columns.length : 0;
  return {
    head: `${table}: ${action}${count === 0 ? "" : `, ${counted(count, "column")}`}`,
    lines: [...(action === "create" ? [] : changes.flatMap(changeLines)), ...issues.flatMap(issueLines)],
    isBlocked: action === "impossible" || action === "unreadable",
    value: wanted,
  };
}
