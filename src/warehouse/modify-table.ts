import type { CallDetails } from "../core/call.js";
import type { CallContext } from "../core/call-context.js";
import { isTooDeep, TOO_DEEP } from "../core/depth.js";
import { assertCallOptions, wholeResourceQuery } from "../core/http/call-options.js";
import { headerProblems } from "../core/http/headers.js";
import { deadlineOf, withinDeadline } from "../core/http/time-budget.js";
import type { SendOptions } from "../core/http/transport.js";
import { buildPath } from "../core/path.js";
import { shown } from "../core/rules/describe.js";
import { joinPath } from "../core/rules/issue-path.js";
import { isInteger, must, type OptionCheck } from "../core/rules/options.js";
import { encodeBody } from "../core/schema/codec.js";
import { SHAPE_RULE } from "../core/schema/shape-issues.js";
import { isFourfoldError } from "../errors/is-fourfold-error.js";
import { RequestError } from "../errors/request-error.js";
import type { RequestSummary } from "../errors/request-summary.js";
import { ResponseError } from "../errors/response-error.js";
import type { TablePatch } from "./input.js";
import { warehouseMethods } from "./methods.js";
import { Table } from "./schemas/table.js";
import type { TableReference } from "./schemas/table-reference.js";
import type { ModifyTableOptions } from "./tables.js";

const DEFAULT_ATTEMPTS = 5;

/** Functions that get and patch a table. */
export interface TableAccess {
  get(ref: TableReference, options: SendOptions, details: CallDetails): Promise<Table>;
  patch(
    ref: TableReference,
    change: TablePatch,
    options: SendOptions & { ifMatch: string },
    details: CallDetails,
  ): Promise<Table>;
}

const OPERATION = "tables.modify";

/** Gets a table, calls the function for a patch and sends it with If-Match. Starts over if the table has changed. */
export async function modifyTable(
  context: CallContext,
  access: TableAccess,
  ref: TableReference,
  change: (table: Table) => TablePatch | undefined | Promise<TablePatch | undefined>,
  options: ModifyTableOptions,
): Promise<Table> {
  assertUsable(change, options);
  const { attempts = DEFAULT_ATTEMPTS, ...callOptions } = options;
  const bounds = { ...callOptions, ...deadlineOf(context, options), callId: context.transport.newCallId() };
  const details: CallDetails = { operation: OPERATION };
  const request = () => ({
    method: "GET",
    path: buildPath(warehouseMethods.tables.get.path, { ...ref }, context.servicePath),
  });
  const read = async () => {
    const table = await access.get(ref, bounds, details);
    if (isTooDeep(table)) throw unusable("", TOO_DEEP, request(), table);
    return table;
  };
  for (let attempt = 1; ; attempt += 1) {
    const table = await read();
    // A copy, so that mutations by the function do not affect the result if it returns nothing.
    const ask = async () => change(structuredClone(table));
    const wanted = await withinDeadline(context.clock, ask, bounds, { request: request(), attempts: 1 });
    if (wanted === undefined) return table;
    const ifMatch = assertEtag(table, request());
    try {
      return await access.patch(ref, wanted, { ...bounds, ifMatch }, details);
    } catch (error) {
      if (!isFourfoldError(error, "precondition_failed") || error.status !== 412) throw error;
      // If an attempt got no response, its patch may have been applied and caused the conflict of the retry.
      if (error.attempts > 1) {
        const now = await read();
        if (holdsPatch(now, encodeBody(Table, wanted).body)) return now;
      }
      if (attempt >= attempts) throw error;
    }
  }
}

/** The call sends the etag that it has just read. */
const withoutIfMatch: OptionCheck = (headers, path) => [
  ...headerProblems(headers),
  ...Object.keys(Object(headers))
    .filter((name) => name.toLowerCase() === "if-match")
    .map((name) => ({ path: joinPath(path, name), message: "is not allowed: the call sets it itself" })),
];

/** @throws {RequestError} If the function or an option is invalid. */
function assertUsable(change: unknown, options: ModifyTableOptions): void {
  const operation = OPERATION;
  assertCallOptions(operation, options, {
    attempts: must((value) => isInteger(value, 1), "a positive integer"),
    query: wholeResourceQuery("selectedFields", "view", "autodetect_schema"),
    headers: withoutIfMatch,
  });
  if (typeof change === "function") return;
  const message = `must be a function that returns a patch, got ${shown(change)}`;
  throw new RequestError({ operation, issues: [{ path: "change", message, rule: SHAPE_RULE }] });
}

function assertEtag(table: Table | null, request: RequestSummary): string {
  if (typeof table?.etag === "string" && table.etag !== "") return table.etag;
  throw unusable("etag", "is missing, so that a change by somebody else could not be noticed", request, table);
}

function unusable(path: string, message: string, request: RequestSummary, body: unknown): ResponseError {
  const issues = [{ path, message, rule: SHAPE_RULE }];
  return new ResponseError({ code: "invalid_response", status: 200, request, issues, body });
}

/** Whether a patch would change nothing of a value: objects member by member, null for what is absent. */
function holdsPatch(value: unknown, patch: unknown): boolean {
  if (patch === null) return value === undefined || value === null;
  if (typeof patch !== "object") return value === patch;
  if (Array.isArray(patch)) return JSON.stringify(value) === JSON.stringify(patch);
  if (typeof value !== "object" || value === null)
    return Object.values(patch).every((member) => holdsPatch(undefined, member));
  return Object.entries(patch).every(([name, member]) =>
    holdsPatch(Object.hasOwn(value, name) ? (value as Record<string, unknown>)[name] : undefined, member),
  );
}
