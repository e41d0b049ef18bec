import { assertNoIssues, type Issue } from "../../errors/request-error.js";
import { nameIssues } from "../../naming/translate.js";
import { wrongShape } from "../../schema/shape-issues.js";
import { kindOf } from "../../values/describe.js";
import { isObject } from "../../values/objects.js";
import { strictOptions } from "../../values/options.js";
import type { DesiredTable, TablePatch } from "../../warehouse/input.js";
import { checkDesired } from "../../warehouse/rules/check-table.js";
import type { Table } from "../../warehouse/schemas/table.js";
import { extraColumnsOption, type PlanTableOptions } from "../compare/compare-tables.js";
import { planRequests } from "./plan-requests.js";

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
  const { patches, issues } = planRequests(current, wanted.body, { ...options, now: Date.now() });
  assertNoIssues(PATCH, issues);
  return patches[0];
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
