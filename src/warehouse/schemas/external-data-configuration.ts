import * as z from "zod/mini";
import { integer, openEnum, openObject, opt } from "../../core/schema/schema.js";
import type { SchemaOf, ShapeOf } from "../../core/schema/shape-of.js";
import type {
  DecimalTargetType,
  FileSetSpecType,
  JsonExtension,
  MetadataCacheMode,
  ObjectMetadata,
  SourceCompression,
  SourceFormat,
} from "./enums.js";
import { AvroOptions, HivePartitioningOptions, ParquetOptions } from "./file-options.js";
import { TableSchema } from "./table-schema.js";
import { CsvOptions, JsonOptions, VendorSheetsOptions } from "./text-options.js";
import { VendorTableOptions } from "./vendor-table-options.js";

/**
 * Where data outside the warehouse lies and how it is read, so that it can be queried like a table.
 *
 * @see Spec: warehouse, "ExternalDataConfiguration"
 */
export interface ExternalDataConfiguration {
  /**
   * Where the data lies.
   *
   * In object storage, each URI may hold one `*` after the bucket name, and the size limits of load jobs apply. For the
   * wide-column store exactly one complete HTTPS URL; for a datastore backup exactly one URI, without `*`.
   */
  sourceUris: string[];
  /** How `sourceUris` are read. Object storage only. Default: `FILE_SET_SPEC_TYPE_FILE_SYSTEM_MATCH`. */
  fileSetSpecType?: FileSetSpecType | undefined;
  /**
   * Columns of the data.
   *
   * Required for CSV and JSON unless `autodetect` is on. Not allowed for the wide-column store, datastore backups,
   * Avro, ORC and Parquet.
   */
  schema?: TableSchema | undefined;
  /** Format of the data. Required, except for object tables (see `objectMetadata`), which leave it out. */
  sourceFormat?: SourceFormat | undefined;
  /**
   * How many bad records are passed over. Default: 0, every record must be valid.
   *
   * One more, and the job's result holds an error with the reason `invalid`. Ignored for the wide-column store,
   * datastore backups, Avro, ORC and Parquet.
   */
  maxBadRecords?: number | undefined;
  /** Whether the schema and the options of the format are worked out from the data. Options that are set still hold. */
  autodetect?: boolean | undefined;
  /**
   * Whether values that no column takes are dropped; otherwise they make a bad record. Default: `false`.
   *
   * In CSV these are extra columns at the end, in JSON names that match no column. Ignored for the
   * wide-column store, datastore backups, Avro, ORC and Parquet.
   */
  ignoreUnknownValues?: boolean | undefined;
  /**
   * How the files are compressed. Default: `NONE`. The empty string is invalid.
   *
   * Ignored for the wide-column store, datastore backups, Avro, ORC and Parquet.
   */
  compression?: SourceCompression | undefined;
  /** How CSV is read. For `sourceFormat` `CSV`. */
  csvOptions?: CsvOptions | undefined;
  /** How JSON is read. For `sourceFormat` `NEWLINE_DELIMITED_JSON`. */
  jsonOptions?: JsonOptions | undefined;
  /** How the wide-column store is read. For `sourceFormat` `VENDOR_TABLE`. */
  vendorTableOptions?: VendorTableOptions | undefined;
  /** How a spreadsheet is read. For `sourceFormat` `VENDOR_SHEETS`. */
  vendorSheetsOptions?: VendorSheetsOptions | undefined;
  /**
   * How partition keys are read from the paths of the files.
   *
   * For JSON, CSV, ORC, Avro and Parquet; an error otherwise.
   */
  hivePartitioningOptions?: HivePartitioningOptions | undefined;
  /**
   * Connection whose credentials read the storage.
   *
   * Form: `<project>.<location>;<connection>` or `projects/<project>/locations/<location>/connections/<connection>`.
   */
  connectionId?: string | undefined;
  /**
   * Column types that decimals of the source may become, without duplicates; the order does not count.
   * Default: `NUMERIC` and `STRING` for ORC, `NUMERIC` for all other formats.
   *
   * Of `NUMERIC`, `BIGNUMERIC`, `STRING`, the first that is listed and can hold the source's precision and scale is
   * taken (`STRING` always can). If none can, the widest that is listed is taken, and reading a value beyond it is an
   * error.
   */
  decimalTargetTypes?: DecimalTargetType[] | undefined;
  /** How Avro is read. For `sourceFormat` `AVRO`. */
  avroOptions?: AvroOptions | undefined;
  /**
   * Dialect of the JSON.
   *
   * For `sourceFormat` `NEWLINE_DELIMITED_JSON`. Default: `JSON_EXTENSION_UNSPECIFIED`, plain JSON.
   */
  jsonExtension?: JsonExtension | undefined;
  /** How Parquet is read. For `sourceFormat` `PARQUET`. */
  parquetOptions?: ParquetOptions | undefined;
  /** URI of a file to take the schema from. For Avro, Parquet and ORC. */
  referenceFileSchemaUri?: string | undefined;
  /** Whether metadata of the source is cached, and who refreshes the cache. */
  metadataCacheMode?: MetadataCacheMode | undefined;
  /**
   * Makes an object table: one row for each object at the source. Default: `OBJECT_METADATA_UNSPECIFIED`, no object
   * table.
   *
   * Leave `sourceFormat` out when this is set.
   */
  objectMetadata?: ObjectMetadata | undefined;
}

export const ExternalDataConfiguration: SchemaOf<ExternalDataConfiguration> = /* @__PURE__ */ openObject({
  sourceUris: z.array(z.string()),
  fileSetSpecType: opt(openEnum<FileSetSpecType>()),
  schema: opt(TableSchema),
  sourceFormat: opt(openEnum<SourceFormat>()),
  maxBadRecords: opt(integer()),
  autodetect: opt(z.boolean()),
  ignoreUnknownValues: opt(z.boolean()),
  compression: opt(openEnum<SourceCompression>()),
  csvOptions: opt(CsvOptions),
  jsonOptions: opt(JsonOptions),
  vendorTableOptions: opt(VendorTableOptions),
  vendorSheetsOptions: opt(VendorSheetsOptions),
  hivePartitioningOptions: opt(HivePartitioningOptions),
  connectionId: opt(z.string()),
  decimalTargetTypes: opt(z.array(openEnum<DecimalTargetType>())),
  avroOptions: opt(AvroOptions),
  jsonExtension: opt(openEnum<JsonExtension>()),
  parquetOptions: opt(ParquetOptions),
  referenceFileSchemaUri: opt(z.string()),
  metadataCacheMode: opt(openEnum<MetadataCacheMode>()),
  objectMetadata: opt(openEnum<ObjectMetadata>()),
} satisfies ShapeOf<ExternalDataConfiguration>);
