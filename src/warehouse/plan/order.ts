import { grouped, valueAt } from "../../core/objects.js";
import type { CheckedDefinition } from "../define/check-definition.js";
import type { TableJson } from "../encode-table.js";
import { mapReferencedTables } from "../names.js";
import { partsOf, withoutProject } from "../sql-text.js";
import type { PlannedTable } from "./plan.js";

/**
 * Returns the order in which a plan is applied: tables, then views, then materialized views, each after the tables that it
 * depends on. In a cycle, which `planTables` never returns, one table is before its dependency.
 */
export function applyOrder<T extends Pick<PlannedTable, "table" | "dependsOn" | "desired">>(tables: readonly T[]): T[] {
  const byName = new Map(tables.map((table) => [table.table, table]));
  const byRank = [...tables].sort((a, b) => rankOf(a) - rankOf(b));
  return inOrder(byRank, ({ dependsOn }) => dependsOn.flatMap((name) => byName.get(name) ?? []));
}

/** Returns the rank of a desired table. Tables with a lower rank are applied first. */
export function rankOf({ desired: { view, materializedView } }: Pick<PlannedTable, "desired">): number {
  return materializedView != null ? 2 : view != null ? 1 : 0;
}

/**
 * Returns the nodes that are reachable from `starts` and not in `seen`, in postorder: each after the nodes that `next`
 * returns for it.
 */
function inOrder<T>(starts: Iterable<T>, next: (node: T) => readonly T[], seen = new Set<T>()): T[] {
  const order: T[] = [];
  const stack: { readonly node: T; readonly rest: Iterator<T> }[] = [];
  const enter = (node: T) => {
    if (seen.has(node)) return;
    seen.add(node);
    stack.push({ node, rest: next(node)[Symbol.iterator]() });
  };
  for (const start of starts) {
    enter(start);
    // A separate stack, because a chain of views may be longer than the call stack allows.
    for (let top = stack.at(-1); top !== undefined; top = stack.at(-1)) {
      const { done, value } = top.rest.next();
      if (done === true) {
        stack.pop();
        order.push(top.node);
      } else enter(value);
    }
  }
  return order;
}

/** The names of tables, each with the tables that must be applied before it. */
type Dependencies = Map<string, readonly string[]>;

/**
 * Returns the tables that each query names and each foreign key references, without cycles. Within a cycle, a table depends
 * only on tables that do not exist yet; if no table of the cycle exists, a table depends only on tables that are defined
 * earlier.
 *
 * @param tables - The definitions by name.
 * @param projectId - Project of the tables.
 * @param exists - Whether a table is live.
 */
export function dependenciesOf(
  tables: ReadonlyMap<string, Pick<CheckedDefinition, "body" | "named">>,
  projectId: string,
  exists: (name: string) => boolean,
): ReadonlyMap<string, readonly string[]> {
  const positions = new Map([...tables.keys()].map((name, index) => [name, index]));
  const positionOf = (name: string) => positions.get(name) ?? 0;
  const all: Dependencies = new Map();
  for (const [name, { body, named = namesIn(body, projectId) }] of tables) {
    const found = new Set([...named, ...referencedBy(body, projectId).values()]);
    const others = [...found].filter((each) => each !== name && tables.has(each));
    if (others.length > 0)
      all.set(
        name,
        others.sort((a, b) => positionOf(a) - positionOf(b)),
      );
  }
  const withNew = withoutCycles(all, (_, each) => !exists(each));
  return withoutCycles(withNew, (name, each) => positionOf(each) < positionOf(name));
}

/** Omits the dependencies within cycles for which `isKept` is false. */
function withoutCycles(next: Dependencies, isKept: (name: string, each: string) => boolean): Dependencies {
  const previous = grouped([...next].flatMap(([name, found]) => found.map((each) => [each, name] as const)));
  const nextOf = (name: string) => next.get(name) ?? [];
  const previousOf = (name: string) => previous.get(name) ?? [];
  // Kosaraju's algorithm: two names are in one cycle if each can be reached from the other.
  const cycles = new Map<string, string>();
  const seen = new Set<string>();
  for (const name of inOrder(next.keys(), nextOf).reverse()) {
    for (const member of inOrder([name], previousOf, seen)) cycles.set(member, name);
  }
  const isCyclic = (name: string, each: string) => cycles.get(each) === cycles.get(name);
  return new Map(
    [...next].map(([name, found]) => [name, found.filter((each) => !isCyclic(name, each) || isKept(name, each))]),
  );
}

/** Returns the tables of the project that foreign keys of a table reference, as `dataset.table`, by the path of the reference. */
export function referencedBy(table: TableJson, projectId: string): ReadonlyMap<string, string> {
  const names = new Map<string, string>();
  mapReferencedTables(table, (reference, path) => {
    const { projectId: project, datasetId, tableId } = Object(reference) as TableJson; // names were resolved
    if (project === projectId) names.set(path, `${String(datasetId)}.${String(tableId)}`);
    return reference;
  });
  return names;
}

/** Returns everything in the query of a table that may be a table of the project, as `dataset.table`. */
function namesIn(table: TableJson, projectId: string): readonly string[] {
  const view = table.view ?? table.materializedView;
  const query = valueAt(view, ["query"]);
  if (typeof query !== "string") return [];
  return partsOf(query, valueAt(view, ["useLegacySql"]) === true).flatMap((part) =>
    typeof part === "string" ? [] : [withoutProject(part.path, projectId) ?? part.path],
  );
}
