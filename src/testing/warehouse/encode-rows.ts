import { assertNoIssues, type Issue } from "../../errors/request-error.js";
import type { Int64 } from "../../schema/scalars.js";
import { wrongShape } from "../../schema/shape-issues.js";
import { withoutLastZeros } from "../../tables/rows/forms.js";
import { checkedColumns, innerColumns } from "../../tables/rows/read-columns.js";
import { schemaOfRows } from "../../tables/rows/row-schema.js";
import type { RowInputOf, RowSource } from "../../tables/rows/row-types.js";
import { kindOf } from "../../values/describe.js";
import { formatPath } from "../../values/issue-path.js";
import { isObject } from "../../values/objects.js";
import { type Column, canonicalType, modeOf } from "../../warehouse/columns.js";
import type { TableFieldSchema } from "../../warehouse/schemas/table-schema.js";

/** Result of {@link encodeRows}: the response of `jobs.query` of a finished query. */
type EncodedRows = {
  /** The columns, in the order of the cells. */
  schema: { fields: TableFieldSchema[] };
  /** The rows, as lists of cells without names. */
  rows: { f: { v: unknown }[] }[];
  /** Number of rows. */
  totalRows: Int64;
  /** Whether the query is finished: always true. */
  jobComplete: true;
};

/**
 * Encodes rows as BigQuery returns them, so that a route of the sandbox can respond to a query.
 *
 * A column that a row omits is null or an empty list. Timestamps are seconds, as BigQuery returns them by default.
 *
 * @param definition - The columns: a definition, a schema or a list of columns.
 * @param rows - The rows. A number can also be `NaN` or infinite.
 * @returns Schema, rows and number of rows of the response of a finished query.
 * @throws {RequestError} If the definition has no columns, or a row does not match them, with all issues.
 *
 * @example
 * // For sandbox.route(jobsQuery, () => response), with a generated method jobsQuery
 * const response = encodeRows(orders, [{ id: 1 }]);
 */
export function encodeRows<const S extends RowSource>(definition: S, rows: readonly RowInputOf<S>[]): EncodedRows {
  const columns = checkedColumns("encodeRows", definition).map(columnOf);
  const plain: readonly object[] = columns;
  const schema = schemaOfRows(plain as readonly Column[], { json: "text", isFinite: false });
  const issues: Issue[] = Array.isArray(rows) ? [] : [wrongShape("rows", `must be a list, got ${kindOf(rows)}`)];
  assertNoIssues("encodeRows", issues);
  const encoded = rows.map((row, index) => {
    const { data, error } = schema.safeParse(row);
    for (const { path, message } of error?.issues ?? []) {
      issues.push({ path: formatPath(["rows", index, ...path]), message, rule: "row-columns" });
    }
    return { f: cellsOf(columns, Object(data)) };
  });
  assertNoIssues("encodeRows", issues);
  return { schema: { fields: columns }, rows: encoded, totalRows: `${BigInt(rows.length)}`, jobComplete: true };
}

function columnOf(column: Column): TableFieldSchema {
  const { name, type, rangeElementType: range } = column;
  const encoded: TableFieldSchema = { name: String(name), type: canonicalType(type), mode: modeOf(column) };
  if (encoded.type === "RECORD") encoded.fields = innerColumns(column).map(columnOf);
  if (isObject(range)) encoded.rangeElementType = { type: canonicalType(range.type) };
  return encoded;
}

function cellsOf(columns: readonly TableFieldSchema[], row: Readonly<Record<string, unknown>>): { v: unknown }[] {
  return columns.map((column) => {
    const value = Object.hasOwn(row, column.name) ? row[column.name] : undefined;
    if (column.mode !== "REPEATED") return { v: cellOf(column, value) };
    return { v: ((value ?? []) as readonly unknown[]).map((element) => ({ v: cellOf(column, element) })) }; // a valid row
  });
}

function cellOf({ type, fields = [], rangeElementType }: TableFieldSchema, value: unknown): unknown {
  if (value == null) return null;
  if (type === "RECORD") return { f: cellsOf(fields, value as Record<string, unknown>) }; // a valid row
  if (type !== "RANGE") return textOf(type, value);
  const { start, end } = value as Record<string, unknown>; // a valid row
  const [from, to] = [start, end].map((bound) => textOf(rangeElementType?.type ?? "", bound ?? "UNBOUNDED"));
  return `[${from}, ${to})`;
}

function textOf(type: string, value: unknown): string {
  if (Object.is(value, -0)) return "-0.0";
  if (type === "FLOAT") return String(value).replace("e", "E");
  return type === "TIMESTAMP" ? secondsOf(String(value)) : String(value);
}

/** Returns a time as seconds, or as ISO 8601 in UTC if it is finer than microseconds. */
function secondsOf(time: string): string {
  const [, start = "", fraction = "", sign = "+", hours = "", minutes = "00"] =
    /^(.{10}(?:[T ].{8})?)(?:\.(\d+))?(?: ?(?:Z|UTC)|([+-])(\d\d?):?(\d\d)?)?$/.exec(time) ?? [];
  const local = start.replace(" ", "T").padEnd(19, "T00:00:00");
  const ms = Date.parse(`${local}${sign}${hours.padStart(2, "0")}:${minutes}`);
  if (Number.isNaN(ms)) return time;
  if (fraction.length > 6) return `${new Date(ms).toISOString().slice(0, 19)}.${fraction}Z`;
  const microseconds = BigInt(ms) * 1_000n + BigInt(fraction.padEnd(6, "0"));
  const digits = String(microseconds).replace("-", "").padStart(7, "0");
  return `${microseconds < 0n ? "-" : ""}${digits.slice(0, -6)}.${withoutLastZeros(digits.slice(-6)) || "0"}`;
}
