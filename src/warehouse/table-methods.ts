import * as z from "zod";
import { encodeQuery } from "../call/input.js";
import {
  type BuiltInTypes,
  type CallContext,
  type EncodedInput,
  type Method,
  methodOf,
  type OwnFacts,
  type RawInput,
} from "../call/method.js";
import type { RuleResult } from "../checks/rules.js";
import type { Issue } from "../errors/request-error.js";
import { encodeBody } from "../schema/codec.js";
import type { DeepReadonly } from "../schema/fields.js";
import { patchOf } from "../schema/patch.js";
import { misplacedOptions, wrongShape } from "../schema/shape-issues.js";
import { kindOf } from "../values/describe.js";
import { joinIssues } from "../values/issue-path.js";
import { hasKey, isObject, valueAt } from "../values/objects.js";
import { encodeTable, type TableJson } from "./encode-table.js";
import type { TableInput, TablePatch } from "./input.js";
import { METADATA_WRITE, READ, TABLE, TABLES, WRITE } from "./method-facts.js";
import { withoutDerived } from "./partitioning.js";
import { checkPolicy } from "./rules/check-resource.js";
import { checkEncoded } from "./rules/check-table.js";
import type { TableRuleContext } from "./rules/rule-builders.js";
import type { DatasetReference } from "./schemas/dataset.js";
import { TableList, type TableListEntry } from "./schemas/lists.js";
import { Policy, TestIamPermissionsResponse } from "./schemas/policy.js";
import { Table } from "./schemas/table.js";
import type { TableReference } from "./schemas/table-parts.js";

const getTableQuery = z.object({ selectedFields: z.string().optional(), view: z.string().optional() });
const changeTableQuery = z.object({ autodetect_schema: z.boolean().optional() });

/** Whether a body is a whole table, of a new table or of an existing one, or a patch. */
type BodyKind = Pick<TableRuleContext, "complete" | "isNew" | "autodetectSchema">;

/** Data of a method that writes a table, or a patch if the body is not `complete`. */
function tableBody(kind: BodyKind): OwnFacts {
  return {
    ...METADATA_WRITE,
    resource: "Table",
    bodyResource: "Table",
    encode: (method: Method, input: RawInput, context: CallContext) => {
      const { query, errors } = encodeQuery(method, input, context);
      const autodetectSchema = query.autodetect_schema === true;
      const encoded = encodeTableBody(input.body, { ...kind, autodetectSchema }, context);
      return { ...encoded, query, errors: [...errors, ...encoded.errors] };
    },
  };
}

/** Encodes and checks a table or a patch. */
export function encodeTableBody(
  input: unknown,
  kind: BodyKind,
  { clock, rules, checksRequests, openValues }: CallContext,
): EncodedInput & RuleResult {
  const encoded = encodeTable(input, checksRequests);
  const { complete, autodetectSchema } = kind;
  if (!checksRequests) return { body: withoutDerived(encoded.body, complete), errors: encoded.issues, warnings: [] };
  const options = { ...kind, allowsNull: !complete, now: clock.now(), openValues, rules };
  const checked = checkEncoded(encoded, options);
  const ignored = complete ? [] : patchIssues(input, autodetectSchema || hasEffect(encoded.body, input));
  return { ...checked, errors: joinIssues(checked.errors, misplacedOptions(input), ignored) };
}

/** Returns issues of parts of a patch that would be ignored, although the caller expects an effect. */
function patchIssues(patch: unknown, isChange: boolean): Issue[] {
  const { etag, labels, resourceTags } = Object(patch) as TableJson;
  if (etag !== undefined) return [{ path: "etag", message: "pass it as the option ifMatch", rule: "if-match" }];
  const ignored = Object.entries({ labels, resourceTags }).filter(([, map]) =>
    Object.values(Object(map)).includes(undefined),
  );
  if (ignored.length === 0 && !isChange) return [wrongShape("", "must change a field; null clears one")];
  return ignored.map(([path]) => wrongShape(path, "must not have an undefined value; null removes an entry"));
}

/** Whether a patch changes anything. Objects are merged: one that is empty because all of it was omitted changes nothing. */
function hasEffect({ kind: _, tableReference: __, ...patch }: TableJson, given: unknown): boolean {
  return Object.entries(patch).some(([name, value]) => {
    const inner = valueAt(given, [name]);
    return !isObject(value) || Object.keys(Object(inner)).length === 0 || hasEffect(value, inner);
  });
}

/** Encodes and checks a policy. */
function policyBody(_: Method, { body: input }: RawInput, { checksRequests, rules }: CallContext): EncodedInput {
  const { policy, ...others } = (input ?? {}) as { readonly policy?: unknown };
  if (policy == null) return { errors: [wrongShape("policy", "is required")] };
  // A policy without bindings would remove all access.
  if (hasKey(policy, "policy")) {
    return { errors: [wrongShape("policy.policy", "is not a field of a policy; pass the policy itself")] };
  }
  const encoded = encodeBody(Policy, policy);
  const rest = encodeBody(undefined, others);
  const { errors, warnings } = checksRequests ? checkPolicy(encoded, rules) : { errors: encoded.issues, warnings: [] };
  const body = { policy: encoded.body, ...Object(rest.body) };
  return { body, errors: [...errors, ...misplacedOptions(policy), ...rest.issues], warnings };
}

function permissionsBody(_: Method, { body: input }: RawInput): EncodedInput {
  const { body, issues } = encodeBody(undefined, input);
  const { permissions } = Object(body) as { readonly permissions?: unknown };
  const isList = Array.isArray(permissions) && permissions.every((each) => typeof each === "string");
  if (issues.length > 0 || (isList && permissions.length > 0)) return { body, errors: issues };
  const message = `must be a non-empty list of permissions, got ${kindOf(permissions)}`;
  const issue: Issue = { path: "permissions", message, rule: "iam-permissions" };
  return { body, errors: [issue] };
}

/** The methods of tables, as data. */
export const tableMethods = {
  /** Lists the tables of a dataset. */
  list: methodOf<BuiltInTypes<DatasetReference, TableList, undefined, undefined, TableListEntry>>(
    { name: "tables.list", http: `GET ${TABLES}`, response: TableList, items: "tables", scopes: READ },
    { resource: "TableList" },
  ),
  /** Gets a table. */
  get: methodOf<BuiltInTypes<TableReference, Table, undefined, z.input<typeof getTableQuery> | undefined>>(
    { name: "tables.get", http: `GET ${TABLE}`, query: getTableQuery, response: Table, scopes: READ },
    { resource: "Table" },
  ),
  /** Creates a table. */
  insert: methodOf<BuiltInTypes<DatasetReference, Table, DeepReadonly<TableInput>>>(
    { name: "tables.insert", http: `POST ${TABLES}`, body: Table, response: Table, scopes: WRITE },
    tableBody({ complete: true, isNew: true }),
  ),
  /** Changes fields of a table. */
  patch: methodOf<BuiltInTypes<TableReference, Table, TablePatch, z.input<typeof changeTableQuery> | undefined>>(
    {
      name: "tables.patch",
      http: `PATCH ${TABLE}`,
      body: patchOf(Table),
      query: changeTableQuery,
      response: Table,
      scopes: WRITE,
    },
    tableBody({ complete: false }),
  ),
  /** Replaces the definition of a table. */
  update: methodOf<
    BuiltInTypes<TableReference, Table, DeepReadonly<TableInput>, z.input<typeof changeTableQuery> | undefined>
  >(
    {
      name: "tables.update",
      http: `PUT ${TABLE}`,
      body: Table,
      query: changeTableQuery,
      response: Table,
      scopes: WRITE,
    },
    tableBody({ complete: true }),
  ),
  /** Deletes a table. */
  delete: methodOf<BuiltInTypes<TableReference, unknown>>(
    { name: "tables.delete", http: `DELETE ${TABLE}`, scopes: WRITE },
    { ...METADATA_WRITE, resource: undefined },
  ),
  /** Gets the access policy of a table. */
  getIamPolicy: methodOf<
    BuiltInTypes<
      TableReference,
      Policy,
      { readonly options?: { readonly requestedPolicyVersion?: number } } | undefined
    >
  >(
    {
      name: "tables.getIamPolicy",
      http: `POST ${TABLE}:getIamPolicy`,
      idempotent: true,
      body: z.looseObject({}).optional(),
      response: Policy,
      scopes: READ,
    },
    { resource: "Policy" },
  ),
  /** Sets the access policy of a table. */
  setIamPolicy: methodOf<
    BuiltInTypes<TableReference, Policy, { readonly policy: DeepReadonly<Policy>; readonly updateMask?: string }>
  >(
    {
      name: "tables.setIamPolicy",
      http: `POST ${TABLE}:setIamPolicy`,
      body: z.object({ policy: Policy, updateMask: z.string().optional() }),
      // With an etag the call is idempotent: if the first attempt succeeded, the service rejects the second.
      idempotent: ({ body }: { readonly body: { readonly policy?: Policy | null } | undefined }) =>
        typeof body?.policy?.etag === "string" && body.policy.etag !== "",
      response: Policy,
      scopes: WRITE,
    },
    { ...METADATA_WRITE, resource: "Policy", encode: policyBody },
  ),
  /** Returns the subset of the given permissions that the caller has on a table. */
  testIamPermissions: methodOf<
    BuiltInTypes<TableReference, TestIamPermissionsResponse, { readonly permissions: readonly string[] }>
  >(
    {
      name: "tables.testIamPermissions",
      http: `POST ${TABLE}:testIamPermissions`,
      body: TestIamPermissionsResponse,
      idempotent: true,
      response: TestIamPermissionsResponse,
      scopes: READ,
    },
    { resource: "TestIamPermissionsResponse", encode: permissionsBody },
  ),
} as const;
