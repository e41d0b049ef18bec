import { kindOf } from "../../core/describe.js";
import { isObject } from "../../core/objects.js";
import { strictOptions } from "../../core/options.js";
import { SHAPE_RULE } from "../../core/schema/shape-issues.js";
import type { Issue } from "../../errors/request-error.js";
import { assertNoIssues } from "../../errors/request-error.js";
import { googleNaming } from "../../naming/google.js";
import type { Naming } from "../../naming/naming.js";
import { namingOption } from "../../naming/naming.js";
import { nameIssues } from "../../naming/translate.js";
import { checkDesired } from "../check-desired.js";
import { encodeTable } from "../encode-table.js";
import type { DesiredTable, TablePatch } from "../input.js";
import { extraColumnsOption, planPatches } from "../plan-patch.js";
import { serviceSettings } from "../rules/table-rules.js";
import type { Table } from "../schemas/table.js";

/** Options of {@link planTablePatch}. */
export interface PlanTableOptions {
  /**
   * `"keep"` keeps live columns that the desired schema omits, at every depth. Use it for rolling deployments, where an
   * older version of the code can run with a newer table. Default: a live column that the desired schema omits is an issue.
   */
  extraColumns?: "keep" | undefined;
  /**
   * Naming profile of the service. It determines the rules that the table must satisfy after the patch. Default:
   * `googleNaming`.
   */
  naming?: Naming | undefined;
}

const OPERATION = "planTablePatch";

/**
 * Plans the smallest patch that changes a live BigQuery table to a desired one. Nothing is sent.
 *
 * A property that `desired` omits is not changed, at every depth; `null` clears a property. Columns are compared by
 * name, ignoring case; new columns are appended. Labels and resource tags are merged by key, other lists are replaced.
 * Different spellings (`INT64` and `INTEGER`), defaults and the order of properties are not changes.
 *
 * @param current - The table as `tables.get` returns it.
 * @param desired - The desired table. `schema`, if given, lists every column.
 * @param options - `extraColumns` keeps live columns that the desired schema omits; `naming` is the naming profile.
 * @returns The patch for `tables.patch`; `undefined` if nothing has to change. A new column with a default value needs a
 * second patch, because the service sets defaults of existing columns only: plan again after the first one.
 * @throws {RequestError} If `desired` is invalid, if the change breaks a rule, or if a patch cannot make it: another
 * column type, a new `REQUIRED` column, a removed column, other partitioning. All issues are reported together, each
 * with a remedy; `sql` is the statement for a change that only SQL can make.
 * @see {@link https://cloud.google.com/bigquery/docs/reference/rest/v2/tables/patch | tables.patch} in the BigQuery reference
 *
 * @example
 * const current = await client.warehouse.tables.get(desired.tableReference);
 * const patch = planTablePatch(current, desired);
 * if (patch) await client.warehouse.tables.patch(desired.tableReference, patch, { ifMatch: current.etag });
 */
export function planTablePatch(
  current: Readonly<Table>,
  desired: DesiredTable,
  options: PlanTableOptions = {},
): TablePatch | undefined {
  strictOptions(OPERATION, options, { extraColumns: extraColumnsOption, naming: namingOption });
  const { extraColumns, naming = googleNaming } = options;
  const wanted = checkDesired(encodeTable(desired, true, "a table"));
  assertNoIssues(OPERATION, [...currentIssues(current), ...wanted.issues]);
  const context = { extraColumns, now: Date.now(), ...serviceSettings(naming) };
  return planPatches(OPERATION, current, wanted, context)[0];
}

function currentIssues(current: unknown): Issue[] {
  if (isObject(current) && isObject(current.tableReference)) return nameIssues("Table", current, "current");
  const isPromise = typeof Object(current).then === "function";
  const got = isPromise
    ? "a Promise; await it"
    : isObject(current)
      ? "an object without tableReference"
      : kindOf(current);
  return [{ path: "current", message: `must be a table that tables.get returned, got ${got}`, rule: SHAPE_RULE }];
}
