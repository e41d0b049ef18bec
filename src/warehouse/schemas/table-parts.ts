import * as z from "zod";
import type { Fields } from "../../schema/fields.js";
import {
  boolean,
  expected,
  int64Schema,
  integer,
  number,
  openEnum,
  openObject,
  opt,
  outputOnly,
  string,
  uint64Schema,
} from "../../schema/schema.js";
import { type ReplicationStatus, type RestrictionType, TIME_PARTITIONING_TYPES } from "./enums.js";

/**
 * Reference to a BigQuery table: its project, its dataset and its id.
 *
 * @see {@link https://cloud.google.com/bigquery/docs/reference/rest/v2/TableReference | TableReference} in the BigQuery reference
 */
export interface TableReference extends Fields<typeof tableReferenceShape> {}

const tableReferenceShape = {
  /** Id of the project that contains the dataset. */
  projectId: string,
  /** Id of the dataset that contains the table. */
  datasetId: string,
  /** Id of the table within its dataset. May contain spaces, `$` and letters of any script. */
  tableId: string,
};

/** Schema of `TableReference`, with `parse` and `safeParse`. */
export const TableReference = openObject<TableReference>(tableReferenceShape);

/**
 * An error inside a resource.
 *
 * @see {@link https://cloud.google.com/bigquery/docs/reference/rest/v2/ErrorProto | ErrorProto} in the BigQuery reference
 */
export interface ErrorProto extends Fields<typeof errorProtoShape> {}

const errorProtoShape = {
  /** Short error code, such as `invalid`. */
  reason: outputOnly(string),
  /** Location of the error; absent if unknown. */
  location: outputOnly(string),
  /** Internal debugging information of BigQuery; do not rely on it. */
  debugInfo: outputOnly(string),
  /** Description of the error for users. */
  message: outputOnly(string),
};

/** Schema of `ErrorProto`, with `parse` and `safeParse`. */
export const ErrorProto = openObject<ErrorProto>(errorProtoShape);

/**
 * Partitioning of a table by time: one partition per hour, day, month or year.
 *
 * @see {@link https://cloud.google.com/bigquery/docs/reference/rest/v2/tables#TimePartitioning | TimePartitioning} in the BigQuery reference
 */
export interface TimePartitioning extends Fields<typeof timePartitioningShape> {}

const timePartitioningShape = {
  /** Time span of one partition: `HOUR`, `DAY`, `MONTH` or `YEAR`. */
  type: openEnum(TIME_PARTITIONING_TYPES),
  /** Time to keep a partition, in milliseconds. `"0"` is not allowed. Default: partitions do not expire. */
  expirationMs: opt(int64Schema),
  /**
   * Column that determines the partition of a row: a top-level `TIMESTAMP` or `DATE` column with the mode `NULLABLE` or
   * `REQUIRED`. The empty string is not allowed. Default: the pseudo column `_PARTITIONTIME`.
   */
  field: opt(string),
  /**
   * Whether queries must filter by partition.
   *
   * @deprecated Set `requirePartitionFilter` of the table instead.
   */
  requirePartitionFilter: opt(boolean),
};

/** Schema of `TimePartitioning`, with `parse` and `safeParse`. */
export const TimePartitioning = openObject<TimePartitioning>(timePartitioningShape);

/**
 * Range of the partitioned integers, and the width of the partitions.
 *
 * @see {@link https://cloud.google.com/bigquery/docs/reference/rest/v2/tables#RangePartitioning | RangePartitioning} in the BigQuery reference
 */
export interface RangePartitioningRange extends Fields<typeof rangePartitioningRangeShape> {}

const rangePartitioningRangeShape = {
  /** Start of the first partition, inclusive. */
  start: int64Schema,
  /** End of the last partition, exclusive. */
  end: int64Schema,
  /** Width of each partition. */
  interval: int64Schema,
};

/** Schema of `RangePartitioningRange`, with `parse` and `safeParse`. */
export const RangePartitioningRange = openObject<RangePartitioningRange>(rangePartitioningRangeShape);

/**
 * Partitioning of a table by ranges of an integer column.
 *
 * @see {@link https://cloud.google.com/bigquery/docs/reference/rest/v2/tables#RangePartitioning | RangePartitioning} in the BigQuery reference
 */
export interface RangePartitioning extends Fields<typeof rangePartitioningShape> {}

const rangePartitioningShape = {
  /**
   * Column that determines the partition of a row: a top-level `INT64` column with the mode `NULLABLE` or `REQUIRED`.
   */
  field: string,
  /** Range and width of the partitions. Required for a new table; responses may omit it. */
  range: opt(RangePartitioningRange),
};

/** Schema of `RangePartitioning`, with `parse` and `safeParse`. */
export const RangePartitioning = openObject<RangePartitioning>(rangePartitioningShape);

/**
 * Sort order of the rows within each partition.
 *
 * @see {@link https://cloud.google.com/bigquery/docs/reference/rest/v2/tables#Clustering | Clustering} in the BigQuery reference
 */
export interface Clustering extends Fields<typeof clusteringShape> {}

const clusteringShape = {
  /**
   * Columns to sort by, from most to least important for filtering. Top-level, non-repeated columns of simple types.
   */
  fields: opt(z.array(string)),
};

/** Schema of `Clustering`, with `parse` and `safeParse`. */
export const Clustering = openObject<Clustering>(clusteringShape);

/**
 * A partition column.
 *
 * @see {@link https://cloud.google.com/bigquery/docs/reference/rest/v2/tables#PartitionedColumn | PartitionedColumn} in the BigQuery reference
 */
export interface PartitionedColumn extends Fields<typeof partitionedColumnShape> {}

const partitionedColumnShape = {
  /** Name of the column. */
  field: string,
};

/** Schema of `PartitionedColumn`, with `parse` and `safeParse`. */
export const PartitionedColumn = openObject<PartitionedColumn>(partitionedColumnShape);

/**
 * Partition columns of a table, for all table formats.
 *
 * @see {@link https://cloud.google.com/bigquery/docs/reference/rest/v2/tables#PartitioningDefinition | PartitioningDefinition} in the BigQuery reference
 */
export interface PartitioningDefinition extends Fields<typeof partitioningDefinitionShape> {}

const partitioningDefinitionShape = {
  /**
   * Partition columns: 1 for a native table, any number for other tables. Output only, except for tables that a
   * metastore partitions.
   *
   * For tables that a metastore partitions, the order is the same as in the metastore's definition and in the storage layout.
   */
  partitionedColumn: opt(z.array(PartitionedColumn)),
};

/** Schema of `PartitioningDefinition`, with `parse` and `safeParse`. */
export const PartitioningDefinition = openObject<PartitioningDefinition>(partitioningDefinitionShape);

/**
 * Primary key of a table. The service does not enforce it.
 *
 * @see {@link https://cloud.google.com/bigquery/docs/reference/rest/v2/tables#TableConstraints | TableConstraints} in the BigQuery reference
 */
export interface PrimaryKey extends Fields<typeof primaryKeyShape> {}

const primaryKeyShape = {
  /** Columns of the key. */
  columns: z.array(string),
};

/** Schema of `PrimaryKey`, with `parse` and `safeParse`. */
export const PrimaryKey = openObject<PrimaryKey>(primaryKeyShape);

/**
 * A column of a foreign key and the column that it references.
 *
 * @see {@link https://cloud.google.com/bigquery/docs/reference/rest/v2/tables#TableConstraints | TableConstraints} in the BigQuery reference
 */
export interface ColumnReference extends Fields<typeof columnReferenceShape> {}

const columnReferenceShape = {
  /** Column of this table. */
  referencingColumn: string,
  /** Column of the referenced table's primary key. */
  referencedColumn: string,
};

/** Schema of `ColumnReference`, with `parse` and `safeParse`. */
export const ColumnReference = openObject<ColumnReference>(columnReferenceShape);

/**
 * Columns that reference the primary key of another table. The service does not enforce it.
 *
 * @see {@link https://cloud.google.com/bigquery/docs/reference/rest/v2/tables#TableConstraints | TableConstraints} in the BigQuery reference
 */
export interface ForeignKey extends Fields<typeof foreignKeyShape> {}

const foreignKeyShape = {
  /** Name of the constraint; absent if it has none. */
  name: opt(string),
  /** Table whose primary key is referenced. */
  referencedTable: TableReference,
  /** Pairs of a referencing and a referenced column. */
  columnReferences: z.array(ColumnReference),
};

/** Schema of `ForeignKey`, with `parse` and `safeParse`. */
export const ForeignKey = openObject<ForeignKey>(foreignKeyShape);

/**
 * Primary and foreign keys of a table. The service stores them, but does not enforce them.
 *
 * @see {@link https://cloud.google.com/bigquery/docs/reference/rest/v2/tables#TableConstraints | TableConstraints} in the BigQuery reference
 */
export interface TableConstraints extends Fields<typeof tableConstraintsShape> {}

const tableConstraintsShape = {
  /** Primary key; absent if the table has none. Not enforced. */
  primaryKey: opt(PrimaryKey),
  /** Foreign keys; absent if the table has none. Not enforced. */
  foreignKeys: opt(z.array(ForeignKey)),
};

/** Schema of `TableConstraints`, with `parse` and `safeParse`. */
export const TableConstraints = openObject<TableConstraints>(tableConstraintsShape);

/**
 * Rows that were streamed into a table but are not yet in its storage. Output only.
 *
 * @see {@link https://cloud.google.com/bigquery/docs/reference/rest/v2/tables#Streamingbuffer | Streamingbuffer} in the BigQuery reference
 */
export interface Streamingbuffer extends Fields<typeof streamingbufferShape> {}

const streamingbufferShape = {
  /** Lower bound of the number of bytes in the buffer. Unsigned. Output only. */
  estimatedBytes: outputOnly(uint64Schema),
  /** Lower bound of the number of rows in the buffer. Unsigned. Output only. */
  estimatedRows: outputOnly(uint64Schema),
  /** Time of the oldest entry, as Unix time in milliseconds, which `toDate` converts; absent if unknown. Unsigned. Output only. */
  oldestEntryTime: outputOnly(uint64Schema),
};

/** Schema of `Streamingbuffer`, with `parse` and `safeParse`. */
export const Streamingbuffer = openObject<Streamingbuffer>(streamingbufferShape);

/**
 * Encryption of a table with a customer-managed key.
 *
 * @see {@link https://cloud.google.com/bigquery/docs/reference/rest/v2/EncryptionConfiguration | EncryptionConfiguration} in the BigQuery reference
 */
export interface EncryptionConfiguration extends Fields<typeof encryptionConfigurationShape> {}

const encryptionConfigurationShape = {
  /** Resource name of the key. */
  kmsKeyName: opt(string),
};

/** Schema of `EncryptionConfiguration`, with `parse` and `safeParse`. */
export const EncryptionConfiguration = openObject<EncryptionConfiguration>(encryptionConfigurationShape);

/**
 * Source and time of a snapshot. Output only.
 *
 * @see {@link https://cloud.google.com/bigquery/docs/reference/rest/v2/tables#SnapshotDefinition | SnapshotDefinition} in the BigQuery reference
 */
export interface SnapshotDefinition extends Readonly<Fields<typeof snapshotDefinitionShape>> {}

const snapshotDefinitionShape = {
  /** Table that the snapshot was made from. */
  baseTableReference: TableReference,
  /** Point in time of the snapshot's contents, as an RFC 3339 timestamp. */
  snapshotTime: string,
};

/** Schema of `SnapshotDefinition`, with `parse` and `safeParse`. */
export const SnapshotDefinition = openObject<SnapshotDefinition>(snapshotDefinitionShape);

/**
 * Source and time of a clone. Output only.
 *
 * @see {@link https://cloud.google.com/bigquery/docs/reference/rest/v2/tables#CloneDefinition | CloneDefinition} in the BigQuery reference
 */
export interface CloneDefinition extends Readonly<Fields<typeof cloneDefinitionShape>> {}

const cloneDefinitionShape = {
  /** Table that the clone was made from. */
  baseTableReference: TableReference,
  /** Point in time of the clone's initial contents, as an RFC 3339 timestamp. */
  cloneTime: string,
};

/** Schema of `CloneDefinition`, with `parse` and `safeParse`. */
export const CloneDefinition = openObject<CloneDefinition>(cloneDefinitionShape);

/**
 * Restrictions of access to a table. Output only.
 *
 * @see {@link https://cloud.google.com/bigquery/docs/reference/rest/v2/tables#RestrictionConfig | RestrictionConfig} in the BigQuery reference
 */
export interface RestrictionConfig extends Fields<typeof restrictionConfigShape> {}

const restrictionConfigShape = {
  /** Type of the restriction. Output only. */
  type: outputOnly(openEnum<RestrictionType>()),
};

/** Schema of `RestrictionConfig`, with `parse` and `safeParse`. */
export const RestrictionConfig = openObject<RestrictionConfig>(restrictionConfigShape);

/**
 * Replication of a materialized view that was created with the SQL clause `AS REPLICA OF`.
 *
 * @see {@link https://cloud.google.com/bigquery/docs/reference/rest/v2/tables#TableReplicationInfo | TableReplicationInfo} in the BigQuery reference
 */
export interface TableReplicationInfo extends Fields<typeof tableReplicationInfoShape> {}

const tableReplicationInfoShape = {
  /** Table that is replicated. */
  sourceTable: expected(TableReference),
  /** Time between two checks of the source for changes, in milliseconds. Default: chosen by BigQuery. */
  replicationIntervalMs: opt(int64Schema),
  /** Last refresh of the source, if it is a materialized view, as Unix time in milliseconds, which `toDate` converts. Output only. */
  replicatedSourceLastRefreshTime: outputOnly(int64Schema),
  /** Status of the replication. Output only. */
  replicationStatus: outputOnly(openEnum<ReplicationStatus>()),
  /** Error that ended the replication; absent if there is none. Output only. */
  replicationError: outputOnly(ErrorProto),
};

/** Schema of `TableReplicationInfo`, with `parse` and `safeParse`. */
export const TableReplicationInfo = openObject<TableReplicationInfo>(tableReplicationInfoShape);

/**
 * Options of a machine-learning model.
 *
 * @deprecated Use the models API of BigQuery.
 * @see {@link https://cloud.google.com/bigquery/docs/reference/rest/v2/tables#ModelDefinition | ModelDefinition} in the BigQuery reference
 */
export interface ModelOptions extends Fields<typeof modelOptionsShape> {}

const modelOptionsShape = {
  /** Names of the label columns. */
  labels: opt(z.array(string)),
  /** Loss function. */
  lossType: opt(string),
  /** Type of the model. */
  modelType: opt(string),
};

/** Schema of `ModelOptions`, with `parse` and `safeParse`. */
export const ModelOptions = openObject<ModelOptions>(modelOptionsShape);

/**
 * Options of one training run of a machine-learning model.
 *
 * @deprecated Use the models API of BigQuery.
 * @see {@link https://cloud.google.com/bigquery/docs/reference/rest/v2/tables#ModelDefinition | ModelDefinition} in the BigQuery reference
 */
export interface BqmlTrainingOptions extends Fields<typeof bqmlTrainingOptionsShape> {}

const bqmlTrainingOptionsShape = {
  /** Whether training stops when the loss no longer decreases by `minRelProgress`. */
  earlyStop: opt(boolean),
  /** Weight of the L1 regularization. */
  l1Reg: opt(number),
  /** Weight of the L2 regularization. */
  l2Reg: opt(number),
  /** Learning rate, if it is constant. */
  learnRate: opt(number),
  /** How the learning rate is chosen. */
  learnRateStrategy: opt(string),
  /** Initial learning rate of a line search. */
  lineSearchInitLearnRate: opt(number),
  /** Maximum number of iterations. */
  maxIteration: opt(int64Schema),
  /** Training stops when the relative decrease of the loss is below this value. */
  minRelProgress: opt(number),
  /** Whether training starts with the result of an earlier run. */
  warmStart: opt(boolean),
};

/** Schema of `BqmlTrainingOptions`, with `parse` and `safeParse`. */
export const BqmlTrainingOptions = openObject<BqmlTrainingOptions>(bqmlTrainingOptionsShape);

/**
 * Result of one iteration of a training run.
 *
 * @deprecated Use the models API of BigQuery.
 * @see {@link https://cloud.google.com/bigquery/docs/reference/rest/v2/tables#BqmlIterationResult | BqmlIterationResult} in the BigQuery reference
 */
export interface BqmlIterationResult extends Fields<typeof bqmlIterationResultShape> {}

const bqmlIterationResultShape = {
  /** Index of the iteration, from 0. */
  index: opt(integer),
  /** Duration of the iteration, in milliseconds. */
  durationMs: opt(int64Schema),
  /** Loss over the evaluation data. */
  evalLoss: opt(number),
  /** Loss over the training data. */
  trainingLoss: opt(number),
  /** Learning rate of the iteration. */
  learnRate: opt(number),
};

/** Schema of `BqmlIterationResult`, with `parse` and `safeParse`. */
export const BqmlIterationResult = openObject<BqmlIterationResult>(bqmlIterationResultShape);

/**
 * One training run of a machine-learning model.
 *
 * @deprecated Use the models API of BigQuery.
 * @see {@link https://cloud.google.com/bigquery/docs/reference/rest/v2/tables#BqmlTrainingRun | BqmlTrainingRun} in the BigQuery reference
 */
export interface BqmlTrainingRun extends Fields<typeof bqmlTrainingRunShape> {}

const bqmlTrainingRunShape = {
  /** State of the run. */
  state: opt(string),
  /** Start of the run, as an RFC 3339 timestamp. */
  startTime: opt(string),
  /** Options of the run. */
  trainingOptions: opt(BqmlTrainingOptions),
  /** Results of the iterations, in order. */
  iterationResults: opt(z.array(BqmlIterationResult)),
};

/** Schema of `BqmlTrainingRun`, with `parse` and `safeParse`. */
export const BqmlTrainingRun = openObject<BqmlTrainingRun>(bqmlTrainingRunShape);

/**
 * A machine-learning model that is stored as a table.
 *
 * @deprecated Use the models API of BigQuery.
 * @see {@link https://cloud.google.com/bigquery/docs/reference/rest/v2/tables#ModelDefinition | ModelDefinition} in the BigQuery reference
 */
export interface ModelDefinition extends Fields<typeof modelDefinitionShape> {}

const modelDefinitionShape = {
  /** Options of the model. */
  modelOptions: opt(ModelOptions),
  /** Training runs, in order. */
  trainingRuns: opt(z.array(BqmlTrainingRun)),
};

/** Schema of `ModelDefinition`, with `parse` and `safeParse`. */
export const ModelDefinition = openObject<ModelDefinition>(modelDefinitionShape);
