import {
  checkTree,
  type Finding,
  type Rule,
  type RuleResult,
  type RuleSettings,
  type RuleTree,
  rule,
  ruleTable,
  ruleTree,
  serviceRules,
  treeAt,
  unlike,
} from "../../checks/rules.js";
import { typos } from "../../checks/typos.js";
import type { Naming } from "../../naming/naming.js";
import type { EncodedBody } from "../../schema/codec.js";
import type { Schema } from "../../schema/schema.js";
import { shapeIssues, withoutInvalid } from "../../schema/shape-issues.js";
import { plainIssue } from "../../values/issue-path.js";
import { Dataset } from "../schemas/dataset.js";
import { Policy } from "../schemas/policy.js";
import type { Table } from "../schemas/table.js";
import { externalDataRules } from "./external-data.js";
import { allowedValueRules, openValueRules, requiredRules } from "./field-values.js";
import {
  type At,
  type Draft,
  type Scope,
  scopeOf,
  type TableRule,
  type TableRuleContext,
  typo,
} from "./rule-builders.js";
import { columnRules, partitioningRules } from "./schema-columns.js";
import { viewRules, wholeTableRules } from "./whole-table.js";

/** What names of other tools mean, in a table, its columns and its partitioning by time: lower-case names without underscores. */
const HINTS = {
  partitionby: "timePartitioning",
  clusterby: "clustering",
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
};

/** The rule about properties that no schema has. Unknown names are accepted, because services add fields. */
const propertyNameRule = {
  id: "property-name",
  severity: "warn",
  text: 'Each property should have the name of a field: "clustring" is a typo of "clustering".',
  source: "https://cloud.google.com/bigquery/docs/reference/rest/v2/tables",
  paths: [""],
  requirement: "should be the name of a field",
  test: typos(HINTS),
} as const satisfies TableRule;

/**
 * Returns the settings with which definitions are checked: with open values, all typos are errors, even if a client only warns
 * about them.
 */
export function serviceSettings({
  openValues = false,
  rules: profile,
}: Pick<Naming, "openValues" | "rules">): ServiceSettings {
  if (!openValues) return { openValues, rules: profile };
  const ids: string[] = [...openValueRules.map(({ id }) => id), propertyNameRule.id];
  const errors = ids.filter((id) => profile[id] !== "off").map((id) => [id, "error"] as const);
  return { openValues, rules: { ...profile, ...Object.fromEntries(errors) } };
}

/** Returns the settings with which the service itself checks tables: also what clients only warn about is an error. */
export function sandboxSettings(naming: Pick<Naming, "openValues" | "rules">): ServiceSettings {
  const { openValues, rules: typos } = serviceSettings(naming);
  return { openValues, rules: { ...serviceRules(rules, naming.rules), ...typos }, keepsForeignNames: true };
}

/** How a service checks tables. */
export interface ServiceSettings {
  /** Whether the service accepts more enum values than those that are known. */
  readonly openValues: boolean;
  readonly rules: RuleSettings;
  readonly keepsForeignNames?: boolean | undefined;
}

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

/** Known types of principals: the prefix of an IAM member. Others are accepted. */
const PRINCIPALS = [
  "user",
  "group",
  "serviceAccount",
  "domain",
  "principal",
  "principalSet",
  "deleted",
  "projectOwner",
  "projectEditor",
  "projectViewer",
];

function invalidMember({ value: member }: At<string>): Finding {
  if (member === "allUsers" || member === "allAuthenticatedUsers") return undefined;
  const [, type] = /^(\w+):./s.exec(member) ?? [];
  return type === undefined ? member : typo(type, PRINCIPALS);
}

/** Versions of an access policy. */
export const POLICY_VERSIONS: readonly unknown[] = [0, 1, 3];

/** Rules about the access policies of tables. */
export const policyRules = [
  rule(
    "iam-role-form",
    "pulumi/pulumi-gcp#70; GoogleCloudPlatform/k8s-config-connector#210",
    "bindings[].role",
    "must start with roles/, projects/ or organizations/",
    unlike(/^(roles|projects|organizations)\//),
  ),
  rule(
    "iam-member-form",
    "bigquery.v2#Binding.members; GoogleCloudPlatform/python-docs-samples#11037; DefangLabs/defang#1541",
    ["bindings[].members[]", "auditConfigs[].auditLogConfigs[].exemptedMembers[]"],
    'must be allUsers, allAuthenticatedUsers or a principal with a type prefix, such as "user:ada@example.com"',
    invalidMember,
  ),
  rule(
    "iam-policy-version",
    "bigquery.v2#Policy.version",
    "version",
    "must be 0, 1 or 3",
    ({ value }: At<number>) => !POLICY_VERSIONS.includes(value) && value,
  ),
  rule(
    "iam-condition-version",
    "bigquery.v2#Policy.version",
    "",
    'must have "version" 3 if a binding has a condition',
    ({ value: { version, bindings } }: At<Draft<Policy>>) =>
      version !== 3 && bindings?.some((binding) => binding?.condition != null),
  ),
  rule(
    "iam-etag",
    "bigquery.v2#Policy.etag",
    "",
    'should have the "etag" that getIamPolicy returned: without it, the changes of others are overwritten',
    ({ value: { etag } }: At<Draft<Policy>>) => !etag,
    "advice",
  ),
];

/** Rules about datasets. */
const datasetRules = [
  rule(
    "dataset-location-form",
    "https://cloud.google.com/bigquery/docs/locations",
    "location",
    'should be a location of BigQuery, such as "EU" or "europe-west1"',
    unlike(/^(?!(?:europe|asia|america|usa|[a-z]+-[a-z]+-\d+)$)/i),
    "advice",
  ),
];

const rules = [...tableRules, propertyNameRule, ...policyRules, ...datasetRules];

/** Id of a rule about BigQuery tables: a key of the `rules` option. */
export type WarehouseRuleId = (typeof rules)[number]["id"];

/** Every rule about a table or its access policy that a request can break, as data: id, severity, text and section of the specification. */
export const warehouseRules: readonly Rule<WarehouseRuleId>[] = ruleTable(rules);

/** Arranges rules of tables. A column is in a schema or in another column, so the rules of columns apply in each of these lists. */
export function tableTree(rules: readonly TableRule[]): RuleTree<Scope> {
  const root = ruleTree(rules);
  for (const list of ["schema.fields", "externalDataConfiguration.schema.fields", "fields[].fields"]) {
    treeAt(root, list).inside.set("[]", treeAt(root, "fields[]"));
  }
  root.inside.delete("fields"); // a table itself has no columns
  return root;
}

const treeOfTables = tableTree([...tableRules, propertyNameRule]);

/** Checks an encoded table against all rules. */
export function checkTableRules(
  table: Draft<Table>,
  context: TableRuleContext,
  settings: RuleSettings = {},
): RuleResult {
  return checkTree(treeOfTables, table, scopeOf(table, context), settings);
}

/** Creates a check of an encoded resource: first the shape, then all rules. All issues are reported together. */
function checkOf(schema: Schema, rules: readonly TableRule[]) {
  const tree = ruleTree([...rules, propertyNameRule]);
  return ({ body, strangers }: EncodedBody, settings: RuleSettings = {}): RuleResult => {
    const invalid = shapeIssues(schema, body);
    const draft = withoutInvalid(body, invalid) as object; // the encoder accepts objects only
    const result = checkTree(tree, draft, scopeOf({}, { complete: true, now: 0, strangers }), settings);
    return { ...result, errors: [...invalid.map(plainIssue), ...result.errors] };
  };
}

/** Checks a policy. */
export const checkPolicy = checkOf(Policy, policyRules);

/** Checks a dataset. */
export const checkDataset = checkOf(Dataset, datasetRules);
