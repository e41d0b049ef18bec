import type { Clock } from "../core/clock.js";
import { bounded, TimeUp } from "../core/http/bounded.js";
import { assertCallOptions } from "../core/http/call-options.js";
import type { SendOptions } from "../core/http/transport.js";
import { shown } from "../core/rules/describe.js";
import { isInteger, must } from "../core/rules/options.js";
import { encodeBody } from "../core/schema/codec.js";
import { SHAPE_RULE } from "../core/schema/shape-issues.js";
import { isFourfoldError } from "../errors/is-fourfold-error.js";
import { RequestError } from "../errors/request-error.js";
import { ResponseError } from "../errors/response-error.js";
import { TimeoutError } from "../errors/timeout-error.js";
import type { TablePatch } from "./input.js";
import { Table } from "./schemas/table.js";
import type { ModifyTableOptions } from "./tables.js";

const DEFAULT_ATTEMPTS = 5;

/** How one table is read and patched. */
export interface TableAccess {
  /** Encoded path of the table, for errors. */
  readonly path: string;
  readonly clock: Clock;
  /** The client's own bound of a whole call, in milliseconds. */
  readonly deadlineMs: number | undefined;
  get(options: SendOptions): Promise<Table>;
  patch(change: TablePatch, options: SendOptions & { ifMatch: string }): Promise<Table>;
}

/** Reads a table, asks for a patch and sends it with If-Match, again when somebody else was quicker. */
export async function modifyTable(
  access: TableAccess,
  change: (table: Table) => TablePatch | undefined | Promise<TablePatch | undefined>,
  options: ModifyTableOptions,
): Promise<Table> {
  demandUsable(change, options);
  const { attempts = DEFAULT_ATTEMPTS } = options;
  const limitMs = options.deadlineMs ?? access.deadlineMs;
  const deadlineAt = limitMs === undefined ? undefined : access.clock.now() + limitMs;
  const bounds = { ...options, deadlineMs: limitMs, deadlineAt };
  for (let attempt = 1; ; attempt += 1) {
    const table = await access.get(bounds);
    // A copy, so that a function that writes into it and returns nothing is not taken for a change that was made.
    const wanted = await changeInTime(access, () => change(structuredClone(table)), bounds);
    if (wanted === undefined) return table;
    const ifMatch = demandEtag(table, access.path);
    try {
      return await access.patch(wanted, { ...bounds, ifMatch });
    } catch (error) {
      if (!isFourfoldError(error, "precondition_failed") || error.status !== 412) throw error;
      // A patch that was repeated after silence may have met its own work.
      if (error.attempts > 1) {
        const now = await access.get(bounds);
        if (holdsPatch(now, encodeBody(Table, wanted).body)) return now;
      }
      if (attempt >= attempts) throw error;
    }
  }
}

/** @throws {RequestError} when a patch cannot be asked for. */
function demandUsable(change: unknown, options: ModifyTableOptions): void {
  const operation = "tables.modify";
  assertCallOptions(operation, options, { attempts: must((value) => isInteger(value, 1), "a positive integer") });
  if (typeof change === "function") return;
  const message = `must be a function that returns a patch, got ${shown(change)}`;
  throw new RequestError({ operation, issues: [{ path: "change", message, rule: SHAPE_RULE }] });
}

/** The user's function takes part in the call: what ends the call ends waiting for it. */
async function changeInTime<T>(access: TableAccess, work: () => T | Promise<T>, options: SendOptions): Promise<T> {
  const { signal, deadlineAt = Number.POSITIVE_INFINITY, deadlineMs = 0 } = options;
  try {
    return await bounded(async () => work(), { signal, timeoutMs: deadlineAt - access.clock.now() });
  } catch (error) {
    if (!(error instanceof TimeUp)) throw error;
    const request = { method: "GET", path: access.path };
    throw new TimeoutError({ code: "deadline", limitMs: deadlineMs, request, attempts: 1 });
  }
}

function demandEtag(table: Table | null, path: string): string {
  if (typeof table?.etag === "string" && table.etag !== "") return table.etag;
  const message = "is missing, so that a change by somebody else could not be noticed";
  const issues = [{ path: "etag", message, rule: SHAPE_RULE }];
  throw new ResponseError({
    code: "invalid_response",
    status: 200,
    request: { method: "GET", path },
    issues,
    body: table,
  });
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
