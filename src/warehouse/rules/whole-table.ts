import { rule, unlike } from "../../checks/rules.js";
import { OTHER_KINDS } from "../partitioning.js";
import type { ColumnReference, ForeignKey, TableReference } from "../schemas/table-parts.js";
import type { UserDefinedFunctionResource, ViewDefinition } from "../schemas/views.js";
import { bigQueryLabelRules } from "./datasets-and-policies.js";
import {
  type At,
  below,
  columnsOf,
  type Draft,
  type FieldDraft,
  fieldsByName,
  isAnyOf,
  OBJECT_URI,
  RECORDED_TABLE,
  repeated,
  required,
  scopeOf,
  several,
  unknownColumn,
} from "./rule-builders.js";

const KMS_KEY =
  /^projects\/[^/\s]+\/locations\/[^/\s]+\/keyRings\/[^/\s]+\/cryptoKeys\/[^/\s]+(\/cryptoKeyVersions\/[^/\s]+)?$/;

/** Matches a connection of BigQuery Omni, in every form. */
const OMNI_CONNECTION = /(\.|\/locations\/)(aws|azure)-[^./;]+([.;]|\/connections\/)[^./;]+$/i;

/** Matches any string that may be an interval: some of its parts, or an ISO 8601 duration. */
const INTERVAL = /^(?=.*\d)[+-]?(P[\dYMWDTHS.+-]+|[\d:.+ -]+)$/i;

/** Rules about a whole table and its keys. Rules about columns are skipped if the request contains no schema. */
export const wholeTableRules = [
  rule(
    "max-staleness-interval",
    "bigquery.v2#Table.maxStaleness; https://cloud.google.com/bigquery/docs/reference/standard-sql/data-definition-language#table_option_list",
    "maxStaleness",
    'should be an interval "Y-M D H:M:S", such as "0-0 0 4:0:0"',
    unlike(INTERVAL),
    "warn",
  ),
  rule(
    "one-table-kind",
    "unverified",
    OTHER_KINDS,
    "cannot be combined with another kind of table",
    ({ context: { table }, key }: At<unknown>) => {
      const first = OTHER_KINDS.find((kind) => table[kind] != null);
      return first !== key && first;
    },
  ),
  rule(
    "kms-key-name-form",
    "https://cloud.google.com/bigquery/docs/reference/standard-sql/data-definition-language#table_option_list; hashicorp/terraform-provider-google#9208",
    "encryptionConfiguration.kmsKeyName",
    "must be projects/<id>/locations/<location>/keyRings/<ring>/cryptoKeys/<key>",
    unlike(KMS_KEY),
  ),
  rule(
    "kms-key-not-view",
    `${RECORDED_TABLE}; dbt-labs/dbt-core#3682`,
    "encryptionConfiguration",
    "is not allowed for a view, or for an external table of BigQuery Omni",
    ({ context: { table } }: At<unknown>) =>
      table.view != null || OMNI_CONNECTION.test(table.externalDataConfiguration?.connectionId ?? ""),
  ),
  rule(
    "expiration-time-in-past",
    "terraform-google-modules/terraform-google-bigquery#147; googleapis/nodejs-bigquery#838; googleapis/java-bigquery#1371",
    "expirationTime",
    "should be in the future: a time in the past deletes the table immediately",
    ({ value: time, context: { now } }: At<string>) => Number(time) <= now && time,
    "advice",
  ),
  rule(
    "primary-key-column-exists",
    "https://cloud.google.com/bigquery/docs/primary-foreign-keys#limitations; https://cloud.google.com/bigquery/docs/reference/standard-sql/data-definition-language#alter_table_add_foreign_key_statement",
    "tableConstraints.primaryKey.columns[]",
    "must be a top-level column of the schema",
    unknownColumn,
  ),
  rule(
    "foreign-key-column-exists",
    "https://cloud.google.com/bigquery/docs/reference/standard-sql/data-definition-language#alter_table_add_foreign_key_statement; https://cloud.google.com/bigquery/docs/primary-foreign-keys#limitations",
    "tableConstraints.foreignKeys[].columnReferences[].referencingColumn",
    "must be a top-level column of the schema",
    unknownColumn,
  ),
  rule(
    "foreign-key-table-exists",
    "https://cloud.google.com/bigquery/docs/reference/standard-sql/data-definition-language#alter_table_add_foreign_key_statement",
    "tableConstraints.foreignKeys[].referencedTable",
    "must be an existing table",
    ({ value: reference, context: { referenced } }: At<Draft<TableReference>>) =>
      referenced(reference) === null && `${reference.datasetId ?? ""}.${reference.tableId ?? ""}`,
  ),
  rule(
    "foreign-key-referenced-column-exists",
    "https://cloud.google.com/bigquery/docs/reference/standard-sql/data-definition-language#alter_table_add_foreign_key_statement",
    "tableConstraints.foreignKeys[].columnReferences",
    "must reference top-level columns of the referenced table",
    ({
      value: references,
      holder: { referencedTable },
      context: { referenced },
    }: At<readonly Draft<ColumnReference>[], Draft<ForeignKey>>) => {
      const table = referencedTable == null ? undefined : referenced(referencedTable);
      const columns = table == null ? undefined : scopeOf(table, { complete: true, now: 0 }).columns();
      const names = references.flatMap((reference) => reference?.referencedColumn ?? []);
      return columns === undefined ? undefined : names.find((name) => !columns.has(name.toLowerCase()));
    },
  ),
  // Labels and resource tags. The service also requires distinct label keys; the keys of an object always are.
  ...bigQueryLabelRules,
  rule(
    "resource-tag-key-form",
    "bigquery.v2#Table.resourceTags",
    "resourceTags{}",
    "must have a key of the form <parent_id>/<key_name>",
    ({ key }: At<unknown>) => {
      const parts = String(key).split("/");
      return (parts.length !== 2 || parts.some((part) => part.trim() === "")) && key;
    },
  ),
];

/** Whether a dotted name refers to a repeated field, or to a field inside one. */
function isInRepeated(name: string, columns: ReadonlyMap<string, FieldDraft> | undefined): boolean {
  const [first = "", ...nested] = name.toLowerCase().split(".");
  let field = columns?.get(first);
  for (const step of nested) {
    if (isAnyOf(field?.mode, ["REPEATED"])) return true;
    field = fieldsByName(field?.fields ?? []).get(step);
  }
  return isAnyOf(field?.mode, ["REPEATED"]);
}

/** Rules about logical and materialized views. */
export const viewRules = [
  rule(
    "view-schema-new",
    "googleapis/google-cloud-python#1701; googleapis/google-cloud-python#7246",
    "schema",
    "must be omitted for a new view: create it, then patch the descriptions of its columns",
    ({ context: { table, isNew } }: At<unknown>) => isNew && table.view != null,
  ),
  rule(
    "materialized-view-schema-new",
    RECORDED_TABLE,
    "schema",
    "must be omitted for a new materialized view: its columns follow from its query",
    ({ context: { table, isNew } }: At<unknown>) => isNew && table.materializedView != null,
  ),
  rule(
    "view-dialect",
    "bigquery.v2#ViewDefinition.useLegacySql; googleapis/google-cloud-python#3388; googleapis/java-bigquery#2711",
    "view.query",
    'has backticks, which are GoogleSQL syntax: set "useLegacySql" to false, because the default is legacy SQL',
    ({ value: query, holder: { useLegacySql }, context: { complete } }: At<string, Draft<ViewDefinition>>) =>
      (useLegacySql === undefined ? complete : useLegacySql !== false) && query.includes("`"),
    "advice",
  ),
  required(
    "materialized-view-staleness-required",
    "https://cloud.google.com/bigquery/docs/materialized-views-create#non-incremental; dbt-labs/dbt-bigquery#672",
    "maxStaleness",
    {
      hint: "a materialized view that is not refreshed incrementally needs one",
      when: ({ context: { table } }) => table.materializedView?.allowNonIncrementalDefinition === true,
    },
  ),
  rule(
    "materialized-view-staleness-place",
    "googleapis/google-api-java-client-services#20328; googleapis/nodejs-bigquery#1597",
    "materializedView.maxStaleness",
    'has no effect: set "maxStaleness" of the table',
    () => true,
    "advice",
  ),
  rule(
    "udf-only-legacy-sql",
    "bigquery.v2#UserDefinedFunctionResource",
    "view.userDefinedFunctionResources",
    'is only allowed with legacy SQL: omit it, or set "useLegacySql" to true',
    ({ value: list, holder: { useLegacySql } }: At<readonly unknown[], Draft<ViewDefinition>>) =>
      list.length > 0 && useLegacySql === false,
  ),
  rule(
    "udf-exactly-one",
    "bigquery.v2#UserDefinedFunctionResource.inlineCode; bigquery.v2#UserDefinedFunctionResource.resourceUri",
    "view.userDefinedFunctionResources[]",
    'must have either "resourceUri" or "inlineCode"',
    ({ value: { resourceUri, inlineCode } }: At<Draft<UserDefinedFunctionResource>>) =>
      (resourceUri == null) === (inlineCode == null),
  ),
  rule(
    "udf-resource-uri-form",
    "bigquery.v2#UserDefinedFunctionResource.resourceUri",
    "view.userDefinedFunctionResources[].resourceUri",
    "must be an object-storage URI",
    unlike(OBJECT_URI),
  ),
  rule(
    "privacy-policy-one-member",
    "spec: warehouse, 'view'; https://cloud.google.com/bigquery/docs/reference/rest/v2/tables#PrivacyPolicy; bigquery.v2#PrivacyPolicy.joinRestrictionPolicy",
    "view.privacyPolicy",
    "must contain at most one policy",
    ({ value }: At<object>) => {
      const policies = Object.values(value).filter((member) => member != null);
      return policies.length > 1 && policies.length;
    },
  ),
  rule(
    "privacy-unit-column-count",
    "bigquery.v2#AggregationThresholdPolicy.privacyUnitColumns; https://cloud.google.com/bigquery/docs/reference/standard-sql/data-definition-language#view_option_list",
    "view.privacyPolicy.aggregationThresholdPolicy.privacyUnitColumns",
    "must contain at most one column",
    several,
  ),
  rule(
    "privacy-unit-columns-distinct",
    "bigquery.v2#AggregationThresholdPolicy.privacyUnitColumns",
    "view.privacyPolicy.aggregationThresholdPolicy.privacyUnitColumns",
    "must not contain a column twice",
    ({ value }: At<readonly string[]>) => repeated(value),
  ),
  rule(
    "privacy-unit-column-form",
    "bigquery.v2#AggregationThresholdPolicy.privacyUnitColumns",
    "view.privacyPolicy.aggregationThresholdPolicy.privacyUnitColumns[]",
    "must be a column, or outer.inner for a nested one",
    unlike(/^[^.\s]+(\.[^.\s]+)*$/),
  ),
  rule(
    "privacy-unit-column-not-repeated",
    "bigquery.v2#AggregationThresholdPolicy.privacyUnitColumns",
    "view.privacyPolicy.aggregationThresholdPolicy.privacyUnitColumns[]",
    "must neither be a repeated field nor inside one",
    ({ value: name, context: { table } }: At<string>) => isInRepeated(name, columnsOf(table)) && name,
  ),
  rule(
    "refresh-interval-positive",
    "https://cloud.google.com/bigquery/docs/materialized-views-manage#frequency_cap",
    "materializedView.refreshIntervalMs",
    "must be greater than 0",
    below(1n),
  ),
  rule(
    "privacy-threshold-not-negative",
    "https://cloud.google.com/bigquery/docs/reference/standard-sql/data-definition-language#view_option_list",
    "view.privacyPolicy.aggregationThresholdPolicy.threshold",
    "must be 0 or more",
    below(0n),
  ),
];
