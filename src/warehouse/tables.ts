import type { CallOptions } from "../core/http/transport.js";
import type { ListOptions } from "../core/list.js";
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
  /** Names of the columns to return, as a list or comma-separated; nested columns with dots. Default: all. */
  selectedFields?: string | readonly string[] | undefined;
  /** Amount of detail: `BASIC` omits the storage statistics. Default: `STORAGE_STATS`. */
  view?: "BASIC" | "STORAGE_STATS" | "FULL" | (string & {}) | undefined;
}

/** Options of `tables.patch` and `tables.update`. */
export interface ChangeTableOptions extends CallOptions {
  /**
   * The `etag` of the table that you read. If the table has changed since, the service rejects the request with
   * `precondition_failed`. It also makes the request idempotent. Default: any version of the table is changed.
   */
  ifMatch?: string | undefined;
  /** Whether the service detects the schema of an external table. Default: `false`. */
  autodetectSchema?: boolean | undefined;
}

/** Options of `tables.modify`. */
export interface ModifyTableOptions extends CallOptions {
  /** Maximum number of attempts if the table changes between read and patch; a positive integer. Default: 5. */
  attempts?: number | undefined;
}

/** Options of `tables.ensure`. */
export interface EnsureTableOptions extends CallOptions, PlanTableOptions {
  /**
   * Maximum number of attempts if the table is created, changed or deleted between read and write; a positive integer.
   * Default: 5.
   */
  attempts?: number | undefined;
}

/** Result of `tables.ensure`. */
export interface EnsuredTable {
  /** The table, as the service returned it. */
  table: Table;
  /** The change by this call; `unchanged` if the table already had the desired state. */
  change: "created" | "patched" | "unchanged";
}

/** Options of `tables.getIamPolicy`. */
export interface GetIamPolicyOptions extends CallOptions {
  /** Highest policy version that the caller supports: 0, 1 or 3. Conditions require 3. Default: the service's. */
  requestedPolicyVersion?: number | undefined;
}

/** Options of `tables.setIamPolicy`. */
export interface SetIamPolicyOptions extends CallOptions {
  /** Comma-separated fields of the policy to set. Default: `bindings, etag`. */
  updateMask?: string | undefined;
}

/** Client methods for tables. */
export interface Tables {
  /**
   * Lists the tables of a dataset, each with its most important fields.
   *
   * @throws {RequestError} If an id or an option is invalid. Thrown synchronously.
   */
  list(dataset: DatasetReference, options?: ListOptions): Pager<TableListEntry, TableList>;

  /**
   * Gets a table.
   *
   * @throws {ApiError} `not_found` if it does not exist.
   */
  get(reference: TableReference, options?: GetTableOptions): Promise<Table>;

  /**
   * Creates an empty table. The request is not retried: after a failure, get the table to find out whether it was created.
   *
   * @throws {RequestError} If the table is invalid, with all issues; nothing is sent.
   * @throws {ApiError} `conflict` if the table exists, `not_found` if its dataset does not exist.
   */
  insert(table: TableInput, options?: CallOptions): Promise<Table>;

  /**
   * Changes the fields in the patch and keeps all others: objects are merged, lists are replaced, `null` clears a field.
   *
   * @throws {RequestError} If the patch breaks a rule that can be checked without the rest of the table, or contains an
   * `etag`; pass it as the option `ifMatch` instead.
   * @throws {ApiError} `precondition_failed` if the etag of the table is not the one in `ifMatch`.
   */
  patch(reference: TableReference, patch: TablePatch, options?: ChangeTableOptions): Promise<Table>;

  /**
   * Replaces the whole definition of a table. Omitted fields are cleared.
   *
   * @throws {RequestError} If the table is invalid, with all issues; nothing is sent.
   * @throws {ApiError} `precondition_failed` if the etag of the table is not the one in `ifMatch`.
   */
  update(table: TableInput, options?: ChangeTableOptions): Promise<Table>;

  /**
   * Deletes a table and its data. A 404 on a retry counts as success, because an earlier attempt deleted the table.
   *
   * @throws {ApiError} `not_found` if the table does not exist.
   */
  delete(reference: TableReference, options?: CallOptions): Promise<void>;

  /**
   * Gets a table, calls your function for a patch, and sends the patch with If-Match. Starts over if the table changed in
   * between. If the function returns `undefined`, nothing is sent.
   *
   * The function may run several times and must not change its argument. An `etag` in its patch is ignored if it is the
   * one that was just read.
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
   * Gets the table, inserts it if it is missing, and otherwise sends the patch of `planTablePatch` with If-Match. Starts
   * over if the table is created, changed or deleted in between. After a lost response, it gets the table again to find
   * out whether the write was applied. Concurrent calls are safe.
   *
   * @param desired - The desired table. Omitted fields are not changed; `null` clears a field.
   * @returns The table, and the change by this call.
   * @throws {RequestError} If `desired` is invalid, or if the service cannot make a change by a patch, with all issues.
   * @throws {ApiError} `not_found` if the dataset does not exist; `precondition_failed` or `conflict` if the
   * table changed during every attempt.
   *
   * @example
   * const { change } = await client.warehouse.tables.ensure({ tableReference, schema });
   */
  ensure(desired: DesiredTable, options?: EnsureTableOptions): Promise<EnsuredTable>;

  /** Gets the access policy of a table. A policy without bindings may contain only its `etag`. */
  getIamPolicy(reference: TableReference, options?: GetIamPolicyOptions): Promise<Policy>;

  /**
   * Sets the access policy of a table. Include the `etag` that you read, so that concurrent changes are not overwritten;
   * without it, the request is not retried.
   */
  setIamPolicy(reference: TableReference, policy: Policy, options?: SetIamPolicyOptions): Promise<Policy>;

  /** Returns the subset of the given permissions that the caller has on a table. */
  testIamPermissions<const P extends string>(
    reference: TableReference,
    permissions: readonly P[],
    options?: CallOptions,
  ): Promise<P[]>;
}
