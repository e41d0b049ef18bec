import type { CallOptions, ResponseInfo } from "../../call/options.js";
import { hasCode } from "../../errors/fourfold-error.js";
import type { Issue } from "../../errors/request-error.js";
import { shown } from "../../values/describe.js";
import type { TableInput, TablePatch } from "../../warehouse/input.js";
import type { Table } from "../../warehouse/schemas/table.js";
import type { TableReference } from "../../warehouse/schemas/table-parts.js";
import { isConflict, leavesOpen, type Outcome, requiredEtag } from "../../warehouse/sequence.js";
import type { PlannedChange } from "../plan/plan-data.js";
import type { PlannedRequests } from "../plan/plan-requests.js";
import type { TablesCall } from "../tables-call.js";

/** A table to bring to its wanted state. */
export interface WriteTarget {
  readonly reference: TableReference;
  /** Plans the requests for the current state of the table. */
  plan(live: Table | undefined): PlannedRequests;
  /** @throws If a plan must not be applied. */
  assert(plan: PlannedRequests, live: Table | undefined): void;
  /** Called before each write, which waits for it. @throws If no further request may be sent. */
  beforeWrite?(method: "insert" | "patch"): Promise<void>;
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
 */
export function writeTable(call: TablesCall, target: WriteTarget): Promise<WrittenTable> {
  const writer = new TableWriter(call, target);
  return call.inAttempts(target.reference, () => writer.attempt());
}

/** Effect of a call on its table so far. */
type Effect =
  | { readonly state: "none" }
  /** It may have made the change: the response was lost. */
  | { readonly state: "unconfirmed"; readonly change: "created" | "patched" }
  | { readonly state: "confirmed"; readonly change: "created" | "patched" };

/** The attempts to write one table. */
class TableWriter {
  readonly #call: TablesCall;
  readonly #target: WriteTarget;
  #effect: Effect = { state: "none" };
  /** The response to the last write. */
  #response: ResponseInfo | undefined;
  /** The last patch that was rejected with a 404. */
  #notFound: { readonly etag: string; readonly error: unknown } | undefined;

  constructor(call: TablesCall, target: WriteTarget) {
    this.#call = call;
    this.#target = target;
  }

  async attempt(): Promise<Outcome<WrittenTable>> {
    const live = await this.#call.read(this.#target.reference);
    // The etag is unchanged, so the 404 was not about this table: its query references something that does not exist.
    if (this.#notFound !== undefined && live?.etag === this.#notFound.etag) throw this.#notFound.error;
    const { creation, patches, warnings } = this.#planned(live);
    if (live === undefined) return this.#create(creation as TableInput); // of a plan without a live table
    for (const warning of warnings) this.#call.emitWarning(this.#target.reference, warning);
    return this.#patch(live, patches);
  }

  #planned(live: Table | undefined): PlannedRequests {
    const plan = this.#target.plan(live);
    this.#target.assert(plan, live);
    return plan;
  }

  async #create(input: TableInput): Promise<Outcome<WrittenTable>> {
    const { reference, plan, beforeWrite } = this.#target;
    await beforeWrite?.("insert");
    let created: Table;
    try {
      created = this.#call.comparable(await this.#call.client.tables.insert(input, this.#options()), reference);
    } catch (error) {
      return this.#afterFailure(error, "created");
    }
    this.#effect = { state: "confirmed", change: "created" };
    return this.#patch(created, completionOf(created, plan(created)) ?? []);
  }

  async #patch(live: Table, patches: readonly TablePatch[]): Promise<Outcome<WrittenTable>> {
    const { reference, beforeWrite } = this.#target;
    let table = live;
    for (const patch of patches) {
      await beforeWrite?.("patch");
      const etag = requiredEtag(table, this.#call.requestOf(reference));
      try {
        const options = { ...this.#options(), ifMatch: etag };
        table = this.#call.comparable(await this.#call.client.tables.patch(reference, patch, options), reference);
      } catch (error) {
        if (!hasCode(error, "not_found")) return this.#afterFailure(error, "patched");
        this.#notFound = { etag, error };
        return { failed: error };
      }
      if (this.#effect.state !== "confirmed") this.#effect = { state: "confirmed", change: "patched" };
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
  async #afterFailure(error: unknown, change: "created" | "patched"): Promise<Outcome<WrittenTable>> {
    const { attempts = 1 }: { readonly attempts?: number } = Object(error);
    // Of several attempts to send a patch, one before the last may have been applied.
    if (leavesOpen(error) || (change === "patched" && attempts > 1)) {
      if (this.#effect.state !== "confirmed") this.#effect = { state: "unconfirmed", change };
      const now = await this.#call.read(this.#target.reference);
      const completion = now && change === "created" ? completionOf(now, this.#target.plan(now)) : undefined;
      if (now !== undefined && completion !== undefined) {
        this.#effect = { state: "confirmed", change: "created" };
        return this.#patch(now, completion);
      }
      if (now !== undefined && this.#planned(now).patches.length === 0) return this.#settled(now);
    }
    const isChanged = change === "created" ? hasCode(error, "conflict") : isConflict(error);
    if (isChanged || leavesOpen(error)) return { failed: error };
    throw error;
  }

  /** Compares the table once more: the remaining differences are changes that the service ignored. */
  #settled(table: Table): Outcome<WrittenTable> {
    if (this.#effect.state === "none") return { done: { table, change: "unchanged", ignored: [] } };
    const ignored = this.#target.plan(table).changes.map(ignoredIssue);
    if (ignored.length > 0 && this.#response) this.#call.emitDrift(this.#response, ignored.map(publicIssue));
    return { done: { table, change: this.#effect.change, ignored } };
  }
}

/**
 * Returns the patches that complete a table that the call has created: they clear values that the service has set itself, and
 * describe the columns of a view. Undefined if more differs.
 */
function completionOf(created: Table, { patches, changes }: PlannedRequests): readonly TablePatch[] | undefined {
  const own = changes.filter(({ path }) => created.view == null || !path.startsWith("schema."));
  return own.some(({ after }) => after !== null) ? undefined : patches;
}

function ignoredIssue({ path, before, after }: PlannedChange): Issue {
  const wanted = after === null ? "absent" : shown(after);
  const message = `must be ${wanted}, got ${before === null ? "nothing" : shown(before)}: the service ignored the change`;
  return { path, message, rule: "change-ignored" };
}

/** Returns an issue for events, which contain neither values nor keys of maps. */
function publicIssue({ path, rule }: Issue): Issue {
  const [name = path] = path.startsWith("schema.") ? [path] : path.split(/[.[]/);
  return { path: name, message: "the service ignored the change", rule };
}
