/**
 * BigQuery: a client for projects, datasets, tables and their IAM policies, with the schema of each resource.
 *
 * @module
 * @see {@link https://cloud.google.com/bigquery/docs/reference/rest | BigQuery reference}
 *
 * @example
 * import { createWarehouse } from "fourfold/warehouse";
 * import { GoogleAuth } from "google-auth-library";
 *
 * const warehouse = createWarehouse({ auth: new GoogleAuth({ scopes: "https://www.googleapis.com/auth/cloud-platform" }) });
 * const table = await warehouse.tables.get({ projectId: "my-project", datasetId: "sales", tableId: "orders" });
 * console.log(table.numRows);
 */
export * from "../area-surface.js";
export type { DeepReadonly, OptionalFieldSchema, OutputOnly, RequiredFieldSchema, SchemaOf } from "../schema/fields.js";
export { type Int64, int64, toDate } from "../schema/scalars.js";
export { type CheckTableOptions, checkTable, type TableIssues } from "./check-table.js";
export { createWarehouse, type Warehouse, type WarehouseOptions } from "./client.js";
export type { Datasets, EnsuredDataset, ListDatasetsOptions } from "./datasets.js";
export {
  type DecimalRange,
  decimalRange,
  pickDecimalTarget,
  type SourceDecimal,
} from "./decimal.js";
export type {
  DatasetInput,
  DesiredColumn,
  DesiredTable,
  Input,
  InputPatch,
  InputValue,
  TableFieldInput,
  TableInput,
  TablePatch,
} from "./input.js";
export { type Projects, warehouseMethods } from "./methods.js";
export type { ModifyTableOptions } from "./modify.js";
export { type WarehouseRuleId, warehouseRules } from "./rules/warehouse-rules.js";
export {
  Dataset,
  DatasetAccess,
  DatasetAccessEntry,
  DatasetList,
  DatasetListEntry,
  DatasetReference,
  DatasetTag,
  ExternalCatalogDatasetOptions,
  ExternalDatasetReference,
  LinkedDatasetMetadata,
  LinkedDatasetSource,
  RoutineReference,
} from "./schemas/dataset.js";
export type {
  AuditLogType,
  CatalogSource,
  DatasetAccessTargetType,
  DatasetRole,
  DatasetType,
  FieldMode,
  FieldType,
  GeneratedMode,
  JoinCondition,
  LinkState,
  ManagedTableType,
  ReplicationStatus,
  RestrictionType,
  SourceColumnMatch,
  SourceFormat,
  SpecialGroup,
  StorageBillingModel,
  TableType,
  TypeSystem,
} from "./schemas/enums.js";
export { FIELD_MODES, FIELD_TYPES, SOURCE_FORMATS } from "./schemas/enums.js";
export {
  BigLakeConfiguration,
  ExternalCatalogTableOptions,
  ExternalDataConfiguration,
  SerDeInfo,
  StorageDescriptor,
} from "./schemas/external-data.js";
export {
  AvroOptions,
  BigtableColumn,
  BigtableColumnFamily,
  BigtableOptions,
  BigtableProtoConfig,
  CsvOptions,
  GoogleSheetsOptions,
  HivePartitioningOptions,
  JsonOptions,
  ParquetOptions,
} from "./schemas/format-options.js";
export { Project, ProjectList, ProjectReference, TableList, TableListEntry, TableListView } from "./schemas/lists.js";
export {
  AuditConfig,
  AuditLogConfig,
  Expr,
  Policy,
  PolicyBinding,
  TestIamPermissionsResponse,
} from "./schemas/policy.js";
export { Table } from "./schemas/table.js";
export {
  BqmlIterationResult,
  BqmlTrainingOptions,
  BqmlTrainingRun,
  CloneDefinition,
  Clustering,
  ColumnReference,
  EncryptionConfiguration,
  ErrorProto,
  ForeignKey,
  ModelDefinition,
  ModelOptions,
  PartitionedColumn,
  PartitioningDefinition,
  PrimaryKey,
  RangePartitioning,
  RangePartitioningRange,
  RestrictionConfig,
  SnapshotDefinition,
  Streamingbuffer,
  TableConstraints,
  TableReference,
  TableReplicationInfo,
  TimePartitioning,
} from "./schemas/table-parts.js";
export {
  DataGovernanceTagsInfo,
  DataPolicyList,
  DataPolicyOption,
  FieldCategories,
  FieldElementType,
  ForeignTypeInfo,
  GeneratedColumn,
  GeneratedExpressionInfo,
  PolicyTagList,
  TableFieldSchema,
  TableSchema,
} from "./schemas/table-schema.js";
export {
  AggregationThresholdPolicy,
  DifferentialPrivacyPolicy,
  ForeignViewDefinition,
  JoinRestrictionPolicy,
  MaterializedViewDefinition,
  MaterializedViewStatus,
  PrivacyPolicy,
  UserDefinedFunctionResource,
  ViewDefinition,
} from "./schemas/views.js";
export { formatTableReference, parseTableReference } from "./table-reference.js";
export type {
  ChangeTableOptions,
  GetIamPolicyOptions,
  GetTableOptions,
  SetIamPolicyOptions,
  Tables,
} from "./tables.js";
