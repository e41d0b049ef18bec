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
import {
  ADVICE,
  type Draft,
  type FieldDraft,
  IMPLIED,
  isAnyOf,
  lacksColumns,
  oneOf,
  required,
} from "./rule-builders.js";

const references = (id: string) => [`tableReference.${id}`, `tableConstraints.foreignKeys[].referencedTable.${id}`];

const lake = <const Id extends string>(id: Id, member: string) =>
  required(id, `biglakeConfiguration.${member}`, { emptyIsGiven: true });

type External = Draft<ExternalDataConfiguration>;

const SCHEMA_NEEDED = ["CSV", "NEWLINE_DELIMITED_JSON"];

/** Rules about required fields, one per field. */
export const requiredRules = [
  required("table-reference-required", "tableReference"),
  required("project-id-required", references("projectId"), IMPLIED),
  required("dataset-id-required", references("datasetId"), IMPLIED),
  required("table-id-required", references("tableId"), IMPLIED),
  required("field-name-required", "fields[].name", { emptyIsGiven: true }),
  required("field-type-required", "fields[].type", { emptyIsGiven: true }),
  required("record-fields-required", "fields[].fields", {
    ...IMPLIED,
    hint: "a RECORD or STRUCT has at least one nested field",
    when: ({ type }: FieldDraft) => isAnyOf(type, ["RECORD", "STRUCT"]),
  }),
  required("range-element-type-required", "fields[].rangeElementType", {
    hint: 'the type of the values of the RANGE, such as { type: "DATE" }',
    when: ({ type }: FieldDraft) => isAnyOf(type, ["RANGE"]),
  }),
  required("range-element-type-type-required", "fields[].rangeElementType.type", { emptyIsGiven: true }),
  required("time-partitioning-type-required", "timePartitioning.type", { emptyIsGiven: true }),
  required("range-partitioning-field-required", "rangePartitioning.field"),
  required("range-partitioning-range-required", "rangePartitioning.range", {
    ...IMPLIED,
    hint: "start, end and interval",
  }),
  required("range-start-required", "rangePartitioning.range.start"),
  required("range-end-required", "rangePartitioning.range.end"),
  required("range-interval-required", "rangePartitioning.range.interval"),
  required("partitioned-column-field-required", "partitionDefinition.partitionedColumn[].field"),
  required("view-query-required", "view.query"),
  required("materialized-view-query-required", "materializedView.query"),
  required("source-uris-required", ["externalDataConfiguration.sourceUris", "externalDataConfiguration.sourceUris[]"]),
  required("source-format-required", "externalDataConfiguration.sourceFormat", {
    hint: 'only an object table ("objectMetadata") can omit it',
    when: ({ objectMetadata }: External) => objectMetadata == null || objectMetadata === "OBJECT_METADATA_UNSPECIFIED",
    emptyIsGiven: true,
  }),
  required("external-schema-required", "externalDataConfiguration.schema", {
    hint: 'CSV and JSON require a schema or "autodetect"',
    when: ({ sourceFormat, autodetect }: External, { table, complete, autodetectSchema }) => {
      const isDetected = autodetectSchema || (autodetect === undefined ? !complete : autodetect);
      return SCHEMA_NEEDED.includes(sourceFormat ?? "") && !isDetected && lacksColumns(table.schema, complete);
    },
    isEmpty: (schema: Draft<TableSchema>, { complete }) => lacksColumns(schema, complete),
  }),
  required(
    "column-qualifier-required",
    "externalDataConfiguration.bigtableOptions.columnFamilies[].columns[].qualifierEncoded",
    { hint: 'the qualifier in base64, even if "qualifierString" is set', emptyIsGiven: true },
  ),
  required("hive-custom-prefix-required", "externalDataConfiguration.hivePartitioningOptions.sourceUriPrefix", {
    hint: "for CUSTOM it ends in the partition keys, {<key>:<TYPE>}",
    when: ({ mode }: Draft<HivePartitioningOptions>) => mode === "CUSTOM",
  }),
  lake("biglake-connection-required", "connectionId"),
  lake("biglake-storage-uri-required", "storageUri"),
  lake("biglake-file-format-required", "fileFormat"),
  lake("biglake-table-format-required", "tableFormat"),
  required("primary-key-columns-required", "tableConstraints.primaryKey.columns"),
  required("foreign-key-table-required", "tableConstraints.foreignKeys[].referencedTable"),
  required("foreign-key-columns-required", "tableConstraints.foreignKeys[].columnReferences"),
  required("referencing-column-required", "tableConstraints.foreignKeys[].columnReferences[].referencingColumn"),
  required("referenced-column-required", "tableConstraints.foreignKeys[].columnReferences[].referencedColumn"),
];

const EXTERNAL = "externalDataConfiguration";
const FAMILY = `${EXTERNAL}.bigtableOptions.columnFamilies[]`;
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
  oneOf("default-rounding-mode", "defaultRoundingMode", ROUNDING_MODES, { ...ADVICE, isOpen: true }),
  oneOf("field-type", "fields[].type", FIELD_TYPES, {
    beyondSpec: ["INTERVAL", "FOREIGN"],
    isOpen: true,
    aliases: SQL_TYPES,
  }),
  oneOf("field-mode", "fields[].mode", FIELD_MODES, { isOpen: true, aliases: { OPTIONAL: "NULLABLE" } }),
  oneOf("field-rounding-mode", "fields[].roundingMode", ROUNDING_MODES, { ...ADVICE, isOpen: true }),
  oneOf("source-format", `${EXTERNAL}.sourceFormat`, SOURCE_FORMATS, {
    isOpen: true,
    aliases: { JSON: "NEWLINE_DELIMITED_JSON" },
  }),
  oneOf("source-compression", `${EXTERNAL}.compression`, SOURCE_COMPRESSIONS, { isOpen: true, rejectsEmpty: true }),
  oneOf("object-metadata", `${EXTERNAL}.objectMetadata`, OBJECT_METADATA, { beyondSpec: ["DIRECTORY"], isOpen: true }),
  oneOf("column-family-encoding", `${FAMILY}.encoding`, BIGTABLE_ENCODINGS, PROTO),
  oneOf("column-encoding", `${FAMILY}.columns[].encoding`, BIGTABLE_ENCODINGS, PROTO),
];

/** Rules about fields with enumerated values, one per field. */
export const allowedValueRules = [
  ...openValueRules,
  oneOf("default-collation", "defaultCollation", COLLATIONS),
  oneOf("field-collation", "fields[].collation", COLLATIONS),
  oneOf("range-element-type", "fields[].rangeElementType.type", RANGE_ELEMENT_TYPES),
  oneOf("time-partitioning-type", "timePartitioning.type", TIME_PARTITIONING_TYPES),
  oneOf("file-set-spec-type", `${EXTERNAL}.fileSetSpecType`, FILE_SET_SPEC_TYPES),
  oneOf("decimal-target-type", `${EXTERNAL}.decimalTargetTypes[]`, DECIMAL_TARGETS),
  oneOf("json-extension", `${EXTERNAL}.jsonExtension`, JSON_EXTENSIONS),
  oneOf("metadata-cache-mode", `${EXTERNAL}.metadataCacheMode`, METADATA_CACHE_MODES),
  oneOf("csv-encoding", `${EXTERNAL}.csvOptions.encoding`, CSV_ENCODINGS),
  oneOf("json-encoding", `${EXTERNAL}.jsonOptions.encoding`, JSON_ENCODINGS),
  oneOf("map-target-type", `${EXTERNAL}.parquetOptions.mapTargetType`, MAP_TARGET_TYPES),
  oneOf("hive-mode", `${EXTERNAL}.hivePartitioningOptions.mode`, HIVE_PARTITIONING_MODES),
  oneOf("column-family-type", `${FAMILY}.type`, BIGTABLE_VALUE_TYPES),
  oneOf("column-type", `${FAMILY}.columns[].type`, BIGTABLE_VALUE_TYPES),
  oneOf("biglake-file-format", "biglakeConfiguration.fileFormat", FILE_FORMATS),
  oneOf("biglake-table-format", "biglakeConfiguration.tableFormat", TABLE_FORMATS),
];
