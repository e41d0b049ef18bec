import { encodeBody } from "../../schema/codec.js";
import { issuesAt } from "../../values/issue-path.js";
import { withoutNulls } from "../../values/merge-patch.js";
import { isObject, valueAt, withoutUndefined } from "../../values/objects.js";
import { checkPolicy } from "../../warehouse/rules/check-resource.js";
import { POLICY_VERSIONS } from "../../warehouse/rules/datasets-and-policies.js";
import { Policy } from "../../warehouse/schemas/policy.js";
import { etagOf } from "../etag.js";
import type { JsonObject } from "../fake-service.js";
import { badMember, brokenRules, ServiceError } from "../service-error.js";
import type { StoredTable } from "./store.js";

/** Returns the bindings of a valid policy. */
function bindingsOf({ bindings }: JsonObject): readonly JsonObject[] {
  return Array.isArray(bindings) ? bindings : [];
}

/** Whether a binding of a policy has a condition. */
function isConditional(policy: JsonObject): boolean {
  return bindingsOf(policy).some(({ condition }) => condition !== undefined);
}

/** Handles `getIamPolicy`: only version 3 has conditions. @throws {ServiceError} If the version is invalid. */
export function getPolicy({ policy }: StoredTable, body: unknown): JsonObject {
  const version = valueAt(body, ["options", "requestedPolicyVersion"]) ?? 0;
  if (!POLICY_VERSIONS.includes(version)) throw badMember("options.requestedPolicyVersion", "must be 0, 1 or 3");
  if (version === 3 || !isConditional(policy)) return policy;
  const bindings = bindingsOf(policy).map(({ condition: _, ...binding }) => binding);
  return { ...policy, version: 1, bindings };
}

/** Handles `setIamPolicy`. @throws {ServiceError} If the body is invalid, or its etag is stale. */
export function setPolicy(table: StoredTable, body: unknown): JsonObject {
  const { policy, updateMask = "bindings" } = Object(body) as JsonObject;
  if (!isObject(policy)) throw badMember("policy", "must be an object");
  const issues = issuesAt("policy", checkPolicy(encodeBody(Policy, policy)).errors);
  if (issues.length > 0) throw brokenRules(issues);
  if (policy.etag != null && policy.etag !== table.policy.etag) {
    const message = "The policy has changed since it was read";
    throw new ServiceError({ status: 409, reason: "aborted", message });
  }
  if (policy.etag != null && policy.version !== 3 && isConditional(table.policy)) {
    throw badMember("policy.version", "must be 3, because a binding of the current policy has a condition");
  }
  const mask = String(updateMask).split(",");
  const chosen = (name: string) => (mask.includes(name) ? policy : table.policy)[name] ?? undefined;
  const next = withoutUndefined({
    version: policy.version ?? table.policy.version ?? 1,
    bindings: withoutNulls(chosen("bindings")),
    auditConfigs: withoutNulls(chosen("auditConfigs")),
  });
  table.policy = structuredClone({ ...next, etag: etagOf([table.policy.etag, table.sequence, next]) });
  return table.policy;
}

/**
 * Handles `testIamPermissions`: the caller has every permission for tables, such as `bigquery.tables.get`, and no
 * other.
 *
 * @throws {ServiceError} If the body is invalid.
 */
export function testPermissions(body: unknown): JsonObject {
  const { permissions = [] } = Object(body) as JsonObject;
  if (!Array.isArray(permissions)) throw badMember("permissions", "must be a list of strings");
  const held = permissions.filter((permission) => /^[\w-]+\.tables\.\w+$/.test(permission));
  return held.length === 0 ? {} : { permissions: held };
}
