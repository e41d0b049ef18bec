import * as z from "zod/mini";
import type { Int64 } from "../../core/schema/scalars.js";
import { int64Schema, openEnum, openObject, opt } from "../../core/schema/schema.js";
import type { SchemaOf, ShapeOf } from "../../core/schema/shape-of.js";
import type { TimePartitioningType } from "./enums.js";

/**
 * Divides a table by time: one partition for each hour, day, month or year.
 *
 * @see Spec: warehouse, "TimePartitioning"
 */
export interface TimePartitioning {
  /** How much time one partition spans. */
  type: TimePartitioningType;
  /** How long a partition is kept, in milliseconds. Default: no limit of its own. `"0"` is invalid. */
  expirationMs?: Int64 | undefined;
  /**
   * Column that a row's partition is read from. Default: the pseudo column `_PARTITIONTIME`.
   *
   * A top-level `TIMESTAMP` or `DATE` column whose mode is `NULLABLE` or `REQUIRED`. The empty string is invalid.
   */
  field?: string | undefined;
  /**
   * Whether queries must filter by partition.
   *
   * @deprecated Set `requirePartitionFilter` of the table instead.
   */
  requirePartitionFilter?: boolean | undefined;
}

export const TimePartitioning: SchemaOf<TimePartitioning> = /* @__PURE__ */ openObject({
  type: openEnum<TimePartitioningType>(),
  expirationMs: opt(int64Schema()),
  field: opt(z.string()),
  requirePartitionFilter: opt(z.boolean()),
} satisfies ShapeOf<TimePartitioning>);

/**
 * The integers that range partitions cover, and how wide each partition is.
 *
 * @see Spec: warehouse, "RangePartitioning"
 */
export interface RangePartitioningRange {
  /** Where the first partition begins, inclusive. */
  start: Int64;
  /** Where the last partition ends, exclusive. */
  end: Int64;
  /** How many integers one partition covers. */
  interval: Int64;
}

export const RangePartitioningRange: SchemaOf<RangePartitioningRange> = /* @__PURE__ */ openObject({
  start: int64Schema(),
  end: int64Schema(),
  interval: int64Schema(),
} satisfies ShapeOf<RangePartitioningRange>);

/**
 * Divides a table by ranges of an integer column.
 *
 * @see Spec: warehouse, "RangePartitioning"
 */
export interface RangePartitioning {
  /** Column that a row's partition is read from: a top-level `INT64` column of mode `NULLABLE` or `REQUIRED`. */
  field: string;
  /** The integers that are covered, and the width of a partition. */
  range?: RangePartitioningRange | undefined;
}

export const RangePartitioning: SchemaOf<RangePartitioning> = /* @__PURE__ */ openObject({
  field: z.string(),
  range: opt(RangePartitioningRange),
} satisfies ShapeOf<RangePartitioning>);

/**
 * Orders the rows within each partition by the values of some columns.
 *
 * @see Spec: warehouse, "Clustering"
 */
export interface Clustering {
  /**
   * Columns to sort by, the one that queries filter by most first.
   *
   * Each is a top-level column of a simple type and does not repeat.
   */
  fields?: string[] | undefined;
}

export const Clustering: SchemaOf<Clustering> = /* @__PURE__ */ openObject({
  fields: opt(z.array(z.string())),
} satisfies ShapeOf<Clustering>);

/**
 * One column that a table is partitioned by.
 *
 * @see Spec: warehouse, "PartitioningDefinition and PartitionedColumn"
 */
export interface PartitionedColumn {
  /** Name of the column. */
  field: string;
}

export const PartitionedColumn: SchemaOf<PartitionedColumn> = /* @__PURE__ */ openObject({
  field: z.string(),
} satisfies ShapeOf<PartitionedColumn>);

/**
 * The columns that a table is partitioned by, whatever its format.
 *
 * @see Spec: warehouse, "PartitioningDefinition and PartitionedColumn"
 */
export interface PartitioningDefinition {
  /**
   * The partition columns: 1 for a native table, any number for other tables. Output only, except for tables that a
   * metastore partitions.
   *
   * For those tables the order is that of the definition in the metastore, which is also the order of the layout in
   * storage.
   */
  partitionedColumn?: PartitionedColumn[] | undefined;
}

export const PartitioningDefinition: SchemaOf<PartitioningDefinition> = /* @__PURE__ */ openObject({
  partitionedColumn: opt(z.array(PartitionedColumn)),
} satisfies ShapeOf<PartitioningDefinition>);
