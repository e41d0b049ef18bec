import { pathIssues } from "../core/path.js";
import { shown } from "../core/rules/describe.js";
import type { Issue } from "../errors/issue.js";
import { RequestError } from "../errors/request-error.js";
import type { TableReference } from "./schemas/table-reference.js";

/**
 * Reads `project.dataset.table`. The last two dots part the ids, since a project id may hold dots of its own.
 *
 * @throws {RequestError} when an id is missing or cannot be one.
 *
 * @example
 * parseTableReference("shop.sales.orders"); // { projectId: "shop", datasetId: "sales", tableId: "orders" }
 */
export function parseTableReference(text: string): TableReference {
  const match = typeof text === "string" ? /^(.*)\.([^.]*)\.([^.]*)$/s.exec(text) : null;
  if (match === null) {
    const got = shown(text);
    const message = `must have the form project.dataset.table, got ${got}`;
    throw new RequestError({
      operation: "parseTableReference",
      issues: [{ path: "", message, rule: "table-reference" }],
    });
  }
  const [, projectId = "", datasetId = "", tableId = ""] = match;
  const reference = { projectId, datasetId, tableId };
  const issues = pathIssues(reference);
  if (issues.length > 0) throw new RequestError({ operation: "parseTableReference", issues });
  return reference;
}

/**
 * Writes `project.dataset.table`: the inverse of {@link parseTableReference}.
 *
 * @throws {RequestError} when an id cannot be one, or holds a dot where reading it back would go wrong.
 */
export function formatTableReference(reference: TableReference): string {
  const { projectId, datasetId, tableId } = reference;
  const dotted = Object.entries({ datasetId, tableId }).filter(([, id]) => typeof id === "string" && id.includes("."));
  const issues: Issue[] = [
    ...pathIssues({ projectId, datasetId, tableId }),
    ...dotted.map(([path]) => ({ path, message: "must not hold a dot", rule: "table-reference" })),
  ];
  if (issues.length > 0) throw new RequestError({ operation: "formatTableReference", issues });
  return `${projectId}.${datasetId}.${tableId}`;
}
