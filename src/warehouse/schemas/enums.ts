/**
 * Values that the spec lists for the type of a table.
 *
 * - `TABLE`: an ordinary table, the default
 * - `VIEW`: a virtual table, made of a SQL query
 * - `EXTERNAL`: a table over data in another storage system
 * - `MATERIALIZED_VIEW`: a view whose results are computed ahead and kept
 * - `SNAPSHOT`: an unchangeable copy of a base table as it was at one moment
 *
 * @see Spec: warehouse, "Table"
 */
export const TABLE_TYPES = ["TABLE", "VIEW", "EXTERNAL", "MATERIALIZED_VIEW", "SNAPSHOT"] as const;

/** What sort of table it is: one of {@link TABLE_TYPES}, or a value added later. */
export type TableType = (typeof TABLE_TYPES)[number] | (string & {});

/**
 * Values that the spec lists for the type of a column.
 *
 * Four have a second spelling: `INTEGER` is `INT64`, `FLOAT` is `FLOAT64`, `BOOLEAN` is `BOOL`, and `RECORD` is
 * `STRUCT`, a column with nested columns. `RANGE` holds an interval of dates or times.
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
] as const;

/** Type of a column: one of {@link FIELD_TYPES}, or a value added later. */
export type FieldType = (typeof FIELD_TYPES)[number] | (string & {});

/**
 * Values that the spec lists for the mode of a column.
 *
 * - `NULLABLE`: may be null, the default
 * - `REQUIRED`: never null
 * - `REPEATED`: a list of values
 *
 * @see Spec: warehouse, "TableFieldSchema"
 */
export const FIELD_MODES = ["NULLABLE", "REQUIRED", "REPEATED"] as const;

/** Mode of a column: one of {@link FIELD_MODES}, or a value added later. */
export type FieldMode = (typeof FIELD_MODES)[number] | (string & {});

/**
 * Types that the bounds of a `RANGE` column may have.
 *
 * @see Spec: warehouse, "FieldElementType"
 */
export const RANGE_ELEMENT_TYPES = ["DATE", "DATETIME", "TIMESTAMP"] as const;

/** Type of the bounds of a range: one of {@link RANGE_ELEMENT_TYPES}, or a value added later. */
export type RangeElementType = (typeof RANGE_ELEMENT_TYPES)[number] | (string & {});

/**
 * How a decimal is rounded when it has more fractional digits than its column.
 *
 * - `ROUNDING_MODE_UNSPECIFIED`: left to the service
 * - `ROUND_HALF_AWAY_FROM_ZERO`: a half goes away from zero, 2.5 to 3 and -2.5 to -3
 * - `ROUND_HALF_EVEN`: a half goes to the even neighbour, 2.5 to 2 and 3.5 to 4
 *
 * @see Spec: warehouse, "Table" (values of the real service)
 */
export const ROUNDING_MODES = ["ROUNDING_MODE_UNSPECIFIED", "ROUND_HALF_AWAY_FROM_ZERO", "ROUND_HALF_EVEN"] as const;

/** How decimals are rounded: one of {@link ROUNDING_MODES}, or a value added later. */
export type RoundingMode = (typeof ROUNDING_MODES)[number] | (string & {});

/**
 * How strings are compared and sorted.
 *
 * - `und:ci`: of no particular language, upper and lower case alike
 * - the empty string: by case, which is how it is without a collation
 *
 * @see Spec: warehouse, "Table"
 * @see Spec: warehouse, "TableFieldSchema"
 */
export const COLLATIONS = ["und:ci", ""] as const;

/** How strings are compared: one of {@link COLLATIONS}, or a value added later. */
export type Collation = (typeof COLLATIONS)[number] | (string & {});

/**
 * How much time one partition spans.
 *
 * @see Spec: warehouse, "TimePartitioning"
 */
export const TIME_PARTITIONING_TYPES = ["DAY", "HOUR", "MONTH", "YEAR"] as const;

/** Span of one time partition: one of {@link TIME_PARTITIONING_TYPES}, or a value added later. */
export type TimePartitioningType = (typeof TIME_PARTITIONING_TYPES)[number] | (string & {});

/**
 * Kinds of permission use that an audit log can record: reads of metadata, writes and reads of data.
 *
 * @see Spec: warehouse, "Table methods" (values of the real service)
 */
export const AUDIT_LOG_TYPES = ["LOG_TYPE_UNSPECIFIED", "ADMIN_READ", "DATA_WRITE", "DATA_READ"] as const;

/** What an audit log records: one of {@link AUDIT_LOG_TYPES}, or a value added later. */
export type AuditLogType = (typeof AUDIT_LOG_TYPES)[number] | (string & {});

/**
 * Formats that external data may have.
 *
 * - `CSV`: comma-separated text
 * - `VENDOR_SHEETS`: the vendor's spreadsheets
 * - `NEWLINE_DELIMITED_JSON`: one JSON object a line
 * - `AVRO`, `ORC`, `PARQUET`: files of these formats, which bring their schema with them
 * - `VENDOR_DATASTORE_BACKUP`: a backup of the vendor's datastore
 * - `ICEBERG`: an Iceberg table
 * - `VENDOR_TABLE`: the vendor's wide-column store (beta)
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

/** Format of external data: one of {@link SOURCE_FORMATS}, or a value added later. */
export type SourceFormat = (typeof SOURCE_FORMATS)[number] | (string & {});

/**
 * How the source URIs of external data in object storage are read.
 *
 * - `FILE_SET_SPEC_TYPE_FILE_SYSTEM_MATCH`: as patterns that the files are listed by, the default
 * - `FILE_SET_SPEC_TYPE_NEW_LINE_DELIMITED_MANIFEST`: as text files that name one data file a line, without wildcards
 *
 * @see Spec: warehouse, "ExternalDataConfiguration"
 */
export const FILE_SET_SPEC_TYPES = [
  "FILE_SET_SPEC_TYPE_FILE_SYSTEM_MATCH",
  "FILE_SET_SPEC_TYPE_NEW_LINE_DELIMITED_MANIFEST",
] as const;

/** How source URIs are read: one of {@link FILE_SET_SPEC_TYPES}, or a value added later. */
export type FileSetSpecType = (typeof FILE_SET_SPEC_TYPES)[number] | (string & {});

/**
 * How external files may be compressed.
 *
 * @see Spec: warehouse, "ExternalDataConfiguration"
 */
export const SOURCE_COMPRESSIONS = ["GZIP", "NONE"] as const;

/** Compression of external files: one of {@link SOURCE_COMPRESSIONS}, or a value added later. */
export type SourceCompression = (typeof SOURCE_COMPRESSIONS)[number] | (string & {});

/**
 * Column types that a source decimal may become, narrowest first: the order in which they are tried.
 *
 * `DECIMAL_TARGET_TYPE_UNSPECIFIED` is no choice and refused; `STRING` holds every decimal.
 *
 * @see Spec: warehouse, "ExternalDataConfiguration"
 */
export const DECIMAL_TARGET_TYPES = ["DECIMAL_TARGET_TYPE_UNSPECIFIED", "NUMERIC", "BIGNUMERIC", "STRING"] as const;

/** What a source decimal may become: one of {@link DECIMAL_TARGET_TYPES}, or a value added later. */
export type DecimalTargetType = (typeof DECIMAL_TARGET_TYPES)[number] | (string & {});

/**
 * Dialects of newline-delimited JSON.
 *
 * - `JSON_EXTENSION_UNSPECIFIED`: plain JSON, the default
 * - `GEOJSON`: GeoJSON features
 *
 * @see Spec: warehouse, "ExternalDataConfiguration"
 */
export const JSON_EXTENSIONS = ["JSON_EXTENSION_UNSPECIFIED", "GEOJSON"] as const;

/** Dialect of JSON: one of {@link JSON_EXTENSIONS}, or a value added later. */
export type JsonExtension = (typeof JSON_EXTENSIONS)[number] | (string & {});

/**
 * Shapes that a Parquet map may take as a column.
 *
 * - `MAP_TARGET_TYPE_UNSPECIFIED`: a RECORD named like the map, with a repeated RECORD `key_value` of `key` and `value`
 * - `ARRAY_OF_STRUCT`: a repeated RECORD named like the map, of `key` and `value`, one level less
 *
 * @see Spec: warehouse, "ExternalDataConfiguration"
 */
export const MAP_TARGET_TYPES = ["MAP_TARGET_TYPE_UNSPECIFIED", "ARRAY_OF_STRUCT"] as const;

/** Shape of a Parquet map: one of {@link MAP_TARGET_TYPES}, or a value added later. */
export type MapTargetType = (typeof MAP_TARGET_TYPES)[number] | (string & {});

/**
 * What an object table shows of the objects at its source.
 *
 * - `OBJECT_METADATA_UNSPECIFIED`: no object table, the default
 * - `SIMPLE`: one row an object, as a directory listing; the only kind that is supported
 *
 * @see Spec: warehouse, "ExternalDataConfiguration"
 */
export const OBJECT_METADATA = ["OBJECT_METADATA_UNSPECIFIED", "SIMPLE"] as const;

/** Kind of object table: one of {@link OBJECT_METADATA}, or a value added later. */
export type ObjectMetadata = (typeof OBJECT_METADATA)[number] | (string & {});

/**
 * How cached metadata of external data is refreshed. Queries use the newest cache that `maxStaleness` of the table
 * allows.
 *
 * - `METADATA_CACHE_MODE_UNSPECIFIED`: not chosen
 * - `AUTOMATIC`: the service refreshes in the background
 * - `MANUAL`: a refresh is started by hand
 *
 * @see Spec: warehouse, "ExternalDataConfiguration"
 */
export const METADATA_CACHE_MODES = ["METADATA_CACHE_MODE_UNSPECIFIED", "AUTOMATIC", "MANUAL"] as const;

/** How cached metadata is refreshed: one of {@link METADATA_CACHE_MODES}, or a value added later. */
export type MetadataCacheMode = (typeof METADATA_CACHE_MODES)[number] | (string & {});

/**
 * File formats of a managed lake table.
 *
 * @see Spec: warehouse, "ExternalDataConfiguration"
 */
export const FILE_FORMATS = ["FILE_FORMAT_UNSPECIFIED", "PARQUET"] as const;

/** File format of a lake table's data: one of {@link FILE_FORMATS}, or a value added later. */
export type FileFormat = (typeof FILE_FORMATS)[number] | (string & {});

/**
 * Table formats of a managed lake table.
 *
 * @see Spec: warehouse, "ExternalDataConfiguration"
 */
export const TABLE_FORMATS = ["TABLE_FORMAT_UNSPECIFIED", "ICEBERG"] as const;

/** Format of a lake table's metadata: one of {@link TABLE_FORMATS}, or a value added later. */
export type TableFormat = (typeof TABLE_FORMATS)[number] | (string & {});

/**
 * Character encodings of CSV files; `UTF-8` is the default.
 *
 * @see Spec: warehouse, "CsvOptions"
 */
export const CSV_ENCODINGS = ["UTF-8", "ISO-8859-1", "UTF-16BE", "UTF-16LE", "UTF-32BE", "UTF-32LE"] as const;

/** Character encoding of CSV: one of {@link CSV_ENCODINGS}, or a value added later. */
export type CsvEncoding = (typeof CSV_ENCODINGS)[number] | (string & {});

/**
 * Character encodings of JSON files; `UTF-8` is the default.
 *
 * @see Spec: warehouse, "JsonOptions"
 */
export const JSON_ENCODINGS = ["UTF-8", "UTF-16BE", "UTF-16LE", "UTF-32BE", "UTF-32LE"] as const;

/** Character encoding of JSON: one of {@link JSON_ENCODINGS}, or a value added later. */
export type JsonEncoding = (typeof JSON_ENCODINGS)[number] | (string & {});

/**
 * Types that values of the wide-column store are read as, in exactly this spelling; `BYTES` is the default.
 *
 * @see Spec: warehouse, "VendorTableColumnFamily"
 */
export const VENDOR_TABLE_VALUE_TYPES = ["BYTES", "STRING", "INTEGER", "FLOAT", "BOOLEAN", "JSON"] as const;

/** Type of values in the wide-column store: one of {@link VENDOR_TABLE_VALUE_TYPES}, or a value added later. */
export type VendorTableValueType = (typeof VENDOR_TABLE_VALUE_TYPES)[number] | (string & {});

/**
 * How values lie in the wide-column store: `TEXT` as text, `BINARY` in the store's own byte form.
 *
 * @see Spec: warehouse, "VendorTableColumnFamily"
 */
export const VENDOR_TABLE_ENCODINGS = ["TEXT", "BINARY"] as const;

/** Encoding of values in the wide-column store: one of {@link VENDOR_TABLE_ENCODINGS}, or a value added later. */
export type VendorTableEncoding = (typeof VENDOR_TABLE_ENCODINGS)[number] | (string & {});

/**
 * How the partition keys of a Hive layout are found.
 *
 * - `AUTO`: names and types are worked out from the paths
 * - `STRINGS`: names are worked out, every type is a string
 * - `CUSTOM`: names and types stand in the source URI prefix
 *
 * @see Spec: warehouse, "HivePartitioningOptions"
 */
export const HIVE_PARTITIONING_MODES = ["AUTO", "STRINGS", "CUSTOM"] as const;

/** How Hive partition keys are found: one of {@link HIVE_PARTITIONING_MODES}, or a value added later. */
export type HivePartitioningMode = (typeof HIVE_PARTITIONING_MODES)[number] | (string & {});
