import { FourfoldError, messageOf } from "./fourfold-error.js";

const SHOWN_FAILURES = 5;

/**
 * A plan of tables was applied only in part. To resume, apply the same plan again, or plan again: tables that already match
 * the plan are not written. `cause` is the first error, or the exception of `onStep`.
 */
export class ApplyTablesError extends FourfoldError<"apply_tables_failed"> {
  /** The tables that were created or patched, in order. */
  readonly applied: readonly string[];
  /** The tables that failed, in order, each with the error of its request. */
  readonly failed: readonly { readonly table: string; readonly error: unknown }[];
  /** The tables that were not started or not completed, because a table that they depend on failed or the call ended. */
  readonly remaining: readonly string[];

  constructor(facts: {
    applied: readonly string[];
    failed: ApplyTablesError["failed"];
    remaining: readonly string[];
    /** Cause of the error. Default: the error of the first failed table. */
    cause?: unknown;
  }) {
    const { applied, failed, remaining, cause = failed[0]?.error } = facts;
    const total = applied.length + failed.length + remaining.length;
    const reasons = failed.slice(0, SHOWN_FAILURES).map(({ table, error }) => `; ${table}: ${messageOf(error)}`);
    if (failed.length > SHOWN_FAILURES) reasons.push(`; … and ${failed.length - SHOWN_FAILURES} more`);
    if (failed.length === 0) reasons.push(`: ${messageOf(cause)}`);
    const counts = `${applied.length} of ${total} tables were applied, ${failed.length} failed`;
    super("apply_tables_failed", `${counts}${reasons.join("")}`, { cause });
    this.applied = applied;
    this.failed = failed;
    this.remaining = remaining;
  }

  override get name(): "ApplyTablesError" {
    return "ApplyTablesError";
  }
}

/** A table was not written, because it has changed since it was planned. To resume, plan again. */
export class StalePlanError extends FourfoldError<"plan_stale"> {
  /** Dataset and id of the table, such as `sales.orders`. */
  readonly table: string;
  /**
   * The paths of the planned table that differ, sorted, such as `schema.fields[0].mode`. Empty if the table was created or
   * deleted since the plan.
   */
  readonly changed: readonly string[];

  constructor(facts: { table: string; changed: readonly string[] /** The difference. */; text: string }) {
    const { table, changed, text } = facts;
    super("plan_stale", `${table} has changed since the plan: ${text}; plan again`);
    this.table = table;
    this.changed = changed;
  }

  override get name(): "StalePlanError" {
    return "StalePlanError";
  }
}
