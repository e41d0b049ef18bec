import type { Issue } from "../../errors/request-error.js";
import { listed, shown } from "../../values/describe.js";
import { joinPath } from "../../values/issue-path.js";
import { isObject } from "../../values/objects.js";
import { columnsIn, dottedName, nameKey } from "../columns.js";

/** A problem of a schema. */
export interface SchemaProblem extends Issue {
  /**
   * - `duplicate`: an earlier column of the same list has the same name, ignoring case
   * - `reserved`: the name starts with one of {@link RESERVED_PREFIXES}
   * - `depth`: more than {@link MAX_COLUMN_DEPTH} levels of nested columns
   * - `count`: more than {@link MAX_COLUMNS} columns, including nested ones; the path is the path of the list
   */
  readonly kind: "duplicate" | "reserved" | "depth" | "count";
  /** Dotted name of the column; the empty string for `count`. */
  readonly column: string;
  /** Number of columns of the schema. */
  readonly count: number;
}

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

/** Lists the problems of a schema, in the order of its columns. */
export function schemaProblems(schema: unknown): SchemaProblem[] {
  const problems: SchemaProblem[] = [];
  const report = (kind: SchemaProblem["kind"], path: string, column: string, found = shown(column)) => {
    const [rule, requirement] = REQUIREMENTS[kind];
    problems.push({ kind, path, column, count, rule, message: `${requirement}, got ${found}` });
  };
  let count = 0;
  const walk = (fields: readonly unknown[], path: string, outer: string, depth: number): void => {
    const seen = new Set<string>();
    fields.forEach((field, index) => {
      if (!isObject(field)) return;
      count += 1;
      const key = nameKey(field);
      const inner = columnsIn(field);
      const isDuplicate = seen.has(key);
      const isReserved = RESERVED.test(key);
      const isTooDeep = depth > MAX_COLUMN_DEPTH;
      seen.add(key);
      // Most columns need no path.
      if (!isDuplicate && !isReserved && !isTooDeep && inner.length === 0) return;
      const at = joinPath(path, index);
      const column = dottedName(outer, field);
      if (isDuplicate) report("duplicate", at, column, `${shown(column)} twice`);
      if (isReserved) report("reserved", at, column);
      if (isTooDeep) report("depth", at, column);
      else walk(inner, joinPath(at, "fields"), column, depth + 1);
    });
  };
  walk(columnsIn(schema), "schema.fields", "", 1);
  if (count > MAX_COLUMNS) report("count", "schema.fields", "", String(count));
  return problems;
}

const REQUIREMENTS: Readonly<Record<SchemaProblem["kind"], readonly [rule: string, requirement: string]>> = {
  duplicate: ["column-name-distinct", "must be unique, ignoring case"],
  reserved: ["column-name-reserved", `must not start with ${listed(RESERVED_PREFIXES)}`],
  depth: ["column-depth", `must be at most ${MAX_COLUMN_DEPTH} levels deep`],
  count: ["column-count", `must have at most ${MAX_COLUMNS} columns, including nested ones`],
};
