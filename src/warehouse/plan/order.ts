import { valueAt } from "../../core/objects.js";
import type { TableJson } from "../encode-table.js";
import { mapReferencedTables } from "../names.js";
import { COMMENTS_AND_STRINGS } from "../sql-text.js";
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

/** Returns the rank of a desired table: those of a lower rank are applied first. */
export function rankOf({ desired: { view, materializedView } }: Pick<PlannedTable, "desired">): number {
  return materializedView != null ? 2 : view != null ? 1 : 0;
}

/** Returns everything that can be reached from the starts, each after what it leads to, without what was seen before. */
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
    // A separate stack, because a chain of views may be longer than that of calls.
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

/**
 * Returns the tables that each query names and each foreign key references, without cycles: within a cycle, a table only
 * depends on earlier ones.
 *
 * @param tables - The defined tables with their desired states, by name.
 * @param projectId - Project of the tables.
 */
export function dependenciesOf(
  tables: ReadonlyMap<string, TableJson>,
  projectId: string,
): ReadonlyMap<string, readonly string[]> {
  const next = new Map<string, string[]>();
  const previous = new Map<string, string[]>();
  for (const [name, table] of tables) {
    const query = valueAt(table.view ?? table.materializedView, ["query"]);
    const named = typeof query === "string" ? namesIn(query, projectId) : [];
    const all = new Set([...named, ...referencedBy(table, projectId)]);
    const found = [...all].filter((each) => each !== name && tables.has(each));
    if (found.length === 0) continue;
    next.set(name, found);
    for (const each of found) {
      const list = previous.get(each);
      if (list === undefined) previous.set(each, [name]);
      else list.push(name);
    }
  }
  const nextOf = (name: string) => next.get(name) ?? [];
  const previousOf = (name: string) => previous.get(name) ?? [];
  // Kosaraju's algorithm: two names are in one cycle if each can be reached from the other.
  const cycles = new Map<string, string>();
  const seen = new Set<string>();
  for (const name of inOrder(next.keys(), nextOf).reverse()) {
    for (const member of inOrder([name], previousOf, seen)) cycles.set(member, name);
  }
  const positions = new Map([...tables.keys()].map((name, index) => [name, index]));
  const positionOf = (name: string) => positions.get(name) ?? 0;
  for (const [name, found] of next) {
    const kept = found.filter((each) => cycles.get(each) !== cycles.get(name) || positionOf(each) < positionOf(name));
    next.set(
      name,
      kept.sort((a, b) => positionOf(a) - positionOf(b)),
    );
  }
  return next;
}

/** Returns the tables of the project that foreign keys of a table reference, as `dataset.table`. */
function referencedBy(table: TableJson, projectId: string): string[] {
  const names: string[] = [];
  mapReferencedTables(table, (reference) => {
    if (reference.projectId === projectId) names.push(`${String(reference.datasetId)}.${String(reference.tableId)}`);
    return reference;
  });
  return names;
}

/** A quoted name, or characters of names: standard SQL, or legacy SQL with a colon after the project. */
const NAME =
  /`[^`]*`(?:\s*\.\s*(?:`[^`]*`|[\p{L}\p{M}\p{N}\p{Pc}\p{Pd}]+))*|\[[^[\]]*\]|(?:(?!--)[\p{L}\p{M}\p{N}\p{Pc}\p{Pd}.:])+/u;
const TOKENS = new RegExp(`${COMMENTS_AND_STRINGS}|(${NAME.source})`, "gsu");

/** Returns everything in a query that may be a table of the project, as `dataset.table`. */
function namesIn(query: string, projectId: string): Set<string> {
  const names = new Set<string>();
  for (const [, text] of query.matchAll(TOKENS)) {
    if (text === undefined) continue;
    const parts = text.replace(/[`[\]]/g, "").split(".");
    const path = parts.map((part) => part.trim()).join(".");
    const own = path.startsWith(projectId) && /^[.:]/.test(path.slice(projectId.length));
    names.add(own ? path.slice(projectId.length + 1) : path);
  }
  return names;
}
