import { mergePatch, withoutNulls } from "../../core/merge-patch.js";
import { isObject, valueAt, withoutUndefined } from "../../core/objects.js";
import { columnsIn } from "../../warehouse/columns.js";
import { type TableJson, withoutDerived } from "../../warehouse/encode-table.js";
import type { Change } from "../compare/change-kinds.js";
import type { PlannedChange } from "./tables-plan.js";

/** Parts of a request by name. */
type Parts = Map<string, unknown>;

/** Returns the patch that makes changes; undefined if there are none. */
export function patchOf(live: TableJson, changes: readonly Change[]): TableJson | undefined {
  const parts: Parts = new Map();
  for (const { at, value } of changes) {
    const last = at.at(-1);
    if (last === undefined) continue;
    let holder = parts;
    for (const name of at.slice(0, -1)) {
      const found = holder.get(name);
      const inner: Parts = found instanceof Map ? found : new Map();
      holder.set(name, inner);
      holder = inner;
    }
    holder.set(last, value);
  }
  const patch = objectOf(parts);
  const { schema } = patch;
  // A schema that lists columns is replaced as a whole.
  const isReplaced = isObject(schema) && schema.fields !== undefined;
  if (parts.size === 0) return undefined;
  return isReplaced ? { ...patch, schema: { ...Object(live.schema), ...schema } } : patch;
}

/** Unlike assignments, entries can have any name, such as `__proto__`. */
function objectOf(parts: Parts): TableJson {
  return Object.fromEntries([...parts].map(([name, part]) => [name, part instanceof Map ? objectOf(part) : part]));
}

/** Returns a table after a patch of {@link patchOf}. A table can have many columns, so they are not copied. */
export function patched(live: TableJson, { schema, ...patch }: TableJson): TableJson {
  const columns = schema === undefined ? live.schema : { ...Object(live.schema), ...Object(schema) };
  return withoutUndefined({ ...Object(mergePatch(live, patch)), schema: columns });
}

/**
 * Returns the request that creates a table. Expirations that are null stay null: without them, those of the dataset would
 * apply.
 */
export function creationOf(desired: TableJson): TableJson {
  const { expirationTime, timePartitioning, ...others } = withoutDerived(withoutNulls(desired) as TableJson); // an object
  const isEndless = valueAt(desired, ["timePartitioning", "expirationMs"]) === null;
  const expiration = desired.expirationTime === null ? null : expirationTime;
  const partitioning = isEndless ? { ...Object(timePartitioning), expirationMs: null } : timePartitioning;
  return withoutUndefined({ ...others, expirationTime: expiration, timePartitioning: partitioning });
}

/** Lists the values of a new table; each column is one. */
export function creationChanges(table: TableJson): PlannedChange[] {
  const added = (path: string, after: unknown, column = ""): PlannedChange => ({ path, column, before: null, after });
  return Object.entries(table).flatMap(([name, value]): PlannedChange[] => {
    if (name === "tableReference" || value === null) return [];
    if (name !== "schema" || !isObject(value)) return [added(name, value)];
    const { fields, ...others } = value;
    const columns = columnsIn({ fields }).map((column, index) => {
      return added(`schema.fields[${index}]`, column, String(valueAt(column, ["name"])));
    });
    return [...columns, ...Object.entries(others).map(([key, each]) => added(`schema.${key}`, each))];
  });
}
