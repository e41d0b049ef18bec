import * as z from "zod/mini";
import type { Int64 } from "../../core/schema/scalars.js";
import { int64Schema, openEnum, openObject, opt } from "../../core/schema/schema.js";
import type { SchemaOf, ShapeOf } from "../../core/schema/shape-of.js";
import type { TimePartitioningType } from "./enums.js";

/**
 * Partitioning of a table by time: one partition per hour, day, month or year.
 *
 * @see Spec: warehouse, "TimePartitioning"
 */
export interface TimePartitioning {
  /** Time span of one partition: `HOUR`, `DAY`, `MONTH` or `YEAR`. */
  type: TimePartitioningType;
  /** Time to keep a partition, in milliseconds. `"0"` is not allowed. Default: partitions do not expire. */
  expirationMs?: Int64 | undefined;
  /**
   * Column that determines the partition of a row: a top-level `TIMESTAMP` or `DATE` column with the mode `NULLABLE` or
   * `REQUIRED`. The empty string is not allowed. Default: the pseudo column `_PARTITIONTIME`.
   */
  field?: string | undefined;
  /**
   * Whether queries must filter by partition.
   *
   * @deprecated Set `requirePartitionFilter` of the table instead.
   */
  requirePartitionFilter?: boolean | undefined;
}

/** Schema of `TimePartitioning`, with `parse` and `safeParse`. */
export const TimePartitioning: SchemaOf<TimePartitioning> = /* @__PURE__ */ openObject({
  type: openEnum<TimePartitioningType>(),
  expirationMs: opt(int64Schema()),
  field: opt(z.string()),
  requirePartitionFilter: opt(z.boolean()),
} satisfies ShapeOf<TimePartitioning>);

/**
 * Range of the partitioned integers, and the width of the partitions.
 *
 * @see Spec: warehouse, "RangePartitioning"
 */
export interface RangePartitioningRange {
  /** Start of the first partition, inclusive. */
  start: Int64;
  /** End of the last partition, exclusive. */
  end: Int64;
  /** Width of each partition. */
  interval: Int64;
}

/** Schema of `RangePartitioningRange`, with `parse` and `safeParse`. */
export const RangePartitioningRange: SchemaOf<RangePartitioningRange> = /* @__PURE__ */ openObject({
  start: int64Schema(),
  end: int64Schema(),
  interval: int64Schema(),
} satisfies ShapeOf<RangePartitioningRange>);

/**
 * Partitioning of a table by ranges of an integer column.
 *
 * @see Spec: warehouse, "RangePartitioning"
 */
export interface RangePartitioning {
  /**
   * Column that determines the partition of a row: a top-level `INT64` column with the mode `NULLABLE` or `REQUIRED`.
   */
  field: string;
  /** Range and width of the partitions. Required for a new table; responses may omit it. */
  range?: RangePartitioningRange | undefined;
}

/** Schema of `RangePartitioning`, with `parse` and `safeParse`. */
export const RangePartitioning: SchemaOf<RangePartitioning> = /* @__PURE__ */ openObject({
  field: z.string(),
  range: opt(RangePartitioningRange),
} satisfies ShapeOf<RangePartitioning>);

/**
 * Sort order of the rows within each partition.
 *
 * @see Spec: warehouse, "Clustering"
 */
export interface Clustering {
  /**
   * Columns to sort by, from most to least important for filtering. Top-level, non-repeated columns of simple types.
   */
  fields?: string[] | undefined;
}

/** Schema of `Clustering`, with `parse` and `safeParse`. */
export const Clustering: SchemaOf<Clustering> = /* @__PURE__ */ openObject({
  fields: opt(z.array(z.string())),
} satisfies ShapeOf<Clustering>);

/**
 * A partition column.
 *
 * @see Spec: warehouse, "PartitioningDefinition and PartitionedColumn"
 */
export interface PartitionedColumn {
  /** Name of the column. */
  field: string;
}

/** Schema of `PartitionedColumn`, with `parse` and `safeParse`. */
export const PartitionedColumn: SchemaOf<PartitionedColumn> = /* @__PURE__ */ openObject({
  field: z.string(),
} satisfies ShapeOf<PartitionedColumn>);

/**
 * Partition columns of a table, for all table formats.
 *
 * @see Spec: warehouse, "PartitioningDefinition and PartitionedColumn"
 */
export interface PartitioningDefinition {
  /**
   * Partition columns: 1 for a native table, any number for other tables. Output only, except for tables that a
   * metastore partitions.
   *
   * For these tables, the order is that of the definition in the metastore and of the layout in storage.
   */
  partitionedColumn?: PartitionedColumn[] | undefined;
}

/** Schema of `PartitioningDefinition`, with `parse` and `safeParse`. */
export const PartitioningDefinition: SchemaOf<PartitioningDefinition> = /* @__PURE__ */ openObject({
  partitionedColumn: opt(z.array(PartitionedColumn)),
} satisfies ShapeOf<PartitioningDefinition>);
