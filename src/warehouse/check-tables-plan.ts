import type { CallContext } from "../core/call-context.js";
import { kindOf, shown } from "../core/describe.js";
import { joinPath, prefixPath } from "../core/issue-path.js";
import { isObject, isTooDeep, TOO_DEEP, valueAt } from "../core/objects.js";
import { isInteger, isString } from "../core/options.js";
import { pathIssues } from "../core/path.js";
import { SHAPE_RULE } from "../core/schema/shape-issues.js";
import type { Issue } from "../errors/request-error.js";
import { assertNoIssues } from "../errors/request-error.js";
import { checkDesired, type WantedTable } from "./check-desired.js";
import { encodeTable } from "./encode-table.js";
import { referenceOf, tableNameIssues } from "./names.js";
import { applyRank } from "./plan/order.js";
import type { PlannedTable, TablesPlan } from "./plan/plan.js";
import type { TableReference } from "./schemas/table-parts.js";

/** A planned table that has to be created or patched. */
export interface PlannedWrite extends Pick<PlannedTable, "table" | "requests" | "changes" | "dependsOn"> {
  readonly action: "create" | "patch";
  readonly reference: TableReference;
  /** The merged requests. */
  readonly wanted: WantedTable;
  /** The rank of its kind; tables of a lower rank are applied first. */
  readonly rank: number;
}

/** A plan that was checked. */
export interface CheckedPlan {
  /** The tables to create or patch, in the order of the plan. */
  readonly writes: readonly PlannedWrite[];
  /** Names of the tables that already are as defined. */
  readonly unchanged: readonly string[];
}

const PLAN_RULE = "tables-plan";
const FORMAT = 1;
const MAX_REQUESTS = 2;

/** Checks a plan, which may come from a file. @throws {RequestError} If it cannot be applied, with all issues. */
export function checkTablesPlan(operation: string, plan: TablesPlan, context: CallContext): CheckedPlan {
  assertNoIssues(operation, headIssues(plan));
  const { projectId, tables } = plan;
  const issues: Issue[] = [];
  const names = new Set<string>();
  const writes: PlannedWrite[] = [];
  const unchanged: string[] = [];
  tables.forEach((planned: unknown, index) => {
    const path = joinPath("tables", index);
    const found = tableIssues(planned, names);
    if (isPlanned(planned, found)) {
      if (planned.action === "create" || planned.action === "patch") {
        const { write, issues } = writeOf(planned, planned.action, projectId, context);
        writes.push(write);
        found.push(...issues);
      } else unchanged.push(planned.table);
    }
    for (const issue of found) issues.push({ ...issue, path: prefixPath(path, issue.path) });
  });
  assertNoIssues(operation, issues);
  return { writes, unchanged };
}

/** Returns the issues of everything except the tables. */
function headIssues(plan: unknown): Issue[] {
  const issue = (path: string, message: string): Issue => ({ path, message, rule: PLAN_RULE });
  if (!isObject(plan) || typeof plan.then === "function") {
    return [issue("plan", `must be a plan that tables.plan returned, got ${kindOf(plan)}`)];
  }
  const { format, projectId, tables } = plan;
  if (format !== FORMAT) return [issue("format", `must be ${FORMAT}, got ${shown(format)}; plan again`)];
  const isList = Array.isArray(tables) ? [] : [issue("tables", `must be a list, got ${kindOf(tables)}`)];
  return [...pathIssues({ projectId }), ...isList];
}

/** Returns the issues of a planned table, except for those of its requests. */
function tableIssues(planned: unknown, names: Set<string>): Issue[] {
  const issue = (path: string, message: string): Issue => ({ path, message, rule: PLAN_RULE });
  if (!isObject(planned)) return [issue("", `must be a planned table, got ${kindOf(planned)}`)];
  const { table, action, dependsOn, requests, changes } = planned;
  const issues = tableNameIssues(referenceOf(table));
  if (isString(table)) {
    if (names.has(table)) issues.push(issue("table", `must not occur twice, got ${shown(table)}`));
    names.add(table);
  }
  const isWritten = action === "create" || action === "patch";
  if (action === "impossible" || action === "unreadable") {
    issues.push(issue("action", `must not be "${action}": resolve the issues of ${shown(table)} and plan again`));
    return issues;
  }
  if (!isWritten && action !== "unchanged") {
    issues.push(issue("action", `must be create, patch or unchanged, got ${shown(action)}`));
    return issues;
  }
  if (!Array.isArray(dependsOn) || !dependsOn.every(isString)) {
    issues.push(issue("dependsOn", `must be a list of tables, got ${kindOf(dependsOn)}`));
  }
  if (!Array.isArray(changes)) issues.push(issue("changes", `must be a list, got ${kindOf(changes)}`));
  else if (isTooDeep(changes)) issues.push(issue("changes", TOO_DEEP));
  const most = action === "patch" ? MAX_REQUESTS : 1;
  const isCount = Array.isArray(requests) && isInteger(requests.length, isWritten ? 1 : 0);
  if (!isCount || requests.length > (isWritten ? most : 0)) {
    const form = !isWritten ? "an empty list" : most === 1 ? "a list of one table" : "a list of one or two patches";
    issues.push(issue("requests", `must be ${form}, got ${shown(requests)}`));
  }
  return issues;
}

/** Whether a planned table has the shape that its type says. */
const isPlanned = (planned: unknown, issues: readonly Issue[]): planned is PlannedTable =>
  isObject(planned) && issues.length === 0;

function writeOf(
  { table, requests, changes, dependsOn }: PlannedTable,
  action: PlannedWrite["action"],
  projectId: string,
  context: CallContext,
): { readonly write: PlannedWrite; readonly issues: readonly Issue[] } {
  const reference = { projectId, ...referenceOf(table) };
  const checked = requests.map((request, index) => checkRequest(request, index, { action, reference }, context));
  const [first, second] = checked;
  // The second patch of a table contains its whole schema, as the first.
  const merged = () => encodeTable(Object.assign({ tableReference: reference }, ...requests));
  const wanted = first !== undefined && second === undefined ? first.wanted : checkDesired(merged());
  const write = { table, action, requests, changes, dependsOn, reference, wanted, rank: applyRank({ requests }) };
  return { write, issues: checked.flatMap(({ issues }) => issues) };
}

/** Checks the body of a request of a table. */
function checkRequest(
  request: unknown,
  index: number,
  { action, reference }: Pick<PlannedWrite, "action" | "reference">,
  { clock, openValues, rules: settings, checksRequests }: CallContext,
): { readonly wanted: WantedTable; readonly issues: readonly Issue[] } {
  const complete = action === "create";
  const path = joinPath("requests", index);
  const input = isObject(request) ? { ...request, tableReference: reference } : request;
  const options = { complete, allowsNull: !complete, now: clock.now(), openValues, settings };
  const wanted = checkDesired(encodeTable(input, checksRequests, "a table"), checksRequests ? options : undefined);
  const { tableReference, etag } = Object(request) as { readonly tableReference?: unknown; readonly etag?: unknown };
  const given = tableReference === undefined && !complete ? reference : tableReference;
  const others = Object.entries(reference)
    .filter(([name, id]) => valueAt(given, [name]) !== id)
    .map(([name, id]): Issue => {
      const message = `must be ${shown(id)}, as in the plan, got ${shown(valueAt(given, [name]))}`;
      return { path: `tableReference.${name}`, message, rule: PLAN_RULE };
    });
  const hasEtag = !complete && etag !== undefined;
  const all = [...wanted.issues, ...(isObject(request) ? others : []), ...(hasEtag ? [ETAG] : [])];
  const issues = all.map((issue) => ({
    ...issue,
    path: issue.path === "desired" ? path : prefixPath(path, issue.path),
  }));
  return { wanted, issues };
}

const ETAG: Issue = { path: "etag", message: "must be omitted: apply reads it before it writes", rule: SHAPE_RULE };
