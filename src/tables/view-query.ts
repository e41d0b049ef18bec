import type { Issue } from "../errors/request-error.js";
import { kindWithRemedy, shown } from "../values/describe.js";
import { joinPath } from "../values/issue-path.js";
import { isObject } from "../values/objects.js";
import type { TableJson } from "../warehouse/encode-table.js";
import {
  ANY_PROJECT,
  datasetOf,
  type NameContext,
  nameOf,
  referenceOf,
  type TableName,
  tableNameIssues,
} from "./names.js";

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

/** Query of a view whose own query is not known. */
const ANY_QUERY = "SELECT 1";

/** Returns a definition in which queries are strings instead of functions. */
export function withQueries(definition: TableJson, context: NameContext, issues: Issue[]): TableJson {
  let result = definition;
  for (const kind of ["view", "materializedView"]) {
    const view = definition[kind];
    if (!isObject(view) || typeof view.query !== "function") continue;
    const query: unknown =
      context.projectId === undefined ? ANY_QUERY : view.query(queryContext(kind, view, context, issues));
    const problem =
      typeof query !== "string"
        ? `must be a function that returns a string, got ${kindWithRemedy(query)}`
        : query.includes("[object Object]")
          ? "must return SQL, got [object Object] in it; destructure the argument: ({ table, dataset, projectId }) => …"
          : undefined;
    if (problem !== undefined) {
      issues.push({ path: joinPath(kind, "query"), message: problem, rule: "view-query-function" });
    }
    result = { ...result, [kind]: { ...view, query: typeof query === "string" ? query : ANY_QUERY } };
  }
  return result;
}

function queryContext(
  kind: string,
  view: TableJson,
  { projectId = ANY_PROJECT, datasets }: NameContext,
  issues: Issue[],
): QueryContext {
  const check = (part: "dataset" | "table", given: unknown, name: TableName) => {
    for (const issue of tableNameIssues(name, given)) {
      issues.push({ ...issue, path: joinPath(kind, "query"), message: `${part}(${shown(given)}) ${issue.message}` });
    }
  };
  return {
    projectId,
    dataset: (name) => {
      const { datasetId } = datasetOf(name, datasets);
      check("dataset", name, { datasetId, tableId: "any" });
      return datasetId;
    },
    table: (name) => {
      const reference = referenceOf(name, datasets);
      const fullName = nameOf(reference);
      // A name may be one of a view of the metadata, and end in a wildcard or a decorator, such as a partition.
      const tableId = reference.tableId.replace(/^INFORMATION_SCHEMA\./i, "").replace(/(\*|[$@][\w-]*)$/, "_");
      check("table", name, { ...reference, tableId });
      return view.useLegacySql === true ? `[${projectId}:${fullName}]` : `\`${projectId}.${fullName}\``;
    },
  };
}
