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
import type { Collation, RoundingMode, TableType } from "./enums.js";
import { ExternalDataConfiguration } from "./external-data-configuration.js";
import { MaterializedViewDefinition, MaterializedViewStatus } from "./materialized-view.js";
import { Clustering, PartitioningDefinition, RangePartitioning, TimePartitioning } from "./partitioning.js";
import { TableConstraints } from "./table-constraints.js";
import { CloneDefinition, EncryptionConfiguration, SnapshotDefinition, Streamingbuffer } from "./table-parts.js";
import { TableReference } from "./table-reference.js";
import { TableSchema } from "./table-schema.js";
import { VendorLakeConfiguration } from "./vendor-lake-configuration.js";
import { ViewDefinition } from "./view-definition.js";

/**
 * A table of the warehouse: its columns, how it is laid out, and what is known about its contents.
 *
 * Views, materialized views, external tables, snapshots and managed lake tables are tables too; `type` tells which.
 * 64-bit integers are decimal strings, typed `Int64` and shown as `` `${bigint}` ``: `int64()` writes them, `BigInt()` reads
 * them. Times are milliseconds since the epoch, which `toDate` reads.
 *
 * @see Spec: warehouse, "Table"
 */
export interface Table {
  /** Names the sort of resource, the same for every table. */
  kind?: string | undefined;
  /** Hash of the resource as it is now; give it as `ifMatch` to write only if nobody else has. Output only. */
  readonly etag?: string | undefined;
  /** Opaque id, different for every table. Output only. */
  readonly id?: string | undefined;
  /** Which table it is. */
  tableReference: TableReference;
  /** Name for people to read. */
  friendlyName?: string | undefined;
  /** What the table is for, for people to read. */
  description?: string | undefined;
  /**
   * Labels to group tables by.
   *
   * Keys and values: at most 63 lower-case letters (of any script), digits, underscores and dashes. A key begins with
   * a letter and is not repeated; a value may be empty.
   */
  labels?: Record<string, string> | undefined;
  /** Columns of the table. */
  schema?: TableSchema | undefined;
  /** Divides the table by time. */
  timePartitioning?: TimePartitioning | undefined;
  /** Divides the table by ranges of an integer column. */
  rangePartitioning?: RangePartitioning | undefined;
  /**
   * Orders the rows within each partition.
   *
   * A rule of the spec demands `timePartitioning` beside it. Services that also cluster tables without it have that
   * rule turned off by their naming profile.
   */
  clustering?: Clustering | undefined;
  /** Whether every query must filter in a way that rules out whole partitions. */
  requirePartitionFilter?: boolean | undefined;
  /** Logical size in bytes, without what is still in the streaming buffer. Output only. */
  readonly numBytes?: Int64 | undefined;
  /** How many of the logical bytes count as long-term storage. Output only. */
  readonly numLongTermBytes?: Int64 | undefined;
  /** Number of rows, without those still in the streaming buffer. Unsigned. Output only. */
  readonly numRows?: Int64 | undefined;
  /** When the table was created, in milliseconds since the epoch. Output only. */
  readonly creationTime?: Int64 | undefined;
  /**
   * When the table is deleted and its storage given back, in milliseconds since the epoch. Default: never.
   *
   * A new table takes its default from the dataset's `defaultTableExpirationMs`.
   */
  expirationTime?: Int64 | undefined;
  /** When the table was last changed, in milliseconds since the epoch. Unsigned. Output only. */
  readonly lastModifiedTime?: Int64 | undefined;
  /** What sort of table it is. Default: `TABLE`. Output only. */
  readonly type?: TableType | undefined;
  /** Makes the table a view: the query behind it. */
  view?: ViewDefinition | undefined;
  /** Makes the table a materialized view: the query behind it, and when it is refreshed. */
  materializedView?: MaterializedViewDefinition | undefined;
  /** How far the materialized view has followed its base table. Output only. */
  readonly materializedViewStatus?: MaterializedViewStatus | undefined;
  /** Makes the table an external one: where its data lies and how it is read. */
  externalDataConfiguration?: ExternalDataConfiguration | undefined;
  /** Makes the table a managed lake table: where and how its data is kept. */
  vendorLakeConfiguration?: VendorLakeConfiguration | undefined;
  /** Where the data is kept, geographically: the location of the dataset. Output only. */
  readonly location?: string | undefined;
  /** What is streamed in and not yet stored; absent when there is nothing of the kind. Output only. */
  readonly streamingBuffer?: Streamingbuffer | undefined;
  /** The customer's own key that the table is encrypted with. */
  encryptionConfiguration?: EncryptionConfiguration | undefined;
  /** What the snapshot was taken of; set on snapshots. Output only. */
  readonly snapshotDefinition?: SnapshotDefinition | undefined;
  /**
   * How strings compare in `STRING` columns that are added from now on: `und:ci` without regard to case, `""` by case.
   * Default: by case.
   *
   * Columns that are already there keep what they have.
   */
  defaultCollation?: Collation | undefined;
  /**
   * How values are rounded in `NUMERIC` and `BIGNUMERIC` columns that are added from now on.
   *
   * Columns that are already there keep what they have.
   */
  defaultRoundingMode?: RoundingMode | undefined;
  /** What the clone was made of; set on clones. Output only. */
  readonly cloneDefinition?: CloneDefinition | undefined;
  /** Physical bytes kept for time travel; seconds to minutes behind. Output only. */
  readonly numTimeTravelPhysicalBytes?: Int64 | undefined;
  /** Logical bytes of the table or materialized view in all. Output only. */
  readonly numTotalLogicalBytes?: Int64 | undefined;
  /** Logical bytes younger than 90 days. Output only. */
  readonly numActiveLogicalBytes?: Int64 | undefined;
  /** Logical bytes older than 90 days. Output only. */
  readonly numLongTermLogicalBytes?: Int64 | undefined;
  /** Physical bytes in all, those kept for time travel included; may be behind. Output only. */
  readonly numTotalPhysicalBytes?: Int64 | undefined;
  /** Physical bytes younger than 90 days; may be behind. Output only. */
  readonly numActivePhysicalBytes?: Int64 | undefined;
  /** Physical bytes older than 90 days; may be behind. Output only. */
  readonly numLongTermPhysicalBytes?: Int64 | undefined;
  /** Number of partitions of the table or materialized view; may be behind. Output only. */
  readonly numPartitions?: Int64 | undefined;
  /** How old the data that a query gets may be at most: a SQL interval as text, as in `0-0 0 4:0:0` for 4 hours. */
  maxStaleness?: string | undefined;
  /** Primary and foreign keys. The service does not enforce them. */
  tableConstraints?: TableConstraints | undefined;
  /**
   * Tags: the key is `<parent_id>/<key_name>`, unique everywhere, and the value is the short name of the tag's value.
   */
  resourceTags?: Record<string, string> | undefined;
  /** All replicas that are active. Output only. */
  readonly replicas?: TableReference[] | undefined;
  /**
   * Columns that the table is partitioned by, whatever its format.
   *
   * Output only, except for metastore partitioned tables: requests omit it if the table has `timePartitioning` or
   * `rangePartitioning`.
   */
  partitionDefinition?: PartitioningDefinition | undefined;
}

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
} satisfies ShapeOf<Table>);
