import { issuesAt } from "../../values/issue-path.js";
import { isObject, withoutUndefined } from "../../values/objects.js";
import { checkPolicy } from "../../warehouse/rules/policy-rules.js";
import { etagOf } from "../etag.js";
import type { JsonObject } from "../fake-service.js";
import { badMember, brokenRules, ServiceError } from "../service-error.js";
import type { StoredTable } from "./store.js";

/** The etag of a policy that has never been set. */
const UNSET_ETAG = "ACAB";
const MASK_PATHS: readonly string[] = ["bindings", "auditConfigs", "version", "etag"];

/** Handles `getIamPolicy`. */
export function getPolicy(table: StoredTable): JsonObject {
  const { policy } = table;
  const etag = etagOfPolicy(table);
  return policy === null || (isEmptyList(policy.bindings) && isEmptyList(policy.auditConfigs))
    ? { etag }
    : { ...policy, etag };
}

/** Handles `setIamPolicy`. @throws {ServiceError} If the body is invalid, or its etag is stale. */
export function setPolicy(table: StoredTable, body: unknown): JsonObject {
  const { policy, updateMask } = objectAt(body, "body");
  if (!isObject(policy)) throw badMember("policy", "must be an object");
  const issues = issuesAt("policy", checkPolicy(policy).errors);
  if (issues.length > 0) throw brokenRules(issues);
  const mask = readMask(updateMask);
  if (policy.etag != null && policy.etag !== etagOfPolicy(table)) {
    const message = "The policy has changed since it was read";
    throw new ServiceError({ status: 409, reason: "aborted", message });
  }
  const chosen = (name: string) => (mask.includes(name) ? policy : table.policy)?.[name] ?? undefined;
  const version = policy.version ?? table.policy?.version ?? 1;
  table.policy = structuredClone(
    withoutUndefined({ version, bindings: chosen("bindings"), auditConfigs: chosen("auditConfigs") }),
  );
  table.policyRevision += 1;
  return getPolicy(table);
}

/**
 * Handles `testIamPermissions`: the caller has every permission for tables, such as `bigquery.tables.get`, and no
 * other.
 *
 * @throws {ServiceError} If the body is invalid.
 */
export function testPermissions(body: unknown): JsonObject {
  const { permissions = [] } = objectAt(body, "body");
  if (!Array.isArray(permissions) || !permissions.every((permission) => typeof permission === "string")) {
    throw badMember("permissions", "must be a list of strings");
  }
  const wildcard = permissions.findIndex((permission) => permission.includes("*"));
  if (wildcard >= 0) throw badMember(`permissions[${wildcard}]`, "must not contain a wildcard");
  const held = permissions.filter((permission) => /^[\w-]+\.tables\.\w+$/.test(permission));
  return held.length === 0 ? {} : { permissions: held };
}

function etagOfPolicy({ policy, policyRevision, sequence }: StoredTable): string {
  return policy === null ? UNSET_ETAG : etagOf([sequence, policyRevision, policy]);
}

function isEmptyList(value: unknown): boolean {
  return value === undefined || (Array.isArray(value) && value.length === 0);
}

function readMask(mask: unknown): readonly string[] {
  if (mask === undefined || mask === null || mask === "") return ["bindings", "etag"];
  if (typeof mask !== "string") throw badMember("updateMask", "must be a string of comma-separated paths");
  const paths = mask.split(",").map((path) => path.trim());
  const unknown = paths.find((path) => !MASK_PATHS.includes(path));
  if (unknown === undefined) return paths;
  throw badMember(
    "updateMask",
    `contains the unknown path ${JSON.stringify(unknown)}; allowed are ${MASK_PATHS.join(", ")}`,
  );
}

/** Returns an object, or an empty one if there is no value. */
function objectAt(value: unknown, path: string): JsonObject {
  if (value === undefined || value === null) return {};
  if (!isObject(value)) throw badMember(path, "must be an object");
  return value;
}
