import { isObject, valueAt } from "../../values/objects.js";
import { escaped } from "../../values/source-text.js";
import { type Column, columnsIn, modeOf, nameKey, scalarText, typeOf } from "../../warehouse/columns.js";
import type { TableJson } from "../../warehouse/encode-table.js";
import { OTHER_KINDS } from "../../warehouse/partitioning.js";
import type { Change } from "./change-kinds.js";
import { COLUMN_NAMES } from "./meaning.js";

/** SQL names of types, by the name in responses of the service, where the two differ. */
const SQL_TYPES: Readonly<Record<string, string>> = { INTEGER: "INT64", FLOAT: "FLOAT64", BOOLEAN: "BOOL" };

/** Types to which SQL can change a column, by its current type. SQL can also widen the parameters of the same type. */
const WIDER_TYPES: Readonly<Record<string, readonly string[]>> = {
  INTEGER: ["NUMERIC", "BIGNUMERIC", "FLOAT"],
  NUMERIC: ["BIGNUMERIC", "FLOAT"],
};

/**
 * Returns a function that formats the SQL statement for a change that the API rejects: another type, other parameters,
 * or a missing column. The function returns undefined if SQL cannot make the change either: for nested columns, for
 * columns that partition or cluster the table or belong to a primary or foreign key, and for tables that are not
 * native.
 */
export function statementsFor(live: TableJson, desired: TableJson): (change: Change) => string | undefined {
  const isNative = OTHER_KINDS.every((other) => live[other] == null) && live.type !== "SNAPSHOT";
  if (!isNative) return () => undefined;
  const [columns, wantedColumns] = [columnsByName(live), columnsByName(desired)];
  const used = usedColumns(live);
  const newColumns = [...wantedColumns].filter(([key]) => !columns.has(key));
  /** The only new column of each type and mode; undefined for several. */
  const newByType = new Map<string, Column | undefined>();
  for (const [, column] of newColumns) {
    newByType.set(typeAndMode(column), newByType.has(typeAndMode(column)) ? undefined : column);
  }
  const alter = `ALTER TABLE ${quoted(tableName(live))}`;
  return ({ kind, path, column: name }) => {
    const key = name.toLowerCase();
    const column = columns.get(key);
    const isTopLevel = /^schema\.fields\[\d+\](\.\w+)?$/.test(path);
    if (column === undefined || !isTopLevel || used.has(key)) return undefined;
    if (kind === "column-missing") {
      const drop = `${alter} DROP COLUMN ${quoted(name)};`;
      // The only new column of the same type may be the missing column, renamed.
      const renamed = newByType.get(typeAndMode(column));
      if (renamed === undefined) return drop;
      const rename = `${alter} RENAME COLUMN ${quoted(name)} TO ${quoted(scalarText(renamed.name))};`;
      return `${rename}\n-- or, to delete its values:\n${drop}`;
    }
    const wanted = wantedColumns.get(key);
    if (wanted === undefined || (kind !== "column-type" && kind !== "column-parameter") || !widens(column, wanted))
      return undefined;
    return `${alter} ALTER COLUMN ${quoted(name)} SET DATA TYPE ${sqlType(wanted)};`;
  };
}

/** Returns the top-level columns of a table by name, in lower case. */
function columnsByName({ schema }: TableJson): ReadonlyMap<string, Column> {
  return new Map(columnsIn(schema).flatMap((column) => (isObject(column) ? [[nameKey(column), column]] : [])));
}

/**
 * Returns the names of columns that partition or cluster a table, or belong to a primary or foreign key. SQL cannot
 * change them.
 */
function usedColumns(table: TableJson): ReadonlySet<string> {
  const names = COLUMN_NAMES.flatMap((path) =>
    path
      .replaceAll("[]", "")
      .split(".")
      .reduce<unknown[]>((values, name) => values.flatMap((value) => valueAt(value, [name]) ?? []), [table]),
  );
  return new Set(names.map((name) => scalarText(name).toLowerCase()));
}

const isRepeated = (column: Column) => modeOf(column) === "REPEATED";

const typeAndMode = (column: Column) => `${typeOf(column)} ${isRepeated(column)}`;

/**
 * Whether SQL can change the type of a column, because the wanted type includes all values of the current type. False
 * for repeated columns.
 */
function widens(column: Column, wanted: Column): boolean {
  if ([column, wanted].some(isRepeated)) return false;
  const [from, to] = [typeOf(column), typeOf(wanted)];
  if (from !== to && WIDER_TYPES[from]?.includes(to) !== true) return false;
  const [has, gets] = [sizeOf(column), sizeOf(wanted)];
  return to === "FLOAT" ? from !== to : gets.length >= has.length && gets.scale >= has.scale;
}

/** Digits before and after the decimal point of types without a precision. */
const DIGITS: Readonly<Record<string, readonly [length: number, scale: number]>> = {
  INTEGER: [19, 0],
  NUMERIC: [29, 9],
  BIGNUMERIC: [38, 38],
};

/** Returns the length of a string, or the digits before and after the decimal point. */
function sizeOf(column: Column): { readonly length: number; readonly scale: number } {
  const { maxLength, precision, scale } = column;
  const [length, digits] = DIGITS[typeOf(column)] ?? [Number.POSITIVE_INFINITY, 0];
  if (precision == null) return { length: maxLength == null ? length : Number(maxLength), scale: digits };
  return { length: Number(precision) - Number(scale ?? 0), scale: Number(scale ?? 0) };
}

function sqlType(column: Column): string {
  const type = typeOf(column);
  const parameters = [column.maxLength ?? column.precision, column.scale].filter((each) => each != null);
  return `${SQL_TYPES[type] ?? type}${parameters.length === 0 ? "" : `(${parameters.join(", ")})`}`;
}

function tableName({ tableReference }: TableJson): string {
  return ["projectId", "datasetId", "tableId"].map((name) => scalarText(valueAt(tableReference, [name]))).join(".");
}

/** Quotes a name for SQL. The escape sequences of JSON are valid in SQL, too. */
function quoted(name: string): string {
  return `\`${escaped(JSON.stringify(name)).slice(1, -1).replaceAll("`", "\\`")}\``;
}
