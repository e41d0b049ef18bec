import { labelRules } from "../../schema/labels.js";
import { unlike } from "../../schema/rules.js";
import { OTHER_KINDS } from "../encode-table.js";
import type { ColumnReference, ForeignKey, TableReference } from "../schemas/table-parts.js";
import type { AggregationThresholdPolicy, UserDefinedFunctionResource, ViewDefinition } from "../schemas/views.js";
import {
  ADVICE,
  below,
  columnsOf,
  type Draft,
  type FieldDraft,
  fieldsByName,
  IMPLIED,
  isAnyOf,
  isDuplicate,
  OBJECT_URI,
  rule,
  scopeOf,
  several,
  unknownColumn,
} from "./rule-builders.js";

const KMS_KEY =
  /^projects\/[^/\s]+\/locations\/[^/\s]+\/keyRings\/[^/\s]+\/cryptoKeys\/[^/\s]+(\/cryptoKeyVersions\/[^/\s]+)?$/;

/** Matches any string that may be an interval: some of its parts, or an ISO 8601 duration. */
const INTERVAL = /^(?=.*\d)[+-]?(P[\dYMWDTHS.+-]+|[\d:.+ -]+)$/i;

/** Rules about a whole table and its keys. Rules about columns are skipped if the request contains no schema. */
export const wholeTableRules = [
  rule(
    "max-staleness-interval",
    "maxStaleness",
    'should be an interval "Y-M D H:M:S", such as "0-0 0 4:0:0"',
    unlike(INTERVAL),
    ADVICE,
  ),
  rule(
    "one-table-kind",
    OTHER_KINDS,
    "cannot be combined with another kind of table",
    (_, __, { table }, key) => {
      const first = OTHER_KINDS.find((kind) => table[kind] != null);
      return first !== key && first;
    },
    IMPLIED,
  ),
  rule(
    "kms-key-name-form",
    "encryptionConfiguration.kmsKeyName",
    "must be projects/<id>/locations/<location>/keyRings/<ring>/cryptoKeys/<key>",
    unlike(KMS_KEY),
    IMPLIED,
  ),
  rule(
    "expiration-time-in-past",
    "expirationTime",
    "should be in the future: a time in the past deletes the table immediately",
    (time: string, _, { now }) => Number(time) <= now && time,
    ADVICE,
  ),
  rule(
    "primary-key-column-exists",
    "tableConstraints.primaryKey.columns[]",
    "should be a top-level column of the schema",
    unknownColumn,
    ADVICE,
  ),
  rule(
    "foreign-key-column-exists",
    "tableConstraints.foreignKeys[].columnReferences[].referencingColumn",
    "should be a top-level column of the schema",
    unknownColumn,
    ADVICE,
  ),
  rule(
    "foreign-key-table-exists",
    "tableConstraints.foreignKeys[].referencedTable",
    "must be an existing table",
    (reference: Draft<TableReference>, _, { referenced }) =>
      referenced(reference) === null && `${reference.datasetId ?? ""}.${reference.tableId ?? ""}`,
    IMPLIED,
  ),
  rule(
    "foreign-key-referenced-column-exists",
    "tableConstraints.foreignKeys[].columnReferences",
    "must reference top-level columns of the referenced table",
    (references: readonly Draft<ColumnReference>[], { referencedTable }: Draft<ForeignKey>, { referenced }) => {
      const table = referencedTable == null ? undefined : referenced(referencedTable);
      const columns = table == null ? undefined : scopeOf(table, { complete: true, now: 0 }).columns();
      const names = references.flatMap((reference) => reference?.referencedColumn ?? []);
      return columns === undefined ? undefined : names.find((name) => !columns.has(name.toLowerCase()));
    },
    IMPLIED,
  ),
  // Labels and resource tags. The service also requires distinct label keys; the keys of an object always are.
  ...labelRules.map(({ id, of, requirement, find }) =>
    rule(id, "labels{}", requirement, (value: string, _, __, key) => find(of === "key" ? String(key) : value)),
  ),
  rule(
    "resource-tag-key-form",
    "resourceTags{}",
    "must have a key of the form <parent_id>/<key_name>",
    (_, __, ___, key) => {
      const parts = String(key).split("/");
      return (parts.length !== 2 || parts.some((part) => part.trim() === "")) && key;
    },
  ),
];

const FUNCTIONS = "view.userDefinedFunctionResources";
const PRIVACY_UNITS = "view.privacyPolicy.aggregationThresholdPolicy.privacyUnitColumns";

/** Whether a dotted name refers to a repeated field, or to a field inside one. */
function isRepeated(name: string, columns: ReadonlyMap<string, FieldDraft> | undefined): boolean {
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
    "udf-only-legacy-sql",
    FUNCTIONS,
    'is only allowed with legacy SQL: omit it, or "useLegacySql"',
    (list: readonly unknown[], { useLegacySql }: Draft<ViewDefinition>) => list.length > 0 && useLegacySql === false,
  ),
  rule(
    "udf-exactly-one",
    `${FUNCTIONS}[]`,
    'must have either "resourceUri" or "inlineCode"',
    ({ resourceUri, inlineCode }: Draft<UserDefinedFunctionResource>) => (resourceUri == null) === (inlineCode == null),
  ),
  rule("udf-resource-uri-form", `${FUNCTIONS}[].resourceUri`, "must be an object-storage URI", unlike(OBJECT_URI)),
  rule("privacy-policy-one-member", "view.privacyPolicy", "must contain at most one policy", (policy: object) =>
    several(Object.values(policy).filter((member) => member != null)),
  ),
  rule("privacy-unit-column-count", PRIVACY_UNITS, "must contain at most one column", several),
  rule(
    "privacy-unit-columns-distinct",
    `${PRIVACY_UNITS}[]`,
    "must not be listed twice",
    (name: string, { privacyUnitColumns }: Draft<AggregationThresholdPolicy>, _, index) =>
      isDuplicate(privacyUnitColumns, name, index) && name,
  ),
  rule(
    "privacy-unit-column-form",
    `${PRIVACY_UNITS}[]`,
    "must be a column, or outer.inner for a nested one",
    unlike(/^[^.\s]+(\.[^.\s]+)*$/),
  ),
  rule(
    "privacy-unit-column-not-repeated",
    `${PRIVACY_UNITS}[]`,
    "must neither be a repeated field nor inside one",
    (name: string, _, { table }) => isRepeated(name, columnsOf(table)) && name,
  ),
  rule("refresh-interval-positive", "materializedView.refreshIntervalMs", "must be greater than 0", below(1n), IMPLIED),
  rule(
    "privacy-threshold-not-negative",
    "view.privacyPolicy.aggregationThresholdPolicy.threshold",
    "must be 0 or more",
    below(0n),
    IMPLIED,
  ),
];
