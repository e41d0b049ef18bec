import { issuesBeside, joinPath } from "../core/issue-path.js";
import { isObject } from "../core/objects.js";
import { pathIssues } from "../core/path.js";
import type { Issue } from "../errors/request-error.js";
import type { EncodedTable } from "./encode-table.js";
import { columnsIn } from "./plan/columns.js";
import { problemIssue } from "./plan-issues.js";
import { type CheckTableOptions, checkEncoded, checkShape } from "./rules/check-table.js";
import { schemaProblems } from "./schema-changes.js";

/** A desired table whose values and columns were checked. */
export interface WantedTable extends Pick<EncodedTable, "body"> {
  /** The issues that do not depend on the live table. */
  readonly issues: readonly Issue[];
}

/** A {@link WantedTable} with the warnings of its rules. */
export interface CheckedWantedTable extends WantedTable {
  /** The issues of rules with the severity `warn`. */
  readonly warnings: readonly Issue[];
}

/**
 * Checks a desired table, except for what depends on the live one: whether related properties are present.
 *
 * @param rules - How its rules are checked; undefined to check only its values and the names of its columns.
 */
export function checkDesired(encoded: EncodedTable, rules?: CheckTableOptions): CheckedWantedTable {
  const { body } = encoded;
  const { errors: known, warnings } =
    rules === undefined
      ? { errors: checkShape(body, encoded.issues).known, warnings: [] }
      : checkEncoded(encoded, rules);
  const all = [
    ...known,
    ...issuesBeside([...idIssues(body.tableReference), ...unnamedColumns(body.schema)], known),
    ...schemaProblems(body.schema).map(problemIssue),
  ].map((issue) => (issue.path === "" ? { ...issue, path: "desired" } : issue));
  return { body, issues: all, warnings };
}

function idIssues(reference: unknown): Issue[] {
  if (!isObject(reference))
    return [{ path: "tableReference", message: "is required", rule: "table-reference-required" }];
  const { projectId, datasetId, tableId } = reference;
  return pathIssues({ projectId, datasetId, tableId }, "tableReference");
}

/** Issues of columns without a name, which cannot be compared. */
function unnamedColumns(schema: unknown, path = "schema.fields"): Issue[] {
  const issues: Issue[] = [];
  columnsIn(schema).forEach((column, index) => {
    if (!isObject(column)) return;
    const { name } = column;
    if (typeof name !== "string" || name === "") {
      const at = joinPath(joinPath(path, index), "name");
      issues.push({ path: at, message: "is required", rule: "field-name-required" });
    }
    const inside = column.fields == null ? [] : unnamedColumns(column, joinPath(joinPath(path, index), "fields"));
    for (const issue of inside) issues.push(issue);
  });
  return issues;
}
