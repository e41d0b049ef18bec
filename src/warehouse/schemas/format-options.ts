import * as z from "zod";
import type { Fields } from "../../schema/fields.js";
import { boolean, expected, int64Schema, openEnum, openObject, opt, outputOnly, string } from "../../schema/schema.js";
import {
  BIGTABLE_ENCODINGS,
  BIGTABLE_VALUE_TYPES,
  CSV_ENCODINGS,
  HIVE_PARTITIONING_MODES,
  JSON_ENCODINGS,
  MAP_TARGET_TYPES,
  type SourceColumnMatch,
} from "./enums.js";

/**
 * Options of external CSV files.
 *
 * @see {@link https://cloud.google.com/bigquery/docs/reference/rest/v2/tables#CsvOptions | CsvOptions} in the BigQuery reference
 */
export interface CsvOptions extends Fields<typeof csvOptionsShape> {}

const csvOptionsShape = {
  /**
   * Delimiter between columns, read as a single byte. Default: a comma.
   *
   * The escape `\t` means a tab. For UTF-8 files, use one of U+0001 to U+007F. Only the first byte of a longer string
   * counts.
   */
  fieldDelimiter: opt(string),
  /**
   * Number of rows to skip at the top. Default: `"0"`.
   *
   * With `autodetect`: if absent, BigQuery tries to detect a header in the first row; with `"0"`, there is no
   * header; with N, it skips N - 1 rows and tries to detect a header in row N. Row N is skipped even if it is not a
   * header.
   */
  skipLeadingRows: opt(int64Schema),
  /**
   * Quotation mark around values, read as the first byte of its ISO-8859-1 form. Default: a double quote.
   *
   * The empty string means that values are not quoted. A quotation mark inside a value is doubled. If quoted values
   * contain line breaks, also set `allowQuotedNewlines`.
   */
  quote: opt(string),
  /** Whether quoted values may contain line breaks. Default: `false`. */
  allowQuotedNewlines: opt(boolean),
  /** Whether missing columns at the end of a row are null; otherwise the row is a bad record. Default: `false`. */
  allowJaggedRows: opt(boolean),
  /**
   * Character encoding of the files: `UTF-8`, `ISO-8859-1`, `UTF-16BE`, `UTF-16LE`, `UTF-32BE` or `UTF-32LE`. Default:
   * `UTF-8`.
   */
  encoding: opt(openEnum(CSV_ENCODINGS)),
  /** Whether control characters (`\x00` to `\x1F`) in values are kept. Default: `false`. */
  preserveAsciiControlCharacters: opt(boolean),
  /**
   * String that means null. Default: the empty string.
   *
   * With any other marker, an empty value is an error, except in `STRING` and `BYTES` columns, where it is read as an empty
   * value.
   */
  nullMarker: opt(string),
  /** Strings that mean null, in columns of any type. Not together with `nullMarker`. */
  nullMarkers: opt(z.array(string)),
  /**
   * How the columns of the file are matched to those of the schema. Default: by name with `autodetect`,
   * otherwise by position.
   */
  sourceColumnMatch: opt(openEnum<SourceColumnMatch>()),
};

/** Schema of `CsvOptions`, with `parse` and `safeParse`. */
export const CsvOptions = openObject<CsvOptions>(csvOptionsShape);

/**
 * Options of external JSON files.
 *
 * @see {@link https://cloud.google.com/bigquery/docs/reference/rest/v2/tables#JsonOptions | JsonOptions} in the BigQuery reference
 */
export interface JsonOptions extends Fields<typeof jsonOptionsShape> {}

const jsonOptionsShape = {
  /** Character encoding of the files: `UTF-8`, `UTF-16BE`, `UTF-16LE`, `UTF-32BE` or `UTF-32LE`. Default: `UTF-8`. */
  encoding: opt(openEnum(JSON_ENCODINGS)),
};

/** Schema of `JsonOptions`, with `parse` and `safeParse`. */
export const JsonOptions = openObject<JsonOptions>(jsonOptionsShape);

/**
 * Options of a Google Sheets document that is an external table.
 *
 * @see {@link https://cloud.google.com/bigquery/docs/reference/rest/v2/tables#GoogleSheetsOptions | GoogleSheetsOptions} in the BigQuery reference
 */
export interface GoogleSheetsOptions extends Fields<typeof googleSheetsOptionsShape> {}

const googleSheetsOptionsShape = {
  /** Number of rows to skip at the top. Default: `"0"`. With `autodetect`, it works as in {@link CsvOptions}. */
  skipLeadingRows: opt(int64Schema),
  /** Cells to read, as in `Sheet1!A1:B20`. Default: the whole sheet, also for the empty string. */
  range: opt(string),
};

/** Schema of `GoogleSheetsOptions`, with `parse` and `safeParse`. */
export const GoogleSheetsOptions = openObject<GoogleSheetsOptions>(googleSheetsOptionsShape);

/**
 * Options of external Avro files.
 *
 * @see {@link https://cloud.google.com/bigquery/docs/reference/rest/v2/tables#AvroOptions | AvroOptions} in the BigQuery reference
 */
export interface AvroOptions extends Fields<typeof avroOptionsShape> {}

const avroOptionsShape = {
  /**
   * Whether logical types are converted to the matching column types; otherwise the raw types are used. Default:
   * `false`.
   */
  useAvroLogicalTypes: opt(boolean),
};

/** Schema of `AvroOptions`, with `parse` and `safeParse`. */
export const AvroOptions = openObject<AvroOptions>(avroOptionsShape);

/**
 * Options of external Parquet files.
 *
 * @see {@link https://cloud.google.com/bigquery/docs/reference/rest/v2/tables#ParquetOptions | ParquetOptions} in the BigQuery reference
 */
export interface ParquetOptions extends Fields<typeof parquetOptionsShape> {}

const parquetOptionsShape = {
  /** Whether the Parquet type ENUM becomes `STRING` instead of `BYTES`. Default: `false`. */
  enumAsString: opt(boolean),
  /** Whether schema detection recognizes the Parquet type LIST. Default: `false`. */
  enableListInference: opt(boolean),
  /** Column type of a Parquet map. */
  mapTargetType: opt(openEnum(MAP_TARGET_TYPES)),
};

/** Schema of `ParquetOptions`, with `parse` and `safeParse`. */
export const ParquetOptions = openObject<ParquetOptions>(parquetOptionsShape);

/**
 * Options of Hive partitioning, which derives partition keys from file paths such as `…/day=2024-01-31/…`.
 *
 * Supported for JSON, CSV, ORC, Avro and Parquet; an error for all other formats.
 *
 * @see {@link https://cloud.google.com/bigquery/docs/reference/rest/v2/tables#HivePartitioningOptions | HivePartitioningOptions} in the BigQuery reference
 */
export interface HivePartitioningOptions extends Fields<typeof hivePartitioningOptionsShape> {}

const hivePartitioningOptionsShape = {
  /** How the names and types of the partition keys are determined. */
  mode: opt(openEnum(HIVE_PARTITIONING_MODES)),
  /**
   * Common prefix of all source URIs, up to the partition keys.
   *
   * With `AUTO` and `STRINGS`, a trailing slash is optional. With `CUSTOM`, the prefix is followed by the partition
   * keys, one path segment `{<key>:<TYPE>}` each.
   */
  sourceUriPrefix: opt(string),
  /**
   * Whether queries must filter by a partition key. Default: `false`.
   *
   * Only for creating a permanent external table or querying a temporary one; load jobs with `true` fail.
   */
  requirePartitionFilter: opt(boolean),
  /**
   * Partition keys of a permanent external table, in inferred order. Output only; `tables.get` returns it,
   * `tables.list` does not.
   */
  fields: outputOnly(z.array(string)),
};

/** Schema of `HivePartitioningOptions`, with `parse` and `safeParse`. */
export const HivePartitioningOptions = openObject<HivePartitioningOptions>(hivePartitioningOptionsShape);

/**
 * Protocol buffers in a Bigtable column.
 *
 * @see {@link https://cloud.google.com/bigquery/docs/reference/rest/v2/tables#BigtableProtoConfig | BigtableProtoConfig} in the BigQuery reference
 */
export interface BigtableProtoConfig extends Fields<typeof bigtableProtoConfigShape> {}

const bigtableProtoConfigShape = {
  /** Id of the Bigtable schema bundle that contains the message, without the path of its table. */
  schemaBundleId: opt(string),
  /** Fully qualified name of the message, such as `shop.orders.Order`. */
  protoMessageName: opt(string),
};

/** Schema of `BigtableProtoConfig`, with `parse` and `safeParse`. */
export const BigtableProtoConfig = openObject<BigtableProtoConfig>(bigtableProtoConfigShape);

/**
 * A Bigtable column with its own name or type. The settings of the column take precedence over the settings of its family.
 *
 * @see {@link https://cloud.google.com/bigquery/docs/reference/rest/v2/tables#BigtableColumn | BigtableColumn} in the BigQuery reference
 */
export interface BigtableColumn extends Fields<typeof bigtableColumnShape> {}

const bigtableColumnShape = {
  /**
   * Qualifier of the column, as base64 of its bytes. For qualifiers that are not valid UTF-8.
   *
   * Required. BigQuery also accepts `qualifierString` alone; `googleNaming` turns the rule off, and
   * `as BigtableColumn` satisfies the type.
   */
  qualifierEncoded: expected(string),
  /** Qualifier of the column, as a UTF-8 string. */
  qualifierString: opt(string),
  /**
   * Name of the column in the table. Default: the qualifier.
   *
   * Required if the qualifier does not match `[a-zA-Z][a-zA-Z0-9_]*`.
   */
  fieldName: opt(string),
  /**
   * Type of the values: `BYTES`, `STRING`, `INTEGER`, `FLOAT`, `BOOLEAN` or `JSON`. Case-sensitive. Default: the type
   * of the family, or `BYTES`.
   */
  type: opt(openEnum(BIGTABLE_VALUE_TYPES)),
  /** Encoding of the values. Default: the encoding of the family. */
  encoding: opt(openEnum(BIGTABLE_ENCODINGS)),
  /** Whether only the latest version of a value is returned. Default: the setting of the family. */
  onlyReadLatest: opt(boolean),
  /** Protocol buffers of the column. For the encoding `PROTO_BINARY`. */
  protoConfig: opt(BigtableProtoConfig),
};

/** Schema of `BigtableColumn`, with `parse` and `safeParse`. */
export const BigtableColumn = openObject<BigtableColumn>(bigtableColumnShape);

/**
 * A Bigtable column family.
 *
 * @see {@link https://cloud.google.com/bigquery/docs/reference/rest/v2/tables#BigtableColumnFamily | BigtableColumnFamily} in the BigQuery reference
 */
export interface BigtableColumnFamily extends Fields<typeof bigtableColumnFamilyShape> {}

const bigtableColumnFamilyShape = {
  /** Id of the family in the store. */
  familyId: opt(string),
  /**
   * Type of the values: `BYTES`, `STRING`, `INTEGER`, `FLOAT`, `BOOLEAN` or `JSON`. Case-sensitive; a column can
   * override it. Default: `BYTES`.
   */
  type: opt(openEnum(BIGTABLE_VALUE_TYPES)),
  /** Encoding of the values. A column can override it. */
  encoding: opt(openEnum(BIGTABLE_ENCODINGS)),
  /**
   * Columns that become columns `<family>.<column>` of the table. All other columns are available as a list in
   * `<family>.Column`.
   */
  columns: opt(z.array(BigtableColumn)),
  /** Whether only the latest version of a value is returned. A column can override it. Default: `false`. */
  onlyReadLatest: opt(boolean),
  /** Protocol buffers of the family. For the encoding `PROTO_BINARY`. */
  protoConfig: opt(BigtableProtoConfig),
};

/** Schema of `BigtableColumnFamily`, with `parse` and `safeParse`. */
export const BigtableColumnFamily = openObject<BigtableColumnFamily>(bigtableColumnFamilyShape);

/**
 * Options of a Bigtable table that is an external table.
 *
 * @see {@link https://cloud.google.com/bigquery/docs/reference/rest/v2/tables#BigtableOptions | BigtableOptions} in the BigQuery reference
 */
export interface BigtableOptions extends Fields<typeof bigtableOptionsShape> {}

const bigtableOptionsShape = {
  /** Column families to return, with their types. Default: all families, as `BYTES`. */
  columnFamilies: opt(z.array(BigtableColumnFamily)),
  /**
   * Whether families that are not in `columnFamilies` are hidden; otherwise they are returned as `BYTES`. Default:
   * `false`.
   */
  ignoreUnspecifiedColumnFamilies: opt(boolean),
  /** Whether row keys are returned as `STRING`; otherwise as `BYTES`. Default: `false`. */
  readRowkeyAsString: opt(boolean),
  /**
   * Whether each family becomes one `JSON` column; otherwise it becomes a repeated structure of timestamp and value.
   * Default: `false`.
   */
  outputColumnFamiliesAsJson: opt(boolean),
};

/** Schema of `BigtableOptions`, with `parse` and `safeParse`. */
export const BigtableOptions = openObject<BigtableOptions>(bigtableOptionsShape);
