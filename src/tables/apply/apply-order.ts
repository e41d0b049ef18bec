import type { TableJson } from "../../warehouse/encode-table.js";
import type { TableReference } from "../../warehouse/schemas/table-parts.js";
import { mapReferencedTables, nameOf } from "../names.js";
import type { PlannedTable } from "../plan/tables-plan.js";

/** A planned table that has to be created or patched. */
export interface PlannedWrite extends PlannedTable {
  readonly action: "create" | "patch";
  readonly reference: TableReference;
}

/** Returns the position of a table's kind: tables are applied first, then views, then materialized views. */
export function rankOf({ wanted: { view, materializedView } }: PlannedWrite): number {
  return materializedView != null ? 2 : view != null ? 1 : 0;
}

/** Returns the tables that the foreign keys of a table reference. */
export function referencedBy({ wanted, reference: { projectId } }: PlannedWrite): readonly string[] {
  const names: string[] = [];
  mapReferencedTables(wanted as TableJson, (referenced) => {
    const table = referenced as unknown as TableReference; // of a checked table
    if (table.projectId === projectId) names.push(nameOf(table));
    return referenced;
  });
  return names;
}

/** Sorts tables by kind. A table comes after those that its foreign keys reference, except in a cycle. */
export function applyOrder(writes: readonly PlannedWrite[]): PlannedWrite[] {
  const byName = new Map(writes.map((write) => [write.table, write]));
  const seen = new Set<PlannedWrite>();
  const order: PlannedWrite[] = [];
  const add = (write: PlannedWrite | undefined) => {
    if (write === undefined || seen.has(write)) return;
    seen.add(write);
    for (const name of referencedBy(write)) add(byName.get(name));
    order.push(write);
  };
  for (const write of [...writes].sort((a, b) => rankOf(a) - rankOf(b))) add(write);
  return order;
}
