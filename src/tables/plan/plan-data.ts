import type { Issue } from "../../errors/request-error.js";
import { digestOf } from "../../values/digest.js";
import { withoutUndefined } from "../../values/objects.js";
import type { Patterns } from "../../values/patterns.js";
import type { DesiredTable } from "../../warehouse/input.js";

/**
 * Result of {@link planTables}: plain data, for people and tools. {@link applyTables} accepts only the object that `planTables`
 * has returned, not a copy, and compares each table with its `wanted` state again.
 */
export interface TablesPlan {
  /** Id of the project of all tables. */
  readonly projectId: string;
  /**
   * SHA-256 hash, in hexadecimal, of the planned changes: the project, the name, `action`, `changes` and `wanted` state of each
   * table, and the missing datasets with their locations. Another plan with the same changes has the same digest.
   */
  readonly digest: string;
  /** The defined tables, in the order of their definitions. */
  readonly tables: readonly PlannedTable[];
  /**
   * Tables in the datasets of the definitions that have no definition. They are never changed or deleted. All shards of a name,
   * such as `events_20240101` and `events_20240102`, are one entry.
   */
  readonly unmanaged: readonly {
    /** Dataset and id, such as `sales.orders`; for shards, a pattern such as `sales.events_*`. */
    readonly table: string;
    /** Type of the table, such as `TABLE` or `VIEW`; absent for shards. */
    readonly type?: string | undefined;
    /** Number of shards; absent for a single table. */
    readonly count?: number | undefined;
  }[];
  /**
   * Warnings, which do not prevent the plan from being applied: names in `datasets` that no definition uses, tables that
   * expired during planning, and rules of severity `warn`.
   */
  readonly warnings: readonly string[];
  /** Number of tables by action. */
  readonly summary: {
    /** Number of tables to create. */
    readonly create: number;
    /** Number of tables to patch. */
    readonly patch: number;
    /** Number of tables that cannot be changed to match their definitions. */
    readonly impossible: number;
    /** Number of tables that could not be read. */
    readonly unreadable: number;
    /** Number of tables that match their definitions. */
    readonly unchanged: number;
  };
}

/** The plan of one table. */
export interface PlannedTable {
  /** Dataset and id, such as `sales.orders`; after the mapping of `datasets`. */
  readonly table: string;
  /**
   * - `create`: the table does not exist
   * - `patch`: the table differs from its definition
   * - `unchanged`: the table matches its definition
   * - `impossible`: it differs in a way that no request can change, it breaks a rule, or its dataset does not exist
   * - `unreadable`: reading it failed
   */
  readonly action: "create" | "patch" | "unchanged" | "impossible" | "unreadable";
  /** The definition, without the table's name; null clears a property. `applyTables` brings the table to this state. */
  readonly wanted: WantedDefinition;
  /** The changes to make; for `impossible`, all differences. */
  readonly changes: readonly PlannedChange[];
  /** Reasons why the table is `impossible` or `unreadable`. */
  readonly issues: readonly Issue[];
}

/** The wanted state of a table in a plan: a {@link DesiredTable} without its reference, as JSON. */
export interface WantedDefinition extends Omit<DesiredTable, "$schema" | "tableReference"> {}

/** One changed value. */
export interface PlannedChange {
  /** Path in the definition, such as `schema.fields[0].mode`; in the live table if the definition lacks the value. */
  readonly path: string;
  /** Dotted name of the column, such as `address.city`; empty for other properties. */
  readonly column: string;
  /** The live value; null if there is none. */
  readonly before: unknown;
  /** The defined value; null if it is cleared. */
  readonly after: unknown;
}

/** Rule id of the issue of a table whose dataset does not exist. */
export const DATASET_EXISTS = "dataset-exists";

/** Returns a planned table in the state after its dataset was created. */
export function inNewDataset(planned: PlannedTable): PlannedTable {
  const { action, issues } = planned;
  const isPossible = action === "impossible" && issues.every(({ rule }) => rule === DATASET_EXISTS);
  return isPossible ? { ...planned, action: "create", issues: [] } : planned;
}

/** Counts the tables of a plan. */
export function summaryOf(tables: readonly Pick<PlannedTable, "action">[]): TablesPlan["summary"] {
  const summary = { create: 0, patch: 0, impossible: 0, unreadable: 0, unchanged: 0 };
  for (const { action } of tables) summary[action] += 1;
  return summary;
}

/** Inputs of a plan that `applyTables` needs again. */
export interface PlanSource {
  readonly extraColumns: "keep" | undefined;
  /** Patterns of fields that the plan ignores. */
  readonly ignored: Patterns;
  /** The datasets that `createDatasets` creates, with their locations. */
  readonly newDatasets: ReadonlyMap<string, string | undefined>;
}

/** The sources of the plans of this process. */
export const planSources = new WeakMap<object, PlanSource>();

/** Returns the digest of a plan; see {@link TablesPlan}. */
export function digestOfPlan(
  { projectId, tables }: Pick<TablesPlan, "projectId" | "tables">,
  newDatasets: PlanSource["newDatasets"],
): Promise<string> {
  const applied = tables.map(({ table, action, changes, wanted }) => ({ table, action, changes, wanted }));
  return digestOf({ projectId, tables: applied, newDatasets: [...newDatasets] });
}

const SHARD = /_\d{4}(?:0[1-9]|1[0-2])(?:0[1-9]|[12]\d|3[01])$/;

/** Returns the pattern of a date shard, such as `sales.events_*` for `sales.events_20240101`; undefined for other names. */
export function shardPattern(table: string): string | undefined {
  return SHARD.test(table) ? table.replace(SHARD, "_*") : undefined;
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
