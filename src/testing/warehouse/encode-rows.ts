import { kindOf, plainObjectProblem } from "../../core/describe.js";
import { joinPath } from "../../core/issue-path.js";
import { isObject, isPlainObject } from "../../core/objects.js";
import { assertNoIssues, type Issue, throwIssue } from "../../errors/request-error.js";
import { type Column, canonicalType, columnsIn, modeOf } from "../../warehouse/columns.js";
import type { RowInputOf, RowSource } from "../../warehouse/rows/row-types.js";

/** A column in the schema of a response. */
export interface EncodedColumn {
  /** Name of the column. */
  name: string;
  /** Type, such as `INTEGER`. */
  type: string;
  /** `NULLABLE`, `REQUIRED` or `REPEATED`. */
  mode: string;
  /** Columns of a `RECORD`. */
  fields?: EncodedColumn[];
  /** Element type of a `RANGE`. */
  rangeElementType?: { type: string };
}

/** Result of {@link encodeRows}: the properties of a response of `jobs.query` that contain rows. */
export interface EncodedRows {
  /** The columns, in the order of the cells. */
  schema: { fields: EncodedColumn[] };
  /** The rows, as lists of cells without names. */
  rows: { f: { v: unknown }[] }[];
  /** Number of rows. */
  totalRows: string;
}

/**
 * Encodes rows as BigQuery returns them, so that a route of the sandbox can answer a query.
 *
 * A column that a row omits is null or an empty list. Timestamps are seconds in scientific notation, as BigQuery returns them
 * by default.
 *
 * @param definition - The columns: a definition, a schema or a list of columns.
 * @param rows - The rows.
 * @returns Schema, rows and number of rows of a response.
 * @throws {RequestError} If the definition has no columns, or a row does not match them, with all issues.
 *
 * @example
 * sandbox.route(jobsQuery, () => ({ jobComplete: true, ...encodeRows(orders, [{ id: 1 }]) }));
 */
export function encodeRows<const S extends RowSource>(definition: S, rows: readonly RowInputOf<S>[]): EncodedRows {
  const columns = fieldsOf(definition).map(columnOf);
  if (columns.length === 0) {
    throwIssue("encodeRows", { path: "definition", message: "must have columns", rule: "option" });
  }
  const issues: Issue[] = [];
  const encoded = rows.map((row, index) => cellsOf(columns, row, `rows[${index}]`, issues));
  assertNoIssues("encodeRows", issues);
  return { schema: { fields: columns }, rows: encoded, totalRows: String(rows.length) };
}

function fieldsOf(source: unknown): readonly unknown[] {
  if (Array.isArray(source)) return source;
  return isObject(source) && source.schema !== undefined ? fieldsOf(source.schema) : columnsIn(source);
}

function columnOf(input: unknown): EncodedColumn {
  const column = Object(input) as Column;
  const type = canonicalType(column.type);
  const { rangeElementType: range } = column;
  return {
    ...{ name: String(column.name), type, mode: modeOf(column) },
    ...(type === "RECORD" ? { fields: columnsIn(column).map(columnOf) } : {}),
    ...(isObject(range) ? { rangeElementType: { type: canonicalType(range.type) } } : {}),
  };
}

function cellsOf(
  columns: readonly EncodedColumn[],
  row: unknown,
  path: string,
  issues: Issue[],
): { f: { v: unknown }[] } {
  const report = (at: string, message: string) => issues.push({ path: at, message, rule: "row-columns" });
  if (!isPlainObject(row)) {
    report(path, plainObjectProblem(row) ?? "");
    return { f: [] };
  }
  const names = new Set(columns.map(({ name }) => name));
  for (const key of Object.keys(row)) {
    if (!names.has(key)) report(joinPath(path, key), "is not a column of the definition");
  }
  const cells = columns.map((column) => {
    const at = joinPath(path, column.name);
    const value = Object.hasOwn(row, column.name) ? row[column.name] : undefined;
    if (column.mode === "REPEATED") {
      if (value === undefined) return { v: [] };
      if (Array.isArray(value))
        return { v: value.map((each, n) => ({ v: cellOf(column, each, `${at}[${n}]`, issues) })) };
      report(at, `must be a list, got ${kindOf(value)}`);
    } else if (value != null) {
      return { v: cellOf(column, value, at, issues) };
    } else if (column.mode === "REQUIRED") {
      report(at, "must not be null: the column is REQUIRED");
    }
    return { v: null };
  });
  return { f: cells };
}

function cellOf(column: EncodedColumn, value: unknown, path: string, issues: Issue[]): unknown {
  if (column.type === "RECORD") return cellsOf(column.fields ?? [], value, path, issues);
  const text = textOf(column.type, value, column.rangeElementType?.type ?? "");
  if (text !== undefined) return text;
  issues.push({
    path,
    message: `must be a value of the type ${column.type}, got ${kindOf(value)}`,
    rule: "row-columns",
  });
  return null;
}

/** Returns the text of a value; undefined if the type cannot have it. */
function textOf(type: string, value: unknown, elementType: string): string | undefined {
  switch (type) {
    case "INTEGER":
      return isInteger(value) ? String(value) : undefined;
    case "NUMERIC":
    case "BIGNUMERIC":
      return isInteger(value) || typeof value === "number" || typeof value === "string" ? String(value) : undefined;
    case "FLOAT":
      if (typeof value !== "number") return undefined;
      return Object.is(value, -0) ? "-0.0" : String(value).replace("e", "E");
    case "BOOLEAN":
      return typeof value === "boolean" ? String(value) : undefined;
    case "JSON":
      return JSON.stringify(value);
    case "TIMESTAMP":
      return typeof value === "string" ? secondsOf(value) : undefined;
    case "RANGE": {
      if (!isObject(value)) return undefined;
      const [start, end] = [value.start, value.end].map((bound) =>
        bound === null ? "UNBOUNDED" : textOf(elementType, bound, ""),
      );
      return start === undefined || end === undefined ? undefined : `[${start}, ${end})`;
    }
    default:
      return typeof value === "string" ? value : undefined;
  }
}

const isInteger = (value: unknown) =>
  typeof value === "bigint" || Number.isSafeInteger(value) || (typeof value === "string" && /^-?\d+$/.test(value));

/** Returns a time as seconds in scientific notation; with more digits than microseconds as ISO 8601. */
function secondsOf(iso: string): string | undefined {
  const [, start = "", fraction = "", zone = ""] =
    /^(.{10}[T ].{8})(?:\.(\d{1,12}))?(Z|[+-]\d\d:\d\d)?$/.exec(iso) ?? [];
  const ms = Date.parse(`${start.replace(" ", "T")}${zone || "Z"}`);
  if (Number.isNaN(ms)) return undefined;
  if (fraction.length > 6) return iso;
  const microseconds = BigInt(ms) * 1_000n + BigInt(fraction.padEnd(6, "0"));
  const digits = String(microseconds < 0n ? -microseconds : microseconds).padStart(7, "0");
  const first = Math.min(digits.search(/[1-9]|$/), digits.length - 1);
  const mantissa = digits.slice(first).replace(/0+$/, "").padEnd(2, "0");
  return `${microseconds < 0n ? "-" : ""}${mantissa[0]}.${mantissa.slice(1)}E${digits.length - first - 7}`;
}
