import * as z from "zod/mini";
import type { Fields, SchemaOf } from "../../core/schema/fields.js";
import {
  expected,
  int64Schema,
  openEnum,
  openObject,
  opt,
  outputOnly,
  uint64Schema,
} from "../../core/schema/schema.js";
import type { ReplicationStatus, RestrictionType } from "./enums.js";
import { ErrorProto } from "./error-proto.js";
import { TableReference } from "./table-reference.js";

/**
 * Rows that were streamed into a table but are not yet in its storage. Output only.
 *
 * @see Spec: warehouse, "Streamingbuffer (output only)"
 */
export interface Streamingbuffer extends Fields<typeof streamingbufferShape> {}

const streamingbufferShape = {
  /** Lower bound of the number of bytes in the buffer. Unsigned. */
  estimatedBytes: opt(uint64Schema()),
  /** Lower bound of the number of rows in the buffer. Unsigned. */
  estimatedRows: opt(uint64Schema()),
  /** Time of the oldest entry, as Unix time in milliseconds; absent if unknown. Unsigned. */
  oldestEntryTime: opt(uint64Schema()),
};

/** Schema of `Streamingbuffer`, with `parse` and `safeParse`. */
export const Streamingbuffer: SchemaOf<Streamingbuffer> = /* @__PURE__ */ openObject(streamingbufferShape);

/**
 * Encryption of a table with a customer-managed key.
 *
 * @see Spec: warehouse, "Table" (fields of the real service)
 */
export interface EncryptionConfiguration extends Fields<typeof encryptionConfigurationShape> {}

const encryptionConfigurationShape = {
  /** Resource name of the key. */
  kmsKeyName: opt(z.string()),
};

/** Schema of `EncryptionConfiguration`, with `parse` and `safeParse`. */
export const EncryptionConfiguration: SchemaOf<EncryptionConfiguration> =
  /* @__PURE__ */ openObject(encryptionConfigurationShape);

/**
 * Source and time of a snapshot. Output only.
 *
 * @see Spec: warehouse, "SnapshotDefinition and CloneDefinition"
 */
export interface SnapshotDefinition extends Fields<typeof snapshotDefinitionShape> {}

const snapshotDefinitionShape = {
  /** Table that the snapshot was made from. */
  baseTableReference: TableReference,
  /** Point in time of the snapshot's contents, as an RFC 3339 timestamp. */
  snapshotTime: z.string(),
};

/** Schema of `SnapshotDefinition`, with `parse` and `safeParse`. */
export const SnapshotDefinition: SchemaOf<SnapshotDefinition> = /* @__PURE__ */ openObject(snapshotDefinitionShape);

/**
 * Source and time of a clone. Output only.
 *
 * @see Spec: warehouse, "SnapshotDefinition and CloneDefinition"
 */
export interface CloneDefinition extends Fields<typeof cloneDefinitionShape> {}

const cloneDefinitionShape = {
  /** Table that the clone was made from. */
  baseTableReference: TableReference,
  /** Point in time of the clone's initial contents, as an RFC 3339 timestamp. */
  cloneTime: z.string(),
};

/** Schema of `CloneDefinition`, with `parse` and `safeParse`. */
export const CloneDefinition: SchemaOf<CloneDefinition> = /* @__PURE__ */ openObject(cloneDefinitionShape);

/**
 * Restrictions of access to a table. Output only.
 *
 * @see Spec: warehouse, "Table" (fields of the real service)
 */
export interface RestrictionConfig extends Fields<typeof restrictionConfigShape> {}

const restrictionConfigShape = {
  /**
   * Type of the restriction.
   *
   * - `RESTRICTION_TYPE_UNSPECIFIED`: not specified
   * - `RESTRICTED_DATA_EGRESS`: data cannot be copied out of the table
   */
  type: opt(openEnum<RestrictionType>()),
};

/** Schema of `RestrictionConfig`, with `parse` and `safeParse`. */
export const RestrictionConfig: SchemaOf<RestrictionConfig> = /* @__PURE__ */ openObject(restrictionConfigShape);

/**
 * Replication of a materialized view that was created with the SQL clause `AS REPLICA OF`.
 *
 * @see Spec: warehouse, "Table" (fields of the real service)
 */
export interface TableReplicationInfo extends Fields<typeof tableReplicationInfoShape> {}

const tableReplicationInfoShape = {
  /** Table that is replicated. */
  sourceTable: expected(TableReference),
  /** Time between two checks of the source for changes, in milliseconds. Default: chosen by the service. */
  replicationIntervalMs: opt(int64Schema()),
  /** Last refresh of the source, if it is a materialized view, as Unix time in milliseconds. Output only. */
  replicatedSourceLastRefreshTime: outputOnly(int64Schema()),
  /**
   * Status of the replication. Output only.
   *
   * - `REPLICATION_STATUS_UNSPECIFIED`: not specified
   * - `ACTIVE`: running without errors
   * - `SOURCE_DELETED`: the source was deleted
   * - `PERMISSION_DENIED`: the source revoked the permission
   * - `UNSUPPORTED_CONFIGURATION`: the configuration of the source cannot be replicated
   */
  replicationStatus: outputOnly(openEnum<ReplicationStatus>()),
  /** Error that ended the replication; absent if there is none. Output only. */
  replicationError: outputOnly(ErrorProto),
};

/** Schema of `TableReplicationInfo`, with `parse` and `safeParse`. */
export const TableReplicationInfo: SchemaOf<TableReplicationInfo> =
  /* @__PURE__ */ openObject(tableReplicationInfoShape);
