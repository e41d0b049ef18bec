import { pathIssues } from "../../call/template.js";
import type { RuleSettings } from "../../checks/rules.js";
import type { Issue } from "../../errors/request-error.js";
import { nullIssues, shapeIssues, withoutInvalid } from "../../schema/shape-issues.js";
import { listed, shown } from "../../values/describe.js";
import { issuesBeside, joinPath, plainIssue } from "../../values/issue-path.js";
import { isObject, valueAt } from "../../values/objects.js";
import { columnsIn, dottedName, nameKey } from "../columns.js";
import { type EncodedTable, encodeTable, type TableJson, withoutDerived } from "../encode-table.js";
import { Table } from "../schemas/table.js";
import type { Draft, TableRuleContext } from "./rule-builders.js";
import { filterIssue } from "./schema-columns.js";
import { checkTableRules } from "./warehouse-rules.js";

/** A table in wire form, with its issues. */
export interface CheckedTable {
  /** The table in wire form: without output-only fields, INT64 as strings. */
  readonly body: TableJson;
  /** Issues that reject the table. */
  readonly errors: readonly Issue[];
  /** Issues of rules with the severity `warn`. */
  readonly warnings: readonly Issue[];
}

/** How a table is checked. */
export interface CheckTableOptions extends TableRuleContext {
  /** Whether known fields may be null. Default: `true`. */
  readonly allowsNull?: boolean | undefined;
  /** Severities that differ from the defaults. */
  readonly rules?: RuleSettings | undefined;
}

/** Encodes a table and checks it: first the shape, then all rules. All issues are reported together. */
export function checkTable(input: unknown, options: CheckTableOptions): CheckedTable {
  return checkEncoded(encodeTable(input), options);
}

/** Checks an encoded table as {@link checkTable} does. */
export function checkEncoded(
  { body, issues, nulls, strangers }: EncodedTable,
  { rules, allowsNull = true, ...context }: CheckTableOptions,
): CheckedTable {
  const { known, draft } = checkShape(body, issues);
  const { errors, warnings } = checkTableRules(draft, { ...context, strangers }, rules);
  const all = [...known, ...issuesBeside(errors, known)];
  const invalid = allowsNull ? [] : nulls.filter((path) => !INHERITED.includes(path));
  return {
    body: withoutDerived(body),
    errors: [...all, ...issuesBeside(nullIssues(invalid), all)],
    warnings: issuesBeside(warnings, known),
  };
}

/** Fields whose defaults come from the dataset: null means no expiration, whatever the default. */
const INHERITED: readonly string[] = ["expirationTime", "timePartitioning.expirationMs"];

/** Adds issues of the shape of an encoded table to the issues of its values. */
function checkShape(
  body: TableJson,
  issues: readonly Issue[],
): { readonly known: readonly Issue[]; readonly draft: Draft<Table> } {
  // Missing fields are checked by the rules, because a patch can omit them. A missing element is always invalid.
  const invalid = shapeIssues(Table, body).filter(
    ({ missing, segments }) => !missing || typeof segments.at(-1) === "number",
  );
  return {
    known: [...issues, ...issuesBeside(invalid, issues).map(plainIssue)],
    draft: withoutInvalid(body, invalid) as Draft<Table>, // values that do not match the schema were removed
  };
}

/**
 * Encodes a desired table and checks it, except for what depends on the live one: whether related properties are present.
 *
 * @param options - How its rules are checked; undefined to check only its values and the names of its columns.
 */
export function checkDesired(input: unknown, options?: CheckTableOptions): CheckedTable {
  const encoded = encodeTable(input);
  const { body } = encoded;
  const { errors: known, warnings } =
    options === undefined
      ? { errors: checkShape(body, encoded.issues).known, warnings: [] }
      : checkEncoded(encoded, options);
  const all = [
    ...known,
    ...issuesBeside([...referenceIssues(body.tableReference), ...unnamedColumns(body.schema, "schema")], known),
    ...issuesBeside([filterIssue(body) ?? []].flat(), known),
    ...schemaProblems(body.schema).map(plainIssue),
  ].map((issue) => (issue.path === "" ? { ...issue, path: "desired" } : issue));
  return { body, errors: all, warnings };
}

function referenceIssues(reference: unknown): Issue[] {
  if (!isObject(reference))
    return [
      {
        path: "tableReference",
        message: "is required; pass definitions to planTables",
        rule: "table-reference-required",
      },
    ];
  const { projectId, datasetId, tableId } = reference;
  return pathIssues({ projectId, datasetId, tableId }, "tableReference");
}

/** Issues of columns without a name, which cannot be compared. */
function unnamedColumns(holder: unknown, path: string): Issue[] {
  return columnsIn(holder).flatMap((column, index) => {
    const inner = `${path}.fields[${index}]`;
    const issue = { path: `${inner}.name`, message: "is required", rule: "field-name-required" };
    return [...(valueAt(column, ["name"]) ? [] : [issue]), ...unnamedColumns(column, inner)];
  });
}

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
