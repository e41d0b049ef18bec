import { expect, test } from "vitest";
import type { RuleSettings } from "../../../src/checks/rules.js";
import { encodeBody } from "../../../src/schema/codec.js";
import { checkPolicy } from "../../../src/warehouse/rules/check-resource.js";
import { policyRules } from "../../../src/warehouse/rules/datasets-and-policies.js";
import { Policy } from "../../../src/warehouse/schemas/policy.js";

const check = (policy: unknown, settings?: RuleSettings) => checkPolicy(encodeBody(Policy, policy), settings);

const bound = (role: unknown, ...members: unknown[]) => ({ bindings: [{ role, members }] });

const condition = { expression: "true" };
const conditional = (version?: number) => ({
  version,
  bindings: [{ role: "roles/viewer" }, { role: "roles/x", condition }],
});

const broken: readonly (readonly [policy: object, ...issues: string[]])[] = [
  ...["", "viewer", "role/viewer", "bigquery.dataViewer", "/roles/viewer"].map(
    (role) => [bound(role), "iam-role-form bindings[0].role"] as const,
  ),
  ...[
    "",
    "ada@example.com",
    "user:",
    ":ada@example.com",
    "allusers",
    "users:ada@example.com",
    "usre:ada@example.com",
  ].map((member) => [bound("roles/viewer", "allUsers", member), "iam-member-form bindings[0].members[1]"] as const),
  [
    { auditConfigs: [{ auditLogConfigs: [{}, { exemptedMembers: ["ada"] }] }] },
    "iam-member-form auditConfigs[0].auditLogConfigs[1].exemptedMembers[0]",
  ],
  [
    { bindings: [{ role: "viewer", members: ["ada"] }, { role: "owner" }] },
    "iam-role-form bindings[0].role",
    "iam-member-form bindings[0].members[0]",
    "iam-role-form bindings[1].role",
  ],
  ...[2, 4, -1].map((version) => [{ version }, "iam-policy-version version"] as const),
  [conditional(), "iam-condition-version "],
  [conditional(1), "iam-condition-version "],
  // Values of a wrong type are reported once.
  [bound(5, 6), "member-type bindings[0].role", "member-type bindings[0].members[0]"],
  [{ bindings: [null, "x"] }, "member-type bindings[0]", "member-type bindings[1]"],
];

test.each(broken)("rejects the policy %j", (policy, ...issues) => {
  expect(check(policy).errors.map(({ rule, path }) => `${rule} ${path}`)).toEqual(issues);
});

const valid = [
  {},
  { version: 0 },
  { version: 1, bindings: [{ role: "roles/viewer", condition: null }] },
  conditional(3),
  { bindings: [], etag: "x", version: 3 },
  bound("roles/viewer"),
  bound("projects/p/roles/r", "serviceAccount:job@shop.iam.gserviceaccount.com"),
  bound("organizations/1/roles/r", "deleted:serviceAccount:job@shop.example?uid=1", "projectViewer:shop"),
  bound("roles/viewer", "User:ada@example.com", "iamMember:new", "principalHierarchy://x"),
];

test.each(valid)("accepts the policy %j", (policy) => {
  expect(check({ etag: "x", ...policy })).toEqual({ errors: [], warnings: [] });
});

test.each([{}, { etag: "" }, { etag: null }])("warns about the etag of %j", (policy) => {
  const { errors, warnings } = check(policy);
  expect([errors, warnings.map(({ rule, path }) => `${rule} ${path}`)]).toEqual([[], ["iam-etag "]]);
});

test.each(policyRules)("$id can be a warning, or off", ({ id }) => {
  const policy = { ...bound("viewer", "ada"), ...(id === "iam-policy-version" ? { version: 2 } : {}) };
  if (id === "iam-condition-version") policy.bindings.push({ ...conditional().bindings[1], members: [] } as never);
  const rulesOf = (severity: "warn" | "off") => check(policy, { "iam-etag": "off", [id]: severity });
  expect(rulesOf("warn").warnings.map(({ rule }) => rule)).toEqual([id]);
  expect(rulesOf("off").errors.map(({ rule }) => rule)).not.toContain(id);
});

test("members of a long policy are checked in linear time", () => {
  const members = Array.from({ length: 20_000 }, (_, index) => `person${index}@example.com`);
  expect(check(bound("roles/viewer", ...members)).errors).toHaveLength(20_000);
});
