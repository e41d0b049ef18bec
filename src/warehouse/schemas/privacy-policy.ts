import * as z from "zod/mini";
import type { Fields, SchemaOf } from "../../core/schema/fields.js";
import { int64Schema, openEnum, openObject, opt, outputOnly } from "../../core/schema/schema.js";
import type { JoinCondition } from "./enums.js";

/**
 * Policy that shows only groups with enough distinct individuals.
 *
 * @see Spec: warehouse, "AggregationThresholdPolicy"
 */
export interface AggregationThresholdPolicy extends Fields<typeof aggregationThresholdPolicyShape> {}

const aggregationThresholdPolicyShape = {
  /**
   * Column that identifies individuals: at most 1, without duplicates, not repeated and not inside a repeated column.
   *
   * The name of a nested column has dots: `outer.inner`.
   */
  privacyUnitColumns: opt(z.array(z.string())),
  /** Minimum number of distinct individuals in a group. */
  threshold: opt(int64Schema()),
};

/** Schema of `AggregationThresholdPolicy`, with `parse` and `safeParse`. */
export const AggregationThresholdPolicy: SchemaOf<AggregationThresholdPolicy> = /* @__PURE__ */ openObject(
  aggregationThresholdPolicyShape,
);

/**
 * Policy that adds noise to results, so that they reveal nothing about individuals.
 *
 * @see Spec: warehouse, "PrivacyPolicy" (fields of the real service)
 */
export interface DifferentialPrivacyPolicy extends Fields<typeof differentialPrivacyPolicyShape> {}

const differentialPrivacyPolicyShape = {
  /** Column that identifies individuals. */
  privacyUnitColumn: opt(z.string()),
  /** Maximum epsilon of a query; a higher epsilon means less noise. */
  maxEpsilonPerQuery: opt(z.number()),
  /** Delta of a query: the probability that a row is not protected by epsilon. */
  deltaPerQuery: opt(z.number()),
  /** Maximum number of groups to which an individual can contribute. Affects the quality of results, not the privacy. */
  maxGroupsContributed: opt(int64Schema()),
  /** Total epsilon of all queries of the view. When it is used up, queries are rejected. */
  epsilonBudget: opt(z.number()),
  /** Total delta of all queries of the view. When it is used up, queries are rejected. */
  deltaBudget: opt(z.number()),
  /** Remaining epsilon. Failed and cancelled queries return what they used. Output only. */
  epsilonBudgetRemaining: outputOnly(z.number()),
  /** Remaining delta. Failed and cancelled queries return what they used. Output only. */
  deltaBudgetRemaining: outputOnly(z.number()),
};

/** Schema of `DifferentialPrivacyPolicy`, with `parse` and `safeParse`. */
export const DifferentialPrivacyPolicy: SchemaOf<DifferentialPrivacyPolicy> =
  /* @__PURE__ */ openObject(differentialPrivacyPolicyShape);

/**
 * Policy that requires or restricts joins with other tables.
 *
 * @see Spec: warehouse, "PrivacyPolicy" (fields of the real service)
 */
export interface JoinRestrictionPolicy extends Fields<typeof joinRestrictionPolicyShape> {}

const joinRestrictionPolicyShape = {
  /**
   * Which joins are required or allowed.
   *
   * - `JOIN_CONDITION_UNSPECIFIED`: joins are neither required nor restricted, the default
   * - `JOIN_ANY`: a join on at least one of the allowed columns is required
   * - `JOIN_ALL`: a join on all allowed columns is required
   * - `JOIN_NOT_REQUIRED`: joins are allowed on the allowed columns only
   * - `JOIN_BLOCKED`: no joins
   */
  joinCondition: opt(openEnum<JoinCondition>()),
  /** Columns on which joins are allowed. Required for `JOIN_ANY` and `JOIN_ALL`, not allowed for `JOIN_BLOCKED`. */
  joinAllowedColumns: opt(z.array(z.string())),
};

/** Schema of `JoinRestrictionPolicy`, with `parse` and `safeParse`. */
export const JoinRestrictionPolicy: SchemaOf<JoinRestrictionPolicy> =
  /* @__PURE__ */ openObject(joinRestrictionPolicyShape);

/**
 * Privacy policy of a view. Contains one kind of policy, and may also contain a join restriction; only views can have one.
 *
 * @see Spec: warehouse, "PrivacyPolicy"
 */
export interface PrivacyPolicy extends Fields<typeof privacyPolicyShape> {}

const privacyPolicyShape = {
  /** Policy that shows only groups with enough distinct individuals. */
  aggregationThresholdPolicy: opt(AggregationThresholdPolicy),
  /** Policy that adds noise to results. Beyond the spec. */
  differentialPrivacyPolicy: opt(DifferentialPrivacyPolicy),
  /** Policy that requires or restricts joins. Allowed in addition to the other policies. Beyond the spec. */
  joinRestrictionPolicy: opt(JoinRestrictionPolicy),
};

/** Schema of `PrivacyPolicy`, with `parse` and `safeParse`. */
export const PrivacyPolicy: SchemaOf<PrivacyPolicy> = /* @__PURE__ */ openObject(privacyPolicyShape);
