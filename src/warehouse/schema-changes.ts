import { joinPath } from "../core/issue-path.js";
import { isObject } from "../core/objects.js";
import {
  type Column,
  canonicalMode,
  canonicalType,
  columnsIn,
  dottedName,
  nameKey,
  pairColumns,
} from "./plan/columns.js";
import { type Meaning, matches, meaningIn, meaningOfTable } from "./plan/meaning.js";

/** A problem of a schema. */
export interface SchemaProblem {
  /**
   * - `duplicate`: the name is that of an earlier column of the same list, in any case
   * - `reserved`: the name starts with one of {@link RESERVED_PREFIXES}
   * - `depth`: more than {@link MAX_COLUMN_DEPTH} levels of nested columns
   * - `count`: more than {@link MAX_COLUMNS} columns, including nested ones; the path is that of the list
   */
  readonly kind: "duplicate" | "reserved" | "depth" | "count";
  /** Path of the column, such as `schema.fields[0].fields[2]`. */
  readonly path: string;
  /** Dotted name of the column; the empty string for `count`. */
  readonly column: string;
  /** Number of columns for `count`. */
  readonly count?: number;
}

/** Maximum depth of nested columns. */
export const MAX_COLUMN_DEPTH = 15;
/** Maximum number of columns of a table, including nested ones. */
export const MAX_COLUMNS = 10_000;
/** Prefixes of column names that the service reserves, in any case. */
export const RESERVED_PREFIXES: readonly string[] = [
  "_PARTITION",
  "_TABLE_",
  "_FILE_",
  "_ROW_TIMESTAMP",
  "__ROOT__",
  "_COLIDENTIFIER",
];

const RESERVED = /* @__PURE__ */ new RegExp(`^(${/* @__PURE__ */ RESERVED_PREFIXES.join("|")})`, "i");

const PATH = "schema.fields";

/** Lists the problems of a schema, in the order of its columns. */
export function schemaProblems(schema: unknown): SchemaProblem[] {
  const problems: SchemaProblem[] = [];
  let count = 0;
  const walk = (fields: readonly unknown[], path: string, outer: string, depth: number): void => {
    const seen = new Set<string>();
    fields.forEach((field, index) => {
      if (!isObject(field)) return;
      count += 1;
      const key = nameKey(field);
      const inner = columnsIn(field);
      const kinds: SchemaProblem["kind"][] = [];
      if (seen.has(key)) kinds.push("duplicate");
      if (RESERVED.test(key)) kinds.push("reserved");
      if (depth > MAX_COLUMN_DEPTH) kinds.push("depth");
      seen.add(key);
      if (kinds.length === 0 && inner.length === 0) return;
      const at = joinPath(path, index);
      const column = dottedName(outer, field);
      for (const kind of kinds) problems.push({ kind, path: at, column });
      if (depth <= MAX_COLUMN_DEPTH) walk(inner, joinPath(at, "fields"), column, depth + 1);
    });
  };
  walk(columnsIn(schema), PATH, "", 1);
  if (count > MAX_COLUMNS) problems.push({ kind: "count", path: PATH, column: "", count });
  return problems;
}

/** A change to existing columns that the service does not support. */
export interface SchemaChange {
  /**
   * - `missing`: a live column that the proposed list omits; the path is that of the list
   * - `type`: another type, also other bounds of a `RANGE`
   * - `mode`: another mode, except from `REQUIRED` to `NULLABLE`
   * - `required`: a new column that is `REQUIRED`, unless it is inside a new column
   * - `parameter`: another `maxLength`, `precision` or `scale`, which the service ignores
   * - `case`: another spelling of the name; the service treats it as a duplicate column
   * - `default`: a new column with a default value
   */
  readonly kind: "missing" | "type" | "mode" | "required" | "parameter" | "case" | "default";
  /** Path of the value in the proposed schema, such as `schema.fields[0].type`. */
  readonly path: string;
  /** Dotted name of the column. */
  readonly column: string;
  /** The live value. */
  readonly from?: unknown;
  /** The proposed value. */
  readonly to?: unknown;
}

/** The order in which the service reports changes. */
const KINDS: readonly SchemaChange["kind"][] = ["missing", "type", "mode", "required", "default", "parameter", "case"];

/** Properties of a column whose changes the service ignores. */
export const PARAMETERS = ["maxLength", "precision", "scale"] as const;

/**
 * Lists the changes from a live schema to a proposed one that the service does not support, in the order of its reports.
 *
 * @param options - `omitted` is the meaning of a property that a proposed column omits: `any` means the live value (a
 * plan), `default` means its default (a request to the service).
 */
export function schemaChanges(
  live: unknown,
  proposed: unknown,
  { omitted }: { readonly omitted: "any" | "default" },
): SchemaChange[] {
  const changes: SchemaChange[] = [];
  const meaning = meaningOfColumn();

  const compare = (from: Column, to: Column, path: string, outer: string): void => {
    const column = dottedName(outer, from);
    const at = (name: string) => joinPath(path, name);
    if (from.name !== to.name) changes.push({ kind: "case", path: at("name"), column, from: from.name, to: to.name });
    const isGiven = (name: string) => to[name] !== undefined || omitted === "default";
    const [typeFrom, typeTo] = [typeOf(from), typeOf(to, from)];
    if (typeFrom !== typeTo) {
      changes.push({ kind: "type", path: at("type"), column, from: typeFrom, to: typeTo });
      return;
    }
    const [modeFrom, modeTo] = [modeOf(from), isGiven("mode") ? modeOf(to) : modeOf(from)];
    if (modeFrom !== modeTo && !(modeFrom === "REQUIRED" && modeTo === "NULLABLE")) {
      changes.push({ kind: "mode", path: at("mode"), column, from: modeFrom, to: modeTo });
    }
    for (const name of PARAMETERS) {
      const wanted = to[name] ?? null;
      if (!isGiven(name) || matches(from[name], wanted, meaningIn(meaning, name))) continue;
      changes.push({ kind: "parameter", path: at(name), column, from: from[name], to: to[name] });
    }
    const inner = columnsIn(to);
    if (inner.length > 0 || omitted === "default") walk(columnsIn(from), inner, at("fields"), column);
  };

  const walk = (from: readonly unknown[], to: readonly unknown[], path: string, outer: string): void => {
    for (const { live: old, proposed: next, index } of pairColumns(from, to).pairs) {
      const at = joinPath(path, index);
      if (old === undefined) {
        if (next !== undefined) added(next, at, dottedName(outer, next)); // one of the two is given
      } else if (next === undefined) changes.push({ kind: "missing", path, column: dottedName(outer, old) });
      else compare(old, next, at, outer);
    }
  };

  const added = (next: Column, path: string, column: string): void => {
    const at = (name: string) => joinPath(path, name);
    if (modeOf(next) === "REQUIRED") changes.push({ kind: "required", path: at("mode"), column });
    if (omitted === "default" && withoutDefaults(next) !== next) {
      changes.push({ kind: "default", path: at("defaultValueExpression"), column });
    }
  };

  walk(columnsIn(live), columnsIn(proposed), PATH, "");
  return changes.sort((a, b) => KINDS.indexOf(a.kind) - KINDS.indexOf(b.kind));
}

/**
 * Returns a column that can be added to an existing table: without default values, at every depth. The service sets them in
 * another request. Returns the column itself if it has none.
 */
export function withoutDefaults(column: Column): Column {
  const inner = columnsIn(column);
  const fields = inner.map((each) => (isObject(each) ? withoutDefaults(each) : each));
  const isNested = fields.some((each, index) => each !== inner[index]);
  if (column.defaultValueExpression == null && !isNested) return column;
  const { defaultValueExpression: _, ...others } = column;
  return isNested ? { ...others, fields } : others;
}

/** Returns the {@link Meaning} of the columns of a table. */
export function meaningOfColumn(): Meaning {
  return meaningIn(meaningIn(meaningIn(meaningOfTable(), "schema"), "fields"), "[]");
}

/** Returns the normalized type of a column, with the element type of a range. Omitted values are those of `fallback`. */
function typeOf(column: Column, fallback = column): string {
  const { type = fallback.type, rangeElementType = fallback.rangeElementType } = column;
  const name = canonicalType(type);
  if (name !== "RANGE" || !isObject(rangeElementType)) return name;
  return `${name}<${canonicalType(rangeElementType.type)}>`;
}

function modeOf({ mode }: Column): string {
  return typeof mode === "string" ? canonicalMode(mode) : "NULLABLE";
}
