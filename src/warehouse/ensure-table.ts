import type { CallContext } from "../core/call-context.js";
import { withoutNulls } from "../core/merge-patch.js";
import { issuesBeside } from "../core/rules/issue-path.js";
import { isFourfoldError } from "../errors/is-fourfold-error.js";
import type { Issue } from "../errors/issue.js";
import { checkTable } from "./check-table.js";
import type { DesiredTable, TableInput } from "./input.js";
import { assertNoIssues, extraColumnsOption, type PlanContext, planPatch, readDesired } from "./plan-table-patch.js";
import {
  assertEtag,
  assertSequenceOptions,
  inAttempts,
  isConflict,
  type Outcome,
  readTable,
  type Sequence,
  sequenceOf,
  type TableAccess,
} from "./read-and-write.js";
import type { Table } from "./schemas/table.js";
import type { EnsuredTable, EnsureTableOptions } from "./tables.js";

const OPERATION = "tables.ensure";

/** Creates a table or patches it to the desired state. Starts over if the table has changed in between. */
export async function ensureTable(
  context: CallContext,
  access: TableAccess,
  desired: DesiredTable,
  options: EnsureTableOptions,
): Promise<EnsuredTable> {
  assertSequenceOptions(OPERATION, options, { extraColumns: extraColumnsOption });
  const { body, issues } = readDesired(desired);
  const complete = withoutNulls(body) as TableInput; // validated with the rules of an insert
  assertNoIssues(OPERATION, [...issues, ...ruleIssues(context, complete, issues)]);
  const { extraColumns, ...callOptions } = options;
  const sequence = sequenceOf(context, OPERATION, callOptions);
  const { bounds, details } = sequence;
  const ref = { ...complete.tableReference };
  const planContext = (): PlanContext => ({ extraColumns, now: context.clock.now() });

  // The change of an earlier attempt whose response was lost. It may have been applied.
  let lost: EnsuredTable["change"] | undefined;
  // The result of the read after a lost response.
  let reread: { readonly table: Table | undefined } | undefined;
  return inAttempts(sequence.attempts, async (): Promise<Outcome<EnsuredTable>> => {
    const { table } = reread ?? { table: await read(access, sequence, complete) };
    reread = undefined;
    const patch = table && planPatch(OPERATION, table, body, planContext());
    if (table !== undefined && patch === undefined) return { done: { table, change: lost ?? "unchanged" } };
    const ifMatch = table && assertEtag(table, sequence.request(ref));
    try {
      if (ifMatch === undefined) {
        return { done: { table: await access.insert(complete, bounds, details), change: "created" } };
      }
      return {
        done: { table: await access.patch(ref, patch ?? {}, { ...bounds, ifMatch }, details), change: "patched" },
      };
    } catch (error) {
      const isRace = table === undefined ? isFourfoldError(error, "conflict") : isConflict(error) || isMissing(error);
      // A write whose response was lost may have been applied, and then its own retry fails with a conflict.
      const isLost = leavesOpen(error) || (table !== undefined && isConflict(error) && error.attempts > 1);
      if (!isLost && !isRace) throw error;
      if (isLost) {
        lost = table === undefined ? "created" : "patched";
        const now = await read(access, sequence, complete);
        if (now !== undefined && planPatch(OPERATION, now, body, planContext()) === undefined) {
          return { done: { table: now, change: lost } };
        }
        reread = { table: now };
      }
      return { failed: error };
    }
  });
}

/** Returns the issues for a new table, so that a desired table is valid or invalid whether or not the table exists. */
function ruleIssues(
  { clock, naming, rules, checksRequests }: CallContext,
  table: unknown,
  known: readonly Issue[],
): readonly Issue[] {
  // The rules have nothing to check.
  if (!checksRequests || known.some(({ path }) => path === "desired")) return [];
  const { errors } = checkTable(table, { complete: true, now: clock.now(), naming, settings: rules });
  return issuesBeside(errors, known);
}

const isMissing = (error: unknown) => isFourfoldError(error, "not_found");

/** Reads the table; undefined if there is none. */
async function read(
  access: TableAccess,
  sequence: Sequence,
  { tableReference }: TableInput,
): Promise<Table | undefined> {
  try {
    return await readTable(access, sequence, { ...tableReference });
  } catch (error) {
    if (isMissing(error)) return undefined;
    throw error;
  }
}

/** Whether a write may have been applied although it failed. */
function leavesOpen(error: unknown): boolean {
  return isFourfoldError(
    error,
    "network",
    "timeout",
    "unavailable",
    "server_error",
    "invalid_response",
    "response_too_large",
  );
}
