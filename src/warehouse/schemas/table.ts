import * as z from "zod";
import type { Fields } from "../../schema/fields.js";
import {
  boolean,
  int64Schema,
  openEnum,
  openObject,
  opt,
  outputOnly,
  string,
  stringMap,
  uint64Schema,
} from "../../schema/schema.js";
import { COLLATIONS, type ManagedTableType, ROUNDING_MODES, type TableType } from "./enums.js";
import { BigLakeConfiguration, ExternalCatalogTableOptions, ExternalDataConfiguration } from "./external-data.js";
import {
  CloneDefinition,
  Clustering,
  EncryptionConfiguration,
  ModelDefinition,
  PartitioningDefinition,
  RangePartitioning,
  RestrictionConfig,
  SnapshotDefinition,
  Streamingbuffer,
  TableConstraints,
  TableReference,
  TableReplicationInfo,
  TimePartitioning,
} from "./table-parts.js";
import { TableSchema } from "./table-schema.js";
import { MaterializedViewDefinition, MaterializedViewStatus, ViewDefinition } from "./views.js";

/**
 * A BigQuery table: schema, partitioning, and statistics about its contents.
 *
 * Views, materialized views, external tables, snapshots and BigLake tables are tables too; `type` tells them
 * apart. 64-bit integers are decimal strings of type `Int64`, displayed as `` `${bigint}` ``: create them with
 * `int64()`, and convert them with `BigInt()`. Times are Unix times in milliseconds; convert them with `toDate`.
 *
 * @see {@link https://cloud.google.com/bigquery/docs/reference/rest/v2/tables#Table | Table} in the BigQuery reference
 */
export interface Table extends Fields<typeof tableShape> {}

const tableShape = {
  /** Type of the resource; the same for every table. */
  kind: opt(string),
  /**
   * Hash of the current version of the resource. Pass it as `ifMatch` to write only if nothing has changed since.
   * Output only.
   */
  etag: outputOnly(string),
  /** Opaque, unique id of the table. Output only. */
  id: outputOnly(string),
  /** Project, dataset and id of the table. */
  tableReference: TableReference,
  /** Display name. */
  friendlyName: opt(string),
  /** Description for users. */
  description: opt(string),
  /**
   * Labels to organize tables.
   *
   * Keys and values have at most 63 characters: lower-case letters of any script, digits, underscores and dashes. A key
   * starts with a letter; a value may be empty. Keys are unique.
   */
  labels: opt(stringMap),
  /** Columns of the table. */
  schema: opt(TableSchema),
  /** Partitions the table by time. At most one of `timePartitioning` and `rangePartitioning`. */
  timePartitioning: opt(TimePartitioning),
  /** Partitions the table by ranges of an integer column. At most one of `timePartitioning` and `rangePartitioning`. */
  rangePartitioning: opt(RangePartitioning),
  /**
   * Sorts the rows within each partition.
   *
   * BigQuery accepts `clustering` without `timePartitioning`; the rules of the specification require both.
   */
  clustering: opt(Clustering),
  /** Whether queries must have a filter that eliminates partitions. Default: `false`. */
  requirePartitionFilter: opt(boolean),
  /** Logical size in bytes, without the streaming buffer. Output only. */
  numBytes: outputOnly(int64Schema),
  /** Number of logical bytes in long-term storage. Output only. */
  numLongTermBytes: outputOnly(int64Schema),
  /** Number of rows, without the streaming buffer. Unsigned. Output only. */
  numRows: outputOnly(uint64Schema),
  /** Creation time, as Unix time in milliseconds, which `toDate` converts. Output only. */
  creationTime: outputOnly(int64Schema),
  /**
   * Expiration time, as Unix time in milliseconds, which `toDate` converts. The service then deletes the table and reclaims its storage.
   * Default: the table does not expire.
   *
   * For new tables, the default is the dataset's `defaultTableExpirationMs`, if set.
   */
  expirationTime: opt(int64Schema),
  /** Time of the last modification, as Unix time in milliseconds, which `toDate` converts. Unsigned. Output only. */
  lastModifiedTime: outputOnly(uint64Schema),
  /** Type of the table. Output only. */
  type: outputOnly(openEnum<TableType>()),
  /** Definition of the view. Makes the table a view. */
  view: opt(ViewDefinition),
  /** Definition of the materialized view. Makes the table a materialized view. */
  materializedView: opt(MaterializedViewDefinition),
  /** Status of the materialized view. Output only. */
  materializedViewStatus: outputOnly(MaterializedViewStatus),
  /** Location, format and properties of external data. Makes the table an external table. */
  externalDataConfiguration: opt(ExternalDataConfiguration),
  /** BigLake configuration. Makes the table a BigLake table. */
  biglakeConfiguration: opt(BigLakeConfiguration),
  /** Geographic location, inherited from the dataset. Output only. */
  location: outputOnly(string),
  /** Rows that were streamed in but are not yet in storage; absent if there are none. Output only. */
  streamingBuffer: outputOnly(Streamingbuffer),
  /** Customer-managed encryption key. Default: a key that Google manages. */
  encryptionConfiguration: opt(EncryptionConfiguration),
  /** Source of the snapshot; set only on snapshots. Output only. */
  snapshotDefinition: outputOnly(SnapshotDefinition),
  /** Default collation of `STRING` columns that are added later; existing columns do not change. */
  defaultCollation: opt(openEnum(COLLATIONS)),
  /**
   * Default rounding mode of `NUMERIC` and `BIGNUMERIC` columns that are added later; existing columns do not change.
   */
  defaultRoundingMode: opt(openEnum(ROUNDING_MODES)),
  /** Source of the clone; set only on clones. Output only. */
  cloneDefinition: outputOnly(CloneDefinition),
  /** Number of physical bytes for time travel. May lag by seconds to minutes. Output only. */
  numTimeTravelPhysicalBytes: outputOnly(int64Schema),
  /** Total number of logical bytes of the table or materialized view. Output only. */
  numTotalLogicalBytes: outputOnly(int64Schema),
  /** Number of logical bytes that are less than 90 days old. Output only. */
  numActiveLogicalBytes: outputOnly(int64Schema),
  /** Number of logical bytes that are more than 90 days old. Output only. */
  numLongTermLogicalBytes: outputOnly(int64Schema),
  /** Total number of physical bytes, including time travel. May lag. Output only. */
  numTotalPhysicalBytes: outputOnly(int64Schema),
  /** Number of physical bytes that are less than 90 days old. May lag. Output only. */
  numActivePhysicalBytes: outputOnly(int64Schema),
  /** Number of physical bytes that are more than 90 days old. May lag. Output only. */
  numLongTermPhysicalBytes: outputOnly(int64Schema),
  /** Number of partitions of the table or materialized view. May lag. Output only. */
  numPartitions: outputOnly(int64Schema),
  /**
   * Maximum staleness of the data that queries return, as a string that encodes a SQL interval: `0-0 0 4:0:0` is 4
   * hours.
   */
  maxStaleness: opt(string),
  /** Primary and foreign keys. The service does not enforce them. */
  tableConstraints: opt(TableConstraints),
  /** Tags. A key is `<parent_id>/<key_name>` and globally unique; a value is the short name of the tag value. */
  resourceTags: opt(stringMap),
  /** References to all active replicas. Output only. */
  replicas: outputOnly(z.array(TableReference)),
  /**
   * Partition columns, for all table formats.
   *
   * Output only, except for tables that a metastore partitions: requests omit this property if the table has
   * `timePartitioning` or `rangePartitioning`.
   */
  partitionDefinition: opt(PartitioningDefinition),
  /** URL of the resource. Output only. */
  selfLink: outputOnly(string),
  /** Number of physical bytes, including time travel. Output only. */
  numPhysicalBytes: outputOnly(int64Schema),
  /** Number of physical bytes of the current data, without time travel. May lag. Output only. */
  numCurrentPhysicalBytes: outputOnly(int64Schema),
  /** Storage of the table. Default: the setting of the dataset. */
  managedTableType: opt(openEnum<ManagedTableType>()),
  /** Properties of the table in an open-source catalog. */
  externalCatalogTableOptions: opt(ExternalCatalogTableOptions),
  /** Replication of the table; set only on replicas. */
  tableReplicationInfo: opt(TableReplicationInfo),
  /** Restrictions of access to the table. Output only. */
  restrictions: outputOnly(RestrictionConfig),
  /**
   * Machine-learning model of the table.
   *
   * @deprecated Use the models API of BigQuery.
   */
  model: opt(ModelDefinition),
};

/** Schema of `Table`, with `parse` and `safeParse`. */
export const Table = openObject<Table>(tableShape);
