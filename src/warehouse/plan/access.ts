import type { SendOptions } from "../../core/http/transport.js";
import { isTooDeep, TOO_DEEP } from "../../core/objects.js";
import type { CallDetails } from "../../core/prepare-request.js";
import { wrongShape } from "../../core/schema/shape-issues.js";
import { type RequestSummary, ResponseError } from "../../errors/call-errors.js";
import { type Sequence, unlessMissing } from "../attempts.js";
import type { TableInput, TablePatch } from "../input.js";
import type { Table } from "../schemas/table.js";
import type { TableReference } from "../schemas/table-parts.js";

/** Functions that get, insert and patch a table. */
export interface TableAccess {
  get(ref: TableReference, options: SendOptions, details?: CallDetails): Promise<Table>;
  insert(table: TableInput, options: SendOptions, details?: CallDetails): Promise<Table>;
  patch(
    ref: TableReference,
    change: TablePatch,
    options: SendOptions & { readonly ifMatch?: string | undefined },
    details?: CallDetails,
  ): Promise<Table>;
}

/** Gets the table. @throws {ResponseError} If its JSON is nested too deeply to be compared. */
export async function readTable(access: TableAccess, sequence: Sequence, ref: TableReference): Promise<Table> {
  return assertUsable(await access.get(ref, sequence.bounds, sequence.details), sequence.request(ref));
}

/** @throws {ResponseError} If the JSON of a table is nested too deeply to be compared. */
export function assertUsable(table: Table, request: RequestSummary): Table {
  if (isTooDeep(table)) throw unusable("", TOO_DEEP, request, table);
  return table;
}

/** Gets a table; undefined if there is none. */
export async function readIfAny(
  access: TableAccess,
  sequence: Sequence,
  ref: TableReference,
): Promise<Table | undefined> {
  return unlessMissing(readTable(access, sequence, ref));
}

/** @throws {ResponseError} If a table has no etag. */
export function assertEtag(table: Table | null, request: RequestSummary): string {
  if (typeof table?.etag === "string" && table.etag !== "") return table.etag;
  throw unusable("etag", "is missing, so a concurrent change could not be detected", request, table);
}

function unusable(path: string, message: string, request: RequestSummary, body: unknown): ResponseError {
  const issues = [wrongShape(path, message)];
  return new ResponseError({ code: "invalid_response", status: 200, request, issues, body });
}
