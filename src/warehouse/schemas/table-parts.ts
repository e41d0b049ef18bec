import * as z from "zod/mini";
import type { Int64 } from "../../core/schema/scalars.js";
import { openObject, opt, uint64Schema } from "../../core/schema/schema.js";
import type { SchemaOf, ShapeOf } from "../../core/schema/shape-of.js";
import { TableReference } from "./table-reference.js";

/**
 * What has been streamed into a table and not yet written to its storage. Output only.
 *
 * @see Spec: warehouse, "Streamingbuffer (output only)"
 */
export interface Streamingbuffer {
  /** Bytes in the buffer, as a lower bound. Unsigned. */
  estimatedBytes?: Int64 | undefined;
  /** Rows in the buffer, as a lower bound. Unsigned. */
  estimatedRows?: Int64 | undefined;
  /** When the oldest entry came in, in milliseconds since the epoch; absent when that is not known. Unsigned. */
  oldestEntryTime?: Int64 | undefined;
}

export const Streamingbuffer: SchemaOf<Streamingbuffer> = /* @__PURE__ */ openObject({
  estimatedBytes: opt(uint64Schema()),
  estimatedRows: opt(uint64Schema()),
  oldestEntryTime: opt(uint64Schema()),
} satisfies ShapeOf<Streamingbuffer>);

/**
 * How a table is encrypted when the key is the customer's own.
 *
 * @see Spec: warehouse, "Table" (fields of the real service)
 */
export interface EncryptionConfiguration {
  /** Resource name of the customer's key. */
  kmsKeyName?: string | undefined;
}

export const EncryptionConfiguration: SchemaOf<EncryptionConfiguration> = /* @__PURE__ */ openObject({
  kmsKeyName: opt(z.string()),
} satisfies ShapeOf<EncryptionConfiguration>);

/**
 * What a snapshot was taken of, and when. Output only.
 *
 * @see Spec: warehouse, "SnapshotDefinition and CloneDefinition"
 */
export interface SnapshotDefinition {
  /** Table that the snapshot was taken of. */
  baseTableReference: TableReference;
  /** Moment whose contents the snapshot keeps, as an RFC 3339 timestamp. */
  snapshotTime: string;
}

export const SnapshotDefinition: SchemaOf<SnapshotDefinition> = /* @__PURE__ */ openObject({
  baseTableReference: TableReference,
  snapshotTime: z.string(),
} satisfies ShapeOf<SnapshotDefinition>);

/**
 * What a clone was made of, and when. Output only.
 *
 * @see Spec: warehouse, "SnapshotDefinition and CloneDefinition"
 */
export interface CloneDefinition {
  /** Table that the clone was made of. */
  baseTableReference: TableReference;
  /** Moment whose contents the clone began with, as an RFC 3339 timestamp. */
  cloneTime: string;
}

export const CloneDefinition: SchemaOf<CloneDefinition> = /* @__PURE__ */ openObject({
  baseTableReference: TableReference,
  cloneTime: z.string(),
} satisfies ShapeOf<CloneDefinition>);
