import { isDeepStrictEqual } from "node:util";
import { isObject } from "../core/is-object.js";
import { joinPath } from "../core/rules/issue-path.js";

/**
 * Describes what a patch changes, one line per value: `labels.team: "sales" → "data"`. Columns are compared by name, and a
 * line about a column has the column's name after the path.
 */
export function describeChanges(live: unknown, patch: unknown): readonly string[] {
  return [...changesIn(live, patch, "", "")];
}

function* changesIn(live: unknown, wanted: unknown, path: string, column: string): Generator<string> {
  if (isDeepStrictEqual(live ?? null, wanted ?? null)) return;
  if (/(^|\.)fields$/.test(path) && Array.isArray(live) && isColumns(wanted)) {
    const known = new Map(live.filter(isColumn).map((each) => [each.name.toLowerCase(), each]));
    for (const [index, each] of wanted.entries()) {
      const name = column === "" ? each.name : `${column}.${each.name}`;
      yield* changesIn(known.get(each.name.toLowerCase()), each, joinPath(path, index), name);
    }
  } else if (isObject(live) && isObject(wanted)) {
    // A patch replaces whole columns: a property that a column omits is cleared.
    const names = new Set([...Object.keys(wanted), ...(column === "" ? [] : Object.keys(live))]);
    for (const name of names)
      yield* changesIn(ownValue(live, name), ownValue(wanted, name), joinPath(path, name), column);
  } else {
    yield `${path}${column === "" ? "" : ` (${column})`}: ${format(live)} → ${format(wanted)}`;
  }
}

interface Column {
  readonly name: string;
}

function isColumn(value: unknown): value is Column {
  return isObject(value) && typeof value.name === "string";
}

function isColumns(value: unknown): value is readonly Column[] {
  return Array.isArray(value) && value.every(isColumn);
}

function ownValue(holder: Readonly<Record<string, unknown>>, name: string): unknown {
  return Object.hasOwn(holder, name) ? holder[name] : undefined;
}

function format(value: unknown): string {
  return value === undefined || value === null ? "(none)" : JSON.stringify(value);
}
