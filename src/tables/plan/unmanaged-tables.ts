import { withoutUndefined } from "../../core/objects.js";
import type { TablesPlan } from "./tables-plan.js";

const SHARD = /^(.*_)(\d{4})(\d\d)(\d\d)$/s;

/**
 * Returns the pattern of a date shard, such as `sales.events_*` for `sales.events_20240101`; undefined if the name does not
 * end in an underscore and a date.
 */
export function shardPattern(table: string): string | undefined {
  const [, prefix, year, month, day] = SHARD.exec(table) ?? [];
  if (prefix === undefined) return undefined;
  const date = new Date(`${year}-${month}-${day}T00:00:00Z`);
  // An invalid day of a month is an invalid date, or the next month.
  return !Number.isNaN(date.getTime()) && date.getUTCDate() === Number(day) ? `${prefix}*` : undefined;
}

/** Lists tables without a definition in the order of their names, with one entry for all date shards of a name. */
export function unmanagedTables(
  tables: readonly { readonly table: string; readonly type: unknown }[],
): TablesPlan["unmanaged"] {
  const entries = new Map<string, TablesPlan["unmanaged"][number]>();
  for (const { table, type } of tables) {
    const pattern = shardPattern(table);
    const entry =
      pattern === undefined
        ? withoutUndefined({ table, type: typeof type === "string" ? type : undefined })
        : { table: pattern, count: (entries.get(pattern)?.count ?? 0) + 1 };
    entries.set(entry.table, entry);
  }
  return [...entries.values()].sort((a, b) => (a.table < b.table ? -1 : 1));
}
