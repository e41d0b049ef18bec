import * as z from "zod/mini";
import type { Int64 } from "../../core/schema/scalars.js";
import { int64Schema, openObject, opt } from "../../core/schema/schema.js";
import type { SchemaOf, ShapeOf } from "../../core/schema/shape-of.js";

/**
 * Lets a query see only groups that enough distinct individuals contribute to.
 *
 * @see Spec: warehouse, "AggregationThresholdPolicy"
 */
export interface AggregationThresholdPolicy {
  /**
   * The column that tells individuals apart: at most 1, without duplicates, and no repeated nested column.
   *
   * A nested column is written with dots, as in `outer.inner`.
   */
  privacyUnitColumns?: string[] | undefined;
  /** How many distinct individuals a group needs. */
  threshold?: Int64 | undefined;
}

export const AggregationThresholdPolicy: SchemaOf<AggregationThresholdPolicy> = /* @__PURE__ */ openObject({
  privacyUnitColumns: opt(z.array(z.string())),
  threshold: opt(int64Schema()),
} satisfies ShapeOf<AggregationThresholdPolicy>);

/**
 * How a view protects the individuals in its data. Only views have one, and it holds one kind of policy.
 *
 * @see Spec: warehouse, "PrivacyPolicy"
 */
export interface PrivacyPolicy {
  /** Hides groups that too few individuals contribute to. */
  aggregationThresholdPolicy?: AggregationThresholdPolicy | undefined;
}

export const PrivacyPolicy: SchemaOf<PrivacyPolicy> = /* @__PURE__ */ openObject({
  aggregationThresholdPolicy: opt(AggregationThresholdPolicy),
} satisfies ShapeOf<PrivacyPolicy>);
