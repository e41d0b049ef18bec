import { lacksColumns } from "./patterns.js";
import { isAnyOf } from "./predicates.js";
import type { TableRule } from "./rule.js";
import { IMPLIED, required, type WarehouseRuleId } from "./rule.js";

const references = <const Id extends string>(id: Id) =>
  [`tableReference.${id}`, `tableConstraints.foreignKeys[].referencedTable.${id}`] as const;

const lake = (id: WarehouseRuleId, member: string) =>
  required(id, `vendorLakeConfiguration.${member}`, { emptyIsGiven: true });

const SCHEMA_NEEDED = ["CSV", "NEWLINE_DELIMITED_JSON"];

/** Rules about required fields, one per field. */
export const requiredRules: readonly TableRule[] = [
  required("table-reference-required", "tableReference"),
  required("project-id-required", references("projectId"), IMPLIED),
  required("dataset-id-required", references("datasetId"), IMPLIED),
  required("table-id-required", references("tableId"), IMPLIED),
  required("field-name-required", "fields[].name", { emptyIsGiven: true }),
  required("field-type-required", "fields[].type", { emptyIsGiven: true }),
  required("record-fields-required", "fields[].fields", {
    ...IMPLIED,
    hint: "a RECORD or STRUCT has at least one nested field",
    when: ({ type }) => isAnyOf(type, ["RECORD", "STRUCT"]),
  }),
  required("range-element-type-required", "fields[].rangeElementType", {
    hint: 'the type of the values of the RANGE, such as { type: "DATE" }',
    when: ({ type }) => isAnyOf(type, ["RANGE"]),
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
    when: ({ objectMetadata }) => objectMetadata == null || objectMetadata === "OBJECT_METADATA_UNSPECIFIED",
    emptyIsGiven: true,
  }),
  required("external-schema-required", "externalDataConfiguration.schema", {
    hint: 'CSV and JSON require a schema or "autodetect"',
    when: ({ sourceFormat, autodetect }, { table, complete, autodetectSchema }) => {
      const isDetected = autodetectSchema || (autodetect === undefined ? !complete : autodetect);
      return SCHEMA_NEEDED.includes(sourceFormat ?? "") && !isDetected && lacksColumns(table.schema, complete);
    },
    isEmpty: (schema, { complete }) => lacksColumns(schema, complete),
  }),
  required(
    "column-qualifier-required",
    "externalDataConfiguration.vendorTableOptions.columnFamilies[].columns[].qualifierEncoded",
    { hint: 'the qualifier in base64, even if "qualifierString" is set', emptyIsGiven: true },
  ),
  required("hive-custom-prefix-required", "externalDataConfiguration.hivePartitioningOptions.sourceUriPrefix", {
    hint: "for CUSTOM it ends in the partition keys, {<key>:<TYPE>}",
    when: ({ mode }) => mode === "CUSTOM",
  }),
  lake("lake-connection-required", "connectionId"),
  lake("lake-storage-uri-required", "storageUri"),
  lake("lake-file-format-required", "fileFormat"),
  lake("lake-table-format-required", "tableFormat"),
  required("primary-key-columns-required", "tableConstraints.primaryKey.columns"),
  required("foreign-key-table-required", "tableConstraints.foreignKeys[].referencedTable"),
  required("foreign-key-columns-required", "tableConstraints.foreignKeys[].columnReferences"),
  required("referencing-column-required", "tableConstraints.foreignKeys[].columnReferences[].referencingColumn"),
  required("referenced-column-required", "tableConstraints.foreignKeys[].columnReferences[].referencedColumn"),
];
