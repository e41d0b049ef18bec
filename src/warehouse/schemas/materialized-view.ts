import * as z from "zod/mini";
import type { Int64 } from "../../core/schema/scalars.js";
import { int64Schema, openObject, opt, outputOnly, uint64Schema } from "../../core/schema/schema.js";
import type { SchemaOf, ShapeOf } from "../../core/schema/shape-of.js";
import { ErrorProto } from "./error-proto.js";

/**
 * What makes a table a materialized view: the query, and when its results are computed anew.
 *
 * @see Spec: warehouse, "MaterializedViewDefinition"
 */
export interface MaterializedViewDefinition {
  /** SQL query whose results are kept. */
  query: string;
  /** When the results were last computed, in milliseconds since the epoch. Output only. */
  readonly lastRefreshTime?: Int64 | undefined;
  /** Whether the view follows changes of its base table by itself. Default: `true`. */
  enableRefresh?: boolean | undefined;
  /** Shortest time between two automatic refreshes, in milliseconds. Unsigned. Default: `"1800000"` (30 minutes). */
  refreshIntervalMs?: Int64 | undefined;
  /** Declares that each refresh computes the results as a whole, not only from what changed. */
  allowNonIncrementalDefinition?: boolean | undefined;
}

export const MaterializedViewDefinition: SchemaOf<MaterializedViewDefinition> = /* @__PURE__ */ openObject({
  query: z.string(),
  lastRefreshTime: outputOnly(int64Schema()),
  enableRefresh: opt(z.boolean()),
  refreshIntervalMs: opt(uint64Schema()),
  allowNonIncrementalDefinition: opt(z.boolean()),
} satisfies ShapeOf<MaterializedViewDefinition>);

/**
 * How far a materialized view has followed its base table. Output only.
 *
 * @see Spec: warehouse, "MaterializedViewStatus (output only)"
 */
export interface MaterializedViewStatus {
  /** Data of the base table up to this time is in the view. A timestamp as text (RFC 3339). */
  refreshWatermark?: string | undefined;
  /** Why the last automatic refresh failed; absent when it did not. */
  lastRefreshStatus?: ErrorProto | undefined;
}

export const MaterializedViewStatus: SchemaOf<MaterializedViewStatus> = /* @__PURE__ */ openObject({
  refreshWatermark: opt(z.string()),
  lastRefreshStatus: opt(ErrorProto),
} satisfies ShapeOf<MaterializedViewStatus>);
