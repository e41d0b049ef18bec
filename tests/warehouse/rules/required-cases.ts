import {
  COLUMN,
  COLUMNS,
  EXTERNAL,
  type RuleCase,
  withColumn,
  withCsv,
  withExternal,
  withField,
  withHive,
  withLake,
} from "./check-rules.js";

const REFERENCE = { projectId: "p", datasetId: "d", tableId: "t" };
const RANGE = { start: "0", end: "10", interval: "1" } as const;
const withRange = (range: object) => ({ rangePartitioning: { field: "n", range: { ...RANGE, ...range } } });
const PAIR = { referencingColumn: "a", referencedColumn: "b" };
const withKey = (key: object) => ({
  tableConstraints: { foreignKeys: [{ referencedTable: REFERENCE, columnReferences: [PAIR], ...key }] },
});
const KEY = "tableConstraints.foreignKeys[0]";

export const requiredCases = {
  "table-reference-required": {
    breaks: [
      [{ tableReference: undefined }, "tableReference"],
      [{ tableReference: null }, "tableReference"],
    ],
    holds: [{ tableReference: REFERENCE }],
  },
  "project-id-required": {
    breaks: [
      [{ tableReference: { ...REFERENCE, projectId: undefined } }, "tableReference.projectId"],
      [{ tableReference: { ...REFERENCE, projectId: "" } }, "tableReference.projectId"],
      [withKey({ referencedTable: { datasetId: "d", tableId: "t" } }), `${KEY}.referencedTable.projectId`],
    ],
    holds: [{ tableReference: REFERENCE }],
  },
  "dataset-id-required": {
    breaks: [
      [{ tableReference: { projectId: "p", tableId: "t" } }, "tableReference.datasetId"],
      [withKey({ referencedTable: { projectId: "p", tableId: "t" } }), `${KEY}.referencedTable.datasetId`],
    ],
    holds: [{ tableReference: REFERENCE }],
  },
  "table-id-required": {
    breaks: [
      [{ tableReference: { projectId: "p", datasetId: "d" } }, "tableReference.tableId"],
      [withKey({ referencedTable: { projectId: "p", datasetId: "d" } }), `${KEY}.referencedTable.tableId`],
    ],
    holds: [{ tableReference: REFERENCE }],
  },
  "field-name-required": {
    breaks: [
      [withField({ name: undefined }), "schema.fields[0].name"],
      [withField({ name: null }), "schema.fields[0].name"],
      [withCsv({ schema: { fields: [{ type: "STRING" }] } }), `${EXTERNAL}.schema.fields[0].name`],
      [
        {
          schema: {
            fields: [
              { name: "a", type: "STRING" },
              { name: "r", type: "RECORD", fields: [{ type: "DATE" }] },
            ],
          },
        },
        "schema.fields[1].fields[0].name",
      ],
    ],
    holds: [withField({ name: "b" })],
  },
  "field-type-required": {
    breaks: [
      [withField({ type: undefined }), "schema.fields[0].type"],
      [withField({ type: null }), "schema.fields[0].type"],
    ],
    holds: [withField({ type: "DATE" })],
  },
  "record-fields-required": {
    breaks: [
      [withField({ type: "RECORD" }), "schema.fields[0].fields"],
      [withField({ type: "STRUCT", fields: [] }), "schema.fields[0].fields"],
      [withField({ type: "record" }), "schema.fields[0].fields"],
    ],
    holds: [withField({ type: "STRUCT", fields: [{ name: "b", type: "DATE" }] }), withField({ type: "STRING" })],
  },
  "range-element-type-required": {
    breaks: [
      [withField({ type: "RANGE" }), "schema.fields[0].rangeElementType"],
      [withField({ type: "range" }), "schema.fields[0].rangeElementType"],
    ],
    holds: [withField({ type: "RANGE", rangeElementType: { type: "DATE" } }), withField({ type: "DATE" })],
  },
  "range-element-type-type-required": {
    breaks: [[withField({ type: "RANGE", rangeElementType: {} }), "schema.fields[0].rangeElementType.type"]],
    holds: [withField({ type: "RANGE", rangeElementType: { type: "DATETIME" } })],
  },
  "time-partitioning-type-required": {
    breaks: [
      [{ timePartitioning: {} }, "timePartitioning.type"],
      [{ timePartitioning: { type: null } }, "timePartitioning.type"],
    ],
    holds: [{ timePartitioning: { type: "DAY" } }, {}],
  },
  "range-partitioning-field-required": {
    breaks: [
      [{ rangePartitioning: { range: RANGE } }, "rangePartitioning.field"],
      [{ rangePartitioning: { range: RANGE, field: "" } }, "rangePartitioning.field"],
    ],
    holds: [{ rangePartitioning: { range: RANGE, field: "n" } }],
  },
  "range-partitioning-range-required": {
    breaks: [[{ rangePartitioning: { field: "n" } }, "rangePartitioning.range"]],
    holds: [withRange({})],
  },
  "range-start-required": {
    breaks: [[withRange({ start: undefined }), "rangePartitioning.range.start"]],
    holds: [withRange({ start: "-5" })],
  },
  "range-end-required": {
    breaks: [[withRange({ end: undefined }), "rangePartitioning.range.end"]],
    holds: [withRange({ end: "5" })],
  },
  "range-interval-required": {
    breaks: [[withRange({ interval: null }), "rangePartitioning.range.interval"]],
    holds: [withRange({ interval: "5" })],
  },
  "partitioned-column-field-required": {
    breaks: [
      [{ partitionDefinition: { partitionedColumn: [{}] } }, "partitionDefinition.partitionedColumn[0].field"],
      [
        { partitionDefinition: { partitionedColumn: [{ field: "" }] } },
        "partitionDefinition.partitionedColumn[0].field",
      ],
    ],
    holds: [{ partitionDefinition: { partitionedColumn: [{ field: "a" }] } }, { partitionDefinition: {} }],
  },
  "view-query-required": {
    breaks: [
      [{ view: {} }, "view.query"],
      [{ view: { query: "" } }, "view.query"],
    ],
    holds: [{ view: { query: "SELECT 1" } }],
  },
  "materialized-view-query-required": {
    breaks: [[{ materializedView: { enableRefresh: true } }, "materializedView.query"]],
    holds: [{ materializedView: { query: "SELECT 1" } }],
  },
  "source-uris-required": {
    breaks: [
      [withExternal({ sourceUris: undefined }), `${EXTERNAL}.sourceUris`],
      [withExternal({ sourceUris: [] }), `${EXTERNAL}.sourceUris`],
      [withExternal({ sourceUris: ["store://b/a", ""] }), `${EXTERNAL}.sourceUris[1]`],
    ],
    holds: [withExternal({})],
  },
  "source-format-required": {
    breaks: [
      [withExternal({ sourceFormat: undefined }), `${EXTERNAL}.sourceFormat`],
      [
        withExternal({ sourceFormat: undefined, objectMetadata: "OBJECT_METADATA_UNSPECIFIED" }),
        `${EXTERNAL}.sourceFormat`,
      ],
    ],
    holds: [withExternal({ sourceFormat: "ORC" }), withExternal({ sourceFormat: undefined, objectMetadata: "SIMPLE" })],
  },
  "external-schema-required": {
    breaks: [
      [withExternal({ sourceFormat: "CSV" }), `${EXTERNAL}.schema`],
      [withExternal({ sourceFormat: "CSV", schema: {} }), `${EXTERNAL}.schema`],
      [withExternal({ sourceFormat: "CSV", schema: { fields: [] } }), `${EXTERNAL}.schema`],
      [{ ...withExternal({ sourceFormat: "CSV" }), schema: { fields: [] } }, `${EXTERNAL}.schema`],
      [withExternal({ sourceFormat: "NEWLINE_DELIMITED_JSON", autodetect: false }), `${EXTERNAL}.schema`],
    ],
    holds: [
      withExternal({ sourceFormat: "CSV", schema: COLUMNS }),
      withExternal({ sourceFormat: "CSV", autodetect: true }),
      { ...withExternal({ sourceFormat: "CSV" }), schema: COLUMNS },
      withExternal({ sourceFormat: "GOOGLE_SHEETS", sourceUris: ["https://sheets.example/s"] }),
    ],
  },
  "column-qualifier-required": {
    breaks: [[withColumn({ qualifierEncoded: undefined, qualifierString: "ab" }), `${COLUMN}.qualifierEncoded`]],
    holds: [withColumn({ qualifierEncoded: "YWI=", qualifierString: "ab" })],
  },
  "column-field-name-required": {
    breaks: [
      [withColumn({ qualifierEncoded: "/w==" }), `${COLUMN}.fieldName`],
      [withColumn({ qualifierEncoded: "" }), `${COLUMN}.fieldName`],
      [withColumn({ qualifierEncoded: "MWE=", qualifierString: "1a" }), `${COLUMN}.fieldName`],
      [withColumn({ qualifierEncoded: "MWE=", fieldName: "" }), `${COLUMN}.fieldName`],
    ],
    holds: [withColumn({ qualifierEncoded: "/w==", fieldName: "raw" }), withColumn({ qualifierEncoded: "YTFf" })],
  },
  "hive-custom-prefix-required": {
    breaks: [[withHive({ mode: "CUSTOM" }, "store://b/t/*"), `${EXTERNAL}.hivePartitioningOptions.sourceUriPrefix`]],
    holds: [withHive({ mode: "AUTO" }, "store://b/t/*")],
  },
  "biglake-connection-required": {
    breaks: [[withLake({ connectionId: undefined }), "biglakeConfiguration.connectionId"]],
    holds: [withLake({})],
  },
  "biglake-storage-uri-required": {
    breaks: [[withLake({ storageUri: undefined }), "biglakeConfiguration.storageUri"]],
    holds: [withLake({})],
  },
  "biglake-file-format-required": {
    breaks: [[withLake({ fileFormat: null }), "biglakeConfiguration.fileFormat"]],
    holds: [withLake({})],
  },
  "biglake-table-format-required": {
    breaks: [[withLake({ tableFormat: undefined }), "biglakeConfiguration.tableFormat"]],
    holds: [withLake({})],
  },
  "primary-key-columns-required": {
    breaks: [
      [{ tableConstraints: { primaryKey: {} } }, "tableConstraints.primaryKey.columns"],
      [{ tableConstraints: { primaryKey: { columns: [] } } }, "tableConstraints.primaryKey.columns"],
    ],
    holds: [{ tableConstraints: { primaryKey: { columns: ["a"] } } }, { tableConstraints: {} }],
  },
  "foreign-key-table-required": {
    breaks: [[withKey({ referencedTable: undefined }), `${KEY}.referencedTable`]],
    holds: [withKey({})],
  },
  "foreign-key-columns-required": {
    breaks: [
      [withKey({ columnReferences: undefined }), `${KEY}.columnReferences`],
      [withKey({ columnReferences: [] }), `${KEY}.columnReferences`],
    ],
    holds: [withKey({})],
  },
  "referencing-column-required": {
    breaks: [
      [
        withKey({ columnReferences: [PAIR, { referencedColumn: "b" }] }),
        `${KEY}.columnReferences[1].referencingColumn`,
      ],
      [
        withKey({ columnReferences: [{ ...PAIR, referencingColumn: "" }] }),
        `${KEY}.columnReferences[0].referencingColumn`,
      ],
    ],
    holds: [withKey({})],
  },
  "referenced-column-required": {
    breaks: [
      [withKey({ columnReferences: [{ referencingColumn: "a" }] }), `${KEY}.columnReferences[0].referencedColumn`],
    ],
    holds: [withKey({})],
  },
} as const satisfies Record<string, RuleCase>;
