/**
 * All values of {@link TableType} that the spec lists.
 *
 * @see Spec: warehouse, "Table"
 */
export const TABLE_TYPES = ["TABLE", "VIEW", "EXTERNAL", "MATERIALIZED_VIEW", "SNAPSHOT"] as const;

/**
 * Type of a table. Other strings are possible, because the service may add values.
 *
 * - `TABLE`: a normal table, the default
 * - `VIEW`: a virtual table, defined by a SQL query
 * - `EXTERNAL`: a table that references data in an external storage system
 * - `MATERIALIZED_VIEW`: a precomputed view, defined by a SQL query
 * - `SNAPSHOT`: an immutable copy of a base table at one point in time
 */
export type TableType = (typeof TABLE_TYPES)[number] | (string & {});

/**
 * All known values of {@link FieldType}. `INTERVAL` and `FOREIGN` are beyond the spec.
 *
 * @see Spec: warehouse, "TableFieldSchema"
 */
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
 * Type of a column. Other strings are possible, because the service may add values.
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
 * - `INTERVAL`: a span of time; beyond the spec
 * - `FOREIGN`: a type of another system, which `foreignTypeDefinition` defines; beyond the spec
 */
export type FieldType = (typeof FIELD_TYPES)[number] | (string & {});

/**
 * All values of {@link FieldMode} that the spec lists.
 *
 * @see Spec: warehouse, "TableFieldSchema"
 */
export const FIELD_MODES = ["NULLABLE", "REQUIRED", "REPEATED"] as const;

/**
 * Mode of a column. Other strings are possible, because the service may add values.
 *
 * - `NULLABLE`: the value can be null, the default
 * - `REQUIRED`: the value is never null
 * - `REPEATED`: the value is a list
 */
export type FieldMode = (typeof FIELD_MODES)[number] | (string & {});

/**
 * All values of {@link RangeElementType} that the spec lists.
 *
 * @see Spec: warehouse, "FieldElementType"
 */
export const RANGE_ELEMENT_TYPES = ["DATE", "DATETIME", "TIMESTAMP"] as const;

/**
 * Type of the bounds of a `RANGE` column: `DATE`, `DATETIME` or `TIMESTAMP`. Other strings are possible, because the
 * service may add values.
 */
export type RangeElementType = (typeof RANGE_ELEMENT_TYPES)[number] | (string & {});

/**
 * All known values of {@link RoundingMode}.
 *
 * @see Spec: warehouse, "Table" (values of the real service)
 */
export const ROUNDING_MODES = ["ROUNDING_MODE_UNSPECIFIED", "ROUND_HALF_AWAY_FROM_ZERO", "ROUND_HALF_EVEN"] as const;

/**
 * Rounding mode of decimals with more fractional digits than their column. Other strings are possible, because the
 * service may add values.
 *
 * - `ROUNDING_MODE_UNSPECIFIED`: chosen by the service, the default
 * - `ROUND_HALF_AWAY_FROM_ZERO`: rounds half values away from zero: 2.5 to 3, -2.5 to -3
 * - `ROUND_HALF_EVEN`: rounds half values to the nearest even value: 2.5 to 2, 3.5 to 4
 */
export type RoundingMode = (typeof ROUNDING_MODES)[number] | (string & {});

/**
 * All values of {@link Collation} that the spec lists.
 *
 * @see Spec: warehouse, "Table"
 * @see Spec: warehouse, "TableFieldSchema"
 */
export const COLLATIONS = ["und:ci", ""] as const;

/**
 * How strings are compared and sorted. Other strings are possible, because the service may add values.
 *
 * - `und:ci`: case-insensitive, for any language
 * - `""`: case-sensitive, the default
 */
export type Collation = (typeof COLLATIONS)[number] | (string & {});

/**
 * All values of {@link TimePartitioningType} that the spec lists.
 *
 * @see Spec: warehouse, "TimePartitioning"
 */
export const TIME_PARTITIONING_TYPES = ["DAY", "HOUR", "MONTH", "YEAR"] as const;

/**
 * Time span of one partition: `HOUR`, `DAY`, `MONTH` or `YEAR`. Other strings are possible, because the service may add
 * values.
 */
export type TimePartitioningType = (typeof TIME_PARTITIONING_TYPES)[number] | (string & {});

/**
 * All known values of {@link AuditLogType}.
 *
 * @see Spec: warehouse, "Table methods" (values of the real service)
 */
export const AUDIT_LOG_TYPES = ["LOG_TYPE_UNSPECIFIED", "ADMIN_READ", "DATA_WRITE", "DATA_READ"] as const;

/**
 * Type of permission whose use is logged. Other strings are possible, because the service may add values.
 *
 * - `LOG_TYPE_UNSPECIFIED`: not specified
 * - `ADMIN_READ`: reads of metadata
 * - `DATA_WRITE`: writes of data
 * - `DATA_READ`: reads of data
 */
export type AuditLogType = (typeof AUDIT_LOG_TYPES)[number] | (string & {});

/**
 * All values of {@link SourceFormat} that the spec lists.
 *
 * @see Spec: warehouse, "ExternalDataConfiguration"
 */
export const SOURCE_FORMATS = [
  "CSV",
  "VENDOR_SHEETS",
  "NEWLINE_DELIMITED_JSON",
  "AVRO",
  "VENDOR_DATASTORE_BACKUP",
  "ICEBERG",
  "ORC",
  "PARQUET",
  "VENDOR_TABLE",
] as const;

/**
 * Format of external data. Other strings are possible, because the service may add values.
 *
 * - `CSV`: comma-separated values
 * - `VENDOR_SHEETS`: Google Sheets (Google: `GOOGLE_SHEETS`)
 * - `NEWLINE_DELIMITED_JSON`: one JSON object per line
 * - `AVRO`, `ORC`, `PARQUET`: files of these formats, which contain their schema
 * - `VENDOR_DATASTORE_BACKUP`: a Datastore backup (Google: `DATASTORE_BACKUP`)
 * - `ICEBERG`: an Iceberg table
 * - `VENDOR_TABLE`: Bigtable (Google: `BIGTABLE`)
 */
export type SourceFormat = (typeof SOURCE_FORMATS)[number] | (string & {});

/**
 * All values of {@link FileSetSpecType} that the spec lists.
 *
 * @see Spec: warehouse, "ExternalDataConfiguration"
 */
export const FILE_SET_SPEC_TYPES = [
  "FILE_SET_SPEC_TYPE_FILE_SYSTEM_MATCH",
  "FILE_SET_SPEC_TYPE_NEW_LINE_DELIMITED_MANIFEST",
] as const;

/**
 * How source URIs in Cloud Storage are interpreted. Other strings are possible, because the service may add values.
 *
 * - `FILE_SET_SPEC_TYPE_FILE_SYSTEM_MATCH`: the service expands the URIs by listing files, the default
 * - `FILE_SET_SPEC_TYPE_NEW_LINE_DELIMITED_MANIFEST`: each URI is a manifest file with one URI per line, without
 *   wildcards
 */
export type FileSetSpecType = (typeof FILE_SET_SPEC_TYPES)[number] | (string & {});

/**
 * All values of {@link SourceCompression} that the spec lists.
 *
 * @see Spec: warehouse, "ExternalDataConfiguration"
 */
export const SOURCE_COMPRESSIONS = ["GZIP", "NONE"] as const;

/**
 * Compression of external files: `GZIP`, or `NONE`, the default. Other strings are possible, because the service may
 * add values.
 */
export type SourceCompression = (typeof SOURCE_COMPRESSIONS)[number] | (string & {});

/**
 * All values of {@link DecimalTargetType} that the spec lists.
 *
 * @see Spec: warehouse, "ExternalDataConfiguration"
 */
export const DECIMAL_TARGET_TYPES = ["DECIMAL_TARGET_TYPE_UNSPECIFIED", "NUMERIC", "BIGNUMERIC", "STRING"] as const;

/**
 * Column type for decimals of a source. The types are tried in this order. Other strings are possible, because the
 * service may add values.
 *
 * - `DECIMAL_TARGET_TYPE_UNSPECIFIED`: not allowed in a request
 * - `NUMERIC`: up to 29 digits before and 9 digits after the decimal point
 * - `BIGNUMERIC`: up to 38 digits before and 38 digits after the decimal point
 * - `STRING`: any decimal
 */
export type DecimalTargetType = (typeof DECIMAL_TARGET_TYPES)[number] | (string & {});

/**
 * All values of {@link JsonExtension} that the spec lists.
 *
 * @see Spec: warehouse, "ExternalDataConfiguration"
 */
export const JSON_EXTENSIONS = ["JSON_EXTENSION_UNSPECIFIED", "GEOJSON"] as const;

/**
 * Variant of newline-delimited JSON. Other strings are possible, because the service may add values.
 *
 * - `JSON_EXTENSION_UNSPECIFIED`: plain JSON, the default
 * - `GEOJSON`: GeoJSON features
 */
export type JsonExtension = (typeof JSON_EXTENSIONS)[number] | (string & {});

/**
 * All values of {@link MapTargetType} that the spec lists.
 *
 * @see Spec: warehouse, "ExternalDataConfiguration"
 */
export const MAP_TARGET_TYPES = ["MAP_TARGET_TYPE_UNSPECIFIED", "ARRAY_OF_STRUCT"] as const;

/**
 * Column type of a Parquet map. Other strings are possible, because the service may add values.
 *
 * - `MAP_TARGET_TYPE_UNSPECIFIED`: a RECORD with the name of the map that contains a repeated RECORD `key_value` with
 *   `key` and `value`, the default
 * - `ARRAY_OF_STRUCT`: a repeated RECORD with the name of the map, with `key` and `value`
 */
export type MapTargetType = (typeof MAP_TARGET_TYPES)[number] | (string & {});

/**
 * All known values of {@link ObjectMetadata}. `DIRECTORY` is beyond the spec.
 *
 * @see Spec: warehouse, "ExternalDataConfiguration"
 */
export const OBJECT_METADATA = ["OBJECT_METADATA_UNSPECIFIED", "SIMPLE", "DIRECTORY"] as const;

/**
 * Type of an object table. Other strings are possible, because the service may add values.
 *
 * - `OBJECT_METADATA_UNSPECIFIED`: not an object table, the default
 * - `SIMPLE`: a directory listing with one row per object; the only supported type
 * - `DIRECTORY`: an older name of `SIMPLE`; beyond the spec
 */
export type ObjectMetadata = (typeof OBJECT_METADATA)[number] | (string & {});

/**
 * All values of {@link MetadataCacheMode} that the spec lists.
 *
 * @see Spec: warehouse, "ExternalDataConfiguration"
 */
export const METADATA_CACHE_MODES = ["METADATA_CACHE_MODE_UNSPECIFIED", "AUTOMATIC", "MANUAL"] as const;

/**
 * Caching of the metadata of external data. Queries use the latest cache that is not older than `maxStaleness` of the
 * table. Other strings are possible, because the service may add values.
 *
 * - `METADATA_CACHE_MODE_UNSPECIFIED`: chosen by the service, the default
 * - `AUTOMATIC`: the service refreshes the cache in the background
 * - `MANUAL`: you trigger each refresh
 */
export type MetadataCacheMode = (typeof METADATA_CACHE_MODES)[number] | (string & {});

/**
 * All values of {@link FileFormat} that the spec lists.
 *
 * @see Spec: warehouse, "ExternalDataConfiguration"
 */
export const FILE_FORMATS = ["FILE_FORMAT_UNSPECIFIED", "PARQUET"] as const;

/**
 * File format of a BigLake table: `PARQUET`, or `FILE_FORMAT_UNSPECIFIED`. Other strings are possible, because the
 * service may add values.
 */
export type FileFormat = (typeof FILE_FORMATS)[number] | (string & {});

/**
 * All values of {@link TableFormat} that the spec lists.
 *
 * @see Spec: warehouse, "ExternalDataConfiguration"
 */
export const TABLE_FORMATS = ["TABLE_FORMAT_UNSPECIFIED", "ICEBERG"] as const;

/**
 * Metadata format of a BigLake table: `ICEBERG`, or `TABLE_FORMAT_UNSPECIFIED`. Other strings are possible,
 * because the service may add values.
 */
export type TableFormat = (typeof TABLE_FORMATS)[number] | (string & {});

/**
 * All values of {@link CsvEncoding} that the spec lists.
 *
 * @see Spec: warehouse, "CsvOptions"
 */
export const CSV_ENCODINGS = ["UTF-8", "ISO-8859-1", "UTF-16BE", "UTF-16LE", "UTF-32BE", "UTF-32LE"] as const;

/**
 * Character encoding of CSV files: `UTF-8`, the default, `ISO-8859-1`, `UTF-16BE`, `UTF-16LE`, `UTF-32BE` or
 * `UTF-32LE`. Other strings are possible, because the service may add values.
 */
export type CsvEncoding = (typeof CSV_ENCODINGS)[number] | (string & {});

/**
 * All values of {@link JsonEncoding} that the spec lists.
 *
 * @see Spec: warehouse, "JsonOptions"
 */
export const JSON_ENCODINGS = ["UTF-8", "UTF-16BE", "UTF-16LE", "UTF-32BE", "UTF-32LE"] as const;

/**
 * Character encoding of JSON files: `UTF-8`, the default, `UTF-16BE`, `UTF-16LE`, `UTF-32BE` or `UTF-32LE`. Other
 * strings are possible, because the service may add values.
 */
export type JsonEncoding = (typeof JSON_ENCODINGS)[number] | (string & {});

/**
 * All values of {@link VendorTableValueType} that the spec lists.
 *
 * @see Spec: warehouse, "VendorTableColumnFamily"
 */
export const VENDOR_TABLE_VALUE_TYPES = ["BYTES", "STRING", "INTEGER", "FLOAT", "BOOLEAN", "JSON"] as const;

/**
 * Type of values in Bigtable: `BYTES`, the default, `STRING`, `INTEGER`, `FLOAT`, `BOOLEAN` or `JSON`.
 * Case-sensitive. Other strings are possible, because the service may add values.
 */
export type VendorTableValueType = (typeof VENDOR_TABLE_VALUE_TYPES)[number] | (string & {});

/**
 * All known values of {@link VendorTableEncoding}. `PROTO_BINARY` is beyond the spec.
 *
 * @see Spec: warehouse, "VendorTableColumnFamily"
 */
export const VENDOR_TABLE_ENCODINGS = ["TEXT", "BINARY", "PROTO_BINARY"] as const;

/**
 * Encoding of values in Bigtable. Other strings are possible, because the service may add values.
 *
 * - `TEXT`: text
 * - `BINARY`: the byte encoding of HBase
 * - `PROTO_BINARY`: serialized protocol buffers, for the type `JSON`; beyond the spec
 */
export type VendorTableEncoding = (typeof VENDOR_TABLE_ENCODINGS)[number] | (string & {});

/**
 * All values of {@link HivePartitioningMode} that the spec lists.
 *
 * @see Spec: warehouse, "HivePartitioningOptions"
 */
export const HIVE_PARTITIONING_MODES = ["AUTO", "STRINGS", "CUSTOM"] as const;

/**
 * How the names and types of Hive partition keys are determined. Other strings are possible, because the service may
 * add values.
 *
 * - `AUTO`: names and types are inferred from the paths
 * - `STRINGS`: names are inferred, all types are strings
 * - `CUSTOM`: names and types are part of `sourceUriPrefix`
 */
export type HivePartitioningMode = (typeof HIVE_PARTITIONING_MODES)[number] | (string & {});

/**
 * All known values of {@link ManagedTableType}.
 *
 * @see Spec: warehouse, "Table" (values of the real service)
 */
export const MANAGED_TABLE_TYPES = ["MANAGED_TABLE_TYPE_UNSPECIFIED", "NATIVE", "BIGLAKE"] as const;

/**
 * Storage of a table that BigQuery manages. Other strings are possible, because the service may add values.
 *
 * - `MANAGED_TABLE_TYPE_UNSPECIFIED`: not specified
 * - `NATIVE`: BigQuery's own storage
 * - `BIGLAKE`: an Apache Iceberg table in object storage
 */
export type ManagedTableType = (typeof MANAGED_TABLE_TYPES)[number] | (string & {});

/**
 * All known values of {@link RestrictionType}.
 *
 * @see Spec: warehouse, "Table" (values of the real service)
 */
export const RESTRICTION_TYPES = ["RESTRICTION_TYPE_UNSPECIFIED", "RESTRICTED_DATA_EGRESS"] as const;

/**
 * Restriction of access to a table. Other strings are possible, because the service may add values.
 *
 * - `RESTRICTION_TYPE_UNSPECIFIED`: not specified
 * - `RESTRICTED_DATA_EGRESS`: data cannot be copied out of the table
 */
export type RestrictionType = (typeof RESTRICTION_TYPES)[number] | (string & {});

/**
 * All known values of {@link ReplicationStatus}.
 *
 * @see Spec: warehouse, "Table" (values of the real service)
 */
export const REPLICATION_STATUSES = [
  "REPLICATION_STATUS_UNSPECIFIED",
  "ACTIVE",
  "SOURCE_DELETED",
  "PERMISSION_DENIED",
  "UNSUPPORTED_CONFIGURATION",
] as const;

/**
 * Status of the replication of a table. Other strings are possible, because the service may add values.
 *
 * - `REPLICATION_STATUS_UNSPECIFIED`: not specified
 * - `ACTIVE`: running without errors
 * - `SOURCE_DELETED`: the source was deleted
 * - `PERMISSION_DENIED`: the source revoked the permission
 * - `UNSUPPORTED_CONFIGURATION`: the configuration of the source cannot be replicated
 */
export type ReplicationStatus = (typeof REPLICATION_STATUSES)[number] | (string & {});

/**
 * All known values of {@link GeneratedMode}.
 *
 * @see Spec: warehouse, "TableFieldSchema" (values of the real service)
 */
export const GENERATED_MODES = ["GENERATED_MODE_UNSPECIFIED", "GENERATED_ALWAYS", "GENERATED_BY_DEFAULT"] as const;

/**
 * When the service generates the values of a column. Other strings are possible, because the service may add values.
 *
 * - `GENERATED_MODE_UNSPECIFIED`: not specified, which means `GENERATED_ALWAYS`, the default
 * - `GENERATED_ALWAYS`: always: rows cannot contain values of the column
 * - `GENERATED_BY_DEFAULT`: for rows that do not contain a value of the column
 */
export type GeneratedMode = (typeof GENERATED_MODES)[number] | (string & {});

/**
 * All known values of {@link TypeSystem}.
 *
 * @see Spec: warehouse, "TableSchema" (values of the real service)
 */
export const TYPE_SYSTEMS = ["TYPE_SYSTEM_UNSPECIFIED", "HIVE"] as const;

/**
 * System that defines the foreign types of a schema. Other strings are possible, because the service may add values.
 *
 * - `TYPE_SYSTEM_UNSPECIFIED`: not specified
 * - `HIVE`: Apache Hive
 */
export type TypeSystem = (typeof TYPE_SYSTEMS)[number] | (string & {});

/**
 * All known values of {@link JoinCondition}.
 *
 * @see Spec: warehouse, "PrivacyPolicy" (values of the real service)
 */
export const JOIN_CONDITIONS = [
  "JOIN_CONDITION_UNSPECIFIED",
  "JOIN_ANY",
  "JOIN_ALL",
  "JOIN_NOT_REQUIRED",
  "JOIN_BLOCKED",
] as const;

/**
 * Which joins a view requires or allows. Other strings are possible, because the service may add values.
 *
 * - `JOIN_CONDITION_UNSPECIFIED`: joins are neither required nor restricted, the default
 * - `JOIN_ANY`: a join on at least one of the allowed columns is required
 * - `JOIN_ALL`: a join on all allowed columns is required
 * - `JOIN_NOT_REQUIRED`: joins are allowed on the allowed columns only
 * - `JOIN_BLOCKED`: no joins
 */
export type JoinCondition = (typeof JOIN_CONDITIONS)[number] | (string & {});

/**
 * All known values of {@link SourceColumnMatch}.
 *
 * @see Spec: warehouse, "CsvOptions" (values of the real service)
 */
export const SOURCE_COLUMN_MATCHES = ["POSITION", "NAME"] as const;

/**
 * How the columns of a file are matched to those of a schema. Other strings are possible, because the service may add values.
 *
 * - `POSITION`: by position
 * - `NAME`: by the names in the header row
 */
export type SourceColumnMatch = (typeof SOURCE_COLUMN_MATCHES)[number] | (string & {});

/**
 * All known values of {@link DatasetType}.
 *
 * @see Spec: warehouse, "Endpoints" (values of the real service)
 */
export const DATASET_TYPES = ["DEFAULT", "PUBLIC", "LINKED", "EXTERNAL", "BIGLAKE_ICEBERG", "BIGLAKE_HIVE"] as const;

/**
 * Type of a dataset. Other strings are possible, because the service may add values.
 *
 * - `DEFAULT`: only its owner and authorized accounts have access
 * - `PUBLIC`: everyone has access
 * - `LINKED`: a read-only link to a dataset of another project
 * - `EXTERNAL`: defined in a catalog outside of BigQuery
 * - `BIGLAKE_ICEBERG`: a BigLake dataset that the Iceberg API can access
 * - `BIGLAKE_HIVE`: a BigLake dataset that the Hive API can access
 */
export type DatasetType = (typeof DATASET_TYPES)[number] | (string & {});

/**
 * All known values of {@link CatalogSource}.
 *
 * @see Spec: warehouse, "Endpoints" (values of the real service)
 */
export const CATALOG_SOURCES = ["BIGLAKE"] as const;

/**
 * Origin of a dataset that BigQuery does not store itself: `BIGLAKE`, a namespace of BigLake. Other strings are possible,
 * because the service may add values.
 */
export type CatalogSource = (typeof CATALOG_SOURCES)[number] | (string & {});

/**
 * All known values of {@link StorageBillingModel}.
 *
 * @see Spec: warehouse, "Endpoints" (values of the real service)
 */
export const STORAGE_BILLING_MODELS = ["STORAGE_BILLING_MODEL_UNSPECIFIED", "LOGICAL", "PHYSICAL"] as const;

/**
 * Bytes that the storage of a dataset is billed for. Other strings are possible, because the service may add values.
 *
 * - `STORAGE_BILLING_MODEL_UNSPECIFIED`: not specified
 * - `LOGICAL`: logical bytes
 * - `PHYSICAL`: physical bytes, after compression
 */
export type StorageBillingModel = (typeof STORAGE_BILLING_MODELS)[number] | (string & {});

/**
 * All known values of {@link LinkState}.
 *
 * @see Spec: warehouse, "Endpoints" (values of the real service)
 */
export const LINK_STATES = ["LINK_STATE_UNSPECIFIED", "LINKED", "UNLINKED"] as const;

/**
 * State of a linked dataset. Other strings are possible, because the service may add values.
 *
 * - `LINK_STATE_UNSPECIFIED`: not specified, as `LINKED`
 * - `LINKED`: its data can be queried
 * - `UNLINKED`: the owner of the source has ended the link; its data can no longer be read
 */
export type LinkState = (typeof LINK_STATES)[number] | (string & {});

/**
 * All known values of {@link DatasetAccessTargetType}.
 *
 * @see Spec: warehouse, "Endpoints" (values of the real service)
 */
export const DATASET_ACCESS_TARGET_TYPES = ["TARGET_TYPE_UNSPECIFIED", "VIEWS", "ROUTINES"] as const;

/**
 * Kind of resources of a dataset that have access to another dataset. Other strings are possible, because the service may
 * add values.
 *
 * - `TARGET_TYPE_UNSPECIFIED`: not allowed
 * - `VIEWS`: the views of the dataset
 * - `ROUTINES`: the routines of the dataset
 */
export type DatasetAccessTargetType = (typeof DATASET_ACCESS_TARGET_TYPES)[number] | (string & {});

/**
 * The basic roles of {@link DatasetRole}.
 *
 * @see Spec: warehouse, "Endpoints" (values of the real service)
 */
export const DATASET_ROLES = ["READER", "WRITER", "OWNER"] as const;

/**
 * Role in a dataset. Other strings are possible: any IAM role, such as `roles/bigquery.metadataViewer`.
 *
 * - `READER`: reads data, as `roles/bigquery.dataViewer`
 * - `WRITER`: reads and writes data, as `roles/bigquery.dataEditor`
 * - `OWNER`: also changes and deletes the dataset, as `roles/bigquery.dataOwner`
 */
export type DatasetRole = (typeof DATASET_ROLES)[number] | (string & {});

/**
 * All known values of {@link SpecialGroup}.
 *
 * @see Spec: warehouse, "Endpoints" (values of the real service)
 */
export const SPECIAL_GROUPS = ["projectOwners", "projectReaders", "projectWriters", "allAuthenticatedUsers"] as const;

/**
 * Predefined group of users. Other strings are possible, because the service may add values.
 *
 * - `projectOwners`: the owners of the project
 * - `projectReaders`: the viewers of the project
 * - `projectWriters`: the editors of the project
 * - `allAuthenticatedUsers`: everyone who is signed in with a Google account
 */
export type SpecialGroup = (typeof SPECIAL_GROUPS)[number] | (string & {});
