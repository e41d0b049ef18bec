import { joinPath } from "../core/issue-path.js";
import { mergePatch } from "../core/merge-patch.js";
import { isObject, isSame, valueAt } from "../core/objects.js";
import type { TableJson } from "./encode-table.js";
import { type Column, columnsIn, dottedName, nameKey, pairColumns } from "./plan/columns.js";
import type { PlannedChange } from "./plan/plan.js";

/**
 * Lists what requests change, value by value, one request after the other. Columns are compared by name.
 *
 * @param live - The table before the requests; undefined if the first request creates it.
 * @param requests - The patches, or the table to create; in the same names as `live`.
 */
export function changesOf(live: unknown, requests: readonly unknown[]): PlannedChange[] {
  const changes: PlannedChange[] = [];
  let table: unknown = live ?? {};
  for (const request of requests) {
    const { tableReference: _, ...others } = Object(request) as TableJson;
    collect(table, others, "", "", changes);
    if (requests.length > 1) table = mergePatch(table, request);
  }
  return changes;
}

function collect(live: unknown, wanted: unknown, path: string, column: string, changes: PlannedChange[]): void {
  if (isSame(live, wanted)) return;
  const isSchema = path === "schema" && isObject(wanted);
  const before = isSchema ? (live ?? {}) : live;
  if (
    /(^|\.)fields$/.test(path) &&
    Array.isArray(wanted) &&
    wanted.every(isNamed) &&
    (before == null || Array.isArray(before))
  ) {
    const known = new Map(
      columnsIn({ fields: before })
        .filter(isNamed)
        .map((each) => [nameKey(each), each]),
    );
    for (const [index, each] of wanted.entries()) {
      collect(known.get(nameKey(each)), each, joinPath(path, index), dottedName(column, each), changes);
    }
  } else if (isObject(before) && isObject(wanted)) {
    // A patch replaces whole columns: a property that a column omits is cleared.
    for (const name of Object.keys(column === "" ? wanted : { ...wanted, ...before })) {
      collect(valueAt(before, [name]), valueAt(wanted, [name]), joinPath(path, name), column, changes);
    }
  } else changes.push({ path, column, before: live ?? null, after: wanted ?? null });
}

/** Lists the live columns that a desired schema omits, at every depth. */
export function omittedColumns(live: unknown, desired: unknown): PlannedChange[] {
  const changes: PlannedChange[] = [];
  const walk = (from: readonly unknown[], to: readonly unknown[], path: string, outer: string): void => {
    // An empty list counts as none.
    if (to.length === 0) return;
    pairColumns(from, to).pairs.forEach(({ live: old, proposed }, index) => {
      if (old === undefined) return;
      const [at, column] = [joinPath(path, index), dottedName(outer, old)];
      if (proposed === undefined) changes.push({ path: at, column, before: old, after: null });
      else walk(columnsIn(old), columnsIn(proposed), joinPath(at, "fields"), column);
    });
  };
  walk(columnsIn(live), columnsIn(desired), "schema.fields", "");
  return changes;
}

const isNamed = (value: unknown): value is Column => typeof valueAt(value, ["name"]) === "string";
