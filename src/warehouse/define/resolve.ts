import { classOf } from "../../core/describe.js";
import { joinPath } from "../../core/issue-path.js";
import { isObject } from "../../core/objects.js";
import type { Issue } from "../../errors/request-error.js";
import type { TableJson } from "../encode-table.js";
import { type DatasetMap, mappedDataset, mapReferencedTables, nameOf, referenceOf, tableNameIssues } from "../names.js";

/** Passed to a function that returns the query of a view. */
export interface QueryContext {
  /** Id of the project of the plan. */
  readonly projectId: string;
  /** Returns the id of a dataset in the project: `sales_eu` for `sales` if `datasets` maps it so. */
  readonly dataset: (name: string) => string;
  /**
   * Returns the quoted full name of a table in the project of the plan, and in the dataset that `datasets` maps it to:
   * `` `shop.sales.orders` ``, or `[shop:sales.orders]` if the view has `useLegacySql: true`.
   *
   * @param name - Dataset and id as in the code, such as `sales.orders`; also a wildcard such as `sales.events_*`.
   */
  readonly table: (name: string) => string;
}

/**
 * The query of a view in a definition. A function follows the project of the plan, which calls it; a string is the same in
 * every project.
 *
 * @example
 * defineTable("sales.revenue", {
 *   view: { query: ({ table }) => `SELECT day, SUM(total) AS total FROM ${table("sales.orders")} GROUP BY day` },
 * });
 */
export type ViewQuery = string | ((context: QueryContext) => string);

/** The project and the datasets for which a definition is resolved. */
export interface ProjectOfDefinition {
  /** Id of the project. Without it, queries are not checked. */
  readonly projectId?: string | undefined;
  /** Datasets of the project by their names in definitions. Default: the same names. */
  readonly datasets?: DatasetMap | undefined;
}

/** A definition as JSON: its query is a string, and its foreign keys reference tables of a project. */
export interface ResolvedDefinition {
  readonly table: TableJson;
  readonly issues: readonly Issue[];
}

/** Resolves the query and the foreign keys of a definition. */
export function resolveDefinition(definition: TableJson, project: ProjectOfDefinition): ResolvedDefinition {
  const { projectId = "project", datasets } = project;
  const issues: Issue[] = [];
  let table = mapReferencedTables(definition, (reference, path) => {
    if (typeof reference === "string") {
      const name = referenceOf(reference, datasets);
      issues.push(...tableNameIssues(name).map((issue) => ({ ...issue, path })));
      return { projectId, ...name };
    }
    const { projectId: other, datasetId, ...others } = reference;
    return other === undefined ? { projectId, datasetId: mappedDataset(datasetId, datasets), ...others } : reference;
  });
  for (const kind of ["view", "materializedView"]) {
    const view = table[kind];
    if (!isObject(view) || typeof view.query !== "function") continue;
    const nameIn = (name: string) => nameOf(referenceOf(name, datasets));
    const query =
      project.projectId === undefined
        ? "SELECT 1"
        : view.query({
            projectId,
            dataset: (name: string) => mappedDataset(name, datasets),
            table: (name: string) =>
              view.useLegacySql === true ? `[${projectId}:${nameIn(name)}]` : `\`${projectId}.${nameIn(name)}\``,
          });
    if (typeof query !== "string") {
      const message = `must be a function that returns a string, got ${classOf(query)}`;
      issues.push({ path: joinPath(kind, "query"), message, rule: "view-query-function" });
    }
    table = { ...table, [kind]: { ...view, query: typeof query === "string" ? query : "SELECT 1" } };
  }
  return { table, issues };
}
