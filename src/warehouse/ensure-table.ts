import type { CallContext } from "../core/call-context.js";
import type { CallOptions } from "../core/http/transport.js";
import { issuesBeside } from "../core/issue-path.js";
import { withoutNulls } from "../core/merge-patch.js";
import { hasCode } from "../errors/fourfold-error.js";
import type { Issue } from "../errors/request-error.js";
import { assertNoIssues } from "../errors/request-error.js";
import { checkDesired, type WantedTable } from "./check-desired.js";
import type { EncodedTable } from "./encode-table.js";
import type { TableInput } from "./input.js";
import {
  assertEtag,
  assertSequenceOptions,
  isConflict,
  leavesOpen,
  type Outcome,
  readTable,
  type Sequence,
  sequenceOf,
  type TableAccess,
  unlessMissing,
  watchWrite,
} from "./modify-table.js";
import type { PlanTableOptions } from "./plan/plan-table-patch.js";
import { extraColumnsOption, planContextOf, planPatches } from "./plan-patch.js";
import { checkTable } from "./rules/check-table.js";
import type { Table } from "./schemas/table.js";
import type { TableReference } from "./schemas/table-parts.js";

/** Options of `tables.ensure`. */
export interface EnsureTableOptions extends CallOptions, Pick<PlanTableOptions, "extraColumns"> {
  /**
   * Maximum number of attempts if the table is created, changed or deleted between read and write; a positive integer.
   * Default: 5. The delays between them are random and grow as those of `retry`; the first is at most twice `minDelayMs`.
   */
  attempts?: number | undefined;
}

/** Result of `tables.ensure`. */
export interface EnsuredTable {
  /** The table, as the service returned it. */
  table: Table;
  /**
   * What the call did:
   *
   * - `created`: it created the table
   * - `patched`: it patched the table
   * - `unchanged`: the table already had the desired state
   */
  change: "created" | "patched" | "unchanged";
}

const OPERATION = "tables.ensure";

/** Creates a table or patches it to the desired state. Starts over if the table has changed in between. Loaded on demand. */
export async function ensureTable(
  context: CallContext,
  access: TableAccess,
  desired: EncodedTable,
  options: EnsureTableOptions,
): Promise<EnsuredTable> {
  assertSequenceOptions(OPERATION, options, { extraColumns: extraColumnsOption });
  const wanted = checkDesired(desired);
  const { body, issues } = wanted;
  const complete = withoutNulls(body) as TableInput; // an insert checks it
  assertNoIssues(OPERATION, [...issues, ...ruleIssues(context, wanted)]);
  const { extraColumns, ...callOptions } = options;
  const sequence = sequenceOf(context, OPERATION, callOptions);
  const { bounds, details } = sequence;
  const ref = { ...complete.tableReference };
  const patchesFor = (table: Table) =>
    planPatches(OPERATION, table, wanted, { ...planContextOf(context), extraColumns });

  // The change that an earlier attempt made, whose response was lost. It may have been applied.
  let lost: EnsuredTable["change"] | undefined;
  return sequence.inAttempts(ref, async (): Promise<Outcome<EnsuredTable>> => {
    const table = await readIfAny(access, sequence, ref);
    const patches = table && patchesFor(table);
    if (table !== undefined && patches?.length === 0) return { done: { table, change: lost ?? "unchanged" } };
    let ifMatch = table && assertEtag(table, sequence.request(ref));
    const watch = watchWrite();
    const writeOptions = { ...bounds, onRetry: watch.onRetry };
    try {
      if (table === undefined || ifMatch === undefined) {
        return { done: { table: await access.insert(complete, writeOptions, details), change: "created" } };
      }
      let patched = table;
      for (const patch of patches ?? []) {
        patched = await access.patch(ref, patch, { ...writeOptions, ifMatch }, details);
        ifMatch = assertEtag(patched, sequence.request(ref));
      }
      return { done: { table: patched, change: "patched" } };
    } catch (error) {
      const isRace =
        table === undefined ? hasCode(error, "conflict") : isConflict(error) || hasCode(error, "not_found");
      if (watch.mayBeApplied || leavesOpen(error)) {
        lost = table === undefined ? "created" : "patched";
        const now = await readIfAny(access, sequence, ref);
        if (now !== undefined && patchesFor(now).length === 0) {
          return { done: { table: now, change: lost } };
        }
      } else if (!isRace) throw error;
      return { failed: error };
    }
  });
}

/** Returns the issues that do not depend on whether the table exists: those of the fields that `desired` contains. */
function ruleIssues(
  { clock, openValues, rules, checksRequests }: CallContext,
  { body, issues }: WantedTable,
): readonly Issue[] {
  // The rules have nothing to check.
  if (!checksRequests || issues.some(({ path }) => path === "desired")) return [];
  const { errors } = checkTable(body, { complete: false, now: clock.now(), openValues, settings: rules });
  return issuesBeside(errors, issues);
}

/** Reads a table; undefined if there is none. */
export async function readIfAny(
  access: TableAccess,
  sequence: Sequence,
  reference: TableReference,
): Promise<Table | undefined> {
  return unlessMissing(readTable(access, sequence, reference));
}
