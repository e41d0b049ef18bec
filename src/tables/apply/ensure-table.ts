import type { CallOptions } from "../../call/options.js";
import { assertNoIssues } from "../../errors/request-error.js";
import type { DesiredTable } from "../../warehouse/input.js";
import { checkDesired } from "../../warehouse/rules/check-table.js";
import type { TableReference } from "../../warehouse/schemas/table-parts.js";
import { assertSequenceOptions } from "../../warehouse/sequence.js";
import { definitionSettings } from "../check-definition.js";
import { extraColumnsOption, type PlanTableOptions } from "../compare/compare-tables.js";
import { planRequests } from "../plan/plan-requests.js";
import { TablesCall, type TablesClient } from "../tables-call.js";
import { type WrittenTable, writeTable } from "./write-table.js";

/** Options of {@link ensureTable}. */
export interface EnsureTableOptions extends CallOptions, PlanTableOptions {
  /**
   * Maximum number of attempts if the table is created, changed or deleted between read and write; a positive integer.
   * Default: 5. The delays between attempts are random and grow like the delays of `retry`; the first delay is at most twice
   * `minDelayMs`.
   */
  attempts?: number | undefined;
}

const OPERATION = "ensureTable";

/**
 * Creates a BigQuery table, or patches it to the desired state.
 *
 * Gets the table, inserts it if it is missing, and otherwise sends the patch of {@link planTablePatch} with If-Match, or both
 * patches if a new column has a default value. Starts over if the table is created, changed or deleted in between. After a
 * lost response, the call gets the table again to find out whether the write was applied. Concurrent calls are safe.
 *
 * @param client - `client.warehouse`.
 * @param desired - The desired table. Omitted fields are not changed; `null` clears a field.
 * @param options - `extraColumns` keeps live columns that the desired schema omits; `attempts` limits how often the
 * call starts over.
 * @returns The table, the effect of this call, and the changes that BigQuery ignored.
 * @throws {RequestError} If `desired` is invalid, or if BigQuery cannot make a change by a patch, with all issues.
 * @throws {ApiError} `not_found` if the dataset does not exist; `precondition_failed` or `conflict` if the table
 * changed during every attempt.
 * @see {@link https://cloud.google.com/bigquery/docs/reference/rest/v2/tables/insert | tables.insert} in the BigQuery reference
 *
 * @example
 * const { change } = await ensureTable(client.warehouse, { tableReference, schema });
 */
export async function ensureTable(
  client: TablesClient,
  desired: DesiredTable,
  options: EnsureTableOptions = {},
): Promise<WrittenTable> {
  assertSequenceOptions(OPERATION, options, { extraColumns: extraColumnsOption });
  const { extraColumns, ...callOptions } = options;
  const call = new TablesCall(OPERATION, client, callOptions);
  const now = call.clock.now();
  const moreColumns = extraColumns === "keep";
  const checks = { ...definitionSettings, now, complete: false, moreColumns };
  const { body, errors } = checkDesired(desired, checks);
  assertNoIssues(OPERATION, errors);
  return writeTable(call, {
    reference: { ...(body.tableReference as TableReference) }, // checked
    plan: (live) => planRequests(live, body, { ...call.settings, now: call.clock.now(), extraColumns }),
    assert: ({ issues }) => assertNoIssues(OPERATION, issues),
  });
}
