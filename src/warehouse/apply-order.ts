import type { PlannedWrite } from "./check-tables-plan.js";

/**
 * Arranges tables in batches to apply one after the other: tables, then views, then materialized views, each after the
 * tables that it depends on. Where these form a cycle, the order of the plan decides.
 */
export function batchesOf<T extends Pick<PlannedWrite, "table" | "kind" | "dependsOn">>(
  writes: readonly T[],
): readonly (readonly T[])[] {
  const open = new Set(writes.map(({ table }) => table));
  const batches: T[][] = [];
  let rest = [...writes].sort((a, b) => a.kind - b.kind);
  while (rest.length > 0) {
    const ready = rest.filter(({ table, dependsOn }) => !dependsOn.some((each) => each !== table && open.has(each)));
    const [first] = ready.length > 0 ? ready : rest;
    const batch = ready.length > 0 ? ready.filter(({ kind }) => kind === first?.kind) : rest.slice(0, 1);
    for (const { table } of batch) open.delete(table);
    rest = rest.filter(({ table }) => open.has(table));
    batches.push(batch);
  }
  return batches;
}
