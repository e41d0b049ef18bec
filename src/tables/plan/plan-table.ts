import { assertNoIssues, type Issue } from "../../errors/request-error.js";
import { nameIssues } from "../../naming/translate.js";
import { wrongShape } from "../../schema/shape-issues.js";
import { kindOf } from "../../values/describe.js";
import { issuesBeside } from "../../values/issue-path.js";
import { mergePatch, withoutNulls } from "../../values/merge-patch.js";
import { hasKey, isObject, valueAt, withoutUndefined, withValue } from "../../values/objects.js";
import { oneOf, strictOptions } from "../../values/options.js";
import { type Column, columnsIn, pairColumns } from "../../warehouse/columns.js";
import { type TableJson, withOneFilter, withoutDerived } from "../../warehouse/encode-table.js";
import type { DesiredTable, TableInput, TablePatch } from "../../warehouse/input.js";
import { checkDesired, checkTable } from "../../warehouse/rules/check-table.js";
import type { FindTable } from "../../warehouse/rules/rule-builders.js";
import type { Table } from "../../warehouse/schemas/table.js";
import { definitionRules } from "../check-definition.js";
import { statementsFor } from "../compare/alter-table.js";
import { type Change, issuesOf } from "../compare/change-kinds.js";
import { compareTables } from "../compare/compare-tables.js";
import type { PlannedChange, PlannedTable } from "./tables-plan.js";

/** Check of `extraColumns`. */
export const extraColumnsOption = oneOf("keep");

/** Inputs of a plan other than the tables. */
export interface PlanContext extends PlanTableOptions {
  /** The current time, as Unix time in milliseconds. */
  readonly now: number;
  /** Finds a table that a foreign key references. Default: no other table is known. */
  readonly referenced?: FindTable | undefined;
}

/** The part of a plan that depends on one table only. */
export interface TablePlan extends Pick<PlannedTable, "action" | "changes" | "issues"> {
  /** The bodies of the requests, in order: the table to create, or one or two patches. */
  readonly requests: readonly (TableInput | TablePatch)[];
}

/**
 * Plans the requests that bring a table to its desired state.
 *
 * @param current - The live table; undefined if there is none.
 * @param desired - The desired table, as `checkDesired` has accepted it.
 */
export function planTable(
  current: Readonly<Table> | undefined,
  desired: TableJson,
  context: PlanContext,
): TablePlan & { readonly action: "create" | "patch" | "unchanged" | "impossible" } {
  if (current === undefined) {
    const table = creationOf(desired);
    return outcome("create", [table], creationChanges(table), errorsOf(table, desired.schema, context));
  }
  const live = current as unknown as TableJson; // a table is JSON
  const changes = changesOf(live, desired, context);
  if (changes.length === 0) return { action: "unchanged", requests: [], changes, issues: [] };
  const issues = issuesOf(changes, statementsFor(live, desired));
  const patches = [patchOf(live, changes)];
  let table = patched(live, patches);
  if (issues.length === 0) {
    // Default values of new columns need another patch.
    const remaining = changesOf(table, desired, context);
    if (remaining.length > 0) patches.push(patchOf(table, remaining));
    table = patched(live, patches);
    changes.push(...remaining);
  }
  // Another type also makes the rest of a column invalid.
  const known = issues.map((issue) => ({ ...issue, path: issue.path.replace(/^(schema\..*)\.type$/, "$1") }));
  const broken = issuesBeside(ruleIssues(live, table, patches, desired.schema, context), known);
  const planned = changes.map(({ path, column, before, after }) => ({ path, column, before, after }));
  return outcome("patch", patches, planned, [...issues, ...broken]);
}

/** Lists the changes to make. The live spelling of a name stays, and default values of new columns are set later. */
function changesOf(live: TableJson, desired: TableJson, context: PlanContext): Change[] {
  const changes = compareTables(live, desired, context);
  return changes.filter(({ kind }) => kind !== "column-case" && kind !== "column-default");
}

function outcome(
  action: "create" | "patch",
  requests: readonly TableJson[],
  changes: readonly PlannedChange[],
  issues: readonly Issue[],
) {
  if (issues.length > 0) return { action: "impossible", requests: [], changes, issues } as const;
  // The requests contain only values of a checked table.
  return { action, requests: requests as readonly (TableInput | TablePatch)[], changes, issues } as const;
}

/**
 * Returns the issues of rules that the proposed table or its patches break and the live table does not. A patch can break a
 * rule that its table does not, because it does not tell that the table is a view. Paths contain the indices of columns in the
 * desired table.
 */
function ruleIssues(
  live: TableJson,
  proposed: TableJson,
  patches: readonly TableJson[],
  desired: unknown,
  context: PlanContext,
): readonly Issue[] {
  const errors = [
    ...errorsOf(proposed, desired, context),
    ...patches.flatMap((patch) => errorsOf(patch, desired, context, false)),
  ];
  const keyOf = ({ rule, path }: Issue) => `${rule} ${path}`;
  const known = new Set(errorsOf(live, desired, context).map(keyOf));
  const issues = new Map(errors.map((issue) => [keyOf(issue), issue]));
  return [...issues.values()].filter((issue) => !known.has(keyOf(issue)));
}

function errorsOf(whole: TableJson, desired: unknown, context: PlanContext, complete = true): readonly Issue[] {
  // A live table has a copy of the required filter.
  const { schema, ...others } = withOneFilter(whole);
  const table = { ...others, schema: hasKey(schema, "fields") ? inOrderOf(columnsIn(desired), schema) : schema };
  return checkTable(withoutUndefined(table), { ...definitionRules, ...context, complete }).errors;
}

/** Sorts columns, at every depth: the desired ones come first, in their order. A desired column that is missing is null. */
function inOrderOf(desired: readonly unknown[], holder: Column): Column {
  if (desired.length === 0) return holder;
  const fields = pairColumns(desired, columnsIn(holder)).pairs.map(({ live: wanted, proposed: column }) =>
    column === undefined ? null : inOrderOf(columnsIn(wanted), column),
  );
  return { ...holder, fields };
}

/** Options of {@link planTablePatch}. */
export interface PlanTableOptions {
  /**
   * `"keep"` keeps live columns that the desired schema omits, at every depth. Use it for rolling deployments, where an
   * older version of the code can run with a newer table. Default: a live column that the desired schema omits is an issue.
   */
  extraColumns?: "keep" | undefined;
}

/** Builds a patch from changes. */
function patchOf(live: TableJson, changes: readonly Change[]): TableJson {
  const patch = changes.reduce<unknown>((part, { at, value }) => withValue(part, at, value), {}) as TableJson; // an object stays one
  const { schema } = patch;
  // A schema that lists columns is replaced as a whole.
  const isReplaced = isObject(schema) && schema.fields !== undefined;
  return isReplaced ? { ...patch, schema: { ...Object(live.schema), ...schema } } : patch;
}

/** Applies patches to a table. */
function patched(live: TableJson, patches: readonly TableJson[]): TableJson {
  return patches.reduce((table, patch) => mergePatch(table, patch) as TableJson, live); // an object stays one
}

/**
 * Returns a new table. Expirations that are null stay null: if they were omitted, those of the dataset would apply. The query
 * of a view is GoogleSQL, unless it has another dialect; its columns follow from it.
 */
function creationOf(desired: TableJson): TableJson {
  const { view } = desired;
  const whole = isObject(view) ? { ...desired, view: { useLegacySql: false, ...view } } : desired;
  const { expirationTime, timePartitioning, ...others } = withoutDerived(withoutNulls(whole) as TableJson); // an object
  const isEndless = valueAt(desired, ["timePartitioning", "expirationMs"]) === null;
  const expiration = desired.expirationTime === null ? null : expirationTime;
  const partitioning = isEndless ? { ...Object(timePartitioning), expirationMs: null } : timePartitioning;
  const schema = (view ?? desired.materializedView) == null ? others.schema : undefined;
  return withoutUndefined({ ...others, schema, expirationTime: expiration, timePartitioning: partitioning });
}

/** Lists the values of a new table as changes, one for each column. */
function creationChanges(table: TableJson): PlannedChange[] {
  const added = (path: string, after: unknown, column = ""): PlannedChange => ({ path, column, before: null, after });
  return Object.entries(table).flatMap(([name, value]): PlannedChange[] => {
    if (name === "tableReference" || value === null) return [];
    if (name !== "schema" || !isObject(value)) return [added(name, value)];
    const { fields, ...others } = value;
    const columns = columnsIn({ fields }).map((column, index) => {
      return added(`schema.fields[${index}]`, column, String(valueAt(column, ["name"])));
    });
    return [...columns, ...Object.entries(others).map(([key, each]) => added(`schema.${key}`, each))];
  });
}

const PATCH = "planTablePatch";

/**
 * Plans the smallest patch that changes a live BigQuery table to a desired one. Nothing is sent.
 *
 * A property that `desired` omits is not changed, at every depth; `null` clears a property. Columns are compared by
 * name, ignoring case; new columns are appended. Labels and resource tags are merged by key, other lists are replaced.
 * Different spellings (`INT64` and `INTEGER`), defaults and the order of properties are not changes.
 *
 * @param current - The table as `tables.get` returns it.
 * @param desired - The desired table. `schema`, if given, lists every column.
 * @param options - `extraColumns` keeps live columns that the desired schema omits.
 * @returns The patch for `tables.patch`; `undefined` if nothing has to change. A new column with a default value needs a
 * second patch, because the service sets defaults of existing columns only: plan again after the first patch.
 * @throws {RequestError} If `desired` is invalid, if the change breaks a rule, or if a patch cannot make it: another
 * column type, a new `REQUIRED` column, a removed column, other partitioning. All issues are reported together, each
 * with a remedy; `sql` is the statement for a change that only SQL can make.
 * @see {@link https://cloud.google.com/bigquery/docs/reference/rest/v2/tables/patch | tables.patch} in the BigQuery reference
 *
 * @example
 * const current = await client.warehouse.tables.get(desired.tableReference);
 * const patch = planTablePatch(current, desired);
 * if (patch && current.etag) await client.warehouse.tables.patch(current.tableReference, patch, { ifMatch: current.etag });
 */
export function planTablePatch(
  current: Readonly<Table>,
  desired: DesiredTable,
  options: PlanTableOptions = {},
): TablePatch | undefined {
  strictOptions(PATCH, options, { extraColumns: extraColumnsOption });
  const wanted = checkDesired(desired);
  assertNoIssues(PATCH, [...currentIssues(current), ...wanted.errors]);
  const { requests, issues } = planTable(current, wanted.body, { ...options, now: Date.now() });
  assertNoIssues(PATCH, issues);
  return requests[0] as TablePatch | undefined; // of a table that exists
}

function currentIssues(current: unknown): Issue[] {
  if (isObject(current) && isObject(current.tableReference)) return nameIssues("Table", current, "current");
  const isPromise = typeof Object(current).then === "function";
  const got = isPromise
    ? "a Promise; await it"
    : isObject(current)
      ? "an object without tableReference"
      : kindOf(current);
  return [wrongShape("current", `must be a table that tables.get returned, got ${got}`)];
}
