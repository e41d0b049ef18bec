import * as z from "zod/mini";
import type { Int64 } from "../../core/schema/scalars.js";
import { int64Schema, openObject, opt, outputOnly, uint64Schema } from "../../core/schema/schema.js";
import type { SchemaOf, ShapeOf } from "../../core/schema/shape-of.js";
import { ErrorProto } from "./error-proto.js";

/**
 * Definition of a materialized view.
 *
 * @see Spec: warehouse, "MaterializedViewDefinition"
 */
export interface MaterializedViewDefinition {
  /** SQL query whose results are stored. */
  query: string;
  /** Time of the last refresh, as Unix time in milliseconds. Output only. */
  readonly lastRefreshTime?: Int64 | undefined;
  /** Whether the view is refreshed automatically when its base table changes. Default: `true`. */
  enableRefresh?: boolean | undefined;
  /** Minimum time between two automatic refreshes, in milliseconds. Unsigned. Default: `"1800000"` (30 minutes). */
  refreshIntervalMs?: Int64 | undefined;
  /** Whether the view is not refreshed incrementally: each refresh recomputes all results. Default: `false`. */
  allowNonIncrementalDefinition?: boolean | undefined;
  /** Maximum staleness of the data that queries return. Beyond the spec; see `maxStaleness` of {@link Table}. */
  maxStaleness?: string | undefined;
}

/** Schema of `MaterializedViewDefinition`, with `parse` and `safeParse`. */
export const MaterializedViewDefinition: SchemaOf<MaterializedViewDefinition> = /* @__PURE__ */ openObject({
  query: z.string(),
  lastRefreshTime: outputOnly(int64Schema()),
  enableRefresh: opt(z.boolean()),
  refreshIntervalMs: opt(uint64Schema()),
  allowNonIncrementalDefinition: opt(z.boolean()),
  maxStaleness: opt(z.string()),
} satisfies ShapeOf<MaterializedViewDefinition>);

/**
 * Refresh status of a materialized view. Output only.
 *
 * @see Spec: warehouse, "MaterializedViewStatus (output only)"
 */
export interface MaterializedViewStatus {
  /** The view contains the data of the base table up to this time. RFC 3339 timestamp. */
  refreshWatermark?: string | undefined;
  /** Error of the last automatic refresh; absent if it succeeded. */
  lastRefreshStatus?: ErrorProto | undefined;
}

/** Schema of `MaterializedViewStatus`, with `parse` and `safeParse`. */
export const MaterializedViewStatus: SchemaOf<MaterializedViewStatus> = /* @__PURE__ */ openObject({
  refreshWatermark: opt(z.string()),
  lastRefreshStatus: opt(ErrorProto),
} satisfies ShapeOf<MaterializedViewStatus>);
