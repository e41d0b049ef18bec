import * as z from "zod/mini";
import { openEnum, openObject, opt, outputOnly } from "../../core/schema/schema.js";
import type { SchemaOf, ShapeOf } from "../../core/schema/shape-of.js";
import type { HivePartitioningMode, MapTargetType } from "./enums.js";

/**
 * How external Avro files are read.
 *
 * @see Spec: warehouse, "AvroOptions"
 */
export interface AvroOptions {
  /** Whether a logical type becomes the column type that matches it; otherwise the raw type underneath is used. */
  useAvroLogicalTypes?: boolean | undefined;
}

export const AvroOptions: SchemaOf<AvroOptions> = /* @__PURE__ */ openObject({
  useAvroLogicalTypes: opt(z.boolean()),
} satisfies ShapeOf<AvroOptions>);

/**
 * How external Parquet files are read.
 *
 * @see Spec: warehouse, "ParquetOptions"
 */
export interface ParquetOptions {
  /** Whether the Parquet type ENUM becomes `STRING`; otherwise it becomes `BYTES`. */
  enumAsString?: boolean | undefined;
  /** Whether the schema is worked out with regard to the Parquet type LIST. */
  enableListInference?: boolean | undefined;
  /** Shape that a Parquet map takes as a column. */
  mapTargetType?: MapTargetType | undefined;
}

export const ParquetOptions: SchemaOf<ParquetOptions> = /* @__PURE__ */ openObject({
  enumAsString: opt(z.boolean()),
  enableListInference: opt(z.boolean()),
  mapTargetType: opt(openEnum<MapTargetType>()),
} satisfies ShapeOf<ParquetOptions>);

/**
 * How partition keys are read from the paths of files that lie in a Hive layout (`…/day=2024-01-31/…`).
 *
 * Only JSON, CSV, ORC, Avro and Parquet can be laid out so; the service refuses other formats.
 *
 * @see Spec: warehouse, "HivePartitioningOptions"
 */
export interface HivePartitioningOptions {
  /** How the names and types of the keys are found. */
  mode?: HivePartitioningMode | undefined;
  /**
   * What all source URIs begin with, up to where the partition keys start.
   *
   * With `AUTO` and `STRINGS` a slash at the end makes no difference. With `CUSTOM` the keys follow, one
   * `{<key>:<TYPE>}` a path segment.
   */
  sourceUriPrefix?: string | undefined;
  /**
   * Whether queries must filter by a partition key.
   *
   * May be `true` for a new permanent external table and for a query of a temporary one; a load job with `true` fails.
   */
  requirePartitionFilter?: boolean | undefined;
  /**
   * The partition keys of a permanent external table, in the order found.
   *
   * Output only; `get` gives them, `list` does not.
   */
  readonly fields?: string[] | undefined;
}

export const HivePartitioningOptions: SchemaOf<HivePartitioningOptions> = /* @__PURE__ */ openObject({
  mode: opt(openEnum<HivePartitioningMode>()),
  sourceUriPrefix: opt(z.string()),
  requirePartitionFilter: opt(z.boolean()),
  fields: outputOnly(z.array(z.string())),
} satisfies ShapeOf<HivePartitioningOptions>);
