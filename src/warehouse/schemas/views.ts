import * as z from "zod";
import type { Fields } from "../../schema/fields.js";
import {
  boolean,
  expected,
  int64Schema,
  number,
  openEnum,
  openObject,
  opt,
  outputOnly,
  string,
  uint64Schema,
} from "../../schema/schema.js";
import type { JoinCondition } from "./enums.js";
import { ErrorProto } from "./table-parts.js";

/**
 * Policy that shows only groups with enough distinct individuals.
 *
 * @see {@link https://cloud.google.com/bigquery/docs/reference/rest/v2/tables#AggregationThresholdPolicy | AggregationThresholdPolicy} in the BigQuery reference
 */
export interface AggregationThresholdPolicy extends Fields<typeof aggregationThresholdPolicyShape> {}

const aggregationThresholdPolicyShape = {
  /**
   * Column that identifies individuals: at most 1, without duplicates, not repeated and not inside a repeated column.
   *
   * The name of a nested column has dots: `outer.inner`.
   */
  privacyUnitColumns: opt(z.array(string)),
  /** Minimum number of distinct individuals in a group. */
  threshold: opt(int64Schema),
};

/** Schema of `AggregationThresholdPolicy`, with `parse` and `safeParse`. */
export const AggregationThresholdPolicy = openObject<AggregationThresholdPolicy>(aggregationThresholdPolicyShape);

/**
 * Policy that adds noise to results, so that they reveal nothing about individuals.
 *
 * @see {@link https://cloud.google.com/bigquery/docs/reference/rest/v2/tables#DifferentialPrivacyPolicy | DifferentialPrivacyPolicy} in the BigQuery reference
 */
export interface DifferentialPrivacyPolicy extends Fields<typeof differentialPrivacyPolicyShape> {}

const differentialPrivacyPolicyShape = {
  /** Column that identifies individuals. */
  privacyUnitColumn: opt(string),
  /** Maximum epsilon of a query; a higher epsilon means less noise. */
  maxEpsilonPerQuery: opt(number),
  /** Delta of a query: the probability that a row is not protected by epsilon. */
  deltaPerQuery: opt(number),
  /** Maximum number of groups to which an individual can contribute. Affects the quality of results, not the privacy. */
  maxGroupsContributed: opt(int64Schema),
  /** Total epsilon of all queries of the view. When it is used up, queries are rejected. */
  epsilonBudget: opt(number),
  /** Total delta of all queries of the view. When it is used up, queries are rejected. */
  deltaBudget: opt(number),
  /** Remaining epsilon. The budget of failed and cancelled queries is refunded. Output only. */
  epsilonBudgetRemaining: outputOnly(number),
  /** Remaining delta. The budget of failed and cancelled queries is refunded. Output only. */
  deltaBudgetRemaining: outputOnly(number),
};

/** Schema of `DifferentialPrivacyPolicy`, with `parse` and `safeParse`. */
export const DifferentialPrivacyPolicy = openObject<DifferentialPrivacyPolicy>(differentialPrivacyPolicyShape);

/**
 * Policy that requires or restricts joins with other tables.
 *
 * @see {@link https://cloud.google.com/bigquery/docs/reference/rest/v2/tables#JoinRestrictionPolicy | JoinRestrictionPolicy} in the BigQuery reference
 */
export interface JoinRestrictionPolicy extends Fields<typeof joinRestrictionPolicyShape> {}

const joinRestrictionPolicyShape = {
  /** Which joins are required or allowed. */
  joinCondition: opt(openEnum<JoinCondition>()),
  /** Columns on which joins are allowed. Required for `JOIN_ANY` and `JOIN_ALL`, not allowed for `JOIN_BLOCKED`. */
  joinAllowedColumns: opt(z.array(string)),
};

/** Schema of `JoinRestrictionPolicy`, with `parse` and `safeParse`. */
export const JoinRestrictionPolicy = openObject<JoinRestrictionPolicy>(joinRestrictionPolicyShape);

/**
 * Privacy policy of a view. Contains one kind of policy, and may also contain a join restriction; only views can have a
 * privacy policy.
 *
 * @see {@link https://cloud.google.com/bigquery/docs/reference/rest/v2/tables#PrivacyPolicy | PrivacyPolicy} in the BigQuery reference
 */
export interface PrivacyPolicy extends Fields<typeof privacyPolicyShape> {}

const privacyPolicyShape = {
  /** Policy that shows only groups with enough distinct individuals. */
  aggregationThresholdPolicy: opt(AggregationThresholdPolicy),
  /** Policy that adds noise to results. */
  differentialPrivacyPolicy: opt(DifferentialPrivacyPolicy),
  /** Policy that requires or restricts joins. Allowed in addition to the other policies. */
  joinRestrictionPolicy: opt(JoinRestrictionPolicy),
};

/** Schema of `PrivacyPolicy`, with `parse` and `safeParse`. */
export const PrivacyPolicy = openObject<PrivacyPolicy>(privacyPolicyShape);

/**
 * Code of user-defined functions for a legacy SQL query. Set exactly one of the two fields.
 *
 * @see {@link https://cloud.google.com/bigquery/docs/reference/rest/v2/tables#UserDefinedFunctionResource | UserDefinedFunctionResource} in the BigQuery reference
 */
export interface UserDefinedFunctionResource extends Fields<typeof userDefinedFunctionResourceShape> {}

const userDefinedFunctionResourceShape = {
  /** Object-storage URI of a file with the code. Not together with `inlineCode`. */
  resourceUri: opt(string),
  /** The code itself; equivalent to a file with the same code. Not together with `resourceUri`. */
  inlineCode: opt(string),
};

/** Schema of `UserDefinedFunctionResource`, with `parse` and `safeParse`. */
export const UserDefinedFunctionResource = openObject<UserDefinedFunctionResource>(userDefinedFunctionResourceShape);

/**
 * Definition of a view in another SQL dialect.
 *
 * @see {@link https://cloud.google.com/bigquery/docs/reference/rest/v2/tables#ForeignViewDefinition | ForeignViewDefinition} in the BigQuery reference
 */
export interface ForeignViewDefinition extends Fields<typeof foreignViewDefinitionShape> {}

const foreignViewDefinitionShape = {
  /** Query that defines the view. */
  query: expected(string),
  /** SQL dialect of the query. */
  dialect: opt(string),
};

/** Schema of `ForeignViewDefinition`, with `parse` and `safeParse`. */
export const ForeignViewDefinition = openObject<ForeignViewDefinition>(foreignViewDefinitionShape);

/**
 * Definition of a view.
 *
 * @see {@link https://cloud.google.com/bigquery/docs/reference/rest/v2/tables#ViewDefinition | ViewDefinition} in the BigQuery reference
 */
export interface ViewDefinition extends Fields<typeof viewDefinitionShape> {}

const viewDefinitionShape = {
  /** SQL query that runs when the view is referenced. */
  query: string,
  /** Code of user-defined functions that the query calls. Legacy SQL only. */
  userDefinedFunctionResources: opt(z.array(UserDefinedFunctionResource)),
  /**
   * Whether the query is written in legacy SQL; `false` means standard SQL. Default: `true`.
   *
   * Queries and views that reference this view must use the same value.
   */
  useLegacySql: opt(boolean),
  /** Privacy policy of the view. */
  privacyPolicy: opt(PrivacyPolicy),
  /** Whether the view names its columns itself, as in `CREATE VIEW v(a, b) AS …`. Standard SQL only. */
  useExplicitColumnNames: opt(boolean),
  /** Definitions of the view in other SQL dialects. */
  foreignDefinitions: opt(z.array(ForeignViewDefinition)),
};

/** Schema of `ViewDefinition`, with `parse` and `safeParse`. */
export const ViewDefinition = openObject<ViewDefinition>(viewDefinitionShape);

/**
 * Definition of a materialized view.
 *
 * @see {@link https://cloud.google.com/bigquery/docs/reference/rest/v2/tables#MaterializedViewDefinition | MaterializedViewDefinition} in the BigQuery reference
 */
export interface MaterializedViewDefinition extends Fields<typeof materializedViewDefinitionShape> {}

const materializedViewDefinitionShape = {
  /** SQL query whose results are stored. */
  query: string,
  /** Time of the last refresh, as Unix time in milliseconds, which `toDate` converts. Output only. */
  lastRefreshTime: outputOnly(int64Schema),
  /** Whether the view is refreshed automatically when its base table changes. Default: `true`. */
  enableRefresh: opt(boolean),
  /** Minimum time between two automatic refreshes, in milliseconds. Unsigned. Default: `"1800000"` (30 minutes). */
  refreshIntervalMs: opt(uint64Schema),
  /** Whether the view is not refreshed incrementally: each refresh recomputes all results. Default: `false`. */
  allowNonIncrementalDefinition: opt(boolean),
  /** Maximum staleness of the data that queries return. See `maxStaleness` of `Table`. */
  maxStaleness: opt(string),
};

/** Schema of `MaterializedViewDefinition`, with `parse` and `safeParse`. */
export const MaterializedViewDefinition = openObject<MaterializedViewDefinition>(materializedViewDefinitionShape);

/**
 * Refresh status of a materialized view. Output only.
 *
 * @see {@link https://cloud.google.com/bigquery/docs/reference/rest/v2/tables#MaterializedViewStatus | MaterializedViewStatus} in the BigQuery reference
 */
export interface MaterializedViewStatus extends Fields<typeof materializedViewStatusShape> {}

const materializedViewStatusShape = {
  /** The view contains the data of the base table up to this time. RFC 3339 timestamp. Output only. */
  refreshWatermark: outputOnly(string),
  /** Error of the last automatic refresh; absent if it succeeded. Output only. */
  lastRefreshStatus: outputOnly(ErrorProto),
};

/** Schema of `MaterializedViewStatus`, with `parse` and `safeParse`. */
export const MaterializedViewStatus = openObject<MaterializedViewStatus>(materializedViewStatusShape);
