import { type RuleResult, type RuleSettings, unlike } from "../../schema/rules.js";
import { shapeIssues, withoutInvalid } from "../../schema/shape-issues.js";
import { plainIssue } from "../../values/issue-path.js";
import { Policy } from "../schemas/policy.js";
import type { Draft } from "./draft.js";
import { type Finding, IMPLIED, rule, scopeOf, typo } from "./rule-builders.js";
import { checkTree, ruleTree } from "./rule-tree.js";

/** Types of principals, before the first colon of a member. New ones are accepted. */
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

/** Checks a policy in wire form: first the shape, then all rules. All issues are reported together. */
export function checkPolicy(policy: unknown, settings?: RuleSettings): RuleResult {
  const invalid = shapeIssues(Policy, policy);
  const draft = withoutInvalid(policy, invalid) as Draft<Policy>; // values that do not match the schema were removed
  const { errors, warnings } = checkTree(
    ruleTree(policyRules),
    draft,
    scopeOf({}, { complete: true, now: 0 }),
    settings,
  );
  return { errors: [...invalid.map(plainIssue), ...errors], warnings };
}
