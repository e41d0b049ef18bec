import type { CallContext } from "../../core/call-context.js";
import { shown } from "../../core/describe.js";
import type { CallOptions, SendOptions } from "../../core/http/transport.js";
import { issuesBeside } from "../../core/issue-path.js";
import { hasCode } from "../../errors/fourfold-error.js";
import { assertNoIssues, type Issue } from "../../errors/request-error.js";
import {
  assertSequenceOptions,
  isConflict,
  leavesOpen,
  type Outcome,
  type Sequence,
  sequenceOf,
  watchWrite,
} from "../attempts.js";
import type { EncodedTable } from "../encode-table.js";
import type { TableInput, TablePatch } from "../input.js";
import { type CheckedTable, checkDesired, checkTable } from "../rules/check-table.js";
import type { Table } from "../schemas/table.js";
import type { TableReference } from "../schemas/table-parts.js";
import { assertEtag, assertUsable, readIfAny, type TableAccess } from "./access.js";
import { extraColumnsOption, type PlanTableOptions, planContextOf, planTable, type TablePlan } from "./table.js";

/** A table to bring to its desired state. */
export interface WriteTarget {
  readonly reference: TableReference;
  /** Plans the requests for the current state of the table. */
  plan(live: Table | undefined): TablePlan;
  /** @throws If a plan must not be applied. */
  assert(plan: TablePlan): void;
  /** Called before each attempt to create the table. The attempt waits until the returned promise resolves. */
  readonly beforeInsert?: SendOptions["beforeSend"];
  /** Whether no further request may be sent. */
  isStopped?(): boolean;
}

/**
 * Brings a table to its desired state: reads it, plans it, and writes with If-Match. Starts over if the table was created,
 * changed or deleted in between, and reads the table after a lost response to determine the result.
 *
 * @returns The effect; undefined if the call was stopped before the last request.
 */
export async function writeTable(
  context: CallContext,
  access: TableAccess,
  sequence: Sequence,
  { reference, plan, assert, beforeInsert, isStopped }: WriteTarget,
): Promise<EnsuredTable | undefined> {
  const { bounds, details, request } = sequence;
  const planOf = (live: Table | undefined) => {
    const planned = plan(live);
    assert(planned);
    return planned;
  };
  /** The change that this call has made (`done`), or may have made if a response was lost (`lost`). */
  let done: EnsuredTable["change"] | undefined;
  let lost: EnsuredTable["change"] | undefined;
  /** A patch that was rejected with a 404. */
  let missing: { readonly etag: string | undefined; readonly error: unknown } | undefined;
  const settled = (table: Table): Outcome<EnsuredTable> => {
    const change = done ?? lost ?? "unchanged";
    const ignored = change === "unchanged" ? [] : plan(table).changes.map(ignoredIssue);
    if (ignored.length > 0) {
      const { callId = "" } = bounds;
      const issues = ignored.map(publicIssue);
      context.emit?.({
        type: "drift",
        callId,
        methodName: details.operation ?? "",
        ...request(reference),
        resource: "Table",
        issues,
      });
    }
    return { done: { table, change, ignored } };
  };

  return sequence.inAttempts<EnsuredTable | undefined>(reference, async () => {
    const live = await readIfAny(access, sequence, reference);
    // The etag is unchanged, so the 404 was not about this table: its query references something that does not exist.
    if (missing !== undefined && live?.etag === missing.etag) throw missing.error;
    let { requests } = planOf(live);
    if (live !== undefined && requests.length === 0) return settled(live);
    let table = live;
    let ifMatch = live && assertEtag(live, request(reference));
    const watch = watchWrite();
    const options = { ...bounds, onRetry: watch.onRetry };
    try {
      if (table === undefined) {
        if (isStopped?.()) return { done: undefined };
        const paced = { ...options, beforeSend: beforeInsert };
        table = await access.insert(requests[0] as TableInput, paced, details); // of a table to create
        done = "created";
        requests = clearing(plan(assertUsable(table, request(reference))));
      }
      for (const patch of requests) {
        if (isStopped?.()) return { done: undefined };
        ifMatch = assertEtag(table, request(reference));
        table = await access.patch(reference, patch as TablePatch, { ...options, ifMatch }, details); // of a live table
        done ??= "patched";
      }
      return settled(assertUsable(table, request(reference)));
    } catch (error) {
      if (watch.mayBeApplied || leavesOpen(error)) {
        lost = table === undefined ? "created" : "patched";
        const now = await readIfAny(access, sequence, reference);
        if (now !== undefined && planOf(now).requests.length === 0) return settled(now);
      } else if (hasCode(error, "not_found") && table !== undefined) {
        missing = { etag: ifMatch, error };
      } else if (!(table === undefined ? hasCode(error, "conflict") : isConflict(error))) throw error;
      return { failed: error };
    }
  });
}

/** Returns the patches of a new table if they only clear values that the service has set itself. */
function clearing({ requests, changes }: TablePlan): TablePlan["requests"] {
  return changes.every(({ after }) => after === null) ? requests : [];
}

function ignoredIssue({ path, before, after }: TablePlan["changes"][number]): Issue {
  const wanted = after === null ? "absent" : shown(after);
  const message = `must be ${wanted}, got ${before === null ? "nothing" : shown(before)}: the service ignored the change`;
  return { path, message, rule: "change-ignored" };
}

/** Returns an issue for events, which contain neither values nor keys of maps. */
function publicIssue({ path, rule }: Issue): Issue {
  const [name = path] = path.startsWith("schema.") ? [path] : path.split(/[.[]/);
  return { path: name, message: "the service ignored the change", rule };
}

/** Options of `tables.ensure`. */
export interface EnsureTableOptions extends CallOptions, Pick<PlanTableOptions, "extraColumns"> {
  /**
   * Maximum number of attempts if the table is created, changed or deleted between read and write; a positive integer.
   * Default: 5. The delays between attempts are random and grow like the delays of `retry`; the first delay is at most twice
   * `minDelayMs`.
   */
  attempts?: number | undefined;
}

/** Result of `tables.ensure`. */
export interface EnsuredTable {
  /** The table, as the service returned it. */
  table: Table;
  /**
   * Effect of the call:
   *
   * - `created`: it created the table
   * - `patched`: it patched the table
   * - `unchanged`: the table already had the desired state
   */
  change: "created" | "patched" | "unchanged";
  /** Changes that BigQuery ignored although it accepted the requests; usually empty. Also emitted as a `drift` event. */
  ignored: readonly Issue[];
}

const OPERATION = "tables.ensure";

/** Creates a table or patches it to the desired state. */
export async function ensureTable(
  context: CallContext,
  access: TableAccess,
  encoded: EncodedTable,
  options: EnsureTableOptions,
): Promise<EnsuredTable> {
  assertSequenceOptions(OPERATION, options, { extraColumns: extraColumnsOption });
  const wanted = checkDesired(encoded);
  const { body } = wanted;
  const { extraColumns, ...callOptions } = options;
  assertNoIssues(OPERATION, [...wanted.errors, ...ruleIssues(context, wanted, extraColumns === "keep")]);
  const reference = { ...(body.tableReference as TableReference) }; // checked
  const sequence = sequenceOf(context, OPERATION, callOptions);
  const written = await writeTable(context, access, sequence, {
    reference,
    plan: (live) => planTable(live, body, { ...planContextOf(context), extraColumns }),
    assert: ({ issues }) => assertNoIssues(OPERATION, issues),
  });
  return written as EnsuredTable; // only a stopped write is undefined
}

/** Returns the issues that do not depend on whether the table exists: those of the fields that `desired` contains. */
function ruleIssues(
  context: CallContext,
  { body, errors: known }: CheckedTable,
  moreColumns: boolean,
): readonly Issue[] {
  // Without request checks or a readable table, no rules run.
  if (!context.checksRequests || known.some(({ path }) => path === "desired")) return [];
  const { errors } = checkTable(body, { ...planContextOf(context), complete: false, moreColumns });
  return issuesBeside(errors, known);
}
