/**
 * Type of a table. Other strings are possible, because BigQuery may add values.
 *
 * - `TABLE`: a normal table, the default
 * - `VIEW`: a virtual table, defined by a SQL query
 * - `EXTERNAL`: a table that references data in an external storage system
 * - `MATERIALIZED_VIEW`: a precomputed view, defined by a SQL query
 * - `SNAPSHOT`: an immutable copy of a base table at one point in time
 *
 * @see {@link https://cloud.google.com/bigquery/docs/reference/rest/v2/tables#Table | Table} in the BigQuery reference
 */
export type TableType = "TABLE" | "VIEW" | "EXTERNAL" | "MATERIALIZED_VIEW" | "SNAPSHOT" | (string & {});

/** All known values of {@link FieldType}. */
export const FIELD_TYPES = [
  "STRING",
  "BYTES",
  "INTEGER",
  "INT64",
  "FLOAT",
  "FLOAT64",
  "BOOLEAN",
  "BOOL",
  "TIMESTAMP",
  "DATE",
  "TIME",
  "DATETIME",
  "GEOGRAPHY",
  "NUMERIC",
  "BIGNUMERIC",
  "JSON",
  "RECORD",
  "STRUCT",
  "RANGE",
  "INTERVAL",
  "FOREIGN",
] as const;

/**
 * Type of a column. Other strings are possible, because BigQuery may add values.
 *
 * - `STRING`: text
 * - `BYTES`: binary data
 * - `INTEGER` or `INT64`: a 64-bit integer
 * - `FLOAT` or `FLOAT64`: a 64-bit floating-point number
 * - `BOOLEAN` or `BOOL`: true or false
 * - `TIMESTAMP`: a point in time
 * - `DATE`: a calendar date
 * - `TIME`: a time of day
 * - `DATETIME`: a date and a time of day, without a time zone
 * - `GEOGRAPHY`: a geographic shape
 * - `NUMERIC`: a decimal with up to 29 digits before and 9 digits after the decimal point
 * - `BIGNUMERIC`: a decimal with up to 38 digits before and 38 digits after the decimal point
 * - `JSON`: a JSON value
 * - `RECORD` or `STRUCT`: nested columns
 * - `RANGE`: a range of dates or times
 * - `INTERVAL`: a span of time
 * - `FOREIGN`: a type of another system, which `foreignTypeDefinition` defines
 *
 * @see {@link https://cloud.google.com/bigquery/docs/reference/rest/v2/tables#TableFieldSchema | TableFieldSchema} in the BigQuery reference
 */
export type FieldType = (typeof FIELD_TYPES)[number] | (string & {});

/** All known values of {@link FieldMode}. */
export const FIELD_MODES = ["NULLABLE", "REQUIRED", "REPEATED"] as const;

/**
 * Mode of a column. Other strings are possible, because BigQuery may add values.
 *
 * - `NULLABLE`: the value can be null, the default
 * - `REQUIRED`: the value is never null
 * - `REPEATED`: the value is a list
 *
 * @see {@link https://cloud.google.com/bigquery/docs/reference/rest/v2/tables#TableFieldSchema | TableFieldSchema} in the BigQuery reference
 */
export type FieldMode = (typeof FIELD_MODES)[number] | (string & {});

/**
 * Type of the bounds of a `RANGE` column: `DATE`, `DATETIME` or `TIMESTAMP`.
 *
 * @see {@link https://cloud.google.com/bigquery/docs/reference/rest/v2/tables#FieldElementType | FieldElementType} in the BigQuery reference
 */
export const RANGE_ELEMENT_TYPES = ["DATE", "DATETIME", "TIMESTAMP"] as const;

/**
 * Rounding mode of decimals with more fractional digits than their column.
 *
 * - `ROUNDING_MODE_UNSPECIFIED`: chosen by BigQuery, the default
 * - `ROUND_HALF_AWAY_FROM_ZERO`: rounds half values away from zero: 2.5 to 3, -2.5 to -3
 * - `ROUND_HALF_EVEN`: rounds half values to the nearest even value: 2.5 to 2, 3.5 to 4
 *
 * @see {@link https://cloud.google.com/bigquery/docs/reference/rest/v2/RoundingMode | RoundingMode} in the BigQuery reference
 */
export const ROUNDING_MODES = ["ROUNDING_MODE_UNSPECIFIED", "ROUND_HALF_AWAY_FROM_ZERO", "ROUND_HALF_EVEN"] as const;

/**
 * How strings are compared and sorted.
 *
 * - `und:ci`: case-insensitive, for any language
 * - `""`: case-sensitive, the default
 *
 * @see {@link https://cloud.google.com/bigquery/docs/reference/rest/v2/tables#Table | Table} in the BigQuery reference
 */
export const COLLATIONS = ["und:ci", ""] as const;

/**
 * Time span of one partition: `HOUR`, `DAY`, `MONTH` or `YEAR`.
 *
 * @see {@link https://cloud.google.com/bigquery/docs/reference/rest/v2/tables#TimePartitioning | TimePartitioning} in the BigQuery reference
 */
export const TIME_PARTITIONING_TYPES = ["DAY", "HOUR", "MONTH", "YEAR"] as const;

/**
 * Type of permission whose use is logged.
 *
 * - `LOG_TYPE_UNSPECIFIED`: not specified
 * - `ADMIN_READ`: reads of metadata
 * - `DATA_WRITE`: writes of data
 * - `DATA_READ`: reads of data
 *
 * @see {@link https://cloud.google.com/bigquery/docs/reference/rest/v2/Policy#AuditLogConfig | AuditLogConfig} in the BigQuery reference
 */
export type AuditLogType = "LOG_TYPE_UNSPECIFIED" | "ADMIN_READ" | "DATA_WRITE" | "DATA_READ";

/** All known values of {@link SourceFormat}. */
export const SOURCE_FORMATS = [
  "CSV",
  "GOOGLE_SHEETS",
  "NEWLINE_DELIMITED_JSON",
  "AVRO",
  "DATASTORE_BACKUP",
  "ICEBERG",
  "ORC",
  "PARQUET",
  "BIGTABLE",
] as const;

/**
 * Format of external data. Other strings are possible, because BigQuery may add values.
 *
 * - `CSV`: comma-separated values
 * - `GOOGLE_SHEETS`: a Google Sheets document
 * - `NEWLINE_DELIMITED_JSON`: one JSON object per line
 * - `AVRO`, `ORC`, `PARQUET`: files of these formats, which contain their schema
 * - `DATASTORE_BACKUP`: a Datastore backup
 * - `ICEBERG`: an Iceberg table
 * - `BIGTABLE`: a Bigtable table
 *
 * @see {@link https://cloud.google.com/bigquery/docs/reference/rest/v2/tables#ExternalDataConfiguration | ExternalDataConfiguration} in the BigQuery reference
 */
export type SourceFormat = (typeof SOURCE_FORMATS)[number] | (string & {});

/**
 * How source URIs in Cloud Storage are interpreted.
 *
 * - `FILE_SET_SPEC_TYPE_FILE_SYSTEM_MATCH`: BigQuery expands the URIs by listing files, the default
 * - `FILE_SET_SPEC_TYPE_NEW_LINE_DELIMITED_MANIFEST`: each URI is a manifest file with one URI per line, without
 *   wildcards
 *
 * @see {@link https://cloud.google.com/bigquery/docs/reference/rest/v2/tables#ExternalDataConfiguration | ExternalDataConfiguration} in the BigQuery reference
 */
export const FILE_SET_SPEC_TYPES = [
  "FILE_SET_SPEC_TYPE_FILE_SYSTEM_MATCH",
  "FILE_SET_SPEC_TYPE_NEW_LINE_DELIMITED_MANIFEST",
] as const;

/**
 * Compression of external files: `GZIP`, or `NONE`, the default. Other strings are possible, because BigQuery may
 * add values.
 *
 * @see {@link https://cloud.google.com/bigquery/docs/reference/rest/v2/tables#ExternalDataConfiguration | ExternalDataConfiguration} in the BigQuery reference
 */
export const SOURCE_COMPRESSIONS = ["GZIP", "NONE"] as const;

/**
 * Column type for decimals of a source. The types are tried in this order.
 *
 * - `DECIMAL_TARGET_TYPE_UNSPECIFIED`: not allowed in a request
 * - `NUMERIC`: up to 29 digits before and 9 digits after the decimal point
 * - `BIGNUMERIC`: up to 38 digits before and 38 digits after the decimal point
 * - `STRING`: any decimal
 *
 * @see {@link https://cloud.google.com/bigquery/docs/reference/rest/v2/tables#DecimalTargetType | DecimalTargetType} in the BigQuery reference
 */
export const DECIMAL_TARGET_TYPES = ["DECIMAL_TARGET_TYPE_UNSPECIFIED", "NUMERIC", "BIGNUMERIC", "STRING"] as const;

/**
 * Variant of newline-delimited JSON.
 *
 * - `JSON_EXTENSION_UNSPECIFIED`: plain JSON, the default
 * - `GEOJSON`: GeoJSON features
 *
 * @see {@link https://cloud.google.com/bigquery/docs/reference/rest/v2/tables#ExternalDataConfiguration | ExternalDataConfiguration} in the BigQuery reference
 */
export const JSON_EXTENSIONS = ["JSON_EXTENSION_UNSPECIFIED", "GEOJSON"] as const;

/**
 * Column type of a Parquet map.
 *
 * - `MAP_TARGET_TYPE_UNSPECIFIED`: a RECORD with the name of the map that contains a repeated RECORD `key_value` with
 *   `key` and `value`, the default
 * - `ARRAY_OF_STRUCT`: a repeated RECORD with the name of the map, with `key` and `value`
 *
 * @see {@link https://cloud.google.com/bigquery/docs/reference/rest/v2/tables#ParquetOptions | ParquetOptions} in the BigQuery reference
 */
export const MAP_TARGET_TYPES = ["MAP_TARGET_TYPE_UNSPECIFIED", "ARRAY_OF_STRUCT"] as const;

/**
 * Type of an object table.
 *
 * - `OBJECT_METADATA_UNSPECIFIED`: not an object table, the default
 * - `SIMPLE`: a directory listing with one row per object; the only supported type
 * - `DIRECTORY`: an older name of `SIMPLE`
 *
 * @see {@link https://cloud.google.com/bigquery/docs/reference/rest/v2/tables#ExternalDataConfiguration | ExternalDataConfiguration} in the BigQuery reference
 */
export const OBJECT_METADATA = ["OBJECT_METADATA_UNSPECIFIED", "SIMPLE", "DIRECTORY"] as const;

/**
 * Caching of the metadata of external data. Queries use the latest cache that is not older than `maxStaleness` of the
 * table.
 *
 * - `METADATA_CACHE_MODE_UNSPECIFIED`: chosen by BigQuery, the default
 * - `AUTOMATIC`: BigQuery refreshes the cache in the background
 * - `MANUAL`: you trigger each refresh
 *
 * @see {@link https://cloud.google.com/bigquery/docs/reference/rest/v2/tables#ExternalDataConfiguration | ExternalDataConfiguration} in the BigQuery reference
 */
export const METADATA_CACHE_MODES = ["METADATA_CACHE_MODE_UNSPECIFIED", "AUTOMATIC", "MANUAL"] as const;

/**
 * File format of a BigLake table: `PARQUET`, or `FILE_FORMAT_UNSPECIFIED`.
 *
 * @see {@link https://cloud.google.com/bigquery/docs/reference/rest/v2/tables#BigLakeConfiguration | BigLakeConfiguration} in the BigQuery reference
 */
export const FILE_FORMATS = ["FILE_FORMAT_UNSPECIFIED", "PARQUET"] as const;

/**
 * Metadata format of a BigLake table: `ICEBERG`, or `TABLE_FORMAT_UNSPECIFIED`. Other strings are possible,
 * because BigQuery may add values.
 *
 * @see {@link https://cloud.google.com/bigquery/docs/reference/rest/v2/tables#BigLakeConfiguration | BigLakeConfiguration} in the BigQuery reference
 */
export const TABLE_FORMATS = ["TABLE_FORMAT_UNSPECIFIED", "ICEBERG"] as const;

/**
 * Character encoding of CSV files: `UTF-8`, the default, `ISO-8859-1`, `UTF-16BE`, `UTF-16LE`, `UTF-32BE` or
 * `UTF-32LE`.
 *
 * @see {@link https://cloud.google.com/bigquery/docs/reference/rest/v2/tables#CsvOptions | CsvOptions} in the BigQuery reference
 */
export const CSV_ENCODINGS = ["UTF-8", "ISO-8859-1", "UTF-16BE", "UTF-16LE", "UTF-32BE", "UTF-32LE"] as const;

/**
 * Character encoding of JSON files: `UTF-8`, the default, `UTF-16BE`, `UTF-16LE`, `UTF-32BE` or `UTF-32LE`. Other
 * strings are possible, because BigQuery may add values.
 *
 * @see {@link https://cloud.google.com/bigquery/docs/reference/rest/v2/tables#JsonOptions | JsonOptions} in the BigQuery reference
 */
export const JSON_ENCODINGS = ["UTF-8", "UTF-16BE", "UTF-16LE", "UTF-32BE", "UTF-32LE"] as const;

/**
 * Type of values in Bigtable: `BYTES`, the default, `STRING`, `INTEGER`, `FLOAT`, `BOOLEAN` or `JSON`.
 * Case-sensitive.
 *
 * @see {@link https://cloud.google.com/bigquery/docs/reference/rest/v2/tables#BigtableColumnFamily | BigtableColumnFamily} in the BigQuery reference
 */
export const BIGTABLE_VALUE_TYPES = ["BYTES", "STRING", "INTEGER", "FLOAT", "BOOLEAN", "JSON"] as const;

/**
 * Encoding of values in Bigtable.
 *
 * - `TEXT`: text
 * - `BINARY`: the byte encoding of HBase
 * - `PROTO_BINARY`: serialized protocol buffers, for the type `JSON`
 *
 * @see {@link https://cloud.google.com/bigquery/docs/reference/rest/v2/tables#BigtableColumnFamily | BigtableColumnFamily} in the BigQuery reference
 */
export const BIGTABLE_ENCODINGS = ["TEXT", "BINARY", "PROTO_BINARY"] as const;

/**
 * How the names and types of Hive partition keys are determined. Other strings are possible, because BigQuery may
 * add values.
 *
 * - `AUTO`: names and types are inferred from the paths
 * - `STRINGS`: names are inferred, all types are strings
 * - `CUSTOM`: names and types are part of `sourceUriPrefix`
 *
 * @see {@link https://cloud.google.com/bigquery/docs/reference/rest/v2/tables#HivePartitioningOptions | HivePartitioningOptions} in the BigQuery reference
 */
export const HIVE_PARTITIONING_MODES = ["AUTO", "STRINGS", "CUSTOM"] as const;

/**
 * Storage of a table that BigQuery manages.
 *
 * - `MANAGED_TABLE_TYPE_UNSPECIFIED`: not specified
 * - `NATIVE`: BigQuery's own storage
 * - `BIGLAKE`: an Apache Iceberg table in object storage
 *
 * @see {@link https://cloud.google.com/bigquery/docs/reference/rest/v2/tables#Table | Table} in the BigQuery reference
 */
export type ManagedTableType = "MANAGED_TABLE_TYPE_UNSPECIFIED" | "NATIVE" | "BIGLAKE";

/**
 * Restriction of access to a table.
 *
 * - `RESTRICTION_TYPE_UNSPECIFIED`: not specified
 * - `RESTRICTED_DATA_EGRESS`: data cannot be copied out of the table
 *
 * @see {@link https://cloud.google.com/bigquery/docs/reference/rest/v2/tables#RestrictionConfig | RestrictionConfig} in the BigQuery reference
 */
export type RestrictionType = "RESTRICTION_TYPE_UNSPECIFIED" | "RESTRICTED_DATA_EGRESS";

/**
 * Status of the replication of a table.
 *
 * - `REPLICATION_STATUS_UNSPECIFIED`: not specified
 * - `ACTIVE`: running without errors
 * - `SOURCE_DELETED`: the source was deleted
 * - `PERMISSION_DENIED`: the source revoked the permission
 * - `UNSUPPORTED_CONFIGURATION`: the configuration of the source cannot be replicated
 *
 * @see {@link https://cloud.google.com/bigquery/docs/reference/rest/v2/tables#TableReplicationInfo | TableReplicationInfo} in the BigQuery reference
 */
export type ReplicationStatus =
  | "REPLICATION_STATUS_UNSPECIFIED"
  | "ACTIVE"
  | "SOURCE_DELETED"
  | "PERMISSION_DENIED"
  | "UNSUPPORTED_CONFIGURATION";

/**
 * When BigQuery generates the values of a column.
 *
 * - `GENERATED_MODE_UNSPECIFIED`: not specified, which means `GENERATED_ALWAYS`, the default
 * - `GENERATED_ALWAYS`: always: rows cannot contain values of the column
 * - `GENERATED_BY_DEFAULT`: for rows that do not contain a value of the column
 *
 * @see {@link https://cloud.google.com/bigquery/docs/reference/rest/v2/tables#GeneratedColumn | GeneratedColumn} in the BigQuery reference
 */
export type GeneratedMode = "GENERATED_MODE_UNSPECIFIED" | "GENERATED_ALWAYS" | "GENERATED_BY_DEFAULT";

/**
 * System that defines the foreign types of a schema.
 *
 * - `TYPE_SYSTEM_UNSPECIFIED`: not specified
 * - `HIVE`: Apache Hive
 *
 * @see {@link https://cloud.google.com/bigquery/docs/reference/rest/v2/tables#ForeignTypeInfo | ForeignTypeInfo} in the BigQuery reference
 */
export type TypeSystem = "TYPE_SYSTEM_UNSPECIFIED" | "HIVE";

/**
 * Which joins a view requires or allows.
 *
 * - `JOIN_CONDITION_UNSPECIFIED`: joins are neither required nor restricted, the default
 * - `JOIN_ANY`: a join on at least one of the allowed columns is required
 * - `JOIN_ALL`: a join on all allowed columns is required
 * - `JOIN_NOT_REQUIRED`: joins are allowed on the allowed columns only
 * - `JOIN_BLOCKED`: no joins
 *
 * @see {@link https://cloud.google.com/bigquery/docs/reference/rest/v2/tables#JoinRestrictionPolicy | JoinRestrictionPolicy} in the BigQuery reference
 */
export type JoinCondition =
  | "JOIN_CONDITION_UNSPECIFIED"
  | "JOIN_ANY"
  | "JOIN_ALL"
  | "JOIN_NOT_REQUIRED"
  | "JOIN_BLOCKED";

/**
 * How the columns of a file are matched to those of a schema.
 *
 * - `POSITION`: by position
 * - `NAME`: by the names in the header row
 *
 * @see {@link https://cloud.google.com/bigquery/docs/reference/rest/v2/tables#CsvOptions | CsvOptions} in the BigQuery reference
 */
export type SourceColumnMatch = "POSITION" | "NAME";

/**
 * Type of a dataset.
 *
 * - `DEFAULT`: only its owner and authorized accounts have access
 * - `PUBLIC`: everyone has access
 * - `LINKED`: a read-only link to a dataset of another project
 * - `EXTERNAL`: defined in a catalog outside of BigQuery
 * - `BIGLAKE_ICEBERG`: a BigLake dataset that the Iceberg API can access
 * - `BIGLAKE_HIVE`: a BigLake dataset that the Hive API can access
 *
 * @see {@link https://cloud.google.com/bigquery/docs/reference/rest/v2/datasets#Dataset | Dataset} in the BigQuery reference
 */
export type DatasetType = "DEFAULT" | "PUBLIC" | "LINKED" | "EXTERNAL" | "BIGLAKE_ICEBERG" | "BIGLAKE_HIVE";

/**
 * Origin of a dataset that BigQuery does not store itself: `BIGLAKE`, a namespace of BigLake. Other strings are possible,
 * because BigQuery may add values.
 *
 * @see {@link https://cloud.google.com/bigquery/docs/reference/rest/v2/datasets#Dataset | Dataset} in the BigQuery reference
 */
export type CatalogSource = "BIGLAKE";

/**
 * Bytes that the storage of a dataset is billed for.
 *
 * - `STORAGE_BILLING_MODEL_UNSPECIFIED`: not specified
 * - `LOGICAL`: logical bytes
 * - `PHYSICAL`: physical bytes, after compression
 *
 * @see {@link https://cloud.google.com/bigquery/docs/reference/rest/v2/datasets#StorageBillingModel | StorageBillingModel} in the BigQuery reference
 */
export type StorageBillingModel = "STORAGE_BILLING_MODEL_UNSPECIFIED" | "LOGICAL" | "PHYSICAL";

/**
 * State of a linked dataset.
 *
 * - `LINK_STATE_UNSPECIFIED`: not specified, as `LINKED`
 * - `LINKED`: its data can be queried
 * - `UNLINKED`: the owner of the source has ended the link; its data can no longer be read
 *
 * @see {@link https://cloud.google.com/bigquery/docs/reference/rest/v2/datasets#LinkState | LinkState} in the BigQuery reference
 */
export type LinkState = "LINK_STATE_UNSPECIFIED" | "LINKED" | "UNLINKED";

/**
 * Kind of resources of a dataset that have access to another dataset. Other strings are possible, because BigQuery may
 * add values.
 *
 * - `TARGET_TYPE_UNSPECIFIED`: not allowed
 * - `VIEWS`: the views of the dataset
 * - `ROUTINES`: the routines of the dataset
 *
 * @see {@link https://cloud.google.com/bigquery/docs/reference/rest/v2/DatasetAccessEntry | DatasetAccessEntry} in the BigQuery reference
 */
export type DatasetAccessTargetType = "TARGET_TYPE_UNSPECIFIED" | "VIEWS" | "ROUTINES";

/**
 * Role in a dataset. Other strings are possible: any IAM role, such as `roles/bigquery.metadataViewer`.
 *
 * - `READER`: reads data, as `roles/bigquery.dataViewer`
 * - `WRITER`: reads and writes data, as `roles/bigquery.dataEditor`
 * - `OWNER`: also changes and deletes the dataset, as `roles/bigquery.dataOwner`
 *
 * @see {@link https://cloud.google.com/bigquery/docs/reference/rest/v2/datasets#Dataset | Dataset} in the BigQuery reference
 */
export type DatasetRole = "READER" | "WRITER" | "OWNER";

/**
 * Predefined group of users.
 *
 * - `projectOwners`: the owners of the project
 * - `projectReaders`: the viewers of the project
 * - `projectWriters`: the editors of the project
 * - `allAuthenticatedUsers`: everyone who is signed in with a Google account
 *
 * @see {@link https://cloud.google.com/bigquery/docs/reference/rest/v2/datasets#Dataset | Dataset} in the BigQuery reference
 */
export type SpecialGroup = "projectOwners" | "projectReaders" | "projectWriters" | "allAuthenticatedUsers";
