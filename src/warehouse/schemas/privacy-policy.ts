import * as z from "zod/mini";
import type { Int64 } from "../../core/schema/scalars.js";
import { int64Schema, openObject, opt } from "../../core/schema/schema.js";
import type { SchemaOf, ShapeOf } from "../../core/schema/shape-of.js";

/**
 * Policy that shows only groups with enough distinct individuals.
 *
 * @see Spec: warehouse, "AggregationThresholdPolicy"
 */
export interface AggregationThresholdPolicy {
  /**
   * Column that identifies individuals: at most 1, without duplicates, not repeated and not inside a repeated column.
   *
   * The name of a nested column has dots: `outer.inner`.
   */
  privacyUnitColumns?: string[] | undefined;
  /** Minimum number of distinct individuals in a group. */
  threshold?: Int64 | undefined;
}

/** Schema of `AggregationThresholdPolicy`, with `parse` and `safeParse`. */
export const AggregationThresholdPolicy: SchemaOf<AggregationThresholdPolicy> = /* @__PURE__ */ openObject({
  privacyUnitColumns: opt(z.array(z.string())),
  threshold: opt(int64Schema()),
} satisfies ShapeOf<AggregationThresholdPolicy>);

/**
 * Privacy policy of a view. Contains one kind of policy; only views can have one.
 *
 * @see Spec: warehouse, "PrivacyPolicy"
 */
export interface PrivacyPolicy {
  /** Policy that shows only groups with enough distinct individuals. */
  aggregationThresholdPolicy?: AggregationThresholdPolicy | undefined;
}

/** Schema of `PrivacyPolicy`, with `parse` and `safeParse`. */
export const PrivacyPolicy: SchemaOf<PrivacyPolicy> = /* @__PURE__ */ openObject({
  aggregationThresholdPolicy: opt(AggregationThresholdPolicy),
} satisfies ShapeOf<PrivacyPolicy>);
