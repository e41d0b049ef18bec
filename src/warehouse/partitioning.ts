import { isObject, withoutUndefined } from "../values/objects.js";
import type { TableJson } from "./encode-table.js";

/** Properties that only tables of other kinds have, not native tables. */
export const OTHER_KINDS = ["view", "materializedView", "externalDataConfiguration", "biglakeConfiguration"] as const;

/** Whether a table is a view or has external data. */
export function isOtherKind(table: TableJson): boolean {
  return OTHER_KINDS.some((kind) => table[kind] != null);
}

/** Whether a table is a logical or a materialized view. */
export function isView(table: TableJson): boolean {
  return (table.view ?? table.materializedView) != null;
}

/** Whether BigQuery itself partitions a table, by time or by range. False for a table that a metastore partitions. */
export function isPartitionedNatively(table: TableJson): boolean {
  return (table.timePartitioning ?? table.rangePartitioning) != null && !isOtherKind(table);
}

/** Whether the service sets the partition columns of a table: for views, and for tables that it partitions. */
function derivesPartitionColumns(table: TableJson): boolean {
  return isPartitionedNatively(table) || isView(table);
}

/**
 * Omits partition columns that BigQuery sets itself.
 *
 * @param isWhole - Whether the table is not a patch, which need not contain what a metastore requires.
 */
export function withoutDerived(table: TableJson, isWhole = true): TableJson {
  if (!derivesPartitionColumns(table) && !(isWhole && !hasMetastore(table))) return table;
  const { partitionDefinition: _, ...others } = table;
  return others;
}

/** Whether a metastore can manage the partitions of a table. */
function hasMetastore(table: TableJson): boolean {
  return (table.externalCatalogTableOptions ?? table.externalDataConfiguration ?? table.biglakeConfiguration) != null;
}

/**
 * Whether requests can set the partition columns of a table: only those of a table that a metastore partitions.
 *
 * @param table - The table of the request.
 * @param live - The table that is changed; by default, none.
 */
export function hasPartitionColumns(table: TableJson, live: TableJson = table): boolean {
  if (derivesPartitionColumns(table) || derivesPartitionColumns(live)) return false;
  return hasMetastore(table) || hasMetastore(live);
}

/**
 * Returns a table with `requirePartitionFilter` only on the table itself, not in the deprecated property of its time
 * partitioning. The service keeps both equal.
 */
export function withOneFilter(table: TableJson): TableJson {
  const { requirePartitionFilter: newer, timePartitioning, ...others } = table;
  const isGiven = isObject(timePartitioning);
  const { requirePartitionFilter: older, ...rest } = isGiven ? timePartitioning : {};
  const filter = newer === undefined ? older : newer;
  return withoutUndefined({
    requirePartitionFilter: filter === undefined ? undefined : filter === true,
    ...others,
    timePartitioning: isGiven ? rest : timePartitioning,
  });
}
