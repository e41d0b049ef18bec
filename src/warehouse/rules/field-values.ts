import {
  BIGTABLE_ENCODINGS,
  BIGTABLE_VALUE_TYPES,
  COLLATIONS,
  CSV_ENCODINGS,
  DECIMAL_TARGET_TYPES,
  FIELD_MODES,
  FIELD_TYPES,
  FILE_FORMATS,
  FILE_SET_SPEC_TYPES,
  HIVE_PARTITIONING_MODES,
  JSON_ENCODINGS,
  JSON_EXTENSIONS,
  MAP_TARGET_TYPES,
  METADATA_CACHE_MODES,
  OBJECT_METADATA,
  RANGE_ELEMENT_TYPES,
  ROUNDING_MODES,
  SOURCE_COMPRESSIONS,
  SOURCE_FORMATS,
  TABLE_FORMATS,
  TIME_PARTITIONING_TYPES,
} from "../schemas/enums.js";
import type { ExternalDataConfiguration } from "../schemas/external-data.js";
import type { HivePartitioningOptions } from "../schemas/format-options.js";
import type { TableSchema } from "../schemas/table-schema.js";
import { type At, type Draft, type FieldDraft, isAnyOf, lacksColumns, oneOf, required } from "./rule-builders.js";

const references = (id: string) => [`tableReference.${id}`, `tableConstraints.foreignKeys[].referencedTable.${id}`];

const lake = <const Id extends string>(id: Id, source: string, member: string) =>
  required(id, source, `biglakeConfiguration.${member}`, { isEmpty: () => false });

type External = Draft<ExternalDataConfiguration>;

const SCHEMA_NEEDED = ["CSV", "NEWLINE_DELIMITED_JSON"];

/** Rules about required fields, one per field. */
export const requiredRules = [
  required("table-reference-required", "bigquery.v2#Table.tableReference", "tableReference"),
  required(
    "project-id-required",
    "bigquery.v2#TableReference.projectId; https://cloud.google.com/bigquery/docs/reference/rest/v2/tables#ForeignKey",
    references("projectId"),
  ),
  required(
    "dataset-id-required",
    "bigquery.v2#TableReference.datasetId; https://cloud.google.com/bigquery/docs/reference/rest/v2/tables#ForeignKey",
    references("datasetId"),
  ),
  required(
    "table-id-required",
    "bigquery.v2#TableReference.tableId; https://cloud.google.com/bigquery/docs/reference/rest/v2/tables#ForeignKey",
    references("tableId"),
  ),
  required(
    "field-name-required",
    "bigquery.v2#TableFieldSchema.name; https://cloud.google.com/bigquery/docs/schemas",
    "fields[].name",
    { isEmpty: () => false },
  ),
  required(
    "field-type-required",
    "bigquery.v2#TableFieldSchema.type; https://cloud.google.com/bigquery/docs/schemas",
    "fields[].type",
    { isEmpty: () => false },
  ),
  required(
    "record-fields-required",
    "bxparks/bigquery-schema-generator#55; GoogleCloudPlatform/DataflowTemplates#8",
    "fields[].fields",
    {
      hint: "a RECORD or STRUCT has at least one nested field",
      when: ({ holder: { type } }: At<unknown, FieldDraft>) => isAnyOf(type, ["RECORD", "STRUCT"]),
    },
  ),
  required(
    "foreign-type-definition-required",
    "bigquery.v2#TableFieldSchema.foreignTypeDefinition",
    "fields[].foreignTypeDefinition",
    { when: ({ holder: { type } }: At<unknown, FieldDraft>) => isAnyOf(type, ["FOREIGN"]) },
  ),
  required(
    "range-element-type-required",
    "https://cloud.google.com/bigquery/docs/reference/rest/v2/tables#TableFieldSchema",
    "fields[].rangeElementType",
    {
      hint: 'the type of the values of the RANGE, such as { type: "DATE" }',
      when: ({ holder: { type } }: At<unknown, FieldDraft>) => isAnyOf(type, ["RANGE"]),
    },
  ),
  required(
    "range-element-type-type-required",
    "bigquery.v2#TableFieldSchema.rangeElementType.type",
    "fields[].rangeElementType.type",
    { isEmpty: () => false },
  ),
  required("time-partitioning-type-required", "bigquery.v2#TimePartitioning.type", "timePartitioning.type", {
    isEmpty: () => false,
  }),
  required("range-partitioning-field-required", "bigquery.v2#RangePartitioning.field", "rangePartitioning.field"),
  required(
    "range-partitioning-range-required",
    "https://cloud.google.com/bigquery/docs/partitioned-tables#integer_range; https://cloud.google.com/bigquery/docs/reference/standard-sql/data-definition-language#partition_expression",
    "rangePartitioning.range",
    {
      hint: "start, end and interval",
    },
  ),
  required(
    "range-start-required",
    "https://cloud.google.com/bigquery/docs/reference/rest/v2/tables#RangePartitioning",
    "rangePartitioning.range.start",
  ),
  required(
    "range-end-required",
    "https://cloud.google.com/bigquery/docs/reference/rest/v2/tables#RangePartitioning",
    "rangePartitioning.range.end",
  ),
  required(
    "range-interval-required",
    "https://cloud.google.com/bigquery/docs/reference/rest/v2/tables#RangePartitioning",
    "rangePartitioning.range.interval",
  ),
  required(
    "partitioned-column-field-required",
    "bigquery.v2#PartitionedColumn.field",
    "partitionDefinition.partitionedColumn[].field",
  ),
  required("view-query-required", "bigquery.v2#ViewDefinition.query", "view.query"),
  required(
    "materialized-view-query-required",
    "bigquery.v2#MaterializedViewDefinition.query",
    "materializedView.query",
  ),
  required("source-uris-required", "bigquery.v2#ExternalDataConfiguration.sourceUris; apache/airflow#18373", [
    "externalDataConfiguration.sourceUris",
    "externalDataConfiguration.sourceUris[]",
  ]),
  required(
    "source-format-required",
    "bigquery.v2#ExternalDataConfiguration.sourceFormat; bigquery.v2#ExternalDataConfiguration.objectMetadata",
    "externalDataConfiguration.sourceFormat",
    {
      hint: 'only an object table ("objectMetadata") can omit it',
      when: ({ holder: { objectMetadata } }: At<unknown, External>) =>
        objectMetadata == null || objectMetadata === "OBJECT_METADATA_UNSPECIFIED",
      isEmpty: () => false,
    },
  ),
  required(
    "external-schema-required",
    "bigquery.v2#ExternalDataConfiguration.schema",
    "externalDataConfiguration.schema",
    {
      hint: 'CSV and JSON require a schema or "autodetect"',
      when: ({
        holder: { sourceFormat, autodetect },
        context: { table, complete, autodetectSchema },
      }: At<unknown, External>) => {
        const isDetected = autodetectSchema || (autodetect === undefined ? !complete : autodetect);
        return SCHEMA_NEEDED.includes(sourceFormat ?? "") && !isDetected && lacksColumns(table.schema, complete);
      },
      isEmpty: ({ value: schema, context: { complete } }: At<Draft<TableSchema>>) => lacksColumns(schema, complete),
    },
  ),
  required(
    "column-qualifier-required",
    "spec: warehouse, 'externalDataConfiguration.bigtableOptions.columnFamilies[].columns[]'; bigquery.v2#BigtableColumn.qualifierEncoded",
    "externalDataConfiguration.bigtableOptions.columnFamilies[].columns[].qualifierEncoded",
    { hint: 'the qualifier in base64, even if "qualifierString" is set', isEmpty: () => false },
  ),
  required(
    "hive-custom-prefix-required",
    "bigquery.v2#HivePartitioningOptions.sourceUriPrefix",
    "externalDataConfiguration.hivePartitioningOptions.sourceUriPrefix",
    {
      hint: "for CUSTOM it ends in the partition keys, {<key>:<TYPE>}",
      when: ({ holder: { mode } }: At<unknown, Draft<HivePartitioningOptions>>) => mode === "CUSTOM",
    },
  ),
  lake(
    "biglake-connection-required",
    "spec: warehouse, 'biglakeConfiguration'; bigquery.v2#BigLakeConfiguration.connectionId",
    "connectionId",
  ),
  lake(
    "biglake-storage-uri-required",
    "spec: warehouse, 'biglakeConfiguration'; https://cloud.google.com/bigquery/docs/reference/standard-sql/data-definition-language#table_option_list; bigquery.v2#BigLakeConfiguration.storageUri",
    "storageUri",
  ),
  lake(
    "biglake-file-format-required",
    "spec: warehouse, 'biglakeConfiguration'; https://cloud.google.com/bigquery/docs/reference/standard-sql/data-definition-language#table_option_list; bigquery.v2#BigLakeConfiguration.fileFormat",
    "fileFormat",
  ),
  lake(
    "biglake-table-format-required",
    "spec: warehouse, 'biglakeConfiguration'; https://cloud.google.com/bigquery/docs/reference/standard-sql/data-definition-language#table_option_list; bigquery.v2#BigLakeConfiguration.tableFormat",
    "tableFormat",
  ),
  required(
    "primary-key-columns-required",
    "bigquery.v2#TableConstraints.primaryKey.columns",
    "tableConstraints.primaryKey.columns",
  ),
  required(
    "foreign-key-table-required",
    "https://cloud.google.com/bigquery/docs/reference/rest/v2/tables#ForeignKey",
    "tableConstraints.foreignKeys[].referencedTable",
  ),
  required(
    "foreign-key-columns-required",
    "bigquery.v2#TableConstraints.foreignKeys.columnReferences",
    "tableConstraints.foreignKeys[].columnReferences",
  ),
  required(
    "referencing-column-required",
    "bigquery.v2#TableConstraints.foreignKeys.columnReferences.referencingColumn",
    "tableConstraints.foreignKeys[].columnReferences[].referencingColumn",
  ),
  required(
    "referenced-column-required",
    "bigquery.v2#TableConstraints.foreignKeys.columnReferences.referencedColumn",
    "tableConstraints.foreignKeys[].columnReferences[].referencedColumn",
  ),
];

const DECIMAL_TARGETS = DECIMAL_TARGET_TYPES.filter((type) => type !== "DECIMAL_TARGET_TYPE_UNSPECIFIED");

/** Types of SQL dialects that are certainly unknown to BigQuery's API, with those that replace them. */
const SQL_TYPES = {
  INT: "INTEGER",
  TINYINT: "INTEGER",
  SMALLINT: "INTEGER",
  BIGINT: "INTEGER",
  BYTEINT: "INTEGER",
  DOUBLE: "FLOAT",
  REAL: "FLOAT",
  NUMBER: "NUMERIC",
  CHAR: "STRING",
  VARCHAR: "STRING",
  NVARCHAR: "STRING",
  TEXT: "STRING",
  BINARY: "BYTES",
  VARBINARY: "BYTES",
  BLOB: "BYTES",
};

const PROTO = { beyondSpec: ["PROTO_BINARY"], isOpen: true };

/** One rule for each field for which the real service may accept values that are not known. */
export const openValueRules = [
  oneOf(
    "default-rounding-mode",
    "https://cloud.google.com/bigquery/docs/reference/standard-sql/data-definition-language#table_option_list; bigquery.v2#Table.defaultRoundingMode",
    "defaultRoundingMode",
    ROUNDING_MODES,
    { isOpen: true },
  ),
  oneOf(
    "field-type",
    "spec: warehouse, 'fields[]'; bigquery.v2#TableFieldSchema.type; bigquery.v2#TableFieldSchema.foreignTypeDefinition",
    "fields[].type",
    FIELD_TYPES,
    {
      beyondSpec: ["INTERVAL", "FOREIGN"],
      isOpen: true,
      aliases: SQL_TYPES,
    },
  ),
  oneOf("field-mode", "bigquery.v2#TableFieldSchema.mode", "fields[].mode", FIELD_MODES, {
    isOpen: true,
    aliases: { OPTIONAL: "NULLABLE" },
  }),
  oneOf(
    "field-rounding-mode",
    "https://cloud.google.com/bigquery/docs/schemas#rounding_mode; bigquery.v2#TableFieldSchema.roundingMode",
    "fields[].roundingMode",
    ROUNDING_MODES,
    { isOpen: true },
  ),
  oneOf(
    "source-format",
    "bigquery.v2#ExternalDataConfiguration.sourceFormat; https://cloud.google.com/bigquery/docs/reference/standard-sql/data-definition-language#external_table_option_list",
    "externalDataConfiguration.sourceFormat",
    SOURCE_FORMATS,
    {
      isOpen: true,
      aliases: { JSON: "NEWLINE_DELIMITED_JSON" },
    },
  ),
  oneOf(
    "source-compression",
    "bigquery.v2#ExternalDataConfiguration.compression",
    "externalDataConfiguration.compression",
    SOURCE_COMPRESSIONS,
    { isOpen: true },
  ),
  oneOf(
    "object-metadata",
    "spec: warehouse, 'externalDataConfiguration'; bigquery.v2#ExternalDataConfiguration.objectMetadata",
    "externalDataConfiguration.objectMetadata",
    OBJECT_METADATA,
    { beyondSpec: ["DIRECTORY"], isOpen: true },
  ),
  oneOf(
    "column-family-encoding",
    "spec: warehouse, 'externalDataConfiguration.bigtableOptions.columnFamilies[]'; bigquery.v2#BigtableColumnFamily.encoding",
    "externalDataConfiguration.bigtableOptions.columnFamilies[].encoding",
    BIGTABLE_ENCODINGS,
    PROTO,
  ),
  oneOf(
    "column-encoding",
    "spec: warehouse, 'externalDataConfiguration.bigtableOptions.columnFamilies[].columns[]'; bigquery.v2#BigtableColumn.encoding",
    "externalDataConfiguration.bigtableOptions.columnFamilies[].columns[].encoding",
    BIGTABLE_ENCODINGS,
    PROTO,
  ),
];

/** Rules about fields with enumerated values, one per field. */
export const allowedValueRules = [
  ...openValueRules,
  oneOf("default-collation", "bigquery.v2#Table.defaultCollation", "defaultCollation", COLLATIONS),
  oneOf("field-collation", "bigquery.v2#TableFieldSchema.collation", "fields[].collation", COLLATIONS),
  oneOf(
    "range-element-type",
    "https://cloud.google.com/bigquery/docs/reference/rest/v2/tables#TableFieldSchema",
    "fields[].rangeElementType.type",
    RANGE_ELEMENT_TYPES,
  ),
  oneOf(
    "time-partitioning-type",
    "bigquery.v2#TimePartitioning.type",
    "timePartitioning.type",
    TIME_PARTITIONING_TYPES,
  ),
  oneOf(
    "file-set-spec-type",
    "bigquery.v2#ExternalDataConfiguration.fileSetSpecType",
    "externalDataConfiguration.fileSetSpecType",
    FILE_SET_SPEC_TYPES,
  ),
  oneOf(
    "decimal-target-type",
    "bigquery.v2#ExternalDataConfiguration.decimalTargetTypes",
    "externalDataConfiguration.decimalTargetTypes[]",
    DECIMAL_TARGETS,
  ),
  oneOf(
    "json-extension",
    "bigquery.v2#ExternalDataConfiguration.jsonExtension",
    "externalDataConfiguration.jsonExtension",
    JSON_EXTENSIONS,
  ),
  oneOf(
    "metadata-cache-mode",
    "bigquery.v2#ExternalDataConfiguration.metadataCacheMode",
    "externalDataConfiguration.metadataCacheMode",
    METADATA_CACHE_MODES,
  ),
  oneOf(
    "csv-encoding",
    "bigquery.v2#CsvOptions.encoding",
    "externalDataConfiguration.csvOptions.encoding",
    CSV_ENCODINGS,
  ),
  oneOf(
    "json-encoding",
    "bigquery.v2#JsonOptions.encoding",
    "externalDataConfiguration.jsonOptions.encoding",
    JSON_ENCODINGS,
  ),
  oneOf(
    "map-target-type",
    "bigquery.v2#ParquetOptions.mapTargetType",
    "externalDataConfiguration.parquetOptions.mapTargetType",
    MAP_TARGET_TYPES,
  ),
  oneOf(
    "hive-mode",
    "bigquery.v2#HivePartitioningOptions.mode",
    "externalDataConfiguration.hivePartitioningOptions.mode",
    HIVE_PARTITIONING_MODES,
  ),
  oneOf(
    "column-family-type",
    "bigquery.v2#BigtableColumnFamily.type",
    "externalDataConfiguration.bigtableOptions.columnFamilies[].type",
    BIGTABLE_VALUE_TYPES,
  ),
  oneOf(
    "column-type",
    "bigquery.v2#BigtableColumn.type",
    "externalDataConfiguration.bigtableOptions.columnFamilies[].columns[].type",
    BIGTABLE_VALUE_TYPES,
  ),
  oneOf(
    "biglake-file-format",
    "bigquery.v2#BigLakeConfiguration.fileFormat",
    "biglakeConfiguration.fileFormat",
    FILE_FORMATS,
  ),
  oneOf(
    "biglake-table-format",
    "bigquery.v2#BigLakeConfiguration.tableFormat",
    "biglakeConfiguration.tableFormat",
    TABLE_FORMATS,
  ),
];
