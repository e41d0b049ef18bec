import { pathIssues } from "../call/template.js";
import type { RuleSettings } from "../checks/rules.js";
import { assertClientOptions, createAreaContext } from "../client-options.js";
import type { Issue } from "../errors/request-error.js";
import { joinIssues } from "../values/issue-path.js";
import { anyValue, booleanOption, strictOptions } from "../values/options.js";
import { type WarehouseRuleId, warehouseRules } from "./rules/warehouse-rules.js";
import { encodeTableBody } from "./table-methods.js";
import { ownIds } from "./table-reference.js";

/** Options of {@link checkTable}. */
export interface CheckTableOptions {
  /** Whether the value is a whole table, as for `tables.insert`; `false` for a patch. Default: `true`. */
  readonly complete?: boolean | undefined;
  /** Severities of individual rules, as in the options of a client. Default: those of `warehouseRules`. */
  readonly rules?: RuleSettings<WarehouseRuleId> | undefined;
}

/** Result of {@link checkTable}. */
export interface TableIssues {
  /** Issues with which `tables.insert` rejects the table. */
  readonly errors: readonly Issue[];
  /** Issues of rules with the severity `warn`, with which the table is sent. */
  readonly warnings: readonly Issue[];
}

/**
 * Checks a BigQuery table as `tables.insert` does, or a patch as `tables.patch` does, without a client: for forms and
 * validators.
 *
 * @param table - The table or the patch. Any value is accepted, and one that is not an object is reported.
 * @param options - `complete: false` checks a patch; `rules` changes severities.
 * @returns All issues, each with its path and rule.
 * @throws {RequestError} If an option is invalid.
 * @see {@link https://cloud.google.com/bigquery/docs/reference/rest/v2/tables#Table | Table} in the BigQuery reference
 *
 * @example
 * const { errors } = checkTable({
 *   tableReference: { projectId: "shop", datasetId: "sales", tableId: "orders" },
 *   schema: { fields: [{ name: "id", type: "INT" }] },
 * });
 * console.log(errors.map(({ path, message }) => `${path}: ${message}`));
 */
export function checkTable(table: unknown, options: CheckTableOptions = {}): TableIssues {
  strictOptions("checkTable", options, { complete: booleanOption, rules: anyValue });
  const { complete = true, rules } = options;
  assertClientOptions("checkTable", ["warehouse"], { rules }, warehouseRules);
  const { errors, warnings = [] } = encodeTableBody(
    table,
    { complete, isNew: complete },
    createAreaContext("warehouse", { rules }),
  );
  const { projectId, datasetId } = ownIds(table);
  const ids = complete ? pathIssues({ projectId, datasetId }, "tableReference") : [];
  return { errors: joinIssues(errors, ids), warnings };
}
