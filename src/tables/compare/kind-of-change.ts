import { columnsIn } from "../../warehouse/columns.js";
import { OTHER_KINDS, type TableJson } from "../../warehouse/encode-table.js";
import type { ChangeKind } from "./change-kinds.js";

/** A change of a property that is not a column. */
interface PropertyChange {
  /** Names on the way to the property, such as `["timePartitioning", "type"]`. */
  readonly at: readonly string[];
  readonly before: unknown;
  readonly after: unknown;
}

/** The tables that are compared. */
interface ComparedTables {
  readonly live: TableJson;
  readonly wanted: TableJson;
  /** Whether an omitted property stays as it is. */
  readonly keepsOmitted: boolean;
  /** The current time, as Unix time in milliseconds. */
  readonly now: number;
}

/** Returns the kind of a change of a property that is not a column. */
export function kindOfChange({ at, before, after }: PropertyChange, tables: ComparedTables): ChangeKind {
  const [name = "", inner] = at;
  const isAddedOrRemoved = (before == null) !== (after == null);
  const isOtherKind = OTHER_KINDS.some((kind) => kind === name);
  if (isOtherKind && inner === undefined && isAddedOrRemoved) return "table-kind";
  if (name === "timePartitioning" || name === "rangePartitioning") return partitioningKind(name, inner, after, tables);
  if (name === "clustering") return isEmptyClustering(inner, after) ? "clustering-empty" : "value";
  if (name === "materializedView" && inner === "query") return "materialized-view-query";
  if (name === "encryptionConfiguration" && isAddedOrRemoved) return "encryption";
  return name === "expirationTime" && after !== null && Number(after) <= tables.now ? "expired" : "value";
}

/** Properties of a partitioning by time that cannot change. */
const FIXED: readonly string[] = ["type", "field"];

function partitioningKind(
  name: "timePartitioning" | "rangePartitioning",
  inner: string | undefined,
  after: unknown,
  { live, wanted, keepsOmitted }: ComparedTables,
): ChangeKind {
  if (inner !== undefined) return name === "rangePartitioning" || FIXED.includes(inner) ? "partitioning" : "value";
  const other = name === "timePartitioning" ? "rangePartitioning" : "timePartitioning";
  const hadOther = live[other] != null;
  const hasOther = (wanted[other] === undefined && keepsOmitted ? live[other] : wanted[other]) != null;
  // One issue is enough for a table that is partitioned by the other kind instead.
  if (after === null) return hasOther && !hadOther ? "value" : "unpartitioned";
  if (hasOther) return hadOther || name === "rangePartitioning" ? "two-partitionings" : "value";
  return hadOther ? "partitioning" : "partitioned";
}

function isEmptyClustering(inner: string | undefined, after: unknown): boolean {
  if (after === null) return inner !== undefined;
  return columnsIn(inner === undefined ? after : { fields: after }).length === 0;
}
