import type { AreaContext } from "../client-options.js";
import { assertCallOptions } from "../core/http/call-options.js";
import type { CallOptions, SendOptions, WireRequest } from "../core/http/transport.js";
import { buildPath, pathIssues } from "../core/path.js";
import { readAnswer } from "../core/read-response.js";
import { kindOf } from "../core/rules/describe.js";
import { isWithin, plainIssue } from "../core/rules/issue-path.js";
import { anyValue, type OptionChecks } from "../core/rules/options.js";
import { encodeBody } from "../core/schema/codec.js";
import { SHAPE_RULE, shapeIssues } from "../core/schema/shape-issues.js";
import type { SchemaOf } from "../core/schema/shape-of.js";
import type { Issue } from "../errors/issue.js";
import { RequestError } from "../errors/request-error.js";
import { fromWire, toWire } from "../naming/rename.js";
import { checkTable } from "./check-table.js";
import type { TablePatch } from "./input.js";
import { listPager } from "./listing.js";
import { modifyTable, type TableAccess } from "./modify-table.js";
import { tablePlaces } from "./renamed-places.js";
import { Policy } from "./schemas/policy.js";
import { Table } from "./schemas/table.js";
import { TableList } from "./schemas/table-list.js";
import type { TableReference } from "./schemas/table-reference.js";
import { TestIamPermissionsResponse } from "./schemas/test-iam-permissions.js";
import type { ChangeTableOptions, GetTableOptions, Tables } from "./tables.js";

/** A request that carries a table or a patch. */
interface TableWrite {
  readonly operation: string;
  readonly method: "POST" | "PUT" | "PATCH";
  readonly repeatable: boolean;
  /** Path of the request, with the names of ids in braces. */
  readonly template: string;
  /** Where the table is; its own `tableReference` when left out. */
  readonly reference?: TableReference;
  /** What is sent: the whole table, or a patch. */
  readonly complete: boolean;
}

const CHANGE_OPTIONS: OptionChecks<Exclude<keyof ChangeTableOptions, keyof CallOptions>> = {
  ifMatch: anyValue, // judged together with the table
  autodetectSchema: anyValue,
};

/** Makes the client of the tables. */
export function createTables(context: AreaContext): Tables {
  const { transport, clock, naming } = context;
  const collection = `/${naming.servicePath}/v2/projects/{projectId}/datasets/{datasetId}/tables`;
  const single = `${collection}/{tableId}`;

  const send = async <T>(schema: SchemaOf<T>, resource: string, request: WireRequest, options: SendOptions) =>
    readAnswer(schema, resource, await transport.send(request, options), context);

  const sendTable = async (request: WireRequest, options: SendOptions) => {
    const response = await transport.send(request, options);
    return readAnswer(Table, "Table", { ...response, body: fromWire(response.body, tablePlaces, naming) }, context);
  };

  const pathOf = (operation: string, reference: TableReference) =>
    buildPath(operation, single, tableIds(operation, reference));

  /** Judges a table or a patch, with its ids, and sends it. */
  const write = async (call: TableWrite, input: unknown, options: ChangeTableOptions & SendOptions): Promise<Table> => {
    const { operation, method, repeatable, reference } = call;
    const verdict = checkTable(input, { complete: call.complete, now: clock.now(), settings: context.rules });
    const own = verdict.body.tableReference as Partial<TableReference> | undefined; // judged just above
    const ids = reference === undefined ? idsOf(own ?? {}) : tableIds(operation, reference);
    const found = context.checksRequests ? verdict.errors : [];
    const isNews = (issue: Issue) => !found.some(({ path }) => isWithin(issue.path, path));
    const wrongIds = pathIssues(ids, reference === undefined ? "tableReference" : "").filter(isNews);
    const issues = [...found, ...wrongIds, ...etagIssues(options.ifMatch)];
    if (issues.length > 0) throw new RequestError({ operation, issues });
    const path = buildPath(operation, call.template, ids);
    if (context.checksRequests) {
      for (const issue of verdict.warnings) context.emit?.({ type: "warning", method, path, issue });
    }
    const { ifMatch, autodetectSchema } = options;
    const request: WireRequest = {
      method,
      path,
      repeatable,
      body: toWire(verdict.body, tablePlaces, naming),
      // The one parameter of the service that is not in camel case.
      query: { autodetect_schema: autodetectSchema },
      headers: ifMatch === undefined ? undefined : { "if-match": ifMatch },
    };
    return sendTable(request, options);
  };

  const get = (operation: string, reference: TableReference, options: GetTableOptions & SendOptions) => {
    const { selectedFields, view } = options;
    const query = {
      selectedFields: typeof selectedFields === "object" ? selectedFields.join(",") : selectedFields,
      view,
    };
    const request = { method: "GET", path: pathOf(operation, reference), query, repeatable: true } as const;
    return sendTable(request, options);
  };

  const patch = (
    operation: string,
    reference: TableReference,
    change: TablePatch,
    options: ChangeTableOptions & SendOptions,
  ) => {
    const repeatable = options.ifMatch !== undefined;
    // Left out, the ids of the patch itself would count.
    const target = demandObject(operation, "reference", reference);
    return write(
      { operation, method: "PATCH", repeatable, template: single, reference: target, complete: false },
      change,
      options,
    );
  };

  return {
    list: (dataset, options = {}) => {
      const { projectId, datasetId } = demandObject("tables.list", "dataset", dataset);
      const path = buildPath("tables.list", collection, { projectId, datasetId });
      return listPager(context, "tables.list", options, {
        itemsOf: (page) => page.tables,
        fetchPage: (query, sendOptions) =>
          send(TableList, "TableList", { method: "GET", path, query, repeatable: true }, sendOptions),
      });
    },

    get: async (reference, options = {}) => {
      assertCallOptions("tables.get", options, { selectedFields: anyValue, view: anyValue });
      return get("tables.get", reference, options);
    },

    insert: async (table, options = {}) => {
      const operation = "tables.insert";
      assertCallOptions(operation, options);
      return write(
        { operation, method: "POST", repeatable: false, template: collection, complete: true },
        table,
        options,
      );
    },

    patch: async (reference, change, options = {}) => {
      assertCallOptions("tables.patch", options, CHANGE_OPTIONS);
      return patch("tables.patch", reference, change, options);
    },

    update: async (table, options = {}) => {
      const operation = "tables.update";
      assertCallOptions(operation, options, CHANGE_OPTIONS);
      return write({ operation, method: "PUT", repeatable: true, template: single, complete: true }, table, options);
    },

    delete: async (reference, options = {}) => {
      assertCallOptions("tables.delete", options);
      const path = pathOf("tables.delete", reference);
      await transport.send({ method: "DELETE", path, repeatable: true, goneIsDone: true }, options);
    },

    modify: async (reference, change, options = {}) => {
      const access: TableAccess = {
        path: pathOf("tables.modify", reference),
        clock,
        deadlineMs: context.deadlineMs,
        get: (bounds) => get("tables.modify", reference, bounds),
        patch: (wanted, bounds) => patch("tables.modify", reference, wanted, bounds),
      };
      return modifyTable(access, change, options);
    },

    getIamPolicy: async (reference, options = {}) => {
      assertCallOptions("tables.getIamPolicy", options, { requestedPolicyVersion: anyValue });
      const path = `${pathOf("tables.getIamPolicy", reference)}:getIamPolicy`;
      const { requestedPolicyVersion } = options;
      const body = requestedPolicyVersion === undefined ? {} : { options: { requestedPolicyVersion } };
      return send(Policy, "Policy", { method: "POST", path, body, repeatable: true }, options);
    },

    setIamPolicy: async (reference, policy, options = {}) => {
      assertCallOptions("tables.setIamPolicy", options, { updateMask: anyValue });
      const { body, issues } = encodeBody(Policy, policy ?? {});
      const misfits =
        policy == null ? [{ path: "policy", message: "is missing", rule: SHAPE_RULE }] : shapeIssues(Policy, body);
      const found = context.checksRequests ? [...issues, ...misfits].map(plainIssue) : [];
      const all = [...pathIssues(tableIds("tables.setIamPolicy", reference)), ...found];
      if (all.length > 0) throw new RequestError({ operation: "tables.setIamPolicy", issues: all });
      const path = `${pathOf("tables.setIamPolicy", reference)}:setIamPolicy`;
      const { updateMask } = options;
      const repeatable = typeof policy?.etag === "string" && policy.etag !== "";
      const request = {
        method: "POST",
        path,
        body: { policy: body, ...(updateMask && { updateMask }) },
        repeatable,
      } as const;
      return send(Policy, "Policy", request, options);
    },

    testIamPermissions: async <const P extends string>(
      reference: TableReference,
      permissions: readonly P[],
      options: SendOptions = {},
    ) => {
      assertCallOptions("tables.testIamPermissions", options);
      const path = `${pathOf("tables.testIamPermissions", reference)}:testIamPermissions`;
      demandPermissions(permissions);
      const request = { method: "POST", path, body: { permissions }, repeatable: true } as const;
      const answer = await send(TestIamPermissionsResponse, "TestIamPermissionsResponse", request, options);
      const held: unknown = (answer as TestIamPermissionsResponse | null)?.permissions;
      return (Array.isArray(held) ? held : []) as P[]; // those of the question that are held
    },
  };
}

function idsOf({ projectId, datasetId, tableId }: Partial<TableReference>): Record<keyof TableReference, unknown> {
  return { projectId, datasetId, tableId };
}

function tableIds(operation: string, reference: TableReference): Record<keyof TableReference, unknown> {
  return idsOf(demandObject(operation, "reference", reference));
}

function demandObject<T extends object>(operation: string, name: string, value: T): T {
  if (typeof value === "object" && value !== null) return value;
  const message = `must be an object of ids, got ${kindOf(value)}`;
  throw new RequestError({ operation, issues: [{ path: name, message, rule: SHAPE_RULE }] });
}

/** An empty If-Match would be sent, and would make the call look safe to send twice. */
function etagIssues(ifMatch: unknown): Issue[] {
  if (ifMatch === undefined || (typeof ifMatch === "string" && ifMatch.trim() !== "")) return [];
  const message = "must be the etag of the table; leave it out to write whatever stands there";
  return [{ path: "ifMatch", message, rule: "if-match" }];
}

function demandPermissions(permissions: unknown): void {
  const isList = Array.isArray(permissions) && permissions.every((each) => typeof each === "string");
  if (isList && permissions.length > 0) return;
  const message = "must be a list of at least one permission";
  throw new RequestError({
    operation: "tables.testIamPermissions",
    issues: [{ path: "permissions", message, rule: "iam-permissions" }],
  });
}
