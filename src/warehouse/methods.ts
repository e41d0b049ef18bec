import { type ListOptions, list } from "../call/call.js";
import { type BuiltInTypes, type CallContext, methodOf } from "../call/method.js";
import type { Pager } from "../call/pages.js";
import { datasetMethods } from "./datasets.js";
import { READ } from "./method-facts.js";
import { type Project, ProjectList } from "./schemas/lists.js";
import { tableMethods } from "./table-methods.js";

/**
 * Client methods for BigQuery projects.
 *
 * @see {@link https://cloud.google.com/bigquery/docs/reference/rest/v2/projects/list | projects.list} in the BigQuery reference
 */
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
   * @throws {RequestError} At the first request, if an option is invalid.
   * @throws {ApiError} While iterating, if the service responds with an error.
   * @see {@link https://cloud.google.com/bigquery/docs/reference/rest/v2/projects/list | projects.list} in the BigQuery reference
   *
   * @example
   * for await (const project of client.warehouse.projects.list()) console.log(project.id);
   */
  list(options?: ListOptions): Pager<Project, ProjectList>;
}

/**
 * The methods of BigQuery, as data. `client.warehouse.call(warehouseMethods.tables.get, …)` is equivalent to
 * `client.warehouse.tables.get`.
 */
export const warehouseMethods = {
  /** Methods of projects. */
  projects: {
    /** Lists the projects in which the caller has a role. */
    list: methodOf<BuiltInTypes<Record<never, string>, ProjectList, undefined, undefined, Project>>(
      {
        name: "projects.list",
        http: "GET /{servicePath}/v2/projects",
        response: ProjectList,
        items: "projects",
        scopes: READ,
      },
      { resource: "ProjectList" },
    ),
  },
  /** Methods of datasets. */
  datasets: datasetMethods,
  /** Methods of tables. */
  tables: tableMethods,
} as const;

/** Creates the client of projects. */
export function createProjects(context: CallContext): Projects {
  return { list: (options) => list(context, warehouseMethods.projects.list, () => ({}), options) };
}
