import * as z from "zod/mini";
import type { Int64 } from "../../core/schema/scalars.js";
import {
  int64Schema,
  openEnum,
  openObject,
  opt,
  outputOnly,
  stringMap,
  uint64Schema,
} from "../../core/schema/schema.js";
import type { SchemaOf, ShapeOf } from "../../core/schema/shape-of.js";
import type { Collation, ManagedTableType, RoundingMode, TableType } from "./enums.js";
import { ExternalCatalogTableOptions } from "./external-catalog.js";
import { ExternalDataConfiguration } from "./external-data-configuration.js";
import { MaterializedViewDefinition, MaterializedViewStatus } from "./materialized-view.js";
import { ModelDefinition } from "./model-definition.js";
import { Clustering, PartitioningDefinition, RangePartitioning, TimePartitioning } from "./partitioning.js";
import { TableConstraints } from "./table-constraints.js";
import {
  CloneDefinition,
  EncryptionConfiguration,
  RestrictionConfig,
  SnapshotDefinition,
  Streamingbuffer,
  TableReplicationInfo,
} from "./table-parts.js";
import { TableReference } from "./table-reference.js";
import { TableSchema } from "./table-schema.js";
import { VendorLakeConfiguration } from "./vendor-lake-configuration.js";
import { ViewDefinition } from "./view-definition.js";

/**
 * A BigQuery table: schema, partitioning, and statistics about its contents.
 *
 * Views, materialized views, external tables, snapshots and BigLake tables are tables too; `type` tells them
 * apart. 64-bit integers are decimal strings of type `Int64`, displayed as `` `${bigint}` ``: create them with
 * `int64()`, and convert them with `BigInt()`. Times are Unix times in milliseconds; convert them with `toDate`.
 *
 * @see Spec: warehouse, "Table"
 */
export interface Table {
  /** Type of the resource; the same for every table. */
  kind?: string | undefined;
  /**
   * Hash of the current version of the resource. Pass it as `ifMatch` to write only if nothing has changed since.
   * Output only.
   */
  readonly etag?: string | undefined;
  /** Opaque, unique id of the table. Output only. */
  readonly id?: string | undefined;
  /** Project, dataset and id of the table. */
  tableReference: TableReference;
  /** Display name. */
  friendlyName?: string | undefined;
  /** Description for users. */
  description?: string | undefined;
  /**
   * Labels to organize tables.
   *
   * Keys and values have at most 63 characters: lower-case letters of any script, digits, underscores and dashes. A key
   * starts with a letter; a value may be empty. Keys are unique.
   */
  labels?: Record<string, string> | undefined;
  /** Columns of the table. */
  schema?: TableSchema | undefined;
  /** Partitions the table by time. At most one of `timePartitioning` and `rangePartitioning`. */
  timePartitioning?: TimePartitioning | undefined;
  /** Partitions the table by ranges of an integer column. At most one of `timePartitioning` and `rangePartitioning`. */
  rangePartitioning?: RangePartitioning | undefined;
  /**
   * Sorts the rows within each partition.
   *
   * The spec requires `timePartitioning` together with it. Naming profiles of services without this requirement turn
   * the rule off.
   */
  clustering?: Clustering | undefined;
  /** Whether queries must have a filter that eliminates partitions. Default: `false`. */
  requirePartitionFilter?: boolean | undefined;
  /** Logical size in bytes, without the streaming buffer. Output only. */
  readonly numBytes?: Int64 | undefined;
  /** Number of logical bytes in long-term storage. Output only. */
  readonly numLongTermBytes?: Int64 | undefined;
  /** Number of rows, without the streaming buffer. Unsigned. Output only. */
  readonly numRows?: Int64 | undefined;
  /** Creation time, as Unix time in milliseconds. Output only. */
  readonly creationTime?: Int64 | undefined;
  /**
   * Expiration time, as Unix time in milliseconds. The service then deletes the table and reclaims its storage.
   * Default: the table does not expire.
   *
   * For new tables, the default is the dataset's `defaultTableExpirationMs`, if set.
   */
  expirationTime?: Int64 | undefined;
  /** Time of the last modification, as Unix time in milliseconds. Unsigned. Output only. */
  readonly lastModifiedTime?: Int64 | undefined;
  /**
   * Type of the table. Default: `TABLE`. Output only.
   *
   * - `TABLE`: a normal table
   * - `VIEW`: a virtual table, defined by a SQL query
   * - `EXTERNAL`: a table that references data in an external storage system
   * - `MATERIALIZED_VIEW`: a precomputed view, defined by a SQL query
   * - `SNAPSHOT`: an immutable copy of a base table at one point in time
   */
  readonly type?: TableType | undefined;
  /** Definition of the view. Makes the table a view. */
  view?: ViewDefinition | undefined;
  /** Definition of the materialized view. Makes the table a materialized view. */
  materializedView?: MaterializedViewDefinition | undefined;
  /** Status of the materialized view. Output only. */
  readonly materializedViewStatus?: MaterializedViewStatus | undefined;
  /** Location, format and properties of external data. Makes the table an external table. */
  externalDataConfiguration?: ExternalDataConfiguration | undefined;
  /** BigLake configuration (Google: `biglakeConfiguration`). Makes the table a BigLake table. */
  vendorLakeConfiguration?: VendorLakeConfiguration | undefined;
  /** Geographic location, inherited from the dataset. Output only. */
  readonly location?: string | undefined;
  /** Rows that were streamed in but are not yet in storage; absent if there are none. Output only. */
  readonly streamingBuffer?: Streamingbuffer | undefined;
  /** Customer-managed encryption key. Default: a key that Google manages. */
  encryptionConfiguration?: EncryptionConfiguration | undefined;
  /** Source of the snapshot; set only on snapshots. Output only. */
  readonly snapshotDefinition?: SnapshotDefinition | undefined;
  /**
   * Default collation of `STRING` columns that are added later; existing columns do not change.
   *
   * - `und:ci`: case-insensitive, for any language
   * - `""`: case-sensitive, the default
   */
  defaultCollation?: Collation | undefined;
  /**
   * Default rounding mode of `NUMERIC` and `BIGNUMERIC` columns that are added later; existing columns do not change.
   *
   * - `ROUNDING_MODE_UNSPECIFIED`: chosen by the service, the default
   * - `ROUND_HALF_AWAY_FROM_ZERO`: rounds half values away from zero: 2.5 to 3, -2.5 to -3
   * - `ROUND_HALF_EVEN`: rounds half values to the nearest even value: 2.5 to 2, 3.5 to 4
   */
  defaultRoundingMode?: RoundingMode | undefined;
  /** Source of the clone; set only on clones. Output only. */
  readonly cloneDefinition?: CloneDefinition | undefined;
  /** Number of physical bytes for time travel. May lag by seconds to minutes. Output only. */
  readonly numTimeTravelPhysicalBytes?: Int64 | undefined;
  /** Total number of logical bytes of the table or materialized view. Output only. */
  readonly numTotalLogicalBytes?: Int64 | undefined;
  /** Number of logical bytes that are less than 90 days old. Output only. */
  readonly numActiveLogicalBytes?: Int64 | undefined;
  /** Number of logical bytes that are more than 90 days old. Output only. */
  readonly numLongTermLogicalBytes?: Int64 | undefined;
  /** Total number of physical bytes, including time travel. May lag. Output only. */
  readonly numTotalPhysicalBytes?: Int64 | undefined;
  /** Number of physical bytes that are less than 90 days old. May lag. Output only. */
  readonly numActivePhysicalBytes?: Int64 | undefined;
  /** Number of physical bytes that are more than 90 days old. May lag. Output only. */
  readonly numLongTermPhysicalBytes?: Int64 | undefined;
  /** Number of partitions of the table or materialized view. May lag. Output only. */
  readonly numPartitions?: Int64 | undefined;
  /**
   * Maximum staleness of the data that queries return, as a string that encodes a SQL interval: `0-0 0 4:0:0` is 4
   * hours.
   */
  maxStaleness?: string | undefined;
  /** Primary and foreign keys. The service does not enforce them. */
  tableConstraints?: TableConstraints | undefined;
  /** Tags. A key is `<parent_id>/<key_name>` and globally unique; a value is the short name of the tag value. */
  resourceTags?: Record<string, string> | undefined;
  /** References to all active replicas. Output only. */
  readonly replicas?: TableReference[] | undefined;
  /**
   * Partition columns, for all table formats.
   *
   * Output only, except for tables that a metastore partitions: requests omit it if the table has `timePartitioning` or
   * `rangePartitioning`.
   */
  partitionDefinition?: PartitioningDefinition | undefined;
  /** URL of the resource. Beyond the spec. Output only. */
  readonly selfLink?: string | undefined;
  /** Number of physical bytes, including time travel. Beyond the spec. Output only. */
  readonly numPhysicalBytes?: Int64 | undefined;
  /** Number of physical bytes of the current data, without time travel. May lag. Beyond the spec. Output only. */
  readonly numCurrentPhysicalBytes?: Int64 | undefined;
  /**
   * Storage of the table. Default: the setting of the dataset. Beyond the spec.
   *
   * - `MANAGED_TABLE_TYPE_UNSPECIFIED`: not specified
   * - `NATIVE`: BigQuery's own storage
   * - `BIGLAKE`: an Apache Iceberg table in object storage
   */
  managedTableType?: ManagedTableType | undefined;
  /** Properties of the table in an open-source catalog. Beyond the spec. */
  externalCatalogTableOptions?: ExternalCatalogTableOptions | undefined;
  /** Replication of the table; set only on replicas. Beyond the spec. */
  tableReplicationInfo?: TableReplicationInfo | undefined;
  /** Restrictions of access to the table. Beyond the spec. Output only. */
  readonly restrictions?: RestrictionConfig | undefined;
  /**
   * Machine-learning model of the table. Beyond the spec.
   *
   * @deprecated Use the models API of BigQuery.
   */
  model?: ModelDefinition | undefined;
}

/** Schema of `Table`, with `parse` and `safeParse`. */
export const Table: SchemaOf<Table> = /* @__PURE__ */ openObject({
  kind: opt(z.string()),
  etag: outputOnly(z.string()),
  id: outputOnly(z.string()),
  tableReference: TableReference,
  friendlyName: opt(z.string()),
  description: opt(z.string()),
  labels: opt(stringMap()),
  schema: opt(TableSchema),
  timePartitioning: opt(TimePartitioning),
  rangePartitioning: opt(RangePartitioning),
  clustering: opt(Clustering),
  requirePartitionFilter: opt(z.boolean()),
  numBytes: outputOnly(int64Schema()),
  numLongTermBytes: outputOnly(int64Schema()),
  numRows: outputOnly(uint64Schema()),
  creationTime: outputOnly(int64Schema()),
  expirationTime: opt(int64Schema()),
  lastModifiedTime: outputOnly(uint64Schema()),
  type: outputOnly(openEnum<TableType>()),
  view: opt(ViewDefinition),
  materializedView: opt(MaterializedViewDefinition),
  materializedViewStatus: outputOnly(MaterializedViewStatus),
  externalDataConfiguration: opt(ExternalDataConfiguration),
  vendorLakeConfiguration: opt(VendorLakeConfiguration),
  location: outputOnly(z.string()),
  streamingBuffer: outputOnly(Streamingbuffer),
  encryptionConfiguration: opt(EncryptionConfiguration),
  snapshotDefinition: outputOnly(SnapshotDefinition),
  defaultCollation: opt(openEnum<Collation>()),
  defaultRoundingMode: opt(openEnum<RoundingMode>()),
  cloneDefinition: outputOnly(CloneDefinition),
  numTimeTravelPhysicalBytes: outputOnly(int64Schema()),
  numTotalLogicalBytes: outputOnly(int64Schema()),
  numActiveLogicalBytes: outputOnly(int64Schema()),
  numLongTermLogicalBytes: outputOnly(int64Schema()),
  numTotalPhysicalBytes: outputOnly(int64Schema()),
  numActivePhysicalBytes: outputOnly(int64Schema()),
  numLongTermPhysicalBytes: outputOnly(int64Schema()),
  numPartitions: outputOnly(int64Schema()),
  maxStaleness: opt(z.string()),
  tableConstraints: opt(TableConstraints),
  resourceTags: opt(stringMap()),
  replicas: outputOnly(z.array(TableReference)),
  partitionDefinition: opt(PartitioningDefinition),
  selfLink: outputOnly(z.string()),
  numPhysicalBytes: outputOnly(int64Schema()),
  numCurrentPhysicalBytes: outputOnly(int64Schema()),
  managedTableType: opt(openEnum<ManagedTableType>()),
  externalCatalogTableOptions: opt(ExternalCatalogTableOptions),
  tableReplicationInfo: opt(TableReplicationInfo),
  restrictions: outputOnly(RestrictionConfig),
  model: opt(ModelDefinition),
} satisfies ShapeOf<Table>);
