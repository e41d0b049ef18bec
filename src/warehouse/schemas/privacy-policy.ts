import * as z from "zod/mini";
import type { Int64 } from "../../core/schema/scalars.js";
import { int64Schema, openEnum, openObject, opt, outputOnly } from "../../core/schema/schema.js";
import type { SchemaOf, ShapeOf } from "../../core/schema/shape-of.js";
import type { JoinCondition } from "./enums.js";

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
 * Policy that adds noise to results, so that they reveal nothing about individuals.
 *
 * @see Spec: warehouse, "PrivacyPolicy" (fields of the real service)
 */
export interface DifferentialPrivacyPolicy {
  /** Column that identifies individuals. */
  privacyUnitColumn?: string | undefined;
  /** Maximum epsilon of a query; a higher epsilon means less noise. */
  maxEpsilonPerQuery?: number | undefined;
  /** Delta of a query: the probability that a row is not protected by epsilon. */
  deltaPerQuery?: number | undefined;
  /** Maximum number of groups to which an individual can contribute. Affects the quality of results, not the privacy. */
  maxGroupsContributed?: Int64 | undefined;
  /** Total epsilon of all queries of the view. When it is used up, queries are rejected. */
  epsilonBudget?: number | undefined;
  /** Total delta of all queries of the view. When it is used up, queries are rejected. */
  deltaBudget?: number | undefined;
  /** Remaining epsilon. Failed and cancelled queries return what they used. Output only. */
  readonly epsilonBudgetRemaining?: number | undefined;
  /** Remaining delta. Failed and cancelled queries return what they used. Output only. */
  readonly deltaBudgetRemaining?: number | undefined;
}

/** Schema of `DifferentialPrivacyPolicy`, with `parse` and `safeParse`. */
export const DifferentialPrivacyPolicy: SchemaOf<DifferentialPrivacyPolicy> = /* @__PURE__ */ openObject({
  privacyUnitColumn: opt(z.string()),
  maxEpsilonPerQuery: opt(z.number()),
  deltaPerQuery: opt(z.number()),
  maxGroupsContributed: opt(int64Schema()),
  epsilonBudget: opt(z.number()),
  deltaBudget: opt(z.number()),
  epsilonBudgetRemaining: outputOnly(z.number()),
  deltaBudgetRemaining: outputOnly(z.number()),
} satisfies ShapeOf<DifferentialPrivacyPolicy>);

/**
 * Policy that requires or restricts joins with other tables.
 *
 * @see Spec: warehouse, "PrivacyPolicy" (fields of the real service)
 */
export interface JoinRestrictionPolicy {
  /**
   * Which joins are required or allowed.
   *
   * - `JOIN_CONDITION_UNSPECIFIED`: joins are neither required nor restricted, the default
   * - `JOIN_ANY`: a join on at least one of the allowed columns is required
   * - `JOIN_ALL`: a join on all allowed columns is required
   * - `JOIN_NOT_REQUIRED`: joins are allowed on the allowed columns only
   * - `JOIN_BLOCKED`: no joins
   */
  joinCondition?: JoinCondition | undefined;
  /** Columns on which joins are allowed. Required for `JOIN_ANY` and `JOIN_ALL`, not allowed for `JOIN_BLOCKED`. */
  joinAllowedColumns?: string[] | undefined;
}

/** Schema of `JoinRestrictionPolicy`, with `parse` and `safeParse`. */
export const JoinRestrictionPolicy: SchemaOf<JoinRestrictionPolicy> = /* @__PURE__ */ openObject({
  joinCondition: opt(openEnum<JoinCondition>()),
  joinAllowedColumns: opt(z.array(z.string())),
} satisfies ShapeOf<JoinRestrictionPolicy>);

/**
 * Privacy policy of a view. Contains one kind of policy, and may also contain a join restriction; only views can have one.
 *
 * @see Spec: warehouse, "PrivacyPolicy"
 */
export interface PrivacyPolicy {
  /** Policy that shows only groups with enough distinct individuals. */
  aggregationThresholdPolicy?: AggregationThresholdPolicy | undefined;
  /** Policy that adds noise to results. Beyond the spec. */
  differentialPrivacyPolicy?: DifferentialPrivacyPolicy | undefined;
  /** Policy that requires or restricts joins. Allowed in addition to the other policies. Beyond the spec. */
  joinRestrictionPolicy?: JoinRestrictionPolicy | undefined;
}

/** Schema of `PrivacyPolicy`, with `parse` and `safeParse`. */
export const PrivacyPolicy: SchemaOf<PrivacyPolicy> = /* @__PURE__ */ openObject({
  aggregationThresholdPolicy: opt(AggregationThresholdPolicy),
  differentialPrivacyPolicy: opt(DifferentialPrivacyPolicy),
  joinRestrictionPolicy: opt(JoinRestrictionPolicy),
} satisfies ShapeOf<PrivacyPolicy>);
