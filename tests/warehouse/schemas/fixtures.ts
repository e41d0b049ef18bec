import type { ProjectList, TableList } from "../../../src/warehouse/schemas/lists.js";
import type { Policy } from "../../../src/warehouse/schemas/policy.js";
import type { Table } from "../../../src/warehouse/schemas/table.js";
import type { TableReference } from "../../../src/warehouse/schemas/table-parts.js";
import type { PrivacyPolicy } from "../../../src/warehouse/schemas/views.js";

const orders: TableReference = { projectId: "shop", datasetId: "sales", tableId: "orders" };
const customers: TableReference = { projectId: "shop", datasetId: "sales", tableId: "customers" };

const privacyPolicy: PrivacyPolicy = {
  aggregationThresholdPolicy: { privacyUnitColumns: ["customer.id"], threshold: "50" },
  differentialPrivacyPolicy: {
    privacyUnitColumn: "id",
    maxEpsilonPerQuery: 0.5,
    deltaPerQuery: 1e-6,
    maxGroupsContributed: "2",
    epsilonBudget: 10,
    deltaBudget: 0.001,
    epsilonBudgetRemaining: 9.5,
    deltaBudgetRemaining: 0.0009,
  },
  joinRestrictionPolicy: { joinCondition: "JOIN_ANY", joinAllowedColumns: ["id"] },
};

/** Has every field of every resource inside `Table`. No real table does: it is a view and an external table at once. */
export const fullTable: Required<Table> = {
  kind: "warehouse#table",
  etag: "ZXRhZw==",
  id: "shop:sales.orders",
  tableReference: orders,
  friendlyName: "Orders",
  description: "One row an order",
  labels: { team: "größe", cost_center: "" },
  schema: {
    foreignTypeInfo: { typeSystem: "HIVE" },
    fields: [
      {
        name: "id",
        type: "STRING",
        mode: "REQUIRED",
        description: "Order number",
        policyTags: { names: ["projects/1/locations/eu/taxonomies/2/policyTags/3"] },
        maxLength: "36",
        collation: "und:ci",
        defaultValueExpression: "GENERATE_UUID()",
      },
      { name: "price", type: "NUMERIC", precision: "10", scale: "2", roundingMode: "ROUND_HALF_EVEN" },
      { name: "valid", type: "RANGE", rangeElementType: { type: "DATE" } },
      { name: "at", type: "TIMESTAMP", timestampPrecision: "12" },
      { name: "code", type: "FOREIGN", foreignTypeDefinition: "char(3)", categories: { names: ["public"] } },
      {
        name: "vector",
        type: "FLOAT",
        mode: "REPEATED",
        generatedColumn: {
          generatedMode: "GENERATED_ALWAYS",
          generatedExpressionInfo: { generationExpression: "AI.EMBED(id)", stored: true, asynchronous: true },
        },
        dataPolicies: [{ name: "projects/1/locations/eu/dataPolicies/2" }],
        dataPolicyList: { dataPolicies: [{ name: "projects/1/locations/eu/dataPolicies/2" }] },
        dataGovernanceTagsInfo: { dataGovernanceTags: { "1/pii": "sensitive" } },
      },
      {
        name: "items",
        type: "RECORD",
        mode: "REPEATED",
        fields: [{ name: "parts", type: "STRUCT", fields: [{ name: "sku", type: "STRING", maxLength: "12" }] }],
      },
    ],
  },
  timePartitioning: { type: "DAY", expirationMs: "86400000", field: "ordered_at", requirePartitionFilter: true },
  rangePartitioning: { field: "customer", range: { start: "-10", end: "100", interval: "10" } },
  clustering: { fields: ["customer", "id"] },
  requirePartitionFilter: true,
  numBytes: "1",
  numLongTermBytes: "2",
  numRows: "18446744073709551615",
  creationTime: "1700000000000",
  expirationTime: "1800000000000",
  lastModifiedTime: "1700000000001",
  type: "TABLE",
  view: {
    query: "SELECT 1",
    userDefinedFunctionResources: [{ resourceUri: "store://bucket/f.js" }, { inlineCode: "function f() {}" }],
    useLegacySql: false,
    privacyPolicy,
    useExplicitColumnNames: true,
    foreignDefinitions: [{ query: "SELECT 1", dialect: "spark" }],
  },
  materializedView: {
    query: "SELECT 2",
    lastRefreshTime: "1700000000002",
    enableRefresh: true,
    refreshIntervalMs: "1800000",
    allowNonIncrementalDefinition: false,
    maxStaleness: "MC0wIDAgNDowOjA=",
  },
  materializedViewStatus: {
    refreshWatermark: "2024-01-31T00:00:00Z",
    lastRefreshStatus: { reason: "invalid", location: "query", debugInfo: "-", message: "No such column" },
  },
  externalDataConfiguration: {
    sourceUris: ["store://bucket/*.csv"],
    fileSetSpecType: "FILE_SET_SPEC_TYPE_FILE_SYSTEM_MATCH",
    schema: { fields: [{ name: "a", type: "INT64" }], foreignTypeInfo: { typeSystem: "HIVE" } },
    sourceFormat: "CSV",
    maxBadRecords: 3,
    autodetect: true,
    ignoreUnknownValues: false,
    compression: "GZIP",
    csvOptions: {
      fieldDelimiter: "\\t",
      skipLeadingRows: "1",
      quote: "",
      allowQuotedNewlines: true,
      allowJaggedRows: false,
      encoding: "UTF-16LE",
      preserveAsciiControlCharacters: true,
      nullMarker: "NULL",
      nullMarkers: ["NULL", ""],
      sourceColumnMatch: "NAME",
    },
    jsonOptions: { encoding: "UTF-32BE" },
    bigtableOptions: {
      columnFamilies: [
        {
          familyId: "cf",
          type: "STRING",
          encoding: "TEXT",
          columns: [
            {
              qualifierEncoded: "cQ==",
              qualifierString: "q",
              fieldName: "q",
              type: "INTEGER",
              encoding: "BINARY",
              onlyReadLatest: true,
              protoConfig: { schemaBundleId: "orders", protoMessageName: "shop.Order" },
            },
          ],
          onlyReadLatest: false,
          protoConfig: { schemaBundleId: "orders", protoMessageName: "shop.Order" },
        },
      ],
      ignoreUnspecifiedColumnFamilies: true,
      readRowkeyAsString: true,
      outputColumnFamiliesAsJson: false,
    },
    googleSheetsOptions: { skipLeadingRows: "0", range: "Sheet1!A1:B20" },
    hivePartitioningOptions: {
      mode: "CUSTOM",
      sourceUriPrefix: "store://bucket/{day:DATE}",
      requirePartitionFilter: false,
      fields: ["day"],
    },
    connectionId: "shop.eu;lake",
    decimalTargetTypes: ["NUMERIC", "STRING"],
    avroOptions: { useAvroLogicalTypes: true },
    jsonExtension: "GEOJSON",
    parquetOptions: { enumAsString: true, enableListInference: true, mapTargetType: "ARRAY_OF_STRUCT" },
    referenceFileSchemaUri: "store://bucket/schema.avro",
    metadataCacheMode: "AUTOMATIC",
    objectMetadata: "SIMPLE",
    dateFormat: "YYYY-MM-DD",
    datetimeFormat: "YYYY-MM-DD HH24:MI:SS",
    timeFormat: "HH24:MI:SS",
    timestampFormat: "%Y-%m-%d %H:%M:%E*S",
    timeZone: "Europe/Berlin",
    timestampTargetPrecision: [6, 12],
  },
  biglakeConfiguration: {
    connectionId: "shop.eu.lake",
    storageUri: "store://bucket/lake/",
    fileFormat: "PARQUET",
    tableFormat: "ICEBERG",
  },
  location: "eu",
  streamingBuffer: { estimatedBytes: "10", estimatedRows: "1", oldestEntryTime: "1700000000003" },
  encryptionConfiguration: { kmsKeyName: "projects/shop/keys/1" },
  snapshotDefinition: { baseTableReference: orders, snapshotTime: "2024-01-31T00:00:00Z" },
  defaultCollation: "",
  defaultRoundingMode: "ROUND_HALF_AWAY_FROM_ZERO",
  cloneDefinition: { baseTableReference: orders, cloneTime: "2024-01-31T00:00:00Z" },
  numTimeTravelPhysicalBytes: "3",
  numTotalLogicalBytes: "4",
  numActiveLogicalBytes: "5",
  numLongTermLogicalBytes: "6",
  numTotalPhysicalBytes: "7",
  numActivePhysicalBytes: "8",
  numLongTermPhysicalBytes: "9",
  numPartitions: "10",
  maxStaleness: "0-0 0 4:0:0",
  tableConstraints: {
    primaryKey: { columns: ["id"] },
    foreignKeys: [
      {
        name: "by_customer",
        referencedTable: customers,
        columnReferences: [{ referencingColumn: "customer", referencedColumn: "id" }],
      },
    ],
  },
  resourceTags: { "123/env": "prod" },
  replicas: [orders],
  partitionDefinition: { partitionedColumn: [{ field: "ordered_at" }] },
  selfLink: "https://x.test/projects/shop/datasets/sales/tables/orders",
  numPhysicalBytes: "11",
  numCurrentPhysicalBytes: "12",
  managedTableType: "NATIVE",
  externalCatalogTableOptions: {
    parameters: { EXTERNAL: "TRUE" },
    storageDescriptor: {
      locationUri: "store://bucket/orders/*",
      inputFormat: "org.apache.hadoop.hive.ql.io.orc.OrcInputFormat",
      outputFormat: "org.apache.hadoop.hive.ql.io.orc.OrcOutputFormat",
      serdeInfo: {
        name: "orc",
        serializationLibrary: "org.apache.hadoop.hive.ql.io.orc.OrcSerde",
        parameters: { "serialization.format": "1" },
      },
    },
    connectionId: "shop.eu.lake",
  },
  tableReplicationInfo: {
    sourceTable: orders,
    replicationIntervalMs: "300000",
    replicatedSourceLastRefreshTime: "1700000000004",
    replicationStatus: "ACTIVE",
    replicationError: { reason: "invalid", location: "query", debugInfo: "-", message: "No such table" },
  },
  restrictions: { type: "RESTRICTED_DATA_EGRESS" },
  model: {
    modelOptions: { labels: ["y"], lossType: "MEAN_SQUARED_LOSS", modelType: "LINEAR_REGRESSION" },
    trainingRuns: [
      {
        state: "SUCCEEDED",
        startTime: "2018-01-31T00:00:00Z",
        trainingOptions: {
          earlyStop: true,
          l1Reg: 0,
          l2Reg: 0.1,
          learnRate: 0.2,
          learnRateStrategy: "CONSTANT",
          lineSearchInitLearnRate: 0.1,
          maxIteration: "20",
          minRelProgress: 0.01,
          warmStart: false,
        },
        iterationResults: [{ index: 0, durationMs: "5", evalLoss: 1.5, trainingLoss: 1.25, learnRate: 0.2 }],
      },
    ],
  },
};

/** Has every field of a page of tables. */
export const fullTableList: Required<TableList> = {
  kind: "warehouse#tableList",
  etag: "ZXRhZw==",
  nextPageToken: "next",
  tables: [
    {
      kind: "warehouse#table",
      id: "shop:sales.orders",
      tableReference: orders,
      friendlyName: "Orders",
      type: "VIEW",
      labels: { team: "sales" },
      creationTime: "1700000000000",
      expirationTime: "1800000000000",
      timePartitioning: { type: "HOUR", expirationMs: "1", field: "t", requirePartitionFilter: false },
      rangePartitioning: { field: "n", range: { start: "0", end: "10", interval: "1" } },
      clustering: { fields: ["n"] },
      requirePartitionFilter: false,
      view: {
        useLegacySql: true,
        privacyPolicy,
      },
    },
  ],
  totalItems: 1,
};

/** Has every field of a page of projects. */
export const fullProjectList: Required<ProjectList> = {
  kind: "warehouse#projectList",
  etag: "ZXRhZw==",
  nextPageToken: "next",
  projects: [
    {
      kind: "warehouse#project",
      id: "shop",
      numericId: "123",
      projectReference: { projectId: "shop" },
      friendlyName: "",
    },
  ],
  totalItems: 0,
};

/** Has every field of a policy. */
export const fullPolicy: Required<Policy> = {
  version: 3,
  etag: "ZXRhZw==",
  bindings: [
    {
      role: "roles/viewer",
      members: ["user:ada@example.com"],
      condition: { title: "t", description: "d", expression: "true", location: "policy.txt:3" },
    },
  ],
  auditConfigs: [
    {
      service: "allServices",
      auditLogConfigs: [{ logType: "DATA_READ", exemptedMembers: ["user:bob@example.com"] }],
    },
  ],
};
