export * from "../area-surface.js";
export type { OptionalFieldSchema, RequiredFieldSchema, SchemaOf } from "../core/schema/fields.js";
export { type Int64, type Int64Options, int64, toDate } from "../core/schema/scalars.js";
export { createWarehouse, type Warehouse, type WarehouseOptions } from "./client.js";
export {
  type DecimalRange,
  type DecimalTypeLimits,
  decimalRange,
  pickDecimalTarget,
  type SourceDecimal,
} from "./decimal.js";
export {
  type DefinedSchema,
  type DefineSchemaOptions,
  defineSchema,
  type RowOf,
  type SchemaLike,
} from "./define-schema.js";
export type {
  DesiredInput,
  DesiredInputValue,
  DesiredTable,
  Input,
  InputValue,
  OutputOnly,
  Patch,
  PatchValue,
  TableFieldInput,
  TableInput,
  TablePatch,
} from "./input.js";
export { type DatasetReference, type WarehouseMethods, warehouseMethods } from "./methods.js";
export { type PlanTableOptions, planTablePatch } from "./plan-table-patch.js";
export type { Projects } from "./projects.js";
export { type WarehouseRuleId, type WarehouseRuleSettings, warehouseRules } from "./rules/table-rules.js";
export * from "./schemas/enums.js";
export { ErrorProto } from "./schemas/error-proto.js";
export { ExternalCatalogTableOptions, SerDeInfo, StorageDescriptor } from "./schemas/external-catalog.js";
export { ExternalDataConfiguration } from "./schemas/external-data-configuration.js";
export { AvroOptions, HivePartitioningOptions, ParquetOptions } from "./schemas/file-options.js";
export { MaterializedViewDefinition, MaterializedViewStatus } from "./schemas/materialized-view.js";
export {
  BqmlIterationResult,
  BqmlTrainingOptions,
  BqmlTrainingRun,
  ModelDefinition,
  ModelOptions,
} from "./schemas/model-definition.js";
export {
  Clustering,
  PartitionedColumn,
  PartitioningDefinition,
  RangePartitioning,
  RangePartitioningRange,
  TimePartitioning,
} from "./schemas/partitioning.js";
export { AuditConfig, AuditLogConfig, Expr, Policy, PolicyBinding } from "./schemas/policy.js";
export {
  AggregationThresholdPolicy,
  DifferentialPrivacyPolicy,
  JoinRestrictionPolicy,
  PrivacyPolicy,
} from "./schemas/privacy-policy.js";
export { Project, ProjectList, ProjectReference } from "./schemas/project.js";
export { Table } from "./schemas/table.js";
export { ColumnReference, ForeignKey, PrimaryKey, TableConstraints } from "./schemas/table-constraints.js";
export { TableList, TableListEntry, TableListView } from "./schemas/table-list.js";
export {
  CloneDefinition,
  EncryptionConfiguration,
  RestrictionConfig,
  SnapshotDefinition,
  Streamingbuffer,
  TableReplicationInfo,
} from "./schemas/table-parts.js";
export { TableReference } from "./schemas/table-reference.js";
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
export { TestIamPermissionsResponse } from "./schemas/test-iam-permissions.js";
export { CsvOptions, JsonOptions, VendorSheetsOptions } from "./schemas/text-options.js";
export { VendorLakeConfiguration } from "./schemas/vendor-lake-configuration.js";
export {
  BigtableProtoConfig,
  VendorTableColumn,
  VendorTableColumnFamily,
  VendorTableOptions,
} from "./schemas/vendor-table-options.js";
export { ForeignViewDefinition, UserDefinedFunctionResource, ViewDefinition } from "./schemas/view-definition.js";
export { formatTableReference, parseTableReference } from "./table-reference.js";
export type {
  ChangeTableOptions,
  EnsuredTable,
  EnsureTableOptions,
  GetIamPolicyOptions,
  GetTableOptions,
  ModifyTableOptions,
  SetIamPolicyOptions,
  Tables,
} from "./tables.js";
