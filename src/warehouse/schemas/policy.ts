import * as z from "zod";
import type { Fields } from "../../schema/fields.js";
import { integer, openEnum, openObject, opt, string } from "../../schema/schema.js";
import type { AuditLogType } from "./enums.js";

/**
 * A condition in the Common Expression Language.
 *
 * @see {@link https://cloud.google.com/bigquery/docs/reference/rest/v2/Policy#Expr | Expr} in the BigQuery reference
 */
export interface Expr extends Fields<typeof exprShape> {}

const exprShape = {
  /** Short title of the condition. */
  title: opt(string),
  /** Description for users. */
  description: opt(string),
  /** The condition, in the Common Expression Language. */
  expression: opt(string),
  /** Source of the condition, such as a file name and a position, for error messages. */
  location: opt(string),
};

/** Schema of `Expr`, with `parse` and `safeParse`. */
export const Expr = openObject<Expr>(exprShape);

/**
 * Binds members to a role, optionally under a condition.
 *
 * @see {@link https://cloud.google.com/bigquery/docs/reference/rest/v2/Policy#Binding | Binding} in the BigQuery reference
 */
export interface PolicyBinding extends Fields<typeof policyBindingShape> {}

const policyBindingShape = {
  /** The role, such as `roles/viewer`. */
  role: opt(string),
  /** Members that have the role: `user:ada@example.com`, `group:…`, `serviceAccount:…`, `domain:…` or `allUsers`. */
  members: opt(z.array(string)),
  /** Condition of the binding. Requires `version` 3 of the policy. Default: the binding always applies. */
  condition: opt(Expr),
};

/** Schema of `PolicyBinding`, with `parse` and `safeParse`. */
export const PolicyBinding = openObject<PolicyBinding>(policyBindingShape);

/**
 * Audit logging of one type of permission.
 *
 * @see {@link https://cloud.google.com/bigquery/docs/reference/rest/v2/Policy#AuditLogConfig | AuditLogConfig} in the BigQuery reference
 */
export interface AuditLogConfig extends Fields<typeof auditLogConfigShape> {}

const auditLogConfigShape = {
  /** Type of permission whose use is logged. */
  logType: opt(openEnum<AuditLogType>()),
  /** Members whose use is not logged, in the form of the members of a {@link PolicyBinding}. */
  exemptedMembers: opt(z.array(string)),
};

/** Schema of `AuditLogConfig`, with `parse` and `safeParse`. */
export const AuditLogConfig = openObject<AuditLogConfig>(auditLogConfigShape);

/**
 * Audit logging of one service.
 *
 * @see {@link https://cloud.google.com/bigquery/docs/reference/rest/v2/Policy#AuditConfig | AuditConfig} in the BigQuery reference
 */
export interface AuditConfig extends Fields<typeof auditConfigShape> {}

const auditConfigShape = {
  /** Name of the service; `allServices` means all services, in addition to the configuration of a single one. */
  service: opt(string),
  /** Configuration by type of permission. */
  auditLogConfigs: opt(z.array(AuditLogConfig)),
};

/** Schema of `AuditConfig`, with `parse` and `safeParse`. */
export const AuditConfig = openObject<AuditConfig>(auditConfigShape);

/**
 * Access control policy of a BigQuery table. A policy without bindings may contain only its `etag`.
 *
 * @see {@link https://cloud.google.com/bigquery/docs/reference/rest/v2/Policy | Policy} in the BigQuery reference
 */
export interface Policy extends Fields<typeof policyShape> {}

const policyShape = {
  /** Version of the policy format: 0, 1 or 3. Conditions require 3. */
  version: opt(integer),
  /**
   * Hash of the current version of the policy. Include it when you set the policy, so that concurrent changes are
   * detected.
   */
  etag: opt(string),
  /** Bindings of members to roles. */
  bindings: opt(z.array(PolicyBinding)),
  /** Audit logging of the permissions. */
  auditConfigs: opt(z.array(AuditConfig)),
};

/** Schema of `Policy`, with `parse` and `safeParse`. */
export const Policy = openObject<Policy>(policyShape);

/**
 * Response of `testIamPermissions`. Output only.
 *
 * @see {@link https://cloud.google.com/bigquery/docs/reference/rest/v2/tables/testIamPermissions | tables.testIamPermissions} in the BigQuery reference
 */
export interface TestIamPermissionsResponse extends Fields<typeof testIamPermissionsResponseShape> {}

const testIamPermissionsResponseShape = {
  /** The tested permissions that the caller has; absent if the caller has none of them. */
  permissions: opt(z.array(string)),
};

/** Schema of `TestIamPermissionsResponse`, with `parse` and `safeParse`. */
export const TestIamPermissionsResponse = openObject<TestIamPermissionsResponse>(testIamPermissionsResponseShape);
