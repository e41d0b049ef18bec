import * as z from "zod/mini";
import { openEnum, openObject, opt, outputOnly } from "../../core/schema/schema.js";
import type { SchemaOf, ShapeOf } from "../../core/schema/shape-of.js";
import type { HivePartitioningMode, MapTargetType } from "./enums.js";

/**
 * Options of external Avro files.
 *
 * @see Spec: warehouse, "AvroOptions"
 */
export interface AvroOptions {
  /**
   * Whether logical types are converted to the matching column types; otherwise the raw types are used. Default:
   * `false`.
   */
  useAvroLogicalTypes?: boolean | undefined;
}

/** Schema of `AvroOptions`, with `parse` and `safeParse`. */
export const AvroOptions: SchemaOf<AvroOptions> = /* @__PURE__ */ openObject({
  useAvroLogicalTypes: opt(z.boolean()),
} satisfies ShapeOf<AvroOptions>);

/**
 * Options of external Parquet files.
 *
 * @see Spec: warehouse, "ParquetOptions"
 */
export interface ParquetOptions {
  /** Whether the Parquet type ENUM becomes `STRING` instead of `BYTES`. Default: `false`. */
  enumAsString?: boolean | undefined;
  /** Whether schema detection recognizes the Parquet type LIST. Default: `false`. */
  enableListInference?: boolean | undefined;
  /**
   * Column type of a Parquet map.
   *
   * - `MAP_TARGET_TYPE_UNSPECIFIED`: a RECORD with the name of the map that contains a repeated RECORD `key_value` with
   *   `key` and `value`, the default
   * - `ARRAY_OF_STRUCT`: a repeated RECORD with the name of the map, with `key` and `value`
   */
  mapTargetType?: MapTargetType | undefined;
}

/** Schema of `ParquetOptions`, with `parse` and `safeParse`. */
export const ParquetOptions: SchemaOf<ParquetOptions> = /* @__PURE__ */ openObject({
  enumAsString: opt(z.boolean()),
  enableListInference: opt(z.boolean()),
  mapTargetType: opt(openEnum<MapTargetType>()),
} satisfies ShapeOf<ParquetOptions>);

/**
 * Options of Hive partitioning, which derives partition keys from file paths such as `…/day=2024-01-31/…`.
 *
 * Supported for JSON, CSV, ORC, Avro and Parquet; an error for all other formats.
 *
 * @see Spec: warehouse, "HivePartitioningOptions"
 */
export interface HivePartitioningOptions {
  /**
   * How the names and types of the partition keys are determined.
   *
   * - `AUTO`: names and types are inferred from the paths
   * - `STRINGS`: names are inferred, all types are strings
   * - `CUSTOM`: names and types are part of `sourceUriPrefix`
   */
  mode?: HivePartitioningMode | undefined;
  /**
   * Common prefix of all source URIs, up to the partition keys.
   *
   * With `AUTO` and `STRINGS`, a trailing slash is optional. With `CUSTOM`, the prefix is followed by the partition
   * keys, one path segment `{<key>:<TYPE>}` each.
   */
  sourceUriPrefix?: string | undefined;
  /**
   * Whether queries must filter by a partition key. Default: `false`.
   *
   * Only for creating a permanent external table or querying a temporary one; load jobs with `true` fail.
   */
  requirePartitionFilter?: boolean | undefined;
  /**
   * Partition keys of a permanent external table, in inferred order. Output only; `tables.get` returns it,
   * `tables.list` does not.
   */
  readonly fields?: string[] | undefined;
}

/** Schema of `HivePartitioningOptions`, with `parse` and `safeParse`. */
export const HivePartitioningOptions: SchemaOf<HivePartitioningOptions> = /* @__PURE__ */ openObject({
  mode: opt(openEnum<HivePartitioningMode>()),
  sourceUriPrefix: opt(z.string()),
  requirePartitionFilter: opt(z.boolean()),
  fields: outputOnly(z.array(z.string())),
} satisfies ShapeOf<HivePartitioningOptions>);
