import type { Naming } from "../../naming/naming.js";
import { compiled, type Schema } from "../../schema/compile.js";
import {
  addIssue,
  type Rule,
  type RuleResult,
  type RuleRow,
  type RuleSettings,
  ruleTable,
  unlike,
} from "../../schema/rules.js";
import { shapeIssues, withoutInvalid } from "../../schema/shape-issues.js";
import { reportTypos } from "../../schema/typos.js";
import { formatPath, plainIssue } from "../../values/issue-path.js";
import { Policy } from "../schemas/policy.js";
import { Table } from "../schemas/table.js";
import { externalDataRules } from "./external-data.js";
import { allowedValueRules, openValueRules, requiredRules } from "./field-values.js";
import {
  type Draft,
  type Finding,
  IMPLIED,
  rule,
  type Scope,
  scopeOf,
  type TableRule,
  type TableRuleContext,
  typo,
} from "./rule-builders.js";
import { columnRules, partitioningRules } from "./schema-columns.js";
import { viewRules, wholeTableRules } from "./whole-table.js";

/** The rule about properties that no schema has. Unknown names are accepted, because services add fields. */
const propertyNameRule: RuleRow<"property-name"> = {
  id: "property-name",
  severity: "warn",
  text: 'Each property should have the name of a field: "clustring" is a typo of "clustering".',
  spec: 'warehouse, "Table"',
  implied: true,
};

/**
 * Returns the settings with which a service itself checks tables: with open values, all typos are errors, even if a client only
 * warns about them.
 */
export function serviceSettings({ openValues = false, rules }: Pick<Naming, "openValues" | "rules">): ServiceSettings {
  if (!openValues) return { openValues, rules };
  const typos: string[] = [...openValueRules.map(({ id }) => id), propertyNameRule.id];
  const errors = typos.filter((id) => rules[id] !== "off").map((id) => [id, "error"] as const);
  return { openValues, rules: { ...rules, ...Object.fromEntries(errors) } };
}

/** How a service checks tables. */
export interface ServiceSettings {
  /** Whether the service accepts more enum values than those that are known. */
  readonly openValues: boolean;
  readonly rules: RuleSettings;
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

function invalidMember(member: string): Finding {
  if (member === "allUsers" || member === "allAuthenticatedUsers") return undefined;
  const [, type] = /^(\w+):./s.exec(member) ?? [];
  return type === undefined ? member : typo(type, PRINCIPALS);
}

/** Rules about the access policies of tables. */
export const policyRules = [
  rule(
    "iam-role-form",
    "bindings[].role",
    "must start with roles/, projects/ or organizations/",
    unlike(/^(roles|projects|organizations)\//),
    IMPLIED,
  ),
  rule(
    "iam-member-form",
    ["bindings[].members[]", "auditConfigs[].auditLogConfigs[].exemptedMembers[]"],
    'must be allUsers, allAuthenticatedUsers or a principal with a type prefix, such as "user:ada@example.com"',
    invalidMember,
    IMPLIED,
  ),
];

const rules = [...tableRules, propertyNameRule, ...policyRules];

/** Id of a rule about BigQuery tables: a key of the `rules` option. */
export type WarehouseRuleId = (typeof rules)[number]["id"];

/** Every rule about a table or its access policy that a request can break, as data: id, severity, text and section of the specification. */
export const warehouseRules: readonly Rule<WarehouseRuleId>[] = ruleTable(rules);

/** The rules about a value, and the trees of the values inside it by name; `[]` is each element, `{}` each entry. */
interface RuleTree {
  readonly rules: TableRule[];
  readonly inside: Map<string, RuleTree>;
}

/** Arranges rules by the paths of their values, so that one walk of a table checks all of them. */
export function ruleTree(rules: readonly TableRule[]): RuleTree {
  const root: RuleTree = { rules: [], inside: new Map() };
  const treeAt = (path: string) =>
    path
      .replace(/\[\]|\{\}/g, ".$&")
      .split(".")
      .reduce(inner, root);
  for (const rule of rules) for (const path of rule.paths) treeAt(path).rules.push(rule);
  // A column is in a schema or in another column.
  for (const list of ["schema.fields", "externalDataConfiguration.schema.fields", "fields[].fields"]) {
    treeAt(list).inside.set("[]", treeAt("fields[]"));
  }
  root.inside.delete("fields");
  return root;
}

function inner(tree: RuleTree, name: string): RuleTree {
  const found = tree.inside.get(name) ?? { rules: [], inside: new Map() };
  tree.inside.set(name, found);
  return found;
}

/** Checks a resource against the rules of a tree. */
export function checkTree(root: RuleTree, resource: object, scope: Scope, settings: RuleSettings = {}): RuleResult {
  const result: RuleResult = { errors: [], warnings: [] };
  const path: (string | number)[] = [];
  const visit = (tree: RuleTree, value: unknown, holder: unknown, key: string | number, inList: boolean): void => {
    path.push(key);
    for (const rule of tree.rules) {
      const message = rule.problemOf(value, holder, scope, key, inList);
      if (message !== undefined) addIssue(result, rule, settings, formatPath(path), message);
    }
    if (typeof value === "object" && value !== null) visitInside(tree, value, holder, inList);
    path.pop();
  };
  const visitInside = (tree: RuleTree, value: object, holder: unknown, inList: boolean): void => {
    for (const [name, each] of tree.inside) {
      if (name === "[]")
        for (const [index, element] of (value as unknown[]).entries()) visit(each, element, holder, index, true);
      else if (name === "{}") for (const [key, entry] of Object.entries(value)) visit(each, entry, holder, key, inList);
      else visit(each, (value as Record<string, unknown>)[name], value, name, inList);
    }
  };
  visitInside(root, resource, undefined, false);
  return result;
}

const treeOfTables = ruleTree(tableRules);
const treeOfPolicies = ruleTree(policyRules);

/** What names of other tools mean, in columns and in a partitioning by time. */
const HINTS = {
  required: 'mode: "REQUIRED"',
  nullable: 'mode: "NULLABLE" or "REQUIRED"',
  repeated: 'mode: "REPEATED"',
  default: "defaultValueExpression, an SQL expression",
  comment: "description",
  column: "field",
  expirationDays: "expirationMs, in milliseconds",
};

/** Checks an encoded table against all rules. */
export function checkTableRules(
  table: Draft<Table>,
  context: TableRuleContext,
  settings: RuleSettings = {},
): RuleResult {
  const result = checkTree(treeOfTables, table, scopeOf(table, context), settings);
  addTypos(result, Table, table, settings);
  return result;
}

/** Adds the names of properties that are typos. */
export function addTypos(result: RuleResult, schema: Schema, value: unknown, settings: RuleSettings): void {
  const report = (path: string, message: string) => addIssue(result, propertyNameRule, settings, path, message);
  reportTypos(value, compiled(schema), report, HINTS);
}

/** Checks a policy in wire form: first the shape, then all rules. All issues are reported together. */
export function checkPolicy(policy: unknown, settings: RuleSettings = {}): RuleResult {
  const invalid = shapeIssues(Policy, policy);
  const draft = withoutInvalid(policy, invalid) as Draft<Policy>; // values that do not match the schema were removed
  const scope = scopeOf({}, { complete: true, now: 0 });
  const result = checkTree(treeOfPolicies, draft, scope, settings);
  addTypos(result, Policy, draft, settings);
  return { ...result, errors: [...invalid.map(plainIssue), ...result.errors] };
}
