import * as z from "zod/mini";
import type { Int64 } from "../../core/schema/scalars.js";
import {
  expected,
  int64Schema,
  openEnum,
  openObject,
  opt,
  outputOnly,
  uint64Schema,
} from "../../core/schema/schema.js";
import type { SchemaOf, ShapeOf } from "../../core/schema/shape-of.js";
import type { ReplicationStatus, RestrictionType } from "./enums.js";
import { ErrorProto } from "./error-proto.js";
import { TableReference } from "./table-reference.js";

/**
 * Rows that were streamed into a table but are not yet in its storage. Output only.
 *
 * @see Spec: warehouse, "Streamingbuffer (output only)"
 */
export interface Streamingbuffer {
  /** Lower bound of the number of bytes in the buffer. Unsigned. */
  estimatedBytes?: Int64 | undefined;
  /** Lower bound of the number of rows in the buffer. Unsigned. */
  estimatedRows?: Int64 | undefined;
  /** Time of the oldest entry, as Unix time in milliseconds; absent if unknown. Unsigned. */
  oldestEntryTime?: Int64 | undefined;
}

/** Schema of `Streamingbuffer`, with `parse` and `safeParse`. */
export const Streamingbuffer: SchemaOf<Streamingbuffer> = /* @__PURE__ */ openObject({
  estimatedBytes: opt(uint64Schema()),
  estimatedRows: opt(uint64Schema()),
  oldestEntryTime: opt(uint64Schema()),
} satisfies ShapeOf<Streamingbuffer>);

/**
 * Encryption of a table with a customer-managed key.
 *
 * @see Spec: warehouse, "Table" (fields of the real service)
 */
export interface EncryptionConfiguration {
  /** Resource name of the key. */
  kmsKeyName?: string | undefined;
}

/** Schema of `EncryptionConfiguration`, with `parse` and `safeParse`. */
export const EncryptionConfiguration: SchemaOf<EncryptionConfiguration> = /* @__PURE__ */ openObject({
  kmsKeyName: opt(z.string()),
} satisfies ShapeOf<EncryptionConfiguration>);

/**
 * Source and time of a snapshot. Output only.
 *
 * @see Spec: warehouse, "SnapshotDefinition and CloneDefinition"
 */
export interface SnapshotDefinition {
  /** Table that the snapshot was made from. */
  baseTableReference: TableReference;
  /** Point in time of the snapshot's contents, as an RFC 3339 timestamp. */
  snapshotTime: string;
}

/** Schema of `SnapshotDefinition`, with `parse` and `safeParse`. */
export const SnapshotDefinition: SchemaOf<SnapshotDefinition> = /* @__PURE__ */ openObject({
  baseTableReference: TableReference,
  snapshotTime: z.string(),
} satisfies ShapeOf<SnapshotDefinition>);

/**
 * Source and time of a clone. Output only.
 *
 * @see Spec: warehouse, "SnapshotDefinition and CloneDefinition"
 */
export interface CloneDefinition {
  /** Table that the clone was made from. */
  baseTableReference: TableReference;
  /** Point in time of the clone's initial contents, as an RFC 3339 timestamp. */
  cloneTime: string;
}

/** Schema of `CloneDefinition`, with `parse` and `safeParse`. */
export const CloneDefinition: SchemaOf<CloneDefinition> = /* @__PURE__ */ openObject({
  baseTableReference: TableReference,
  cloneTime: z.string(),
} satisfies ShapeOf<CloneDefinition>);

/**
 * Restrictions of access to a table. Output only.
 *
 * @see Spec: warehouse, "Table" (fields of the real service)
 */
export interface RestrictionConfig {
  /**
   * Type of the restriction.
   *
   * - `RESTRICTION_TYPE_UNSPECIFIED`: not specified
   * - `RESTRICTED_DATA_EGRESS`: data cannot be copied out of the table
   */
  type?: RestrictionType | undefined;
}

/** Schema of `RestrictionConfig`, with `parse` and `safeParse`. */
export const RestrictionConfig: SchemaOf<RestrictionConfig> = /* @__PURE__ */ openObject({
  type: opt(openEnum<RestrictionType>()),
} satisfies ShapeOf<RestrictionConfig>);

/**
 * Replication of a materialized view that was created with the SQL clause `AS REPLICA OF`.
 *
 * @see Spec: warehouse, "Table" (fields of the real service)
 */
export interface TableReplicationInfo {
  /** Table that is replicated. */
  sourceTable: TableReference;
  /** Time between two checks of the source for changes, in milliseconds. Default: chosen by the service. */
  replicationIntervalMs?: Int64 | undefined;
  /** Last refresh of the source, if it is a materialized view, as Unix time in milliseconds. Output only. */
  readonly replicatedSourceLastRefreshTime?: Int64 | undefined;
  /**
   * Status of the replication. Output only.
   *
   * - `REPLICATION_STATUS_UNSPECIFIED`: not specified
   * - `ACTIVE`: running without errors
   * - `SOURCE_DELETED`: the source was deleted
   * - `PERMISSION_DENIED`: the source revoked the permission
   * - `UNSUPPORTED_CONFIGURATION`: the configuration of the source cannot be replicated
   */
  readonly replicationStatus?: ReplicationStatus | undefined;
  /** Error that ended the replication; absent if there is none. Output only. */
  readonly replicationError?: ErrorProto | undefined;
}

/** Schema of `TableReplicationInfo`, with `parse` and `safeParse`. */
export const TableReplicationInfo: SchemaOf<TableReplicationInfo> = /* @__PURE__ */ openObject({
  sourceTable: expected(TableReference),
  replicationIntervalMs: opt(int64Schema()),
  replicatedSourceLastRefreshTime: outputOnly(int64Schema()),
  replicationStatus: outputOnly(openEnum<ReplicationStatus>()),
  replicationError: outputOnly(ErrorProto),
} satisfies ShapeOf<TableReplicationInfo>);
