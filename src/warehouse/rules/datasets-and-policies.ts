import { labelRules } from "../../checks/labels.js";
import { type Finding, rule, unlike } from "../../checks/rules.js";
import type { Issue } from "../../errors/request-error.js";
import { shown } from "../../values/describe.js";
import type { Dataset } from "../schemas/dataset.js";
import type { Policy } from "../schemas/policy.js";
import { type At, type Draft, typo } from "./rule-builders.js";

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

/** Rules about the labels of tables and datasets. */
export const bigQueryLabelRules = labelRules(
  "bigquery.v2#Table.labels; https://cloud.google.com/bigquery/docs/labels-intro#requirements",
);

/** Rules about datasets, besides those about labels. */
export const datasetRules = [
  rule(
    "dataset-location-form",
    "https://cloud.google.com/bigquery/docs/locations",
    "location",
    'should be a location of BigQuery, such as "EU" or "europe-west1"',
    unlike(/^(?!(?:europe|asia|america|usa|[a-z]+-[a-z]+-\d+)$)\S*$/i),
    "advice",
  ),
];

/** Returns an issue if a dataset is in another location than the wanted one. */
export function locationIssues(
  wanted: string | undefined,
  { location, id }: Pick<Dataset, "location" | "id">,
): Issue[] {
  if (!wanted || !location || wanted.toLowerCase() === location.toLowerCase()) return [];
  const message = `must be ${shown(location)}, as of ${id}, got ${shown(wanted)}; a location cannot change: use another dataset`;
  return [{ path: "location", message, rule: "dataset-location" }];
}
