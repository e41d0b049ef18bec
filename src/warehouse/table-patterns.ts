import { isObject, valueAt } from "../core/objects.js";
import type { Column } from "./columns.js";
import type { TableJson } from "./encode-table.js";

/** Patterns in which `*` is any text. */
export interface Patterns {
  /** Whether a text matches a pattern. */
  matches(text: string): boolean;
  /** The patterns that have matched no text so far. */
  unmatched(): readonly string[];
}

/** Parses patterns. Matching takes linear time, whatever the pattern. */
export function parsePatterns(patterns: readonly string[] = [], ignoresCase = false): Patterns {
  const inCase = (text: string) => (ignoresCase ? text.toLowerCase() : text);
  const parsed = patterns.map((pattern) => ({ pattern, parts: inCase(pattern).split("*"), isUsed: false }));
  return {
    matches(text) {
      if (parsed.length === 0) return false;
      const own = inCase(text);
      let isMatch = false;
      for (const each of parsed) {
        if (!matchesParts(own, each.parts)) continue;
        each.isUsed = true;
        isMatch = true;
      }
      return isMatch;
    },
    unmatched: () => parsed.filter(({ isUsed }) => !isUsed).map(({ pattern }) => pattern),
  };
}

/** Whether a text consists of parts, in order, with any text between them. */
function matchesParts(text: string, parts: readonly string[]): boolean {
  const [first = "", ...others] = parts;
  const last = others.pop();
  if (last === undefined) return text === first;
  const end = text.length - last.length;
  let at = first.length;
  if (end < at || !text.startsWith(first) || !text.endsWith(last)) return false;
  for (const part of others) {
    const found = text.indexOf(part, at);
    if (found === -1 || found + part.length > end) return false;
    at = found + part.length;
  }
  return true;
}

/**
 * Returns a table without the fields that match patterns. A column is at `schema.<name>`, its properties and nested columns
 * below: `schema.address.city.policyTags`. Returns the table itself if nothing matches.
 *
 * @param table - The table, in the names of the patterns.
 * @param patterns - The patterns, which ignore case.
 */
export function withoutFields(table: TableJson, patterns: Patterns): TableJson {
  const strip = (holder: TableJson, path: string): TableJson => {
    let isChanged = false;
    const entries: [string, unknown][] = [];
    for (const [name, value] of Object.entries(holder)) {
      const at = path === "" ? name : `${path}.${name}`;
      let kept = value;
      if (name === "fields" && isColumns(value)) kept = stripColumns(value, path);
      else if (patterns.matches(at)) {
        isChanged = true;
        continue;
      } else if (isObject(value)) kept = strip(value, at);
      isChanged ||= kept !== value;
      entries.push([name, kept]);
    }
    return isChanged ? Object.fromEntries(entries) : holder;
  };
  const stripColumns = (columns: readonly Column[], path: string): readonly Column[] => {
    const kept = columns.flatMap((column) => {
      const at = `${path}.${String(column.name)}`;
      return patterns.matches(at) ? [] : [strip(column, at)];
    });
    return kept.length === columns.length && kept.every((column, index) => column === columns[index]) ? columns : kept;
  };
  const { tableReference, ...others } = table;
  const kept = strip(others, "");
  return kept === others ? table : { tableReference, ...kept };
}

/**
 * Returns a desired schema with the live columns that match patterns, by name only: what a plan does not mention, it does not
 * change.
 */
export function withLiveColumns(desired: unknown, live: unknown, patterns: Patterns, path = "schema"): unknown {
  const [wanted, present] = [valueAt(desired, ["fields"]), valueAt(live, ["fields"])];
  if (!isObject(desired) || !isColumns(wanted) || !isColumns(present) || wanted.length === 0) return desired;
  const byName = new Map(wanted.map((column) => [String(column.name).toLowerCase(), column]));
  for (const column of present) {
    const key = String(column.name).toLowerCase();
    const at = `${path}.${key}`;
    const known = byName.get(key);
    if (known !== undefined)
      byName.set(key, withLiveColumns(known, column, patterns, at) as Column); // as it was
    else if (patterns.matches(at)) byName.set(key, { name: column.name });
  }
  return { ...desired, fields: [...byName.values()] };
}

function isColumns(value: unknown): value is readonly Column[] {
  return Array.isArray(value) && value.every((each) => typeof valueAt(each, ["name"]) === "string");
}
