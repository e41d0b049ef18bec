import { isObject } from "../../core/objects.js";
import { sha256 } from "../../core/sha256.js";
import type { Issue } from "../../errors/request-error.js";
import type { DesiredTable, TableInput, TablePatch } from "../input.js";
import type { Table } from "../schemas/table.js";
import type { TableReference } from "../schemas/table-parts.js";

/**
 * Result of `planTables` and `tables.plan`, as plain JSON: you can store it in a file and apply it in another process.
 * `tables.apply` compares each table with its `desired` state again.
 */
export interface TablesPlan {
  /** Version of the format. */
  readonly format: 2;
  /** Id of the project of all tables. */
  readonly projectId: string;
  /**
   * SHA-256 hash, in hexadecimal, of the planned changes: the project, and the name, `action`, `newDataset`, `desired`
   * and `changes` of each table. Another plan with the same changes has the same digest.
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
   * Warnings, which do not prevent the plan from being applied: patterns that match nothing, tables that expired in
   * between, and probable typos.
   */
  readonly warnings: readonly string[];
  /** Number of tables by action, and of all requests. */
  readonly summary: {
    /** Number of tables to create. */
    readonly create: number;
    /** Number of tables to patch. */
    readonly patch: number;
    /** Number of tables that no request can change as defined. */
    readonly impossible: number;
    /** Number of tables that could not be read. */
    readonly unreadable: number;
    /** Number of tables that are as defined. */
    readonly unchanged: number;
    /** Number of requests of all tables that are created or patched. */
    readonly requests: number;
  };
}

/** The plan of one table. */
export interface PlannedTable {
  /** Dataset and id, such as `sales.orders`; after the mapping of `datasets`. */
  readonly table: string;
  /**
   * - `create`: the table does not exist
   * - `patch`: the table differs from its definition
   * - `unchanged`: the table is as defined
   * - `impossible`: it differs in a way that no request can change, it breaks a rule, or its dataset does not exist
   * - `unreadable`: reading it failed
   */
  readonly action: "create" | "patch" | "unchanged" | "impossible" | "unreadable";
  /** The etag of the table that was read; absent if there is none. */
  readonly etag?: string | undefined;
  /** Settings of the dataset of the table if it does not exist; `createDatasets` of `tables.apply` creates it. */
  readonly newDataset?:
    | {
        /** Location of the dataset, such as `EU`. Default: the service's default, `US`. */
        readonly location?: string | undefined;
      }
    | undefined;
  /** The definition, without the table's name; null clears a property. `tables.apply` brings the table to this state. */
  readonly desired: DesiredDefinition;
  /** The options with which the table was planned; absent if there are none. */
  readonly options?:
    | {
        /** `keep` keeps live columns that the definition omits. */
        readonly extraColumns?: "keep" | undefined;
        /** Fields that the plan ignores. */
        readonly ignore?: Pick<IgnoredTables, "fields"> | undefined;
      }
    | undefined;
  /**
   * The bodies of the requests, in order: the table for `create`, or if only the table's dataset is missing; one or two
   * patches for `patch`. Empty for the other actions. For display only: `tables.apply` computes the requests again.
   */
  readonly requests: readonly (TableInput | TablePatch)[];
  /** The changes that the requests make; for `impossible`, all differences. */
  readonly changes: readonly PlannedChange[];
  /** Reasons why the table is `impossible` or `unreadable`. */
  readonly issues: readonly Issue[];
}

/** A desired table in a plan: a {@link DesiredTable} without its reference, as JSON. */
export interface DesiredDefinition extends Omit<DesiredTable, "$schema" | "tableReference"> {}

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

/**
 * Returns a planned table in the state after its dataset was created: the action is `create`, unless the table has
 * other issues.
 */
export function inNewDataset(planned: PlannedTable): PlannedTable {
  const { newDataset, issues } = planned;
  const isBlocked = newDataset === undefined || issues.some(({ rule }) => rule !== DATASET_EXISTS);
  return isBlocked ? planned : { ...planned, action: "create", issues: [] };
}

/** Counts the tables of a plan. */
export function summaryOf(tables: readonly Pick<PlannedTable, "action" | "requests">[]): TablesPlan["summary"] {
  const summary = { create: 0, patch: 0, impossible: 0, unreadable: 0, unchanged: 0, requests: 0 };
  for (const { action, requests } of tables) {
    summary[action] += 1;
    if (action !== "impossible") summary.requests += requests.length;
  }
  return summary;
}

/** Returns the digest of a plan; see {@link TablesPlan}. */
export function digestOf({ projectId, tables }: Pick<TablesPlan, "projectId" | "tables">): string {
  const applied = tables.map(({ table, action, newDataset, desired, changes }) => {
    return { table, action, newDataset, desired, changes };
  });
  return sha256(canonical({ projectId, tables: applied }));
}

/** Formats JSON with sorted properties. */
function canonical(value: unknown): string {
  return JSON.stringify(value, (_, inner: unknown) => {
    if (!isObject(inner)) return inner;
    return Object.fromEntries(Object.entries(inner).sort(([a], [b]) => (a < b ? -1 : 1)));
  });
}

/** Result of reading one table, with `tables.getAll`. */
export type ReadTable =
  | { readonly reference: TableReference; readonly table: Table; readonly error?: undefined }
  | { readonly reference: TableReference; readonly table?: undefined; readonly error: unknown };

/** Tables and fields that `plan` and `pull` ignore. */
export interface IgnoredTables {
  /** Patterns of tables, such as `sales.tmp_*`, after the mapping of `datasets`. `*` is any text. Default: none. */
  readonly tables?: readonly string[] | undefined;
  /** Patterns of fields, such as `labels.goog-*` or `schema.*.policyTags`. `*` is any text. Default: none. */
  readonly fields?: readonly string[] | undefined;
}
