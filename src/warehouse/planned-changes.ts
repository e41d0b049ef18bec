import { joinPath } from "../core/issue-path.js";
import { mergePatch } from "../core/merge-patch.js";
import { isObject, valueAt } from "../core/objects.js";
import { type Names, toWire } from "../core/rename.js";
import { tablePlaces } from "./encode-table.js";
import type { TablePatch } from "./input.js";
import type { Table } from "./schemas/table.js";
import type { PlannedChange } from "./tables-plan.js";

/** temporary: replaced by the planner */
export function changesOf(live: Table, patches: readonly TablePatch[], naming: Names): PlannedChange[] {
  let current: unknown = toWire(live, tablePlaces, naming);
  const changes: PlannedChange[] = [];
  for (const patch of patches) {
    const wire = toWire(patch, tablePlaces, naming);
    changes.push(...changesBetween(current, wire));
    current = mergePatch(current, wire);
  }
  return changes;
}

function* changesBetween(live: unknown, wanted: unknown, path = "", column = ""): Generator<PlannedChange> {
  if (JSON.stringify(live ?? null) === JSON.stringify(wanted ?? null)) return;
  if (/(^|\.)fields$/.test(path) && Array.isArray(live) && Array.isArray(wanted) && wanted.every(isColumn)) {
    const known = new Map(live.filter(isColumn).map((each) => [each.name.toLowerCase(), each]));
    for (const [index, each] of wanted.entries()) {
      const name = column === "" ? each.name : `${column}.${each.name}`;
      yield* changesBetween(known.get(each.name.toLowerCase()), each, joinPath(path, index), name);
    }
  } else if (isObject(live) && isObject(wanted)) {
    for (const name of Object.keys(column === "" ? wanted : { ...wanted, ...live })) {
      yield* changesBetween(valueAt(live, [name]), valueAt(wanted, [name]), joinPath(path, name), column);
    }
  } else yield { path, column, before: live ?? null, after: wanted ?? null };
}

function isColumn(value: unknown): value is { readonly name: string } {
  return typeof valueAt(value, ["name"]) === "string";
}
