import type { ListOptions } from "../core/call.js";
import type { CallOptions } from "../core/http/transport.js";
import type { Pager } from "../core/pagination.js";
import type { DesiredTable, TableInput, TablePatch } from "./input.js";
import type { DatasetReference } from "./methods.js";
import type { PlanTableOptions } from "./plan-table-patch.js";
import type { TableList, TableListEntry } from "./schemas/lists.js";
import type { Policy } from "./schemas/policy.js";
import type { Table } from "./schemas/table.js";
import type { TableReference } from "./schemas/table-parts.js";

/** Options of `tables.get`. */
export interface GetTableOptions extends CallOptions {
  /** Names of the columns to return, as a list or comma-separated; nested columns with dots. Default: all. */
  selectedFields?: string | readonly string[] | undefined;
  /**
   * Amount of detail. Default: `STORAGE_STATS`.
   *
   * - `BASIC`: everything except the storage statistics
   * - `STORAGE_STATS`: everything, including the storage statistics
   * - `FULL`: everything that BigQuery can return
   */
  view?: "BASIC" | "STORAGE_STATS" | "FULL" | (string & {}) | undefined;
}

/** Options of `tables.patch` and `tables.update`. */
export interface ChangeTableOptions extends CallOptions {
  /**
   * The `etag` of the table that you read. If the table has changed since, the service rejects the request with
   * `precondition_failed`. It also makes the request idempotent. Default: any version of the table is changed.
   */
  ifMatch?: string | undefined;
  /** Whether BigQuery detects the schema of an external table. Default: `false`. */
  autodetectSchema?: boolean | undefined;
}

/** Options of `tables.modify`. */
export interface ModifyTableOptions extends CallOptions {
  /**
   * Maximum number of attempts if the table changes between read and patch; a positive integer. Default: 5. The delays
   * between them are random and grow as those of `retry`; the first is at most twice `minDelayMs`.
   */
  attempts?: number | undefined;
}

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

/** Client methods for BigQuery tables. */
export interface Tables {
  /**
   * Lists the BigQuery tables of a dataset, one page per request. Entries contain the most important fields; `get`
   * returns all fields.
   *
   * Scopes (any one): `https://www.googleapis.com/auth/bigquery.readonly`, `https://www.googleapis.com/auth/bigquery`,
   * `https://www.googleapis.com/auth/cloud-platform.read-only`, `https://www.googleapis.com/auth/cloud-platform`.
   *
   * @param dataset - Project and id of the dataset.
   * @param options - `maxResults` is the page size, not a limit on the number of tables.
   * @returns An async iterable of entries; `.pages()` iterates over whole pages.
   * @throws {RequestError} If an id or an option is invalid. Thrown synchronously.
   * @throws {ApiError} While iterating, if the service responds with an error: `not_found` if the dataset does not
   * exist.
   * @see Spec: warehouse, "Table methods"
   */
  list(dataset: DatasetReference, options?: ListOptions): Pager<TableListEntry, TableList>;

  /**
   * Gets a BigQuery table.
   *
   * Scopes (any one): `https://www.googleapis.com/auth/bigquery.readonly`, `https://www.googleapis.com/auth/bigquery`,
   * `https://www.googleapis.com/auth/cloud-platform.read-only`, `https://www.googleapis.com/auth/cloud-platform`.
   *
   * @param reference - Project, dataset and id of the table.
   * @param options - `selectedFields` and `view` select what is returned.
   * @returns The table.
   * @throws {RequestError} If an id or an option is invalid; nothing is sent.
   * @throws {ApiError} If the service responds with an error: `not_found` if the table does not exist.
   * @see Spec: warehouse, "Table methods"
   */
  get(reference: TableReference, options?: GetTableOptions): Promise<Table>;

  /**
   * Creates an empty BigQuery table. The request is not retried: after a failure, get the table to find out whether it
   * was created.
   *
   * Scopes (any one): `https://www.googleapis.com/auth/bigquery`, `https://www.googleapis.com/auth/cloud-platform`.
   *
   * @param table - The table. `tableReference` determines the dataset. Output-only fields are not sent.
   * @param options - Options of the call.
   * @returns The table, as the service created it.
   * @throws {RequestError} If the table is invalid, with all issues; nothing is sent.
   * @throws {ApiError} If the service responds with an error: `conflict` if the table exists, `not_found` if its
   * dataset does not exist.
   * @see Spec: warehouse, "Table methods"
   */
  insert(table: TableInput, options?: CallOptions): Promise<Table>;

  /**
   * Changes the fields in the patch and keeps all others: objects are merged, lists are replaced, `null` clears a
   * field.
   *
   * Scopes (any one): `https://www.googleapis.com/auth/bigquery`, `https://www.googleapis.com/auth/cloud-platform`.
   *
   * @param reference - Project, dataset and id of the table.
   * @param patch - The fields to change. Output-only fields are not sent.
   * @param options - `ifMatch` makes the request conditional and idempotent.
   * @returns The table, as the service stored it.
   * @throws {RequestError} If the patch breaks a rule that can be checked without the rest of the table, or contains an
   * `etag`; pass the etag as the option `ifMatch` instead.
   * @throws {ApiError} If the service responds with an error: `precondition_failed` if the table does not have the etag
   * in `ifMatch`.
   * @see Spec: warehouse, "Table methods"
   */
  patch(reference: TableReference, patch: TablePatch, options?: ChangeTableOptions): Promise<Table>;

  /**
   * Replaces the whole definition of a table. Omitted fields are cleared.
   *
   * Scopes (any one): `https://www.googleapis.com/auth/bigquery`, `https://www.googleapis.com/auth/cloud-platform`.
   *
   * @param table - The whole table, with its `tableReference`. Output-only fields are not sent.
   * @param options - `ifMatch` makes the request conditional.
   * @returns The table, as the service stored it.
   * @throws {RequestError} If the table is invalid, with all issues; nothing is sent.
   * @throws {ApiError} If the service responds with an error: `precondition_failed` if the table does not have the etag
   * in `ifMatch`.
   * @see Spec: warehouse, "Table methods"
   */
  update(table: TableInput, options?: ChangeTableOptions): Promise<Table>;

  /**
   * Deletes a table and its data. A 404 on a retry counts as success, because an earlier attempt deleted the table.
   *
   * Scopes (any one): `https://www.googleapis.com/auth/bigquery`, `https://www.googleapis.com/auth/cloud-platform`.
   *
   * @param reference - Project, dataset and id of the table.
   * @param options - Options of the call.
   * @throws {RequestError} If an id or an option is invalid; nothing is sent.
   * @throws {ApiError} If the service responds with an error: `not_found` if the table does not exist.
   * @see Spec: warehouse, "Table methods"
   */
  delete(reference: TableReference, options?: CallOptions): Promise<void>;

  /**
   * Gets a table, calls your function for a patch, and sends the patch with If-Match. Starts over if the table changed
   * in between. If the function returns `undefined`, nothing is sent.
   *
   * The function may run several times and must not change its argument. An `etag` in its patch is ignored if it is the
   * one that was just read.
   *
   * Scopes (any one): `https://www.googleapis.com/auth/bigquery`, `https://www.googleapis.com/auth/cloud-platform`.
   *
   * @param reference - Project, dataset and id of the table.
   * @param change - Returns the patch for the table that was read, or `undefined` for no change. May be asynchronous.
   * @param options - `attempts` limits how often the call starts over.
   * @returns The table after the patch; without a patch, the table that was read.
   * @throws {RequestError} If the function changes its table and returns nothing, or if the patch contains another
   * etag.
   * @throws {ApiError} `precondition_failed` if the table changed during every attempt, or if it is unclear whether the
   * patch was applied: a response was lost, and the retry was rejected because the table has changed.
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
   * Creates a BigQuery table, or patches it to the desired state.
   *
   * Gets the table, inserts it if it is missing, and otherwise sends the patch of `planTablePatch` with If-Match.
   * Starts over if the table is created, changed or deleted in between. After a lost response, it gets the table again
   * to find out whether the write was applied. Concurrent calls are safe.
   *
   * Scopes (any one): `https://www.googleapis.com/auth/bigquery`, `https://www.googleapis.com/auth/cloud-platform`.
   *
   * @param desired - The desired table. Omitted fields are not changed; `null` clears a field.
   * @param options - `extraColumns` keeps live columns that the desired schema omits; `attempts` limits how often the
   * call starts over.
   * @returns The table, and the change by this call.
   * @throws {RequestError} If `desired` is invalid, or if BigQuery cannot make a change by a patch, with all issues.
   * @throws {ApiError} `not_found` if the dataset does not exist; `precondition_failed` or `conflict` if the table
   * changed during every attempt.
   *
   * @example
   * const { change } = await client.warehouse.tables.ensure({ tableReference, schema });
   */
  ensure(desired: DesiredTable, options?: EnsureTableOptions): Promise<EnsuredTable>;

  /**
   * Gets the IAM policy of a table. A policy without bindings may contain only its `etag`.
   *
   * Scopes (any one): `https://www.googleapis.com/auth/bigquery.readonly`, `https://www.googleapis.com/auth/bigquery`,
   * `https://www.googleapis.com/auth/cloud-platform.read-only`, `https://www.googleapis.com/auth/cloud-platform`.
   *
   * @param reference - Project, dataset and id of the table.
   * @param options - `requestedPolicyVersion` is the highest version that you support.
   * @returns The policy.
   * @throws {RequestError} If an id or an option is invalid; nothing is sent.
   * @throws {ApiError} If the service responds with an error: `not_found` if the table does not exist.
   * @see Spec: warehouse, "Table methods"
   */
  getIamPolicy(reference: TableReference, options?: GetIamPolicyOptions): Promise<Policy>;

  /**
   * Sets the IAM policy of a table. Include the `etag` that you read, so that concurrent changes are not
   * overwritten; without it, the request is not retried.
   *
   * Scopes (any one): `https://www.googleapis.com/auth/bigquery`, `https://www.googleapis.com/auth/cloud-platform`.
   *
   * @param reference - Project, dataset and id of the table.
   * @param policy - The new policy, with the `etag` of the current one.
   * @param options - `updateMask` limits the fields that are set.
   * @returns The policy, as the service stored it.
   * @throws {RequestError} If an id, the policy or an option is invalid; nothing is sent.
   * @throws {ApiError} If the service responds with an error: `not_found` if the table does not exist.
   * @see Spec: warehouse, "Table methods"
   */
  setIamPolicy(reference: TableReference, policy: Policy, options?: SetIamPolicyOptions): Promise<Policy>;

  /**
   * Returns the subset of the given permissions that the caller has on a table.
   *
   * Scopes (any one): `https://www.googleapis.com/auth/bigquery.readonly`, `https://www.googleapis.com/auth/bigquery`,
   * `https://www.googleapis.com/auth/cloud-platform.read-only`, `https://www.googleapis.com/auth/cloud-platform`.
   *
   * @param reference - Project, dataset and id of the table.
   * @param permissions - The permissions to test, at least one.
   * @param options - Options of the call.
   * @returns The permissions that the caller has; an empty list if the caller has none of them.
   * @throws {RequestError} If an id, the list or an option is invalid; nothing is sent.
   * @throws {ApiError} If the service responds with an error.
   * @see Spec: warehouse, "Table methods"
   */
  testIamPermissions<const P extends string>(
    reference: TableReference,
    permissions: readonly P[],
    options?: CallOptions,
  ): Promise<P[]>;
}
