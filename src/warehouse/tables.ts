import { call, type ListOptions, list } from "../call/call.js";
import type { CallContext } from "../call/method.js";
import type { CallOptions } from "../call/options.js";
import type { Pager } from "../call/pages.js";
import { idsOf } from "../call/template.js";
import type { DeepReadonly } from "../schema/fields.js";
import { anyValue, isString, must } from "../values/options.js";
import type { TableInput, TablePatch } from "./input.js";
import { type ModifyTableOptions, modifyTable } from "./modify.js";
import { POLICY_VERSIONS } from "./rules/datasets-and-policies.js";
import type { DatasetReference } from "./schemas/dataset.js";
import type { TableList, TableListEntry } from "./schemas/lists.js";
import type { Policy } from "./schemas/policy.js";
import type { Table } from "./schemas/table.js";
import type { TableReference } from "./schemas/table-parts.js";
import { tableMethods } from "./table-methods.js";
import { ownIds, tableIds } from "./table-reference.js";

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
   * `precondition_failed`. The etag also makes the request idempotent. Default: the table is changed, whatever its version.
   */
  ifMatch?: string;
  /** Whether BigQuery detects the schema of an external table. Default: `false`. */
  autodetectSchema?: boolean | undefined;
}

/** Options of `tables.getIamPolicy`. */
export interface GetIamPolicyOptions extends CallOptions {
  /** Highest policy version that the caller supports: 0, 1 or 3. Lower versions hide conditions. Default: 3. */
  requestedPolicyVersion?: number | undefined;
}

/** Options of `tables.setIamPolicy`. */
export interface SetIamPolicyOptions extends CallOptions {
  /** Comma-separated fields of the policy to set. Default: `bindings, etag`. */
  updateMask?: string | undefined;
}

/**
 * Client methods for BigQuery tables.
 *
 * @see {@link https://cloud.google.com/bigquery/docs/reference/rest/v2/tables | tables} in the BigQuery reference
 */
export interface Tables {
  /**
   * Lists the BigQuery tables of a dataset, one page per request. Entries contain the most important fields; `get` returns
   * all fields, such as `numRows` and `schema`. Do not `await` the result: iterate over it.
   *
   * Scopes (any one): `https://www.googleapis.com/auth/bigquery.readonly`, `https://www.googleapis.com/auth/bigquery`,
   * `https://www.googleapis.com/auth/cloud-platform.read-only`, `https://www.googleapis.com/auth/cloud-platform`.
   *
   * @param dataset - Project and id of the dataset.
   * @param options - `maxResults` is the page size, not a limit on the number of tables.
   * @returns An async iterable of entries; `.pages()` iterates over whole pages.
   * @throws {RequestError} At the first request, if an id or an option is invalid.
   * @throws {ApiError} While iterating, if the service responds with an error: `not_found` if the dataset does not
   * exist.
   * @see {@link https://cloud.google.com/bigquery/docs/reference/rest/v2/tables/list | tables.list} in the BigQuery reference
   *
   * @example
   * for await (const { tableReference, type } of client.warehouse.tables.list({ projectId, datasetId })) {
   *   console.log(tableReference?.tableId, type);
   * }
   */
  list(dataset: DatasetReference, options?: ListOptions): Pager<TableListEntry, TableList>;

  /**
   * Gets a BigQuery table.
   *
   * Scopes (any one): `https://www.googleapis.com/auth/bigquery.readonly`, `https://www.googleapis.com/auth/bigquery`,
   * `https://www.googleapis.com/auth/cloud-platform.read-only`, `https://www.googleapis.com/auth/cloud-platform`.
   *
   * @param reference - Project, dataset and id of the table.
   * @param options - `selectedFields` and `view` select the returned fields.
   * @returns The table.
   * @throws {RequestError} If an id or an option is invalid; nothing is sent.
   * @throws {ApiError} If the service responds with an error: `not_found` if the table does not exist.
   * @see {@link https://cloud.google.com/bigquery/docs/reference/rest/v2/tables/get | tables.get} in the BigQuery reference
   *
   * @example
   * const ref = { projectId: "shop", datasetId: "sales", tableId: "orders" };
   * const { schema, numRows } = await client.warehouse.tables.get(ref);
   */
  get(reference: TableReference, options?: GetTableOptions): Promise<Table>;

  /**
   * Creates an empty BigQuery table. The request is retried only after a failure that proves that nothing was created, such
   * as a rate limit. After another failure, get the table to find out whether it was created.
   *
   * Scopes (any one): `https://www.googleapis.com/auth/bigquery`, `https://www.googleapis.com/auth/cloud-platform`.
   *
   * @param table - The table. `tableReference` determines the dataset. Output-only fields are not sent.
   * @param options - Options of the call.
   * @returns The table, as the service created it.
   * @throws {RequestError} If the table is invalid, with all issues; nothing is sent.
   * @throws {ApiError} If the service responds with an error: `conflict` if the table exists, `not_found` if its
   * dataset does not exist.
   * @see {@link https://cloud.google.com/bigquery/docs/reference/rest/v2/tables/insert | tables.insert} in the BigQuery reference
   *
   * @example
   * const tableReference = { projectId: "shop", datasetId: "sales", tableId: "orders" };
   * const schema = { fields: [{ name: "day", type: "DATE" }, { name: "total", type: "NUMERIC" }] };
   * await client.warehouse.tables.insert({ tableReference, schema, timePartitioning: { type: "DAY", field: "day" } });
   */
  insert(table: DeepReadonly<TableInput>, options?: CallOptions): Promise<Table>;

  /**
   * Patches a BigQuery table: changes the fields in the patch and keeps all others. Objects are merged, lists are replaced,
   * `null` clears a field.
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
   * @see {@link https://cloud.google.com/bigquery/docs/reference/rest/v2/tables/patch | tables.patch} in the BigQuery reference
   *
   * @example
   * const { etag = "" } = await client.warehouse.tables.get(ref);
   * await client.warehouse.tables.patch(ref, { description: "Orders", labels: { old: null } }, { ifMatch: etag });
   */
  patch(reference: TableReference, patch: TablePatch, options?: ChangeTableOptions): Promise<Table>;

  /**
   * Replaces the whole definition of a BigQuery table. Omitted fields are cleared.
   *
   * Scopes (any one): `https://www.googleapis.com/auth/bigquery`, `https://www.googleapis.com/auth/cloud-platform`.
   *
   * @param table - The whole table, with its `tableReference`. Output-only fields are not sent.
   * @param options - `ifMatch` makes the request conditional.
   * @returns The table, as the service stored it.
   * @throws {RequestError} If the table is invalid, with all issues; nothing is sent.
   * @throws {ApiError} If the service responds with an error: `precondition_failed` if the table does not have the etag
   * in `ifMatch`.
   * @see {@link https://cloud.google.com/bigquery/docs/reference/rest/v2/tables/update | tables.update} in the BigQuery reference
   *
   * @example
   * const { etag = "", ...read } = await client.warehouse.tables.get(ref);
   * await client.warehouse.tables.update({ ...read, description: "Orders" }, { ifMatch: etag });
   */
  update(table: DeepReadonly<TableInput>, options?: ChangeTableOptions): Promise<Table>;

  /**
   * Deletes a BigQuery table and its data. A 404 on a retry counts as success, because an earlier attempt deleted the
   * table.
   *
   * Scopes (any one): `https://www.googleapis.com/auth/bigquery`, `https://www.googleapis.com/auth/cloud-platform`.
   *
   * @param reference - Project, dataset and id of the table.
   * @param options - Options of the call.
   * @throws {RequestError} If an id or an option is invalid; nothing is sent.
   * @throws {ApiError} If the service responds with an error: `not_found` if the table does not exist.
   * @see {@link https://cloud.google.com/bigquery/docs/reference/rest/v2/tables/delete | tables.delete} in the BigQuery reference
   *
   * @example
   * await client.warehouse.tables.delete({ projectId: "shop", datasetId: "sales", tableId: "orders" });
   */
  delete(reference: TableReference, options?: CallOptions): Promise<void>;

  /**
   * Gets a BigQuery table, calls your function for a patch, and sends the patch with If-Match. Starts over if the table
   * changed in between. If the function returns `undefined`, nothing is sent.
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
   * @see {@link https://cloud.google.com/bigquery/docs/reference/rest/v2/tables/patch | tables.patch} in the BigQuery reference
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
   * Gets the IAM policy of a BigQuery table. A policy without bindings may contain only its `etag`.
   *
   * Scopes (any one): `https://www.googleapis.com/auth/bigquery.readonly`, `https://www.googleapis.com/auth/bigquery`,
   * `https://www.googleapis.com/auth/cloud-platform.read-only`, `https://www.googleapis.com/auth/cloud-platform`.
   *
   * @param reference - Project, dataset and id of the table.
   * @param options - `requestedPolicyVersion` is the highest version that you support.
   * @returns The policy.
   * @throws {RequestError} If an id or an option is invalid; nothing is sent.
   * @throws {ApiError} If the service responds with an error: `not_found` if the table does not exist.
   * @see {@link https://cloud.google.com/bigquery/docs/reference/rest/v2/tables/getIamPolicy | tables.getIamPolicy} in the BigQuery reference
   *
   * @example
   * const { bindings = [] } = await client.warehouse.tables.getIamPolicy(ref);
   * for (const { role, members } of bindings) console.log(role, members);
   */
  getIamPolicy(reference: TableReference, options?: GetIamPolicyOptions): Promise<Policy>;

  /**
   * Sets the IAM policy of a BigQuery table. Include the `etag` that you read, so that concurrent changes are not
   * overwritten; without it, the request is not retried. A policy with conditions requires `version: 3`.
   *
   * Scopes (any one): `https://www.googleapis.com/auth/bigquery`, `https://www.googleapis.com/auth/cloud-platform`.
   *
   * @param reference - Project, dataset and id of the table.
   * @param policy - The new policy, with the `etag` of the current one.
   * @param options - `updateMask` limits the fields that are set.
   * @returns The policy, as the service stored it.
   * @throws {RequestError} If an id, the policy or an option is invalid; nothing is sent.
   * @throws {ApiError} If the service responds with an error: `not_found` if the table does not exist.
   * @see {@link https://cloud.google.com/bigquery/docs/reference/rest/v2/tables/setIamPolicy | tables.setIamPolicy} in the BigQuery reference
   *
   * @example
   * const policy = await client.warehouse.tables.getIamPolicy(ref);
   * const binding = { role: "roles/bigquery.dataViewer", members: ["user:ada@example.com"] };
   * await client.warehouse.tables.setIamPolicy(ref, { ...policy, bindings: [...(policy.bindings ?? []), binding] });
   */
  setIamPolicy(reference: TableReference, policy: DeepReadonly<Policy>, options?: SetIamPolicyOptions): Promise<Policy>;

  /**
   * Returns the subset of the given permissions that the caller has on a BigQuery table.
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
   * @see {@link https://cloud.google.com/bigquery/docs/reference/rest/v2/tables/testIamPermissions | tables.testIamPermissions} in the BigQuery reference
   *
   * @example
   * const granted = await client.warehouse.tables.testIamPermissions(ref, ["bigquery.tables.get", "bigquery.tables.update"]);
   */
  testIamPermissions<const P extends string>(
    reference: TableReference,
    permissions: readonly P[],
    options?: CallOptions,
  ): Promise<P[]>;
}

/** Creates the client of tables. */
export function createTables(context: CallContext): Tables {
  const { get, insert, patch, update, getIamPolicy, setIamPolicy, testIamPermissions } = tableMethods;
  return {
    list: (dataset, options) => {
      const ids = () => idsOf(tableMethods.list.name, dataset, ["projectId", "datasetId"], ["tableId"]);
      return list(context, tableMethods.list, ids, options);
    },
    get: async (ref, options = {}) => {
      const { selectedFields, view } = Object(options) as GetTableOptions; // checked by the call
      const fields = Array.isArray(selectedFields) ? selectedFields.join(",") : (selectedFields as string | undefined); // a string
      const input = { ...tableIds(get.name, ref), query: { selectedFields: fields, view } };
      return call(context, get, input, options, {
        options: { selectedFields: anyValue, view: must(isString, "a string") },
      });
    },
    insert: async (table, options = {}) => {
      const { tableId: _, ...dataset } = ownIds(table);
      return call(context, insert, { ...dataset, body: table }, options, { idPath: "tableReference" });
    },
    patch: async (ref, change, options = {}) => {
      const input = { ...tableIds(patch.name, ref), body: change, ...changeOf(options) };
      return call(context, patch, input, options, { options: changeOptions });
    },
    update: async (table, options = {}) => {
      const input = { ...ownIds(table), body: table, ...changeOf(options) };
      return call(context, update, input, options, { options: changeOptions, idPath: "tableReference" });
    },
    delete: async (ref, options) => {
      await call(context, tableMethods.delete, tableIds(tableMethods.delete.name, ref), options);
    },
    modify: async (ref, change, options = {}) => modifyTable(context, ref, change, options),
    getIamPolicy: async (ref, options = {}) => {
      const { requestedPolicyVersion = 3 } = Object(options) as GetIamPolicyOptions; // checked by the call
      const body = { options: { requestedPolicyVersion } };
      const checks = { requestedPolicyVersion: must((value) => POLICY_VERSIONS.includes(value), "0, 1 or 3") };
      return call(context, getIamPolicy, { ...tableIds(getIamPolicy.name, ref), body }, options, { options: checks });
    },
    setIamPolicy: async (ref, policy, options = {}) => {
      const { updateMask } = Object(options) as SetIamPolicyOptions; // checked by the call
      const body = { policy, ...(updateMask === undefined || updateMask === "" ? {} : { updateMask }) };
      const checks = { updateMask: must(isString, "a string") };
      return call(context, setIamPolicy, { ...tableIds(setIamPolicy.name, ref), body }, options, { options: checks });
    },
    testIamPermissions: async <const P extends string>(
      ref: TableReference,
      permissions: readonly P[],
      options?: CallOptions,
    ) => {
      const input = { ...tableIds(testIamPermissions.name, ref), body: { permissions } };
      const { permissions: held } = await call(context, testIamPermissions, input, options);
      return (Array.isArray(held) ? held : []) as P[]; // a subset of the given permissions
    },
  };
}

/** Checks of the options of `tables.patch` and `tables.update`. Their values are checked together with the input. */
const changeOptions = { ifMatch: anyValue, autodetectSchema: anyValue };

function changeOf(options: object) {
  const { autodetectSchema, ...others } = Object(options) as ChangeTableOptions; // checked by the call
  // The only parameter of the service that is not in camel case.
  const query = { autodetect_schema: autodetectSchema };
  return "ifMatch" in others ? { ifMatch: others.ifMatch, query } : { query };
}
