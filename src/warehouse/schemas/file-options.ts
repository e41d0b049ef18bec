import * as z from "zod/mini";
import type { Fields, SchemaOf } from "../../core/schema/fields.js";
import { openEnum, openObject, opt, outputOnly } from "../../core/schema/schema.js";
import type { HivePartitioningMode, MapTargetType } from "./enums.js";

/**
 * Options of external Avro files.
 *
 * @see Spec: warehouse, "AvroOptions"
 */
export interface AvroOptions extends Fields<typeof avroOptionsShape> {}

const avroOptionsShape = {
  /**
   * Whether logical types are converted to the matching column types; otherwise the raw types are used. Default:
   * `false`.
   */
  useAvroLogicalTypes: opt(z.boolean()),
};

/** Schema of `AvroOptions`, with `parse` and `safeParse`. */
export const AvroOptions: SchemaOf<AvroOptions> = /* @__PURE__ */ openObject(avroOptionsShape);

/**
 * Options of external Parquet files.
 *
 * @see Spec: warehouse, "ParquetOptions"
 */
export interface ParquetOptions extends Fields<typeof parquetOptionsShape> {}

const parquetOptionsShape = {
  /** Whether the Parquet type ENUM becomes `STRING` instead of `BYTES`. Default: `false`. */
  enumAsString: opt(z.boolean()),
  /** Whether schema detection recognizes the Parquet type LIST. Default: `false`. */
  enableListInference: opt(z.boolean()),
  /**
   * Column type of a Parquet map.
   *
   * - `MAP_TARGET_TYPE_UNSPECIFIED`: a RECORD with the name of the map that contains a repeated RECORD `key_value` with
   *   `key` and `value`, the default
   * - `ARRAY_OF_STRUCT`: a repeated RECORD with the name of the map, with `key` and `value`
   */
  mapTargetType: opt(openEnum<MapTargetType>()),
};

/** Schema of `ParquetOptions`, with `parse` and `safeParse`. */
export const ParquetOptions: SchemaOf<ParquetOptions> = /* @__PURE__ */ openObject(parquetOptionsShape);

/**
 * Options of Hive partitioning, which derives partition keys from file paths such as `…/day=2024-01-31/…`.
 *
 * Supported for JSON, CSV, ORC, Avro and Parquet; an error for all other formats.
 *
 * @see Spec: warehouse, "HivePartitioningOptions"
 */
export interface HivePartitioningOptions extends Fields<typeof hivePartitioningOptionsShape> {}

const hivePartitioningOptionsShape = {
  /**
   * How the names and types of the partition keys are determined.
   *
   * - `AUTO`: names and types are inferred from the paths
   * - `STRINGS`: names are inferred, all types are strings
   * - `CUSTOM`: names and types are part of `sourceUriPrefix`
   */
  mode: opt(openEnum<HivePartitioningMode>()),
  /**
   * Common prefix of all source URIs, up to the partition keys.
   *
   * With `AUTO` and `STRINGS`, a trailing slash is optional. With `CUSTOM`, the prefix is followed by the partition
   * keys, one path segment `{<key>:<TYPE>}` each.
   */
  sourceUriPrefix: opt(z.string()),
  /**
   * Whether queries must filter by a partition key. Default: `false`.
   *
   * Only for creating a permanent external table or querying a temporary one; load jobs with `true` fail.
   */
  requirePartitionFilter: opt(z.boolean()),
  /**
   * Partition keys of a permanent external table, in inferred order. Output only; `tables.get` returns it,
   * `tables.list` does not.
   */
  fields: outputOnly(z.array(z.string())),
};

/** Schema of `HivePartitioningOptions`, with `parse` and `safeParse`. */
export const HivePartitioningOptions: SchemaOf<HivePartitioningOptions> =
  /* @__PURE__ */ openObject(hivePartitioningOptionsShape);
