import { call, callForResponse } from "../call/call.js";
import { withinDeadline } from "../call/clock.js";
import type { CallContext } from "../call/method.js";
import type { CallOptions } from "../call/options.js";
import { provesNothingDone } from "../call/retry.js";
import { buildPath } from "../call/template.js";
import { throwIssue } from "../errors/request-error.js";
import { encodeBody } from "../schema/codec.js";
import { wrongShape } from "../schema/shape-issues.js";
import { kindWithRemedy, shown } from "../values/describe.js";
import { isObject, isTooDeep, TOO_DEEP } from "../values/objects.js";
import type { TablePatch } from "./input.js";
import { TABLE } from "./method-facts.js";
import type { Table } from "./schemas/table.js";
import type { TableReference } from "./schemas/table-parts.js";
import {
  assertSequenceOptions,
  inAttempts,
  isConflict,
  requiredEtag,
  startSequence,
  unusableTable,
} from "./sequence.js";
import { tableMethods } from "./table-methods.js";
import { tableIds } from "./table-reference.js";

/** Options of `tables.modify`. */
export interface ModifyTableOptions extends CallOptions {
  /**
   * Maximum number of attempts if the table changes between read and patch; a positive integer. Default: 5. The delays
   * between attempts are random and grow like the delays of `retry`; the first delay is at most twice `minDelayMs`.
   */
  attempts?: number | undefined;
}

const OPERATION = "tables.modify";

/**
 * Gets a table, calls the caller's function for a patch, and sends the patch with If-Match. Starts over if the table has
 * changed.
 */
export async function modifyTable(
  context: CallContext,
  ref: TableReference,
  change: (table: Readonly<Table>) => TablePatch | undefined | Promise<TablePatch | undefined>,
  options: ModifyTableOptions,
): Promise<Table> {
  assertSequenceOptions(OPERATION, options);
  if (typeof change !== "function") {
    const message = `must be a function that returns a patch, got ${shown(change)}`;
    throwIssue(OPERATION, wrongShape("change", message));
  }
  const ids = tableIds(OPERATION, ref);
  const { requestOptions, limits, details } = startSequence(context, OPERATION, options);
  const request = { method: "GET", path: buildPath(TABLE, { ...ids }, context.servicePath) };
  return inAttempts(limits, request, async () => {
    const { result: table, redact } = await callForResponse(context, tableMethods.get, ids, requestOptions, details);
    if (isTooDeep(table)) throw unusableTable(wrongShape("", TOO_DEEP), request, redact(table));
    const copy = structuredClone(table);
    const wanted = await withinDeadline(context.clock, async () => change(copy), limits, { request, attempts: 1 });
    if (wanted === undefined) {
      assertUnchanged(copy, table);
      return { done: table };
    }
    const ifMatch = requiredEtag(table, request, redact);
    let mayBeApplied = false;
    const onRetry = (error: unknown) => {
      mayBeApplied ||= !provesNothingDone(error);
    };
    try {
      const body = withoutEtag(wanted, ifMatch);
      const observed = { ...details, scope: { ...details.scope, onRetry } };
      return { done: await call(context, tableMethods.patch, { ...ids, body, ifMatch }, requestOptions, observed) };
    } catch (error) {
      // If an earlier attempt was applied, that attempt caused the conflict, so another patch would apply the change twice.
      if (!isConflict(error) || mayBeApplied) throw error;
      return { failed: error };
    }
  });
}

/** @throws {RequestError} If the function changed its copy of the table instead of returning a patch. */
function assertUnchanged(copy: Table, table: Table): void {
  const { body, issues } = encodeBody(undefined, copy);
  if (issues.length === 0 && JSON.stringify(body) === JSON.stringify(table)) return;
  const message = "must return a patch, got nothing: changes of its copy of the table are not sent";
  throwIssue(OPERATION, wrongShape("change", message));
}

/** Drops the etag that was just read. @throws {RequestError} If the patch has another etag. */
function withoutEtag(patch: TablePatch, read: string): TablePatch {
  if (!isObject(patch)) {
    const message = `must return a patch, or undefined to change nothing, got ${kindWithRemedy(patch)}`;
    throwIssue(OPERATION, wrongShape("change", message));
  }
  const { etag, ...others }: TablePatch & { readonly etag?: unknown } = patch; // a spread table has one
  if (etag === undefined) return patch;
  if (etag === read) return others;
  const message = `must be omitted, or be the etag that was just read, got ${shown(etag)}`;
  throwIssue(OPERATION, { path: "etag", message, rule: "if-match" });
}
