import * as z from "zod/mini";
import type { Fields, SchemaOf } from "../../core/schema/fields.js";
import { int64Schema, openObject, opt, outputOnly, uint64Schema } from "../../core/schema/schema.js";
import { ErrorProto } from "./error-proto.js";

/**
 * Definition of a materialized view.
 *
 * @see Spec: warehouse, "MaterializedViewDefinition"
 */
export interface MaterializedViewDefinition extends Fields<typeof materializedViewDefinitionShape> {}

const materializedViewDefinitionShape = {
  /** SQL query whose results are stored. */
  query: z.string(),
  /** Time of the last refresh, as Unix time in milliseconds. Output only. */
  lastRefreshTime: outputOnly(int64Schema()),
  /** Whether the view is refreshed automatically when its base table changes. Default: `true`. */
  enableRefresh: opt(z.boolean()),
  /** Minimum time between two automatic refreshes, in milliseconds. Unsigned. Default: `"1800000"` (30 minutes). */
  refreshIntervalMs: opt(uint64Schema()),
  /** Whether the view is not refreshed incrementally: each refresh recomputes all results. Default: `false`. */
  allowNonIncrementalDefinition: opt(z.boolean()),
  /** Maximum staleness of the data that queries return. Beyond the spec; see `maxStaleness` of {@link Table}. */
  maxStaleness: opt(z.string()),
};

/** Schema of `MaterializedViewDefinition`, with `parse` and `safeParse`. */
export const MaterializedViewDefinition: SchemaOf<MaterializedViewDefinition> = /* @__PURE__ */ openObject(
  materializedViewDefinitionShape,
);

/**
 * Refresh status of a materialized view. Output only.
 *
 * @see Spec: warehouse, "MaterializedViewStatus (output only)"
 */
export interface MaterializedViewStatus extends Fields<typeof materializedViewStatusShape> {}

const materializedViewStatusShape = {
  /** The view contains the data of the base table up to this time. RFC 3339 timestamp. */
  refreshWatermark: opt(z.string()),
  /** Error of the last automatic refresh; absent if it succeeded. */
  lastRefreshStatus: opt(ErrorProto),
};

/** Schema of `MaterializedViewStatus`, with `parse` and `safeParse`. */
export const MaterializedViewStatus: SchemaOf<MaterializedViewStatus> =
  /* @__PURE__ */ openObject(materializedViewStatusShape);
