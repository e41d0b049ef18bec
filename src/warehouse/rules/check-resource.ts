import { checkTree, type RuleResult, type RuleSettings, type RuleTree, ruleTree, treeAt } from "../../checks/rules.js";
import type { EncodedBody } from "../../schema/codec.js";
import type { Schema } from "../../schema/schema.js";
import { nullIssues, shapeIssues, withoutInvalid } from "../../schema/shape-issues.js";
import { issuesBeside, joinIssues, plainIssue } from "../../values/issue-path.js";
import { Dataset } from "../schemas/dataset.js";
import { Policy } from "../schemas/policy.js";
import { Table } from "../schemas/table.js";
import { bigQueryLabelRules, datasetRules, policyRules } from "./datasets-and-policies.js";
import { type Draft, type Scope, scopeOf, type TableRule, type TableRuleContext } from "./rule-builders.js";
import { propertyNameRule, tableRules } from "./warehouse-rules.js";

/** The checks of a resource kind. */
interface ResourceChecks {
  readonly schema: Schema;
  readonly rules: RuleTree<Scope>;
  /** Whether rules, not the schema, report missing fields, because a patch can omit them; except for elements of a list. */
  readonly rulesFindMissing?: boolean;
  /** Fields that can always be null. Default: none. */
  readonly nullable?: readonly string[];
}

/** Arranges rules of tables. A column is in a schema or in another column, so the rules of columns apply in each of these lists. */
export function tableTree(rules: readonly TableRule[]): RuleTree<Scope> {
  const root = ruleTree(rules);
  const column = treeAt(root, "fields[]");
  for (const list of ["schema.fields", "externalDataConfiguration.schema.fields", "fields[].fields"]) {
    treeAt(root, list).inside.set("[]", column);
  }
  root.inside.delete("fields"); // a table itself has no columns
  return root;
}

/** The checks of a table. */
export const TABLE_CHECKS: ResourceChecks = {
  schema: Table,
  rules: tableTree([...tableRules, propertyNameRule]),
  rulesFindMissing: true,
  nullable: ["expirationTime", "timePartitioning.expirationMs"], // no expiration, whatever the default of the dataset
};

const COMPARABLE: readonly string[] = [
  "field-name-required",
  "column-name-distinct",
  "column-name-reserved",
  "column-depth",
  "column-count",
  "partition-filter-once",
];

/** Only the checks that comparing two tables requires: their shape, and rules without which they cannot be compared. */
export const COMPARABLE_CHECKS: ResourceChecks = {
  ...TABLE_CHECKS,
  rules: tableTree(tableRules.filter(({ id }) => COMPARABLE.includes(id))),
};

/** The checks of a policy. */
const POLICY_CHECKS: ResourceChecks = { schema: Policy, rules: ruleTree([...policyRules, propertyNameRule]) };

/** The checks of a dataset. */
const DATASET_CHECKS: ResourceChecks = {
  schema: Dataset,
  rules: ruleTree([...bigQueryLabelRules, ...datasetRules, propertyNameRule]),
};

/** How a resource is checked. */
export interface CheckOptions extends TableRuleContext {
  /** Severities that differ from the defaults. */
  readonly rules?: RuleSettings | undefined;
  /** Whether known fields may be null. Default: `true`. */
  readonly allowsNull?: boolean | undefined;
}

/** Checks an encoded resource: its values, its shape, its rules, its nulls. All issues are reported together. */
export function checkResource(
  { schema, rules, rulesFindMissing = false, nullable = [] }: ResourceChecks,
  { body, issues, nulls, strangers }: EncodedBody,
  { rules: settings, allowsNull = true, ...context }: CheckOptions,
): RuleResult {
  const invalid = shapeIssues(schema, body).filter(
    ({ missing, segments }) => !(rulesFindMissing && missing) || typeof segments.at(-1) === "number",
  );
  const known = joinIssues(issues, invalid.map(plainIssue));
  const draft = withoutInvalid(body, invalid) as Draft<Table>; // matches its schema; only rules of tables use this type
  const { errors, warnings } = checkTree(rules, draft, scopeOf(draft, { ...context, strangers }), settings);
  const notNull = allowsNull ? [] : nulls.filter((path) => !nullable.includes(path));
  return { errors: joinIssues(known, errors, nullIssues(notNull)), warnings: issuesBeside(warnings, known) };
}

/** Checks an encoded policy. */
export function checkPolicy(policy: EncodedBody, rules?: RuleSettings): RuleResult {
  return checkResource(POLICY_CHECKS, policy, { complete: true, now: 0, rules });
}

/** Checks an encoded dataset. */
export function checkDataset(dataset: EncodedBody, options?: Pick<CheckOptions, "rules" | "allowsNull">): RuleResult {
  return checkResource(DATASET_CHECKS, dataset, { complete: true, now: 0, ...options });
}
