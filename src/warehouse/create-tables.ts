import type { AreaContext } from "../client-options.js";
import { call, list } from "../core/call.js";
import { kindOf } from "../core/describe.js";
import type { SendOptions } from "../core/http/transport.js";
import { isObject } from "../core/objects.js";
import { anyValue, isInteger, isString, must, type OptionChecks } from "../core/options.js";
import type { CallDetails } from "../core/prepare-request.js";
import { SHAPE_RULE } from "../core/schema/shape-issues.js";
import { RequestError } from "../errors/request-error.js";
import { encodeTable } from "./encode-table.js";
import type { TableInput, TablePatch } from "./input.js";
import { warehouseMethods } from "./methods.js";
import type { TableReference } from "./schemas/table-parts.js";
import type {
  ChangeTableOptions,
  GetIamPolicyOptions,
  GetTableOptions,
  SetIamPolicyOptions,
  Tables,
} from "./tables.js";

const methods = warehouseMethods.tables;

/** Options that are checked together with the input. */
const changeOptions: OptionChecks = { ifMatch: anyValue, autodetectSchema: anyValue };
const getOptions: OptionChecks = { selectedFields: anyValue, view: anyValue };

/** Creates the client of tables. */
export function createTables(context: AreaContext): Tables {
  const get = (ref: TableReference, options: GetTableOptions & SendOptions, details?: CallDetails) => {
    const { selectedFields, view } = Object(options) as GetTableOptions; // checked by the call
    const fields = Array.isArray(selectedFields) ? selectedFields.join(",") : (selectedFields as string | undefined); // not a list
    const input = { ...idsOf(details?.operation ?? methods.get.name, ref), query: { selectedFields: fields, view } };
    return call(context, methods.get, input, options, { options: getOptions, ...details });
  };
  const insert = (table: TableInput, options: SendOptions = {}, details?: CallDetails) => {
    const { tableId: _, ...dataset } = ownIds(table);
    return call(context, methods.insert, { ...dataset, body: table }, options, {
      idPath: "tableReference",
      ...details,
    });
  };
  const patch = (
    ref: TableReference,
    change: TablePatch,
    options: ChangeTableOptions & SendOptions,
    details?: CallDetails,
  ) => {
    const input = { ...idsOf(details?.operation ?? methods.patch.name, ref), body: change, ...changeOf(options) };
    return call(context, methods.patch, input, options, { options: changeOptions, ...details });
  };

  const access = { get, insert, patch };

  return {
    list: (dataset, options) => {
      const { projectId, datasetId } = assertObject(methods.list.name, "dataset", dataset);
      return list(context, methods.list, { projectId, datasetId }, options);
    },
    get: async (ref, options = {}) => get(ref, options),
    insert: async (table, options) => insert(table, options),
    patch: async (ref, change, options = {}) => patch(ref, change, options),
    update: async (table, options = {}) => {
      const input = { ...ownIds(table), body: table, ...changeOf(options) };
      return call(context, methods.update, input, options, { options: changeOptions, idPath: "tableReference" });
    },
    delete: async (ref, options) => {
      await call(context, methods.delete, idsOf(methods.delete.name, ref), options);
    },
    modify: async (ref, change, options = {}) => {
      const target = isObject(ref) ? { ...ref } : ref; // the caller may change it while the module loads
      const { modifyTable } = await import("./modify-table.js");
      return modifyTable(context, access, target, change, options);
    },
    ensure: async (desired, options = {}) => {
      const encoded = encodeTable(desired, context.naming, true, "a table"); // before the module is loaded, too
      const { ensureTable } = await import("./ensure-table.js");
      return ensureTable(context, access, encoded, options);
    },
    getIamPolicy: async (ref, options = {}) => {
      const { requestedPolicyVersion } = Object(options) as GetIamPolicyOptions;
      const body = requestedPolicyVersion === undefined ? {} : { options: { requestedPolicyVersion } };
      const details = {
        options: { requestedPolicyVersion: must((value) => isInteger(value, 0), "a non-negative integer") },
      };
      return call(context, methods.getIamPolicy, { ...idsOf(methods.getIamPolicy.name, ref), body }, options, details);
    },
    setIamPolicy: async (ref, policy, options = {}) => {
      const { updateMask } = Object(options) as SetIamPolicyOptions;
      const body = { policy, ...(updateMask === undefined || updateMask === "" ? {} : { updateMask }) };
      const details = { options: { updateMask: must(isString, "a string") } };
      return call(context, methods.setIamPolicy, { ...idsOf(methods.setIamPolicy.name, ref), body }, options, details);
    },
    testIamPermissions: async <const P extends string>(
      ref: TableReference,
      permissions: readonly P[],
      options: SendOptions = {},
    ) => {
      const input = { ...idsOf(methods.testIamPermissions.name, ref), body: { permissions } };
      const response: unknown = await call(context, methods.testIamPermissions, input, options);
      const { permissions: held } = Object(response) as { permissions?: unknown };
      return (Array.isArray(held) ? held : []) as P[]; // a subset of the given permissions
    },
  };
}

/** The path parameters of a table; they are checked when the path is built. */
function idsOf(operation: string, reference: TableReference): TableReference {
  const { projectId, datasetId, tableId } = assertObject(operation, "reference", reference);
  return { projectId, datasetId, tableId };
}

/** Returns the path parameters of a table resource. */
function ownIds(table: TableInput | null | undefined): TableReference {
  const { projectId, datasetId, tableId } = Object(table?.tableReference) as TableReference; // checked with the table
  return { projectId, datasetId, tableId };
}

function changeOf(options: ChangeTableOptions) {
  const { ifMatch, autodetectSchema } = Object(options) as ChangeTableOptions;
  // The only parameter of the service that is not in camel case.
  return { ifMatch, query: { autodetect_schema: autodetectSchema } };
}

function assertObject<T extends object>(operation: string, name: string, value: T): T {
  if (typeof value === "object" && value !== null) return value;
  const message = `must be an object of ids, got ${kindOf(value)}`;
  throw new RequestError({ operation, issues: [{ path: name, message, rule: SHAPE_RULE }] });
}
