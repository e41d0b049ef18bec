import * as z from "zod/mini";
import { classOf, kindOf, listed, shown } from "../../core/describe.js";
import { issuesAt, joinPath, plainIssue } from "../../core/issue-path.js";
import { isObject, isTooDeep, TOO_DEEP } from "../../core/objects.js";
import { pathIssues } from "../../core/path.js";
import { shapeIssues } from "../../core/schema/shape-issues.js";
import type { Issue } from "../../errors/request-error.js";
import { scalarText } from "../columns.js";
import { referenceOf, tableNameIssues } from "../names.js";
import type { PlannedTable } from "./plan.js";

/** Rule id of issues of plans. */
const PLAN_RULE = "tables-plan";

/** Creates an issue of a plan. */
export const planIssue = (path: string, message: string): Issue => ({ path, message, rule: PLAN_RULE });

const FORMAT = 2;
const ACTIONS: readonly PlannedTable["action"][] = ["create", "patch", "unchanged", "impossible", "unreadable"];

/** A string without line breaks, which could forge lines of a printed plan. */
const line = z.custom<string>(
  (value) => typeof value === "string" && !/[\p{Cc}\u2028\u2029]/u.test(value),
  "a string without line breaks and control characters",
);
const action = z.custom<PlannedTable["action"]>((value) => ACTIONS.some((each) => each === value), listed(ACTIONS));
const json = z.record(z.string(), z.unknown());
const optional = z.optional;
const count = z.int();

const Change = z.object({ path: line, column: line, before: z.unknown(), after: z.unknown() });
const PlanIssue = z.object({ path: line, message: line, rule: line, sql: optional(z.string()) });
const Planned = z.object({
  table: line,
  action,
  etag: optional(z.string()),
  newDataset: optional(z.object({ location: optional(line) })),
  desired: json,
  options: optional(
    z.object({
      extraColumns: optional(z.custom<"keep">((value) => value === "keep", '"keep"')),
      ignore: optional(z.object({ fields: optional(z.array(line)) })),
    }),
  ),
  requests: z.array(json),
  changes: z.array(Change),
  issues: z.array(PlanIssue),
});
/** A plan as JSON. */
const Plan = z.object({
  projectId: line,
  digest: line,
  tables: z.array(Planned),
  unmanaged: z.array(z.object({ table: line, type: optional(line), count: optional(count) })),
  warnings: z.array(line),
  summary: z.object({
    create: count,
    patch: count,
    impossible: count,
    unreadable: count,
    unchanged: count,
    requests: count,
  }),
});

/** Lists the issues of a plan, which may come from a file. Its tables are not compared. */
export function planIssues(plan: unknown): Issue[] {
  if (typeof Object(plan).then === "function") return [planIssue("plan", `must be a plan, got ${classOf(plan)}`)];
  const isDefinition = isObject(plan) && plan.format === undefined && typeof plan.table === "string";
  if (!isObject(plan) || isDefinition) {
    const found = isDefinition ? "a definition" : kindOf(plan);
    return [planIssue("plan", `must be a plan, got ${found}; pass the result of tables.plan`)];
  }
  if (plan.format !== FORMAT) {
    return [
      planIssue("format", `must be ${FORMAT}, got ${shown(plan.format)}; plan again with this version of fourfold`),
    ];
  }
  if (isTooDeep(plan)) return [planIssue("plan", TOO_DEEP)];
  const shape = shapeIssues(Plan, plan).map((each) => ({ ...plainIssue(each), rule: PLAN_RULE }));
  const found = Array.isArray(plan.tables) ? tablesIssues(plan.tables) : [];
  const known = new Set(shape.map(({ path }) => path));
  const ids = known.has("projectId") ? [] : pathIssues({ projectId: plan.projectId });
  return [...shape, ...ids, ...found.filter(({ path }) => !known.has(path))];
}

/** Numbers of requests by action. */
const COUNTS: Readonly<Record<string, readonly [min: number, max: number, form: string]>> = {
  create: [1, 1, "a list of one table"],
  patch: [1, 2, "a list of one or two patches"],
  unchanged: [0, 0, "an empty list"],
};

/** Issues of the names of tables, and of the numbers of their requests. */
function tablesIssues(tables: readonly unknown[]): Issue[] {
  const names = new Set<unknown>();
  return tables.flatMap((planned, index): Issue[] => {
    if (!isObject(planned) || typeof planned.table !== "string") return [];
    const path = joinPath("tables", index);
    const { table } = planned;
    const isKnown = names.has(table);
    names.add(table);
    const [min, max, form] = COUNTS[scalarText(planned.action)] ?? [0, Number.POSITIVE_INFINITY, ""];
    const { length } = Object(planned.requests) as { readonly length?: number };
    const isCount = length === undefined || (length >= min && length <= max);
    const isNew = planned.newDataset !== undefined && planned.action !== "impossible";
    return [
      ...issuesAt(path, tableNameIssues(referenceOf(table))),
      ...(isKnown ? [planIssue(joinPath(path, "table"), `must not occur twice, got ${shown(table)}`)] : []),
      ...(isNew ? [planIssue(joinPath(path, "newDataset"), "must be absent unless the action is impossible")] : []),
      ...(isCount ? [] : [planIssue(joinPath(path, "requests"), `must be ${form}, got ${shown(planned.requests)}`)]),
    ];
  });
}
