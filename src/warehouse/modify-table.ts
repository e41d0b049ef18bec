import type { CallContext } from "../core/call-context.js";
import { shown } from "../core/describe.js";
import { assertCallOptions, headerProblems, wholeResourceQuery } from "../core/http/call-options.js";
import { mergeRetry, provesNothingDone, retryDelay } from "../core/http/retry.js";
import { deadlineExceeded, deadlineOf, pause, remainingMs, withinDeadline } from "../core/http/time-limits.js";
import type { CallOptions, SendOptions } from "../core/http/transport.js";
import { joinPath } from "../core/issue-path.js";
import { isObject, isTooDeep, TOO_DEEP } from "../core/objects.js";
import { isInteger, must, type OptionCheck, type OptionChecks } from "../core/options.js";
import { buildPath } from "../core/path.js";
import type { CallDetails } from "../core/prepare-request.js";
import { encodeBody } from "../core/schema/codec.js";
import { SHAPE_RULE } from "../core/schema/shape-issues.js";
import type { RequestSummary } from "../errors/call-errors.js";
import { type ApiError, ResponseError } from "../errors/call-errors.js";
import { hasCode } from "../errors/fourfold-error.js";
import { throwIssue } from "../errors/request-error.js";
import type { TableInput, TablePatch } from "./input.js";
import { TABLE } from "./names.js";
import type { Table } from "./schemas/table.js";
import type { TableReference } from "./schemas/table-parts.js";

/** Options of `tables.modify`. */
export interface ModifyTableOptions extends CallOptions {
  /**
   * Maximum number of attempts if the table changes between read and patch; a positive integer. Default: 5. The delays
   * between them are random and grow as those of `retry`; the first is at most twice `minDelayMs`.
   */
  attempts?: number | undefined;
}

const OPERATION = "tables.modify";

/**
 * Gets a table, calls the function for a patch and sends it with If-Match. Starts over if the table has changed. Loaded on
 * demand.
 */
export async function modifyTable(
  context: CallContext,
  access: TableAccess,
  ref: TableReference,
  change: (table: Readonly<Table>) => TablePatch | undefined | Promise<TablePatch | undefined>,
  options: ModifyTableOptions,
): Promise<Table> {
  assertSequenceOptions(OPERATION, options);
  if (typeof change !== "function") {
    const message = `must be a function that returns a patch, got ${shown(change)}`;
    throwIssue(OPERATION, { path: "change", message, rule: SHAPE_RULE });
  }
  const sequence = sequenceOf(context, OPERATION, options);
  const { bounds, details } = sequence;
  return sequence.inAttempts(ref, async () => {
    const table = await readTable(access, sequence, ref);
    const copy = structuredClone(table);
    const getPatch = async () => change(copy);
    const wanted = await withinDeadline(context.clock, getPatch, bounds, {
      request: sequence.request(ref),
      attempts: 1,
    });
    if (wanted === undefined) {
      assertUnchanged(copy, table);
      return { done: table };
    }
    const ifMatch = assertEtag(table, sequence.request(ref));
    const watch = watchWrite();
    const { onRetry } = watch;
    try {
      return { done: await access.patch(ref, withoutEtag(wanted, ifMatch), { ...bounds, ifMatch, onRetry }, details) };
    } catch (error) {
      // If an earlier attempt was applied, it caused the conflict, and another patch would apply the change twice.
      if (!isConflict(error) || watch.mayBeApplied) throw error;
      return { failed: error };
    }
  });
}

/** @throws {RequestError} If the function changed its copy of the table instead of returning a patch. */
function assertUnchanged(copy: Table, table: Table): void {
  const { body, issues } = encodeBody(undefined, copy);
  if (issues.length === 0 && JSON.stringify(body) === JSON.stringify(table)) return;
  const message = "must return a patch: it changed its copy of the table, which is not sent, and returned nothing";
  throwIssue(OPERATION, { path: "change", message, rule: SHAPE_RULE });
}

/** Drops the etag that was just read. @throws {RequestError} If the patch has another one. */
function withoutEtag(patch: TablePatch, read: string): TablePatch {
  if (!isObject(patch)) return patch;
  const { etag, ...others }: TablePatch & { readonly etag?: unknown } = patch; // a spread table has one
  if (etag === undefined) return patch;
  if (etag === read) return others;
  const message = `must be omitted, or be the etag that was just read, got ${shown(etag)}`;
  throwIssue(OPERATION, { path: "etag", message, rule: "if-match" });
}

const DEFAULT_ATTEMPTS = 5;

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

/** Options of a call that reads and writes a resource, and starts over if it changed in between. */
interface SequenceOptions extends CallOptions {
  readonly attempts?: number | undefined;
}

/** Values that all requests of one such call share. */
export interface Sequence {
  readonly bounds: SendOptions;
  readonly details: CallDetails;
  /** Describes the request that reads the resource. */
  request(ref: object): RequestSummary;
  /**
   * Makes attempts until one succeeds, with random, growing delays in between.
   *
   * @throws The failure of the last attempt.
   */
  inAttempts<T>(ref: object, make: () => Promise<Outcome<T>>): Promise<T>;
}

/** @throws {RequestError} If an option is invalid. `own` contains the checks of options that only this call has. */
export function assertSequenceOptions(operation: string, options: SequenceOptions, own: OptionChecks = {}): void {
  assertCallOptions(operation, options, {
    attempts: must((value) => isInteger(value, 1), "a positive integer"),
    query: wholeResourceQuery("selectedFields", "view", "autodetect_schema"),
    headers: withoutIfMatch,
    ...own,
  });
}

/** Starts a call: its deadline begins, and its requests get one id. `path` is the path template of the resource. */
export function sequenceOf(
  context: CallContext,
  operation: string,
  { attempts = DEFAULT_ATTEMPTS, ...callOptions }: SequenceOptions,
  path = TABLE,
): Sequence {
  const { clock, transport, servicePath } = context;
  const bounds = { ...callOptions, callDeadline: deadlineOf(context, callOptions), callId: transport.newCallId() };
  const policy = mergeRetry(context.retry, callOptions.retry);
  const request = (ref: object): RequestSummary => ({ method: "GET", path: buildPath(path, { ...ref }, servicePath) });
  return {
    bounds,
    details: { operation },
    request,
    async inAttempts(ref, make) {
      for (let attempt = 1; ; attempt += 1) {
        const outcome = await make();
        if ("done" in outcome) return outcome.done;
        const { failed } = outcome;
        // Without random delays, callers that start together would conflict again and again.
        const delayMs = attempt < attempts ? retryDelay(failed, attempt, policy) : undefined;
        if (delayMs === undefined) throw failed;
        if (delayMs >= remainingMs(clock, bounds.callDeadline)) {
          throw deadlineExceeded(bounds.callDeadline, { request: request(ref), attempts: attempt, cause: failed });
        }
        await pause(clock, delayMs, bounds.signal);
      }
    },
  };
}

/** Result of one attempt: the result of the call, or an error after which another attempt may succeed. */
export type Outcome<T> = { readonly done: T } | { readonly failed: unknown };

/** Observes the attempts of one write. */
export interface WriteWatch extends Required<Pick<SendOptions, "onRetry">> {
  /** Whether an attempt before the last one may have been applied although it failed. */
  mayBeApplied: boolean;
}

/** Creates a {@link WriteWatch}. Its `onRetry` is an option of the write. */
export function watchWrite(): WriteWatch {
  const watch: WriteWatch = {
    mayBeApplied: false,
    onRetry: (error) => {
      watch.mayBeApplied ||= !provesNothingDone(error);
    },
  };
  return watch;
}

/** Whether a write may have been applied although it failed. */
export function leavesOpen(error: unknown): boolean {
  if (provesNothingDone(error)) return false;
  return hasCode(error, "network", "timeout", "unavailable", "server_error", "invalid_response", "response_too_large");
}

/** Whether a table has changed since it was read. */
export function isConflict(error: unknown): error is ApiError {
  return hasCode(error, "precondition_failed") && (error as ApiError).status === 412; // the code of an ApiError
}

/** Returns issues for conditional headers, because the call sets the etag itself. */
const withoutIfMatch: OptionCheck = (headers, path) => [
  ...headerProblems(headers),
  ...Object.keys(Object(headers))
    .filter((name) => name.toLowerCase() === "if-match")
    .map((name) => ({ path: joinPath(path, name), message: "is not allowed: the call sets it itself" })),
];

/** Gets the table. @throws {ResponseError} If its JSON is nested too deeply to be compared. */
export async function readTable(access: TableAccess, sequence: Sequence, ref: TableReference): Promise<Table> {
  const table = await access.get(ref, sequence.bounds, sequence.details);
  if (isTooDeep(table)) throw unusable("", TOO_DEEP, sequence.request(ref), table);
  return table;
}

/** Returns what a request reads; undefined if it does not exist. */
export async function unlessMissing<T>(reading: Promise<T>): Promise<T | undefined> {
  try {
    return await reading;
  } catch (error) {
    if (hasCode(error, "not_found")) return undefined;
    throw error;
  }
}

/** @throws {ResponseError} If a table has no etag. */
export function assertEtag(table: Table | null, request: RequestSummary): string {
  if (typeof table?.etag === "string" && table.etag !== "") return table.etag;
  throw unusable("etag", "is missing, so a concurrent change could not be detected", request, table);
}

function unusable(path: string, message: string, request: RequestSummary, body: unknown): ResponseError {
  const issues = [{ path, message, rule: SHAPE_RULE }];
  return new ResponseError({ code: "invalid_response", status: 200, request, issues, body });
}
