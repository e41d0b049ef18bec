import { maskNameIssues } from "../../naming/translate.js";
import { joinPath } from "../../values/issue-path.js";
import { isObject, isSame, valueAt } from "../../values/objects.js";
import { both, isText, listOf, must, type OptionCheck, optionsOf } from "../../values/options.js";
import { type Patterns, parsePatterns } from "../../values/patterns.js";
import { type Column, nameKey, scalarText } from "../../warehouse/columns.js";
import type { TableJson } from "../../warehouse/encode-table.js";

/** Tables and fields that {@link planTables} and `fourfold table pull` ignore. */
export interface IgnoredTables {
  /** Patterns of tables, such as `sales.tmp_*`, after the mapping of `datasets`. `*` is any text. Default: none. */
  readonly tables?: readonly string[] | undefined;
  /** Patterns of fields, such as `labels.goog-*` or `schema.*.policyTags`. `*` is any text. Default: none. */
  readonly fields?: readonly string[] | undefined;
}

const patterns = listOf(must(isText, 'a pattern, such as "sales.tmp_*"'), "a list of patterns");
/** Check for names of the specification, which would match nothing. */
const fieldNames: OptionCheck = (fields, path) =>
  ((fields ?? []) as readonly unknown[]).flatMap((pattern, index) =>
    maskNameIssues("Table", [pattern]).map((issue) => ({ ...issue, path: joinPath(path, index) })),
  );

/** Check of the option `ignore`. */
export const ignoreOption: OptionCheck = optionsOf({ tables: patterns, fields: both(patterns, fieldNames) });

/** Parses the patterns of fields of a plan. */
export function fieldPatterns(ignore: IgnoredTables | undefined): Patterns {
  return parsePatterns(ignore?.fields, true);
}

/** Returns a wanted table without the fields that match patterns. */
export function withoutIgnored(wanted: TableJson, live: TableJson | undefined, patterns: Patterns): TableJson {
  const kept = withoutFields(withKeys(wanted, live ?? {}, patterns), patterns);
  return isObject(kept.schema) ? { ...kept, schema: withLiveColumns(kept.schema, live?.schema, patterns) } : kept;
}

/** Returns a wanted table in which the keys of an object are null, instead of the object, if some of them are ignored. */
function withKeys(wanted: TableJson, live: TableJson, patterns: Patterns): TableJson {
  const entries = Object.entries(wanted).map(([name, value]) => {
    if (value !== null || !isObject(live[name])) return [name, value];
    const kept = valueAt(withoutFields({ [name]: live[name] }, patterns), [name]);
    if (!isObject(kept) || isSame(kept, live[name])) return [name, value];
    return [name, Object.fromEntries(Object.keys(kept).map((key) => [key, null]))];
  });
  return Object.fromEntries(entries);
}

/**
 * Returns a table without the fields that match patterns. A column is at `schema.<name>`, its properties and nested columns
 * below: `schema.address.city.policyTags`.
 */
export function withoutFields({ tableReference, ...others }: TableJson, patterns: Patterns): TableJson {
  const strip = (holder: TableJson, path: string): TableJson => {
    const entries = Object.entries(holder).flatMap(([name, value]) => {
      const at = path === "" ? name : `${path}.${name}`;
      if (name === "fields" && isColumns(value)) return [[name, stripColumns(value, path)]];
      if (patterns.matches(at)) return [];
      return [[name, isObject(value) ? strip(value, at) : value]];
    });
    return Object.fromEntries(entries);
  };
  const stripColumns = (columns: readonly Column[], path: string): readonly Column[] =>
    columns.flatMap((column) => {
      const at = `${path}.${scalarText(column.name)}`;
      return patterns.matches(at) ? [] : [strip(column, at)];
    });
  return { tableReference, ...strip(others, "") };
}

/**
 * Returns a desired schema with the live columns that match patterns. Only their names are added: a plan does not
 * change properties that the schema omits.
 */
function withLiveColumns(desired: unknown, live: unknown, patterns: Patterns, path = "schema"): unknown {
  const [wanted, present] = [valueAt(desired, ["fields"]), valueAt(live, ["fields"])];
  if (!isObject(desired) || !isColumns(wanted) || !isColumns(present) || wanted.length === 0) return desired;
  const byName = new Map(wanted.map((column) => [nameKey(column), column]));
  for (const column of present) {
    const key = nameKey(column);
    const at = `${path}.${key}`;
    const known = byName.get(key);
    if (known !== undefined)
      byName.set(key, withLiveColumns(known, column, patterns, at) as Column); // still a column
    else if (patterns.matches(at)) byName.set(key, { name: column.name });
  }
  return { ...desired, fields: [...byName.values()] };
}

function isColumns(value: unknown): value is readonly Column[] {
  return Array.isArray(value) && value.every((each) => typeof valueAt(each, ["name"]) === "string");
}
