import * as z from "zod/mini";
import { integer, openEnum, openObject, opt } from "../../core/schema/schema.js";
import type { SchemaOf, ShapeOf } from "../../core/schema/shape-of.js";
import type { AuditLogType } from "./enums.js";

/**
 * A condition in the Common Expression Language.
 *
 * @see Spec: warehouse, "Table methods" (fields of the real service)
 */
export interface Expr {
  /** Short title of the condition. */
  title?: string | undefined;
  /** Description for users. */
  description?: string | undefined;
  /** The condition, in the Common Expression Language. */
  expression?: string | undefined;
  /** Source of the condition, such as a file name and a position, for error messages. */
  location?: string | undefined;
}

/** Schema of `Expr`, with `parse` and `safeParse`. */
export const Expr: SchemaOf<Expr> = /* @__PURE__ */ openObject({
  title: opt(z.string()),
  description: opt(z.string()),
  expression: opt(z.string()),
  location: opt(z.string()),
} satisfies ShapeOf<Expr>);

/**
 * Binds members to a role, optionally under a condition.
 *
 * @see Spec: warehouse, "Table methods" (fields of the real service)
 */
export interface PolicyBinding {
  /** The role, such as `roles/viewer`. */
  role?: string | undefined;
  /** Members that have the role: `user:ada@example.com`, `group:…`, `serviceAccount:…`, `domain:…` or `allUsers`. */
  members?: string[] | undefined;
  /** Condition of the binding. Requires `version` 3 of the policy. Default: the binding always applies. */
  condition?: Expr | undefined;
}

/** Schema of `PolicyBinding`, with `parse` and `safeParse`. */
export const PolicyBinding: SchemaOf<PolicyBinding> = /* @__PURE__ */ openObject({
  role: opt(z.string()),
  members: opt(z.array(z.string())),
  condition: opt(Expr),
} satisfies ShapeOf<PolicyBinding>);

/**
 * Audit logging of one type of permission.
 *
 * @see Spec: warehouse, "Table methods" (fields of the real service)
 */
export interface AuditLogConfig {
  /**
   * Type of permission whose use is logged.
   *
   * - `LOG_TYPE_UNSPECIFIED`: not specified
   * - `ADMIN_READ`: reads of metadata
   * - `DATA_WRITE`: writes of data
   * - `DATA_READ`: reads of data
   */
  logType?: AuditLogType | undefined;
  /** Members whose use is not logged, in the form of the members of a {@link PolicyBinding}. */
  exemptedMembers?: string[] | undefined;
}

/** Schema of `AuditLogConfig`, with `parse` and `safeParse`. */
export const AuditLogConfig: SchemaOf<AuditLogConfig> = /* @__PURE__ */ openObject({
  logType: opt(openEnum<AuditLogType>()),
  exemptedMembers: opt(z.array(z.string())),
} satisfies ShapeOf<AuditLogConfig>);

/**
 * Audit logging of one service.
 *
 * @see Spec: warehouse, "Table methods" (fields of the real service)
 */
export interface AuditConfig {
  /** Name of the service; `allServices` means all services, in addition to the configuration of a single one. */
  service?: string | undefined;
  /** Configuration by type of permission. */
  auditLogConfigs?: AuditLogConfig[] | undefined;
}

/** Schema of `AuditConfig`, with `parse` and `safeParse`. */
export const AuditConfig: SchemaOf<AuditConfig> = /* @__PURE__ */ openObject({
  service: opt(z.string()),
  auditLogConfigs: opt(z.array(AuditLogConfig)),
} satisfies ShapeOf<AuditConfig>);

/**
 * Access control policy of a table. A policy without bindings may contain only its `etag`.
 *
 * @see Spec: warehouse, "Table methods" (fields of the real service)
 */
export interface Policy {
  /** Version of the policy format: 0, 1 or 3. Conditions require 3. */
  version?: number | undefined;
  /**
   * Hash of the current version of the policy. Include it when you set the policy, so that concurrent changes are
   * detected.
   */
  etag?: string | undefined;
  /** Bindings of members to roles. */
  bindings?: PolicyBinding[] | undefined;
  /** Audit logging of the permissions. */
  auditConfigs?: AuditConfig[] | undefined;
}

/** Schema of `Policy`, with `parse` and `safeParse`. */
export const Policy: SchemaOf<Policy> = /* @__PURE__ */ openObject({
  version: opt(integer()),
  etag: opt(z.string()),
  bindings: opt(z.array(PolicyBinding)),
  auditConfigs: opt(z.array(AuditConfig)),
} satisfies ShapeOf<Policy>);
