import type { CallContext } from "../core/call-context.js";
import { kindOf } from "../core/describe.js";
import { plainIssue } from "../core/issue-path.js";
import { type EncodedInput, type RawInput, type RowTypes, type Shipped, shippedMethod } from "../core/method.js";
import { toWire } from "../core/rename.js";
import { encodeBody } from "../core/schema/codec.js";
import { SHAPE_RULE, shapeIssues } from "../core/schema/shape-issues.js";
import type { Issue } from "../errors/request-error.js";
import type { CheckedTable } from "./check-table.js";
import { encodeTable, tablePlaces, withoutDerived } from "./encode-table.js";
import type { TableInput, TablePatch } from "./input.js";
import { type Project, ProjectList, TableList, type TableListEntry } from "./schemas/lists.js";
import { Policy, TestIamPermissionsResponse } from "./schemas/policy.js";
import { Table } from "./schemas/table.js";
import type { TableReference } from "./schemas/table-parts.js";

/** Ids of a dataset. */
export interface DatasetReference {
  /** Id of the project. */
  projectId: string;
  /** Id of the dataset, without the project id. */
  datasetId: string;
}

/** Query parameters of `tables.get`. */
type GetTableQuery = { readonly selectedFields?: string | undefined; readonly view?: string | undefined } | undefined;
/** Query parameters of `tables.patch` and `tables.update`. */
type ChangeTableQuery = { readonly autodetect_schema?: boolean | undefined } | undefined;

const TABLES = "/{servicePath}/v2/projects/{projectId}/datasets/{datasetId}/tables";
const TABLE = `${TABLES}/{tableId}`;

// Last path segments of scopes; `warehouse` is replaced with the naming profile's service path.
const READ = ["warehouse.readonly", "warehouse", "cloud-platform.read-only", "cloud-platform"];
const WRITE = ["warehouse", "cloud-platform"];

const asTable: Pick<Shipped, "resource" | "places"> = { resource: "Table", places: tablePlaces };

/** Encodes a table or a patch in the names of the profile. The rules are loaded with the first one that is checked. */
function tableBody(complete: boolean): Required<Pick<Shipped, "encode">> {
  return {
    encode: ({ body: input, query }: RawInput, context: CallContext) => {
      const { clock, rules: settings, checksRequests, naming } = context;
      const encoded = encodeTable(input, naming, checksRequests);
      const { twice, named } = encoded;
      const finish = ({ body, errors, warnings }: CheckedTable): EncodedInput => ({
        body: toWire(body, tablePlaces, naming),
        query: queryOf(query),
        errors: [...twice, ...errors.map(named)],
        warnings: warnings.map(named),
      });
      if (!checksRequests) {
        return finish({ body: withoutDerived(encoded.body), errors: encoded.issues, warnings: [] });
      }
      const inPatch = complete ? [] : etagIssues(input);
      const { autodetect_schema: autodetect } = Object(query) as { readonly autodetect_schema?: unknown };
      const options = { complete, allowsNull: !complete, now: clock.now(), naming, settings };
      return import("./check-table.js").then(({ checkEncoded }) => {
        const result = finish(checkEncoded(encoded, { ...options, autodetectSchema: autodetect === true }));
        return { ...result, errors: [...inPatch, ...(result.errors ?? [])] };
      });
    },
  };
}

/** Returns an issue for an etag in a patch: it would be ignored, although the caller expects a condition. */
function etagIssues(patch: unknown): Issue[] {
  const { etag } = Object(patch) as { readonly etag?: unknown };
  return etag === undefined ? [] : [{ path: "etag", message: "pass it as the option ifMatch", rule: "if-match" }];
}

/** Query parameters of a built-in method. A null counts as absent. */
function queryOf(query: unknown): EncodedInput["query"] {
  return Object.fromEntries(Object.entries(query ?? {}).filter(([, value]) => value != null));
}

function plain({ body: input, query }: RawInput): EncodedInput {
  const { body, issues } = encodeBody(undefined, input);
  return { body, query: queryOf(query), errors: issues };
}

function policyBody({ body: input }: RawInput, { checksRequests }: CallContext): EncodedInput {
  const { policy, ...others } = (input ?? {}) as { readonly policy?: unknown };
  if (policy == null) return { errors: [{ path: "policy", message: "is required", rule: SHAPE_RULE }] };
  const { body, issues } = encodeBody(Policy, policy);
  const rest = encodeBody(undefined, others);
  const invalid = checksRequests ? shapeIssues(Policy, body).map(plainIssue) : [];
  return { body: { policy: body, ...Object(rest.body) }, errors: [...issues, ...rest.issues, ...invalid] };
}

function permissionsBody({ body: input }: RawInput): EncodedInput {
  const { body, issues } = encodeBody(undefined, input);
  const { permissions } = Object(body) as { readonly permissions?: unknown };
  const isList = Array.isArray(permissions) && permissions.every((each) => typeof each === "string");
  if (issues.length > 0 || (isList && permissions.length > 0)) return { body, errors: issues };
  const message = `must be a non-empty list of permissions, got ${kindOf(permissions)}`;
  const issue: Issue = { path: "permissions", message, rule: "iam-permissions" };
  return { body, errors: [issue] };
}

/**
 * The methods of BigQuery, as data. `client.warehouse.call(warehouseMethods.tables.get, …)` is equivalent to
 * `client.warehouse.tables.get`.
 */
export const warehouseMethods = {
  /** Methods of projects. */
  projects: {
    /** Lists the projects in which the caller has a role. */
    list: /* @__PURE__ */ shippedMethod<RowTypes<Record<never, string>, ProjectList, undefined, undefined, Project>>(
      {
        name: "projects.list",
        http: "GET /{servicePath}/v2/projects",
        response: ProjectList,
        items: "projects",
        scopes: READ,
      },
      { resource: "ProjectList", encode: plain },
    ),
  },
  /** Methods of tables. */
  tables: {
    /** Lists the tables of a dataset. */
    list: /* @__PURE__ */ shippedMethod<RowTypes<DatasetReference, TableList, undefined, undefined, TableListEntry>>(
      { name: "tables.list", http: `GET ${TABLES}`, response: TableList, items: "tables", scopes: READ },
      { resource: "TableList", encode: plain },
    ),
    /** Gets a table. */
    get: /* @__PURE__ */ shippedMethod<RowTypes<TableReference, Table, undefined, GetTableQuery>>(
      { name: "tables.get", http: `GET ${TABLE}`, response: Table, scopes: READ },
      { ...asTable, encode: plain, parameters: ["selectedFields", "view"] },
    ),
    /** Creates a table. */
    insert: /* @__PURE__ */ shippedMethod<RowTypes<DatasetReference, Table, TableInput>>(
      { name: "tables.insert", http: `POST ${TABLES}`, response: Table, scopes: WRITE },
      { ...asTable, .../* @__PURE__ */ tableBody(true) },
    ),
    /** Changes fields of a table. */
    patch: /* @__PURE__ */ shippedMethod<RowTypes<TableReference, Table, TablePatch, ChangeTableQuery>>(
      { name: "tables.patch", http: `PATCH ${TABLE}`, response: Table, scopes: WRITE },
      { ...asTable, .../* @__PURE__ */ tableBody(false), parameters: ["autodetect_schema"] },
    ),
    /** Replaces the definition of a table. */
    update: /* @__PURE__ */ shippedMethod<RowTypes<TableReference, Table, TableInput, ChangeTableQuery>>(
      { name: "tables.update", http: `PUT ${TABLE}`, response: Table, scopes: WRITE },
      { ...asTable, .../* @__PURE__ */ tableBody(true), parameters: ["autodetect_schema"] },
    ),
    /** Deletes a table. */
    delete: /* @__PURE__ */ shippedMethod<RowTypes<TableReference, unknown>>(
      { name: "tables.delete", http: `DELETE ${TABLE}`, scopes: WRITE },
      { resource: undefined, encode: plain },
    ),
    /** Gets the access policy of a table. */
    getIamPolicy: /* @__PURE__ */ shippedMethod<
      RowTypes<TableReference, Policy, { readonly options?: { readonly requestedPolicyVersion?: number } } | undefined>
    >(
      {
        name: "tables.getIamPolicy",
        http: `POST ${TABLE}:getIamPolicy`,
        idempotent: true,
        response: Policy,
        scopes: READ,
      },
      { resource: "Policy", encode: plain },
    ),
    /** Sets the access policy of a table. */
    setIamPolicy: /* @__PURE__ */ shippedMethod<
      RowTypes<TableReference, Policy, { readonly policy: Policy; readonly updateMask?: string }>
    >(
      {
        name: "tables.setIamPolicy",
        http: `POST ${TABLE}:setIamPolicy`,
        // With an etag the call is idempotent: if the first attempt succeeded, the service rejects the second.
        idempotent: ({ body }: { readonly body: { readonly policy?: Policy | null } | undefined }) =>
          typeof body?.policy?.etag === "string" && body.policy.etag !== "",
        response: Policy,
        scopes: WRITE,
      },
      { resource: "Policy", encode: policyBody },
    ),
    /** Returns the subset of the given permissions that the caller has on a table. */
    testIamPermissions: /* @__PURE__ */ shippedMethod<
      RowTypes<TableReference, TestIamPermissionsResponse, { readonly permissions: readonly string[] }>
    >(
      {
        name: "tables.testIamPermissions",
        http: `POST ${TABLE}:testIamPermissions`,
        idempotent: true,
        response: TestIamPermissionsResponse,
        scopes: READ,
      },
      { resource: "TestIamPermissionsResponse", encode: permissionsBody },
    ),
  },
} as const;

/** The methods of BigQuery, by their names on the client. */
export type WarehouseMethods = typeof warehouseMethods;
