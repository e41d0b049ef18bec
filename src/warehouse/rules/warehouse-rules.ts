import { type Rule, ruleTable } from "../../checks/rules.js";
import { typos } from "../../checks/typos.js";
import { datasetRules, policyRules } from "./datasets-and-policies.js";
import { externalDataRules } from "./external-data.js";
import { allowedValueRules, requiredRules } from "./field-values.js";
import type { TableRule } from "./rule-builders.js";
import { columnRules, partitioningRules } from "./schema-columns.js";
import { viewRules, wholeTableRules } from "./whole-table.js";

/** Replacements for names of other tools in a table, by name in lower case without underscores. */
const HINTS = {
  partitionby: "timePartitioning",
  clusterby: "clustering",
  clusteredby: "clustering",
  clusteringfields: "clustering.fields",
  columns: "schema.fields",
  skipleadingrows: "externalDataConfiguration.csvOptions.skipLeadingRows",
  deletionprotection: "resourceTags and an IAM condition, because BigQuery has no such property",
  primarykey: "name in tableConstraints.primaryKey.columns",
  required: 'mode: "REQUIRED"',
  nullable: 'mode: "NULLABLE" or "REQUIRED"',
  repeated: 'mode: "REPEATED"',
  default: "defaultValueExpression, an SQL expression",
  comment: "description",
  column: "field",
  expirationdays: "expirationMs, in milliseconds",
  partitionexpirationms: "timePartitioning.expirationMs",
  expires: "expirationTime",
  ttl: "expirationTime",
  kms: "encryptionConfiguration.kmsKeyName",
  kmskeyname: "encryptionConfiguration.kmsKeyName",
};

/** The rule about properties that no schema has. Unknown names are accepted, because services add fields. */
export const propertyNameRule = {
  id: "property-name",
  severity: "warn",
  text: 'Each property should have the name of a field: "clustring" is a typo of "clustering".',
  source: "https://cloud.google.com/bigquery/docs/reference/rest/v2/tables",
  paths: [""],
  requirement: "should be the name of a field",
  test: typos(HINTS),
} as const satisfies TableRule;

/** Every rule about values of a table. */
export const tableRules = [
  ...requiredRules,
  ...allowedValueRules,
  ...wholeTableRules,
  ...columnRules,
  ...partitioningRules,
  ...viewRules,
  ...externalDataRules,
];

/** Every BigQuery rule once; table rules include the label rules. */
export const allRules = [...tableRules, propertyNameRule, ...policyRules, ...datasetRules];

/** Id of a rule about BigQuery tables: a key of the `rules` option. */
export type WarehouseRuleId = (typeof allRules)[number]["id"];

/** Every rule about a table, its access policy or a dataset that a request can break, as data: id, severity, text and sources. */
export const warehouseRules: readonly Rule<WarehouseRuleId>[] = ruleTable(allRules);
