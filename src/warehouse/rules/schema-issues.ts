import type { Issue } from "../../errors/request-error.js";
import { listed, shown } from "../../values/describe.js";
import { isObject } from "../../values/objects.js";
import { columnsIn, dottedName, nameKey } from "../columns.js";

/** Maximum depth of nested columns. */
const MAX_COLUMN_DEPTH = 15;
/** Maximum number of columns of a table, including nested ones. */
const MAX_COLUMNS = 10_000;
/** Prefixes of column names that the service reserves, in any case. */
const RESERVED_PREFIXES: readonly string[] = [
  "_PARTITION",
  "_TABLE_",
  "_FILE_",
  "_ROW_TIMESTAMP",
  "__ROOT__",
  "_COLIDENTIFIER",
];

const RESERVED = new RegExp(`^(${RESERVED_PREFIXES.join("|")})`, "i");
const NOT_RESERVED = `must not start with ${listed(RESERVED_PREFIXES)}`;

/** Returns the issues of a schema as a whole, in the order of its columns: names that clash or are reserved, depth and number of columns. */
export function schemaIssues(schema: unknown): Issue[] {
  const issues: Issue[] = [];
  let count = 0;
  const visit = (holder: unknown, list: string, outer: string, depth: number): void => {
    const seen = new Set<string>();
    columnsIn(holder).forEach((column, index) => {
      if (!isObject(column)) return;
      count += 1;
      const path = `${list}[${index}]`;
      const name = dottedName(outer, column);
      const got = `got ${shown(name)}`;
      const key = nameKey(column);
      if (seen.has(key)) {
        issues.push({ path, message: `must be unique, ignoring case, ${got} twice`, rule: "column-name-distinct" });
      }
      seen.add(key);
      if (RESERVED.test(key)) issues.push({ path, message: `${NOT_RESERVED}, ${got}`, rule: "column-name-reserved" });
      if (depth <= MAX_COLUMN_DEPTH) visit(column, `${path}.fields`, name, depth + 1);
      else
        issues.push({ path, message: `must be at most ${MAX_COLUMN_DEPTH} levels deep, ${got}`, rule: "column-depth" });
    });
  };
  visit(schema, "schema.fields", "", 1);
  if (count > MAX_COLUMNS) {
    const message = `must have at most ${MAX_COLUMNS} columns, including nested ones, got ${count}`;
    issues.push({ path: "schema.fields", message, rule: "column-count" });
  }
  return issues;
}
