import { idsOf, pathIssues } from "../call/template.js";
import { assertNoIssues, throwIssue } from "../errors/request-error.js";
import { shown } from "../values/describe.js";
import { hasKey } from "../values/objects.js";
import type { TableReference } from "./schemas/table-parts.js";

/** Returns the ids of a table. @throws {RequestError} If the reference is not an object of ids. */
export function tableIds(operation: string, reference: unknown): TableReference {
  const isTable = hasKey(reference, "tableReference");
  if (typeof reference !== "string" && !isTable) {
    return idsOf(operation, reference, ["projectId", "datasetId", "tableId"]);
  }
  const got = isTable ? "a table; pass its tableReference" : "a string; use parseTableReference";
  const message = `must be an object { projectId, datasetId, tableId }, got ${got}`;
  throwIssue(operation, { path: "reference", message, rule: "table-reference" });
}

/** Returns the ids of a table resource, which may be invalid. */
export function ownIds(table: unknown): TableReference {
  const { projectId, datasetId, tableId } = Object(Object(table).tableReference) as TableReference; // checked with the table
  return { projectId, datasetId, tableId };
}

/** Only the domain of a project, which precedes a colon, contains dots. */
const REFERENCE = /^((?:[^:.]+(?:\.[^:.]+)+:)?[^:.]*)\.([^:.]*)\.([^:.]*)$/;

/**
 * Parses a reference to a BigQuery table, `project.dataset.table`. Only the project of a domain, such as
 * `example.com:shop`, may contain dots.
 *
 * @param text - The reference, such as `shop.sales.orders`.
 * @returns The ids.
 * @throws {RequestError} If an id is missing or invalid.
 * @see {@link https://cloud.google.com/bigquery/docs/reference/rest/v2/TableReference | TableReference} in the BigQuery reference
 *
 * @example
 * parseTableReference("shop.sales.orders"); // { projectId: "shop", datasetId: "sales", tableId: "orders" }
 */
export function parseTableReference(text: string): TableReference {
  const [whole, projectId = "", datasetId = "", tableId = ""] =
    (typeof text === "string" && REFERENCE.exec(text)) || [];
  // Spaces are valid inside an id.
  if (whole === undefined || [projectId, datasetId, tableId].some((id) => /`|^ | $/.test(id))) {
    const message = `must have the form project.dataset.table, got ${shown(text)}`;
    throwIssue("parseTableReference", { path: "", message, rule: "table-reference" });
  }
  const reference = { projectId, datasetId, tableId };
  assertNoIssues("parseTableReference", pathIssues(reference));
  return reference;
}

/**
 * Formats a reference to a BigQuery table as `project.dataset.table`; the inverse of {@link parseTableReference}.
 *
 * @param reference - The ids.
 * @returns The reference, such as `shop.sales.orders`.
 * @throws {RequestError} If an id is invalid or contains a backtick, or if an id contains a dot or a colon, except in the domain of a
 * project: the result could not be parsed.
 * @see {@link https://cloud.google.com/bigquery/docs/reference/rest/v2/TableReference | TableReference} in the BigQuery reference
 */
export function formatTableReference(reference: TableReference): string {
  const { projectId, datasetId, tableId } = tableIds("formatTableReference", reference);
  const containing = (character: string, ids: Readonly<Record<string, unknown>>) =>
    Object.entries(ids)
      .filter(([, id]) => typeof id === "string" && id.includes(character))
      .map(([path]) => ({ path, message: `must not contain ${shown(character)}`, rule: "table-reference" }));
  assertNoIssues("formatTableReference", [
    ...pathIssues({ projectId, datasetId, tableId }),
    ...containing("`", { projectId, datasetId, tableId }),
    ...containing(".", { projectId: String(projectId).replace(/^[^:]*:/, ""), datasetId, tableId }),
    ...containing(":", { datasetId, tableId }),
  ]);
  return `${projectId}.${datasetId}.${tableId}`;
}
