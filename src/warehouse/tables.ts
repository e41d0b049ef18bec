import type { ListOptions } from "../core/call.js";
import type { CallOptions } from "../core/http/transport.js";
import type { Pager } from "../core/pagination.js";
import type { DesiredTable, TableInput, TablePatch } from "./input.js";
import type { DatasetReference } from "./methods.js";
import type { PlanTableOptions } from "./plan-table-patch.js";
import type { Policy } from "./schemas/policy.js";
import type { Table } from "./schemas/table.js";
import type { TableList, TableListEntry } from "./schemas/table-list.js";
import type { TableReference } from "./schemas/table-reference.js";

/** Options of `tables.get`. */
export interface GetTableOptions extends CallOptions {
  /** Names of the fields to return, as a list or joined by commas; nested ones with dots. Default: all. */
  selectedFields?: string | readonly string[] | undefined;
  /** How much to return: `BASIC` leaves the storage statistics out. Default: `STORAGE_STATS`. */
  view?: "BASIC" | "STORAGE_STATS" | "FULL" | (string & {}) | undefined;
}

/** Options of `tables.patch` and `tables.update`. */
export interface ChangeTableOptions extends CallOptions {
  /**
   * The `etag` of the table as it was read: the change is refused with `precondition_failed` when the table has changed
   * since. With it, a change is also safe to repeat. Default: the change is made whatever the table looks like.
   */
  ifMatch?: string | undefined;
  /** Whether the service detects the schema of an external table. Default: `false`. */
  autodetectSchema?: boolean | undefined;
}

/** Options of `tables.modify`. */
export interface ModifyTableOptions extends CallOptions {
  /** How often to read and patch at most, while others change the table in between; a positive integer. Default: 5. */
  attempts?: number | undefined;
}

/** Options of `tables.ensure`. */
export interface EnsureTableOptions extends CallOptions, PlanTableOptions {
  /**
   * Maximum number of times to read and write while others create, change or delete the table in between; a positive
   * integer. Default: 5.
   */
  attempts?: number | undefined;
}

/** Result of `tables.ensure`. */
export interface EnsuredTable {
  /** The table, as the service returned it. */
  table: Table;
  /** What this call did: `unchanged` if the table already was as desired. */
  change: "created" | "patched" | "unchanged";
}

/** Options of `tables.getIamPolicy`. */
export interface GetIamPolicyOptions extends CallOptions {
  /** The highest policy version that the caller understands: 0, 1 or 3. Conditions need 3. Default: the service's. */
  requestedPolicyVersion?: number | undefined;
}

/** Options of `tables.setIamPolicy`. */
export interface SetIamPolicyOptions extends CallOptions {
  /** Which members of the policy to set, joined by commas. Default: `bindings, etag`. */
  updateMask?: string | undefined;
}

/** The tables of the warehouse. */
export interface Tables {
  /**
   * Lists the tables of a dataset, each with its most important members.
   *
   * @throws {RequestError} at once, when an id or an option cannot be used.
   */
  list(dataset: DatasetReference, options?: ListOptions): Pager<TableListEntry, TableList>;

  /**
   * Reads a table.
   *
   * @throws {ApiError} `not_found` when there is none.
   */
  get(reference: TableReference, options?: GetTableOptions): Promise<Table>;

  /**
   * Creates a table that is empty. It is sent once: after a failure that leaves open whether it was created, read it.
   *
   * @throws {RequestError} when it breaks a rule, with all issues at once; nothing is sent then.
   * @throws {ApiError} `conflict` when it exists, `not_found` when its dataset does not.
   */
  insert(table: TableInput, options?: CallOptions): Promise<Table>;

  /**
   * Changes what the patch names and leaves the rest: objects are merged, lists are replaced whole, `null` clears.
   *
   * @throws {RequestError} If it breaks a rule that can be checked without the rest of the table, or contains an `etag`,
   * which belongs into the option `ifMatch`.
   * @throws {ApiError} `precondition_failed` when the table no longer has the etag in `ifMatch`.
   */
  patch(reference: TableReference, patch: TablePatch, options?: ChangeTableOptions): Promise<Table>;

  /**
   * Replaces a table's whole definition: what is not given is cleared.
   *
   * @throws {RequestError} when it breaks a rule, with all issues at once; nothing is sent then.
   * @throws {ApiError} `precondition_failed` when the table no longer has the etag in `ifMatch`.
   */
  update(table: TableInput, options?: ChangeTableOptions): Promise<Table>;

  /**
   * Deletes a table and what it holds. When a repeat finds nothing, an attempt before it has done the work.
   *
   * @throws {ApiError} `not_found` when there is none.
   */
  delete(reference: TableReference, options?: CallOptions): Promise<void>;

  /**
   * Reads a table, asks for a patch, and sends it with If-Match; again with a fresh copy when somebody else was
   * quicker. `undefined` leaves the table as it is.
   *
   * The function may run several times and must not change the table that it is given. An `etag` in its patch is
   * dropped if it is the one that was just read.
   *
   * @throws {RequestError} If the function changes its table and returns nothing, or if the patch contains another etag.
   * @throws {ApiError} `precondition_failed` if the table changed during every attempt, or if a response was lost and it is
   * unclear whether the patch was applied.
   *
   * @example
   * await client.warehouse.tables.modify(ref, (table) => ({ labels: { ...table.labels, checked: "yes" } }));
   */
  modify(
    reference: TableReference,
    change: (table: Readonly<Table>) => TablePatch | undefined | Promise<TablePatch | undefined>,
    options?: ModifyTableOptions,
  ): Promise<Table>;

  /**
   * Creates a table, or patches it to the desired state.
   *
   * Reads the table, inserts it if it is missing, and otherwise sends the patch of `planTablePatch` with If-Match. Starts
   * over if somebody else creates, changes or deletes the table in between. After a lost response, the table is read to
   * find out what was applied. Concurrent calls are safe.
   *
   * @param desired - The table as it should be. What it omits stays as it is, and `null` clears.
   * @returns The table, and what this call did.
   * @throws {RequestError} If `desired` is invalid, or if the service cannot make a change by a patch, with all issues.
   * @throws {ApiError} `not_found` if the dataset does not exist; `precondition_failed` or `conflict` if somebody else
   * was quicker every time.
   *
   * @example
   * const { change } = await client.warehouse.tables.ensure({ tableReference, schema });
   */
  ensure(desired: DesiredTable, options?: EnsureTableOptions): Promise<EnsuredTable>;

  /** Reads who may do what with a table. A policy without bindings may be its `etag` alone. */
  getIamPolicy(reference: TableReference, options?: GetIamPolicyOptions): Promise<Policy>;

  /**
   * Sets who may do what with a table. Send the `etag` that was read, so that nobody's change is lost; only then is the
   * call repeated after a failure.
   */
  setIamPolicy(reference: TableReference, policy: Policy, options?: SetIamPolicyOptions): Promise<Policy>;

  /** Returns those of the permissions that the caller holds on a table. */
  testIamPermissions<const P extends string>(
    reference: TableReference,
    permissions: readonly P[],
    options?: CallOptions,
  ): Promise<P[]>;
}
