import { type AreaContext, assertClientOptions, type ClientOptions, createAreaContext } from "../client-options.js";
import { type ListOptions, list, type MethodCaller, methodCaller } from "../core/call.js";
import type { Pager } from "../core/pagination.js";
import { WAREHOUSE_RULES } from "../naming/rule-ids.js";
import { createTables } from "./create-tables.js";
import { warehouseMethods } from "./methods.js";
import type { WarehouseRuleSettings } from "./rules/rule.js";
import type { Project, ProjectList } from "./schemas/lists.js";
import type { Tables } from "./tables.js";

/** Client methods for BigQuery projects. */
export interface Projects {
  /**
   * Lists the projects in which the caller has any role and that have the BigQuery API enabled, one page per request.
   *
   * A page may be short or empty, because BigQuery filters projects after paging; only a missing `nextPageToken`
   * ends the list.
   *
   * Scopes (any one): `https://www.googleapis.com/auth/bigquery.readonly`, `https://www.googleapis.com/auth/bigquery`,
   * `https://www.googleapis.com/auth/cloud-platform.read-only`, `https://www.googleapis.com/auth/cloud-platform`.
   *
   * @param options - `maxResults` is the page size, not a limit on the number of projects.
   * @returns An async iterable of projects; `.pages()` iterates over whole pages.
   * @throws {RequestError} If an option is invalid. Thrown synchronously.
   * @throws {ApiError} While iterating, if the service responds with an error.
   * @see Spec: warehouse, "List projects"
   *
   * @example
   * for await (const project of client.warehouse.projects.list({ prefetch: 1 })) console.log(project.id);
   */
  list(options?: ListOptions): Pager<Project, ProjectList>;
}

/** Client for BigQuery: projects and tables. */
export interface Warehouse extends MethodCaller {
  /** The projects in which the caller has a role. */
  readonly projects: Projects;
  /** Tables and their IAM policies. */
  readonly tables: Tables;
}

/** Options of {@link createWarehouse}. */
export interface WarehouseOptions extends ClientOptions<WarehouseRuleSettings> {}

/**
 * Creates a client for BigQuery only. `createClient` creates one for all areas.
 *
 * @param options - Credentials, address and settings. Default: BigQuery, without credentials.
 * @returns The client. Creating it sends no request.
 * @throws {RequestError} If an option is invalid or unknown, with all issues.
 *
 * @example
 * const warehouse = createWarehouse({ auth: bearer(fetchToken) });
 * const table = await warehouse.tables.get({ projectId, datasetId, tableId });
 */
export function createWarehouse(options: WarehouseOptions = {}): Warehouse {
  assertClientOptions("createWarehouse", ["warehouse"], options, Object.keys(WAREHOUSE_RULES));
  return warehouseOver(createAreaContext("warehouse", options));
}

/** Creates the client from a context. */
export function warehouseOver(context: AreaContext): Warehouse {
  return {
    ...methodCaller(context),
    projects: { list: (options) => list(context, warehouseMethods.projects.list, {}, options) },
    tables: createTables(context),
  };
}
