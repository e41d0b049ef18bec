import * as z from "zod/mini";
import type { Fields, SchemaOf } from "../../core/schema/fields.js";
import { int64Schema, openEnum, openObject, opt } from "../../core/schema/schema.js";
import type { TimePartitioningType } from "./enums.js";

/**
 * Partitioning of a table by time: one partition per hour, day, month or year.
 *
 * @see Spec: warehouse, "TimePartitioning"
 */
export interface TimePartitioning extends Fields<typeof timePartitioningShape> {}

const timePartitioningShape = {
  /** Time span of one partition: `HOUR`, `DAY`, `MONTH` or `YEAR`. */
  type: openEnum<TimePartitioningType>(),
  /** Time to keep a partition, in milliseconds. `"0"` is not allowed. Default: partitions do not expire. */
  expirationMs: opt(int64Schema()),
  /**
   * Column that determines the partition of a row: a top-level `TIMESTAMP` or `DATE` column with the mode `NULLABLE` or
   * `REQUIRED`. The empty string is not allowed. Default: the pseudo column `_PARTITIONTIME`.
   */
  field: opt(z.string()),
  /**
   * Whether queries must filter by partition.
   *
   * @deprecated Set `requirePartitionFilter` of the table instead.
   */
  requirePartitionFilter: opt(z.boolean()),
};

/** Schema of `TimePartitioning`, with `parse` and `safeParse`. */
export const TimePartitioning: SchemaOf<TimePartitioning> = /* @__PURE__ */ openObject(timePartitioningShape);

/**
 * Range of the partitioned integers, and the width of the partitions.
 *
 * @see Spec: warehouse, "RangePartitioning"
 */
export interface RangePartitioningRange extends Fields<typeof rangePartitioningRangeShape> {}

const rangePartitioningRangeShape = {
  /** Start of the first partition, inclusive. */
  start: int64Schema(),
  /** End of the last partition, exclusive. */
  end: int64Schema(),
  /** Width of each partition. */
  interval: int64Schema(),
};

/** Schema of `RangePartitioningRange`, with `parse` and `safeParse`. */
export const RangePartitioningRange: SchemaOf<RangePartitioningRange> =
  /* @__PURE__ */ openObject(rangePartitioningRangeShape);

/**
 * Partitioning of a table by ranges of an integer column.
 *
 * @see Spec: warehouse, "RangePartitioning"
 */
export interface RangePartitioning extends Fields<typeof rangePartitioningShape> {}

const rangePartitioningShape = {
  /**
   * Column that determines the partition of a row: a top-level `INT64` column with the mode `NULLABLE` or `REQUIRED`.
   */
  field: z.string(),
  /** Range and width of the partitions. Required for a new table; responses may omit it. */
  range: opt(RangePartitioningRange),
};

/** Schema of `RangePartitioning`, with `parse` and `safeParse`. */
export const RangePartitioning: SchemaOf<RangePartitioning> = /* @__PURE__ */ openObject(rangePartitioningShape);

/**
 * Sort order of the rows within each partition.
 *
 * @see Spec: warehouse, "Clustering"
 */
export interface Clustering extends Fields<typeof clusteringShape> {}

const clusteringShape = {
  /**
   * Columns to sort by, from most to least important for filtering. Top-level, non-repeated columns of simple types.
   */
  fields: opt(z.array(z.string())),
};

/** Schema of `Clustering`, with `parse` and `safeParse`. */
export const Clustering: SchemaOf<Clustering> = /* @__PURE__ */ openObject(clusteringShape);

/**
 * A partition column.
 *
 * @see Spec: warehouse, "PartitioningDefinition and PartitionedColumn"
 */
export interface PartitionedColumn extends Fields<typeof partitionedColumnShape> {}

const partitionedColumnShape = {
  /** Name of the column. */
  field: z.string(),
};

/** Schema of `PartitionedColumn`, with `parse` and `safeParse`. */
export const PartitionedColumn: SchemaOf<PartitionedColumn> = /* @__PURE__ */ openObject(partitionedColumnShape);

/**
 * Partition columns of a table, for all table formats.
 *
 * @see Spec: warehouse, "PartitioningDefinition and PartitionedColumn"
 */
export interface PartitioningDefinition extends Fields<typeof partitioningDefinitionShape> {}

const partitioningDefinitionShape = {
  /**
   * Partition columns: 1 for a native table, any number for other tables. Output only, except for tables that a
   * metastore partitions.
   *
   * For these tables, the order is that of the definition in the metastore and of the layout in storage.
   */
  partitionedColumn: opt(z.array(PartitionedColumn)),
};

/** Schema of `PartitioningDefinition`, with `parse` and `safeParse`. */
export const PartitioningDefinition: SchemaOf<PartitioningDefinition> =
  /* @__PURE__ */ openObject(partitioningDefinitionShape);
