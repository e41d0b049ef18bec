import { assertNoIssues, type Issue } from "../../errors/request-error.js";
import { kindOf } from "../../values/describe.js";
import { joinPath } from "../../values/issue-path.js";
import { isObject, MAX_DEPTH, TOO_DEEP } from "../../values/objects.js";
import { type Column, canonicalType, columnsIn, nameKey } from "../../warehouse/columns.js";

/**
 * Reads the columns of a definition, a schema or a list, and adds their issues. `form` describes them, for the message about
 * any other value.
 */
export function readColumns(source: unknown, root: string, form: string, issues: Issue[]): readonly Column[] {
  const report = (path: string, message: string) => issues.push({ path, message, rule: "row-columns" });
  const check = (list: readonly unknown[], outer: string, depth: number): void => {
    if (depth > MAX_DEPTH) return void report(outer, TOO_DEEP);
    const keys = new Set<string>();
    for (const [index, column] of list.entries()) {
      if (!isObject(column) || typeof column.name !== "string" || typeof column.type !== "string") {
        report(joinPath(outer || root, index), `must be a column with "name" and "type", got ${kindOf(column)}`);
        continue;
      }
      const path = joinPath(outer, column.name);
      if (keys.has(nameKey(column))) report(path, "is the name of two columns; rename one of them with AS");
      keys.add(nameKey(column));
      if (canonicalType(column.type) === "RECORD") check(columnsIn(column), path, depth + 1);
    }
  };
  const columns = columnsOf(source);
  if (columns === undefined) report(root, `must be ${form}, got ${kindOf(source)}`);
  else check(columns, "", 0);
  return (columns ?? []) as readonly Column[]; // other elements are issues
}

/**
 * Returns the columns of a definition. @throws {RequestError} If a column is invalid, two have the same name, or there
 * are none, with all issues.
 */
export function checkedColumns(operation: string, definition: unknown): readonly Column[] {
  const issues: Issue[] = [];
  const columns = readColumns(definition, "definition", "a definition, a schema or a list of columns", issues);
  if (columns.length + issues.length === 0) {
    issues.push({ path: "definition", message: "must have columns", rule: "row-columns" });
  }
  assertNoIssues(operation, issues);
  return columns;
}

/** Returns the nested columns of a column that was read. */
export function innerColumns(column: Column): readonly Column[] {
  return columnsIn(column) as readonly Column[]; // checked with the column
}

function columnsOf(source: unknown): readonly unknown[] | undefined {
  if (Array.isArray(source)) return source;
  if (!isObject(source)) return undefined;
  const { schema = source } = source;
  return schema === source ? columnsIn(source) : schema === null ? [] : columnsOf(schema);
}
