import * as z from "zod";
import type { Fields } from "../../schema/fields.js";
import { boolean, expected, integer, openEnum, openObject, opt, string, stringMap } from "../../schema/schema.js";
import {
  DECIMAL_TARGET_TYPES,
  FILE_FORMATS,
  FILE_SET_SPEC_TYPES,
  JSON_EXTENSIONS,
  METADATA_CACHE_MODES,
  OBJECT_METADATA,
  SOURCE_COMPRESSIONS,
  type SourceFormat,
  TABLE_FORMATS,
} from "./enums.js";
import {
  AvroOptions,
  BigtableOptions,
  CsvOptions,
  GoogleSheetsOptions,
  HivePartitioningOptions,
  JsonOptions,
  ParquetOptions,
} from "./format-options.js";
import { TableSchema } from "./table-schema.js";

/**
 * Location, format and properties of external data, which can then be queried like a table.
 *
 * @see {@link https://cloud.google.com/bigquery/docs/reference/rest/v2/tables#ExternalDataConfiguration | ExternalDataConfiguration} in the BigQuery reference
 */
export interface ExternalDataConfiguration extends Fields<typeof externalDataConfigurationShape> {}

const externalDataConfigurationShape = {
  /**
   * URIs of the data.
   *
   * An object-storage URI may contain one `*` after the bucket name; the size limits of load jobs apply. For Bigtable:
   * exactly one fully specified HTTPS URL. For a Datastore backup: exactly one URI, without `*`.
   */
  sourceUris: z.array(string),
  /** How `sourceUris` are interpreted. Object storage only. */
  fileSetSpecType: opt(openEnum(FILE_SET_SPEC_TYPES)),
  /**
   * Schema of the data.
   *
   * Required for CSV and JSON unless `autodetect` is `true`. Not allowed for Bigtable, Datastore backups, Avro,
   * ORC and Parquet.
   */
  schema: opt(TableSchema),
  /**
   * Format of the data. Required, except for object tables, which omit it: see `objectMetadata`.
   *
   * `CSV`, `GOOGLE_SHEETS`, `NEWLINE_DELIMITED_JSON`, `AVRO`, `DATASTORE_BACKUP`, `ICEBERG`, `ORC`, `PARQUET` or
   * `BIGTABLE`.
   */
  sourceFormat: opt(openEnum<SourceFormat>()),
  /**
   * Maximum number of bad records to ignore. Default: 0, all records must be valid.
   *
   * If there are more, the result of the job contains an error with the reason `invalid`. Ignored for Bigtable, Datastore
   * backups, Avro, ORC and Parquet.
   */
  maxBadRecords: opt(integer),
  /**
   * Whether BigQuery detects the schema and the format options. Explicit options take precedence. Default: `false`.
   */
  autodetect: opt(boolean),
  /**
   * Whether extra values are ignored; otherwise, a record with extra values is bad. Default: `false`.
   *
   * Extra values are trailing columns in CSV, and names without a column in JSON. Ignored for Bigtable, Datastore
   * backups, Avro, ORC and Parquet.
   */
  ignoreUnknownValues: opt(boolean),
  /**
   * Compression of the files: `GZIP` or `NONE`. Default: `NONE`. The empty string is not allowed.
   *
   * Ignored for Bigtable, Datastore backups, Avro, ORC and Parquet.
   */
  compression: opt(openEnum(SOURCE_COMPRESSIONS)),
  /** Options of CSV files. For the source format `CSV`. */
  csvOptions: opt(CsvOptions),
  /** Options of JSON files. For the source format `NEWLINE_DELIMITED_JSON`. */
  jsonOptions: opt(JsonOptions),
  /** Options of a Bigtable table. For the source format `BIGTABLE`. */
  bigtableOptions: opt(BigtableOptions),
  /** Options of a Google Sheets document. For the source format `GOOGLE_SHEETS`. */
  googleSheetsOptions: opt(GoogleSheetsOptions),
  /**
   * Options of Hive partitioning, which derives partition keys from file paths.
   *
   * For JSON, CSV, ORC, Avro and Parquet; an error for all other formats.
   */
  hivePartitioningOptions: opt(HivePartitioningOptions),
  /**
   * Connection with the credentials to read external storage.
   *
   * Form: `<project>.<location>;<connection>` or `projects/<project>/locations/<location>/connections/<connection>`.
   */
  connectionId: opt(string),
  /**
   * Column types for decimals of the source, without duplicates; the order is ignored. Default: `NUMERIC` and `STRING`
   * for ORC, `NUMERIC` for all other formats.
   *
   * `NUMERIC`, `BIGNUMERIC` and `STRING` are tried in this order. The first type that is in the list and supports the
   * precision and scale is used; `STRING` supports all values. If no type in the list fits, the widest one is used, and
   * reading a value outside its range is an error. `DECIMAL_TARGET_TYPE_UNSPECIFIED` is not allowed.
   */
  decimalTargetTypes: opt(z.array(openEnum(DECIMAL_TARGET_TYPES))),
  /** Options of Avro files. For the source format `AVRO`. */
  avroOptions: opt(AvroOptions),
  /** Variant of newline-delimited JSON. For the source format `NEWLINE_DELIMITED_JSON`. */
  jsonExtension: opt(openEnum(JSON_EXTENSIONS)),
  /** Options of Parquet files. For the source format `PARQUET`. */
  parquetOptions: opt(ParquetOptions),
  /** URI of a reference file that provides the schema. For Avro, Parquet and ORC. */
  referenceFileSchemaUri: opt(string),
  /**
   * Caching of the metadata of the source. Queries use the latest cache that is not older than `maxStaleness` of the
   * table.
   */
  metadataCacheMode: opt(openEnum(METADATA_CACHE_MODES)),
  /** Makes the table an object table. Omit `sourceFormat` if this is set. */
  objectMetadata: opt(openEnum(OBJECT_METADATA)),
  /** Format of `DATE` values, in SQL or C style, such as `YYYY-MM-DD` or `%Y-%m-%d`. */
  dateFormat: opt(string),
  /** Format of `DATETIME` values, in SQL or C style. */
  datetimeFormat: opt(string),
  /** Format of `TIME` values, in SQL or C style. */
  timeFormat: opt(string),
  /** Format of `TIMESTAMP` values, in SQL or C style. */
  timestampFormat: opt(string),
  /** IANA time zone of timestamps that do not contain one, such as `America/Los_Angeles`. */
  timeZone: opt(string),
  /**
   * Numbers of fractional digits of the seconds that detected `TIMESTAMP` columns may have; the order is ignored. For
   * CSV, Parquet, Avro and Iceberg.
   *
   * With `[6]`, the default, all columns have microseconds; with `[12]`, all columns have picoseconds; with `[6, 12]`,
   * columns with more than 6 digits have picoseconds.
   */
  timestampTargetPrecision: opt(z.array(integer)),
};

/** Schema of `ExternalDataConfiguration`, with `parse` and `safeParse`. */
export const ExternalDataConfiguration = openObject<ExternalDataConfiguration>(externalDataConfigurationShape);

/**
 * Serializer and deserializer of an open-source table.
 *
 * @see {@link https://cloud.google.com/bigquery/docs/reference/rest/v2/tables#SerDeInfo | SerDeInfo} in the BigQuery reference
 */
export interface SerDeInfo extends Fields<typeof serDeInfoShape> {}

const serDeInfoShape = {
  /** Name of the SerDe (serializer and deserializer). At most 256 characters. */
  name: opt(string),
  /** Fully qualified class name of the serialization library. At most 256 characters. */
  serializationLibrary: expected(string),
  /** Initialization parameters of the serialization library. At most 10 KiB. */
  parameters: opt(stringMap),
};

/** Schema of `SerDeInfo`, with `parse` and `safeParse`. */
export const SerDeInfo = openObject<SerDeInfo>(serDeInfoShape);

/**
 * How open-source query engines store and access the data of a table.
 *
 * @see {@link https://cloud.google.com/bigquery/docs/reference/rest/v2/tables#StorageDescriptor | StorageDescriptor} in the BigQuery reference
 */
export interface StorageDescriptor extends Fields<typeof storageDescriptorShape> {}

const storageDescriptorShape = {
  /** URI of the data, such as `gs://bucket/path/*`. At most 2,056 bytes. */
  locationUri: opt(string),
  /** Fully qualified class name of the input format. At most 128 characters. */
  inputFormat: opt(string),
  /** Fully qualified class name of the output format. At most 128 characters. */
  outputFormat: opt(string),
  /** Serializer and deserializer. */
  serdeInfo: opt(SerDeInfo),
};

/** Schema of `StorageDescriptor`, with `parse` and `safeParse`. */
export const StorageDescriptor = openObject<StorageDescriptor>(storageDescriptorShape);

/**
 * Properties of a table in an open-source catalog, as in a Hive metastore.
 *
 * @see {@link https://cloud.google.com/bigquery/docs/reference/rest/v2/tables#ExternalCatalogTableOptions | ExternalCatalogTableOptions} in the BigQuery reference
 */
export interface ExternalCatalogTableOptions extends Fields<typeof externalCatalogTableOptionsShape> {}

const externalCatalogTableOptionsShape = {
  /** Parameters and properties of the table. At most 4 MiB. */
  parameters: opt(stringMap),
  /** Physical storage of the table. */
  storageDescriptor: opt(StorageDescriptor),
  /**
   * Connection with the credentials to read external storage.
   *
   * Form: `<project>.<location>.<connection>` or `projects/<project>/locations/<location>/connections/<connection>`.
   */
  connectionId: opt(string),
};

/** Schema of `ExternalCatalogTableOptions`, with `parse` and `safeParse`. */
export const ExternalCatalogTableOptions = openObject<ExternalCatalogTableOptions>(externalCatalogTableOptionsShape);

/**
 * BigLake configuration of a BigQuery table.
 *
 * All four fields are required. BigQuery also accepts a table without some of them and then omits them in
 * responses; `googleNaming` turns the rules off, and `as BigLakeConfiguration` satisfies the type.
 *
 * @see {@link https://cloud.google.com/bigquery/docs/reference/rest/v2/tables#BigLakeConfiguration | BigLakeConfiguration} in the BigQuery reference
 */
export interface BigLakeConfiguration extends Fields<typeof biglakeConfigurationShape> {}

const biglakeConfigurationShape = {
  /**
   * Connection with the credentials to read and write external storage.
   *
   * Form: `<project>.<location>.<connection>` or `projects/<project>/locations/<location>/connections/<connection>`.
   */
  connectionId: expected(string),
  /** Prefix of the URIs of all data files: an object-storage URI that ends with a slash, without a wildcard. */
  storageUri: expected(string),
  /** File format of the data: `PARQUET`, or `FILE_FORMAT_UNSPECIFIED`. */
  fileFormat: expected(openEnum(FILE_FORMATS)),
  /** Table format of the metadata snapshots: `ICEBERG`, or `TABLE_FORMAT_UNSPECIFIED`. */
  tableFormat: expected(openEnum(TABLE_FORMATS)),
};

/** Schema of `BigLakeConfiguration`, with `parse` and `safeParse`. */
export const BigLakeConfiguration = openObject<BigLakeConfiguration>(biglakeConfigurationShape);
