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
  /** Short name of the condition. */
  title?: string | undefined;
  /** What the condition is for, for people to read. */
  description?: string | undefined;
  /** The condition itself, in the Common Expression Language. */
  expression?: string | undefined;
  /** Where the condition stands, such as a file and a line, for messages about it. */
  location?: string | undefined;
}

export const Expr: SchemaOf<Expr> = /* @__PURE__ */ openObject({
  title: opt(z.string()),
  description: opt(z.string()),
  expression: opt(z.string()),
  location: opt(z.string()),
} satisfies ShapeOf<Expr>);

/**
 * Gives a role to some members, perhaps under a condition.
 *
 * @see Spec: warehouse, "Table methods" (fields of the real service)
 */
export interface PolicyBinding {
  /** The role, as in `roles/viewer`. */
  role?: string | undefined;
  /** Who gets it, as in `user:ada@example.com`, `group:…`, `serviceAccount:…`, `domain:…` or `allUsers`. */
  members?: string[] | undefined;
  /** When it is given; absent means always. Needs `version` 3 of the policy. */
  condition?: Expr | undefined;
}

export const PolicyBinding: SchemaOf<PolicyBinding> = /* @__PURE__ */ openObject({
  role: opt(z.string()),
  members: opt(z.array(z.string())),
  condition: opt(Expr),
} satisfies ShapeOf<PolicyBinding>);

/**
 * Which use of one kind of permission is logged.
 *
 * @see Spec: warehouse, "Table methods" (fields of the real service)
 */
export interface AuditLogConfig {
  /** Kind of permission whose use is logged. */
  logType?: AuditLogType | undefined;
  /** Whose use is not logged, written like the members of a {@link PolicyBinding}. */
  exemptedMembers?: string[] | undefined;
}

export const AuditLogConfig: SchemaOf<AuditLogConfig> = /* @__PURE__ */ openObject({
  logType: opt(openEnum<AuditLogType>()),
  exemptedMembers: opt(z.array(z.string())),
} satisfies ShapeOf<AuditLogConfig>);

/**
 * What is logged about the use of one service.
 *
 * @see Spec: warehouse, "Table methods" (fields of the real service)
 */
export interface AuditConfig {
  /** The service; `allServices` stands for every one, in addition to what is set for one alone. */
  service?: string | undefined;
  /** What is logged, by kind of permission. */
  auditLogConfigs?: AuditLogConfig[] | undefined;
}

export const AuditConfig: SchemaOf<AuditConfig> = /* @__PURE__ */ openObject({
  service: opt(z.string()),
  auditLogConfigs: opt(z.array(AuditLogConfig)),
} satisfies ShapeOf<AuditConfig>);

/**
 * Who may do what with a table. The policy of a table that nobody was given a role on may hold its `etag` alone.
 *
 * @see Spec: warehouse, "Table methods" (fields of the real service)
 */
export interface Policy {
  /** Version of the policy's form: 0, 1 or 3. Conditions need 3. */
  version?: number | undefined;
  /** Hash of the policy as it is now; send it back so that a write fails if somebody else wrote in between. */
  etag?: string | undefined;
  /** The roles that are given, and to whom. */
  bindings?: PolicyBinding[] | undefined;
  /** What is logged about the use of the permissions. */
  auditConfigs?: AuditConfig[] | undefined;
}

export const Policy: SchemaOf<Policy> = /* @__PURE__ */ openObject({
  version: opt(integer()),
  etag: opt(z.string()),
  bindings: opt(z.array(PolicyBinding)),
  auditConfigs: opt(z.array(AuditConfig)),
} satisfies ShapeOf<Policy>);
