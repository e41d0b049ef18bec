import type { CallContext } from "../core/call-context.js";
import { withinDeadline } from "../core/http/time-budget.js";
import { isObject } from "../core/is-object.js";
import { shown } from "../core/rules/describe.js";
import { encodeBody } from "../core/schema/codec.js";
import { SHAPE_RULE } from "../core/schema/shape-issues.js";
import { valueAt } from "../core/value-at.js";
import { RequestError } from "../errors/request-error.js";
import type { TablePatch } from "./input.js";
import {
  assertEtag,
  assertSequenceOptions,
  inAttempts,
  isConflict,
  readTable,
  sequenceOf,
  type TableAccess,
} from "./read-and-write.js";
import { Table } from "./schemas/table.js";
import type { TableReference } from "./schemas/table-reference.js";
import { type Match, match, placeIn, tablePlace, worst } from "./table-comparison.js";
import type { ModifyTableOptions } from "./tables.js";

const OPERATION = "tables.modify";

/** Gets a table, calls the function for a patch and sends it with If-Match. Starts over if the table has changed. */
export async function modifyTable(
  context: CallContext,
  access: TableAccess,
  ref: TableReference,
  change: (table: Readonly<Table>) => TablePatch | undefined | Promise<TablePatch | undefined>,
  options: ModifyTableOptions,
): Promise<Table> {
  assertSequenceOptions(OPERATION, options);
  assertFunction(change);
  const sequence = sequenceOf(context, OPERATION, options);
  const { bounds, details } = sequence;
  return inAttempts(sequence.attempts, async () => {
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
    try {
      return { done: await access.patch(ref, withoutEtag(wanted, ifMatch), { ...bounds, ifMatch }, details) };
    } catch (error) {
      if (!isConflict(error)) throw error;
      // A patch whose response was lost may have been applied, and then its own retry fails with a conflict.
      if (error.attempts > 1) {
        const now = await readTable(access, sequence, ref);
        const applied = matchPatch(now, encodeBody(Table, wanted).body, table);
        if (applied === "equal") return { done: now };
        if (applied === "unclear") throw error;
      }
      return { failed: error };
    }
  });
}

function assertFunction(change: unknown): void {
  if (typeof change === "function") return;
  const message = `must be a function that returns a patch, got ${shown(change)}`;
  throw new RequestError({ operation: OPERATION, issues: [{ path: "change", message, rule: SHAPE_RULE }] });
}

/** @throws {RequestError} If the function changed its copy of the table instead of returning a patch. */
function assertUnchanged(copy: Table, table: Table): void {
  const { body, issues } = encodeBody(undefined, copy);
  if (issues.length === 0 && JSON.stringify(body) === JSON.stringify(table)) return;
  const message = "must return a patch: it changed its copy of the table, which is not sent, and returned nothing";
  throw new RequestError({ operation: OPERATION, issues: [{ path: "change", message, rule: SHAPE_RULE }] });
}

/** Drops the etag that was just read. @throws {RequestError} If the patch has another one. */
function withoutEtag(patch: TablePatch, read: string): TablePatch {
  if (!isObject(patch)) return patch;
  const { etag, ...others }: TablePatch & { readonly etag?: unknown } = patch; // a spread table has one
  if (etag === undefined) return patch;
  if (etag === read) return others;
  const message = `must be omitted, or be the etag that was just read, got ${shown(etag)}`;
  throw new RequestError({ operation: OPERATION, issues: [{ path: "etag", message, rule: "if-match" }] });
}

/** Whether a table has the state after a patch. `before` is the table for which the patch was created. */
function matchPatch(now: Table, patch: unknown, before: Table): Match {
  const table = tablePlace();
  const matches = Object.entries(Object(patch)).map(([name, wanted]): Match => {
    const place = placeIn(table, name);
    const value = valueAt(now, [name]);
    const found = match(value, wanted, place, "default");
    if (found !== "unclear") return found;
    const isUnchanged = match(value, valueAt(before, [name]) ?? null, place, "default") === "equal";
    return isUnchanged ? "different" : "unclear";
  });
  return worst(matches);
}
