import { hasKey, isObject, valueAt } from "../values/objects.js";

/** A column of a live or wanted schema, as JSON. */
export type Column = Readonly<Record<string, unknown>>;

const SAME_TYPES: Readonly<Record<string, string>> = {
  INT64: "INTEGER",
  FLOAT64: "FLOAT",
  BOOL: "BOOLEAN",
  STRUCT: "RECORD",
  DECIMAL: "NUMERIC",
  BIGDECIMAL: "BIGNUMERIC",
};

/** Returns a type as responses of the service spell it: `INTEGER` for `int64` and `INTEGER`. */
export function canonicalType(type: unknown): string {
  const name = scalarText(type).toUpperCase();
  return SAME_TYPES[name] ?? name;
}

/** Returns a mode as responses of the service spell it. */
export function canonicalMode(mode: unknown): string {
  return scalarText(mode).toUpperCase();
}

/** Properties of a column whose changes the service ignores. */
export const PARAMETERS: readonly string[] = ["maxLength", "precision", "scale"];

/** Returns a JSON value as text. Returns the empty string for an object or a list, because converting one to a string can fail. */
export function scalarText(value: unknown): string {
  return typeof value === "object" && value !== null ? "" : String(value);
}

const columnName = ({ name }: Column) => scalarText(name);

/** Returns the dotted name of a column, such as `address.city`. `outer` is the dotted name of the parent column, or empty. */
export function dottedName(outer: string, column: Column): string {
  return outer === "" ? columnName(column) : `${outer}.${columnName(column)}`;
}

/** Returns the lookup key of a column name, which ignores case. */
export function nameKey(column: Column): string {
  return columnName(column).toLowerCase();
}

/** A column of a live list and its counterpart in a proposed list; one of them may be missing. */
interface ColumnPair {
  readonly live: Column | undefined;
  readonly proposed: Column | undefined;
  /** Index in the proposed list, or in the live list if the proposed list lacks the column. */
  readonly index: number;
}

/** The columns of two lists by name. */
export interface PairedColumns {
  /** The live columns in their order, then the new columns in their order. */
  readonly pairs: readonly ColumnPair[];
  /** Indices, in the proposed list, of duplicate columns. They are not in `pairs`. */
  readonly duplicates: readonly number[];
}

/** Returns the nested columns of a column or the columns of a schema; an absent list is empty. */
export function columnsIn(holder: unknown): readonly unknown[] {
  const fields = isObject(holder) ? holder.fields : undefined;
  return Array.isArray(fields) ? fields : [];
}

/** Pairs the columns of two lists by name, without regard to case. Elements that are not objects are skipped. */
export function pairColumns(live: readonly unknown[], proposed: readonly unknown[]): PairedColumns {
  const wanted = new Map<string, { proposed: Column; index: number }>();
  const duplicates: number[] = [];
  proposed.forEach((column, index) => {
    if (!isObject(column)) return;
    const key = nameKey(column);
    if (wanted.has(key)) duplicates.push(index);
    else wanted.set(key, { proposed: column, index });
  });
  const pairs: ColumnPair[] = [];
  live.forEach((column, index) => {
    if (!isObject(column)) return;
    const key = nameKey(column);
    pairs.push({ live: column, ...(wanted.get(key) ?? { proposed: undefined, index }) });
    wanted.delete(key);
  });
  for (const { proposed: column, index } of wanted.values()) pairs.push({ live: undefined, proposed: column, index });
  return { pairs, duplicates };
}

/**
 * Returns the normalized type of a column, with the element type of a range. Values that the column omits come from
 * `fallback`.
 */
export function typeOf(column: Column, fallback = column): string {
  const { type = fallback.type, rangeElementType = fallback.rangeElementType } = column;
  const name = canonicalType(type);
  if (name !== "RANGE" || !isObject(rangeElementType)) return name;
  return `${name}<${canonicalType(rangeElementType.type)}>`;
}

/** Returns the normalized mode of a column. */
export function modeOf({ mode }: Column): string {
  return typeof mode === "string" ? canonicalMode(mode) : "NULLABLE";
}

/**
 * Returns the types of the partition keys of an external table by name: the columns that BigQuery derives from the folders
 * of files, such as `day=2026-11-29/`. Empty if they are not known.
 */
export function hiveKeys(table: Column): Column {
  const options: Column = Object(valueAt(table, ["externalDataConfiguration", "hivePartitioningOptions"]));
  const { mode, sourceUriPrefix, fields } = options;
  if (mode === "CUSTOM") {
    const keys = scalarText(sourceUriPrefix).matchAll(/\{([^{}:/]+):(\w+)\}/g);
    return Object.fromEntries(Array.from(keys, ([, name, type]) => [name, canonicalType(type)]));
  }
  const names = new Set(columnsIn({ fields }));
  const columns = columnsIn(table.schema).filter(isObject);
  const keys = columns.filter(({ name }) => names.has(name));
  return Object.fromEntries(keys.map((key) => [key.name, mode === "STRINGS" ? "STRING" : canonicalType(key.type)]));
}

/** Returns the columns of files: without partition keys. */
export function withoutKeys(columns: readonly unknown[], keys: Column): readonly unknown[] {
  return columns.filter((column) => !hasKey(keys, columnName(Object(column))));
}

/**
 * Returns a column without type and nested columns if it and the live column have a foreign type: the service derives them.
 */
export function withoutForeignType(column: Column, live: Column): Column {
  const { type: _, fields: __, ...others } = column;
  return column.foreignTypeDefinition == null || live.foreignTypeDefinition == null ? column : others;
}

/**
 * Returns a column that can be added to an existing table: without a default value, because another request must set it.
 * Returns the column itself if it has none.
 */
export function withoutDefaults(column: Column): Column {
  const { defaultValueExpression, ...others } = column;
  return defaultValueExpression == null ? column : others;
}
