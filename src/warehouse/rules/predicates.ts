import { shown } from "../../core/describe.js";
import { nearMiss } from "../../core/nearest.js";
import { cached } from "../../core/objects.js";
import { int64Problem } from "../../core/schema/scalars.js";
import type { Finding, Scope } from "./rule.js";

/** Converts an INT64 to a bigint; undefined if it is missing or invalid. The shape check reports invalid values. */
export function exactInteger(value: string | number | bigint | null | undefined): bigint | undefined {
  return value == null || int64Problem(value, false) !== undefined ? undefined : BigInt(value);
}

/** Matches an object-storage URI: a scheme other than http and https, and a bucket. */
export const OBJECT_URI = /^(?!https?:)[a-z][a-z\d+.-]*:\/\/[^/\s]+(\/|$)/i;

/** Creates a test that finds a string that does not match a pattern. */
export function unlike(form: RegExp): (text: string) => Finding {
  return (text) => !form.test(text) && text;
}

/** Creates a test that finds an INT64 below `min`, compared exactly. */
export function below(min: bigint): (value: string | number) => Finding {
  return (value) => {
    const exact = exactInteger(value);
    return exact !== undefined && exact < min && exact;
  };
}

/** Finds a list of more than one element. */
export function several(list: readonly unknown[]): Finding {
  return list.length > 1 && list.length;
}

/** Returns the index of the first occurrence of each element of a list. */
const firstIndices = /* @__PURE__ */ cached(
  (list: readonly unknown[]): ReadonlyMap<unknown, number> =>
    new Map(list.map((value, index) => [value, index] as const).reverse()),
);

/** Whether an element of a list equals an earlier one. */
export function isDuplicate(list: readonly unknown[] | null | undefined, value: unknown, index: unknown): boolean {
  return list != null && firstIndices(list).get(value) !== index;
}

/** Creates a test that finds a string of more than `max` characters (code points, not UTF-16 units). */
export function longerThan(max: number): (text: string) => Finding {
  return (text) => {
    const length = text.length > max ? Array.from(text).length : 0;
    return length > max && length;
  };
}

/** Requirement of a rule with the test {@link unknownColumn}. */
export const IS_COLUMN = "must be a top-level column of the schema";

/**
 * Finds a name that is not a top-level column, unless the service derives columns: from a query, files or folders. Another
 * rule checks empty names.
 */
export function unknownColumn(name: string, _: unknown, scope: Scope, key: string | number): Finding {
  const isElement = typeof key === "number";
  const { view, materializedView, externalDataConfiguration: external } = scope.table;
  const isDerived = (view ?? materializedView ?? external?.hivePartitioningOptions) != null || external?.autodetect;
  if (isDerived || (!isElement && name === "")) return undefined;
  const columns = scope.columns();
  if (columns === undefined || columns.has(name.toLowerCase())) return undefined;
  // A list may have as many names as the schema has columns.
  const meant = isElement
    ? undefined
    : nearMiss(
        name,
        [...columns.values()].map((column) => column.name ?? ""),
      );
  return meant === undefined ? name : { message: `${IS_COLUMN}, got ${shown(name)}; did you mean ${shown(meant)}?` };
}

/** Whether a type or mode is one of several. Ignores case, because other rules check the spelling. */
export function isAnyOf(word: string | null | undefined, words: readonly string[]): word is string {
  return word != null && words.includes(word.toUpperCase());
}

/** Creates a test that finds the name of a top-level column whose type is not one of the given ones. */
export function columnOutside(...types: readonly string[]): (name: string, _: unknown, scope: Scope) => Finding {
  return (name, _, { columns }) => {
    const type = columns()?.get(name.toLowerCase())?.type;
    return type != null && !isAnyOf(type, types) && type;
  };
}

/** Finds the mode of a top-level column if it is `REPEATED`. */
export function repeatedColumn(name: string, _: unknown, { columns }: Scope): Finding {
  const mode = columns()?.get(name.toLowerCase())?.mode;
  return isAnyOf(mode, ["REPEATED"]) && mode;
}
