import type { CallOptions, ResponseInfo } from "../../call/options.js";
import { hasCode } from "../../errors/fourfold-error.js";
import type { Issue } from "../../errors/request-error.js";
import { shown } from "../../values/describe.js";
import type { TableInput, TablePatch } from "../../warehouse/input.js";
import type { Table } from "../../warehouse/schemas/table.js";
import type { TableReference } from "../../warehouse/schemas/table-parts.js";
import { isConflict, leavesOpen, type Outcome, requiredEtag } from "../../warehouse/sequence.js";
import type { TablePlan } from "../plan/plan-table.js";
import type { TablesCall } from "../tables-call.js";

/** A table to bring to its wanted state. */
export interface WriteTarget {
  readonly reference: TableReference;
  /** Maximum number of attempts. Default: 5. */
  readonly attempts?: number | undefined;
  /** Plans the requests for the current state of the table. */
  plan(live: Table | undefined): TablePlan;
  /** @throws If a plan must not be applied. */
  assert(plan: TablePlan, live: Table | undefined): void;
  /** Called before each attempt to create the table, which waits for it. */
  beforeInsert?(): Promise<void>;
  /** Whether no further request may be sent. */
  isStopped?(): boolean;
}

/** A table in its wanted state. */
export interface WrittenTable {
  /** The table, as the service returned it. */
  table: Table;
  /**
   * Effect of the call:
   *
   * - `created`: it created the table
   * - `patched`: it patched the table
   * - `unchanged`: the table already had the wanted state
   */
  change: "created" | "patched" | "unchanged";
  /** Changes that BigQuery ignored although it accepted the requests; usually empty. Also emitted as a `drift` event. */
  ignored: readonly Issue[];
}

/**
 * Brings a table to its wanted state: reads it, plans it, and writes with If-Match. Starts over if the table was created,
 * changed or deleted in between, and reads the table after a lost response to determine the result.
 *
 * @returns The table; undefined if the call was stopped before the last request.
 */
export function writeTable(call: TablesCall, target: WriteTarget): Promise<WrittenTable | undefined> {
  const writer = new TableWriter(call, target);
  return call.inAttempts(target.reference, target.attempts, () => writer.attempt());
}

/** The attempts to write one table. */
class TableWriter {
  readonly #call: TablesCall;
  readonly #target: WriteTarget;
  /** The change that this call has made. */
  #made: WrittenTable["change"] | undefined;
  /** The change that it may have made, because a response was lost. */
  #unconfirmed: WrittenTable["change"] | undefined;
  /** The response to the last write. */
  #response: ResponseInfo | undefined;
  /** A patch that was rejected with a 404. */
  #missing: { readonly etag: string | undefined; readonly error: unknown } | undefined;

  constructor(call: TablesCall, target: WriteTarget) {
    this.#call = call;
    this.#target = target;
  }

  async attempt(): Promise<Outcome<WrittenTable | undefined>> {
    const { reference } = this.#target;
    const live = await this.#call.read(reference);
    // The etag is unchanged, so the 404 was not about this table: its query references something that does not exist.
    if (this.#missing !== undefined && live?.etag === this.#missing.etag) throw this.#missing.error;
    const { requests } = this.#planned(live);
    if (live === undefined) return this.#create(requests[0] as TableInput); // of a table to create
    if (requests.length === 0) return this.#settled(live);
    return this.#patch(live, requests as readonly TablePatch[]); // of a live table
  }

  #planned(live: Table | undefined): TablePlan {
    const plan = this.#target.plan(live);
    this.#target.assert(plan, live);
    return plan;
  }

  async #create(input: TableInput): Promise<Outcome<WrittenTable | undefined>> {
    const { reference, beforeInsert, isStopped } = this.#target;
    await beforeInsert?.();
    if (isStopped?.()) return { done: undefined };
    let created: Table;
    try {
      created = this.#call.comparable(await this.#call.client.tables.insert(input, this.#options()), reference);
    } catch (error) {
      return this.#afterFailure(error, "created", {
        mayBeApplied: leavesOpen(error),
        mayRepeat: hasCode(error, "conflict"),
      });
    }
    this.#made = "created";
    return (await this.#completed(created)) ?? this.#settled(created);
  }

  /**
   * Patches a new table, only to clear values that the service has set itself, and to describe the columns of a view. Undefined
   * if it differs in more.
   */
  async #completed(table: Table): Promise<Outcome<WrittenTable | undefined> | undefined> {
    const { requests, changes } = this.#target.plan(table);
    const own = changes.filter(({ path }) => table.view == null || !path.startsWith("schema."));
    if (own.some(({ after }) => after !== null)) return undefined;
    this.#made = "created";
    return requests.length === 0 ? this.#settled(table) : this.#patch(table, requests as readonly TablePatch[]); // of a live table
  }

  async #patch(live: Table, patches: readonly TablePatch[]): Promise<Outcome<WrittenTable | undefined>> {
    const { reference, isStopped } = this.#target;
    let table = live;
    for (const patch of patches) {
      if (isStopped?.()) return { done: undefined };
      const ifMatch = requiredEtag(table, this.#call.requestOf(reference));
      try {
        const answer = await this.#call.client.tables.patch(reference, patch, { ...this.#options(), ifMatch });
        table = this.#call.comparable(answer, reference);
      } catch (error) {
        if (hasCode(error, "not_found")) {
          this.#missing = { etag: ifMatch, error };
          return { failed: error };
        }
        // An attempt before the last one may have been applied.
        const { attempts = 1 } = error as { readonly attempts?: number };
        return this.#afterFailure(error, "patched", {
          mayBeApplied: attempts > 1 || leavesOpen(error),
          mayRepeat: isConflict(error),
        });
      }
      this.#made ??= "patched";
    }
    return this.#settled(table);
  }

  /** Options of a write, which keep its response. */
  #options(): CallOptions {
    const options = this.#call.options();
    const onResponse = (info: ResponseInfo) => {
      this.#response = info;
      return options.onResponse?.(info);
    };
    return { ...options, onResponse };
  }

  /** Reads a table again if a failed write may have been applied. @throws The error if another attempt cannot succeed. */
  async #afterFailure(
    error: unknown,
    change: "created" | "patched",
    { mayBeApplied, mayRepeat }: { readonly mayBeApplied: boolean; readonly mayRepeat: boolean },
  ): Promise<Outcome<WrittenTable | undefined>> {
    if (mayBeApplied) {
      this.#unconfirmed = change;
      const now = await this.#call.read(this.#target.reference);
      const completed = now && change === "created" ? await this.#completed(now) : undefined;
      if (completed !== undefined) return completed;
      if (now !== undefined && this.#planned(now).requests.length === 0) return this.#settled(now);
    }
    if (mayRepeat || leavesOpen(error)) return { failed: error };
    throw error;
  }

  /** Compares the table once more: the remaining differences are changes that the service ignored. */
  #settled(table: Table): Outcome<WrittenTable> {
    const change = this.#made ?? this.#unconfirmed ?? "unchanged";
    const { plan } = this.#target;
    const ignored = change === "unchanged" ? [] : plan(table).changes.map(ignoredIssue);
    if (ignored.length > 0 && this.#response) this.#call.emitDrift(this.#response, ignored.map(publicIssue));
    return { done: { table, change, ignored } };
  }
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
