import { issuesAt } from "../../core/issue-path.js";
import { mergePatch } from "../../core/merge-patch.js";
import { isObject } from "../../core/objects.js";
import type { Issue } from "../../errors/request-error.js";
import { checkPolicy } from "../../warehouse/rules/policy-rules.js";
import { etagOf, hexOf } from "../etag.js";
import type { JsonObject } from "../fake-service.js";
import { badMember, ServiceError } from "../service-error.js";
import type { StoredTable } from "./store.js";

/** The etag of a policy that has never been set. */
const UNSET_ETAG = "ACAB";
const MASK_PATHS: readonly string[] = ["bindings", "auditConfigs", "version", "etag"];
const VERSIONS: readonly unknown[] = [0, 1, 3];
/** Version of policies with conditions. */
const CONDITIONAL = 3;

/** Handles `getIamPolicy`. @throws {ServiceError} If the body is invalid. */
export function getPolicy(table: StoredTable, body: unknown): JsonObject {
  const options = objectAt(objectAt(body, "body").options, "options");
  const version = options.requestedPolicyVersion;
  if (version !== undefined) checkVersion(version, "options.requestedPolicyVersion");
  return showPolicy(table, version === CONDITIONAL);
}

/**
 * Handles `setIamPolicy`.
 *
 * @param assertNoIssues - Throws an error for the issues of a policy.
 * @throws {ServiceError} If the body is invalid, or its etag is stale.
 */
export function setPolicy(
  table: StoredTable,
  body: unknown,
  assertNoIssues: (issues: readonly Issue[]) => void,
): JsonObject {
  const { policy, updateMask } = objectAt(body, "body");
  if (!isObject(policy)) throw badMember("policy", "must be an object");
  assertNoIssues(issuesAt("policy", checkPolicy(policy).errors));
  const given = mergePatch(undefined, policy) as JsonObject; // an object results in an object
  if (given.version !== undefined) checkVersion(given.version, "policy.version");
  if (hasConditions(given) && given.version !== CONDITIONAL) {
    throw badMember("policy.version", `must be ${CONDITIONAL} if a binding has a condition`);
  }
  if (given.etag !== undefined && given.etag !== etagOfPolicy(table)) {
    const message =
      "There were concurrent policy changes. Read the policy again, change it, and send it with its etag.";
    throw new ServiceError({ status: 409, reason: "aborted", message });
  }
  const mask = readMask(updateMask);
  const chosen = (name: string) => (mask.includes(name) ? given[name] : table.policy?.[name]);
  const next = { bindings: chosen("bindings"), auditConfigs: chosen("auditConfigs") };
  const version = hasConditions(next) ? CONDITIONAL : (given.version ?? table.policy?.version ?? 1);
  table.policy = JSON.parse(JSON.stringify({ version, ...next }));
  table.policyRevision += 1;
  return showPolicy(table, true);
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

function showPolicy(table: StoredTable, withConditions: boolean): JsonObject {
  const { policy } = table;
  const etag = etagOfPolicy(table);
  if (policy === null || (isEmptyList(policy.bindings) && isEmptyList(policy.auditConfigs))) return { etag };
  if (withConditions || !hasConditions(policy)) return { ...policy, etag };
  const bindings = bindingsOf(policy).map(({ condition, ...binding }) =>
    condition === undefined
      ? binding
      : { ...binding, role: `${binding.role}_withcond_${hexOf(JSON.stringify(condition))}` },
  );
  return { ...policy, version: 1, etag, bindings };
}

function etagOfPolicy({ policy, policyRevision, sequence }: StoredTable): string {
  return policy === null ? UNSET_ETAG : etagOf([sequence, policyRevision, policy]);
}

function bindingsOf(policy: JsonObject): readonly JsonObject[] {
  return Array.isArray(policy.bindings) ? policy.bindings.filter(isObject) : [];
}

function hasConditions(policy: JsonObject): boolean {
  return bindingsOf(policy).some(({ condition }) => condition !== undefined);
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

function checkVersion(version: unknown, path: string): void {
  if (!VERSIONS.includes(version)) throw badMember(path, `must be one of ${VERSIONS.join(", ")}`);
}

/** Returns an object, or an empty one if there is no value. */
function objectAt(value: unknown, path: string): JsonObject {
  if (value === undefined || value === null) return {};
  if (!isObject(value)) throw badMember(path, "must be an object");
  return value;
}
