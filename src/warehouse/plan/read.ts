import type { CallContext } from "../../core/call-context.js";
import { DEFAULT_CONCURRENCY } from "../../core/http/call-options.js";
import { StartLimit } from "../../core/http/start-limit.js";
import { deadlineOf, onAbort, withinDeadline } from "../../core/http/time-limits.js";
import type { SendOptions } from "../../core/http/transport.js";
import { cached } from "../../core/objects.js";
import { hasCode } from "../../errors/fourfold-error.js";
import type { ConcurrencyOptions } from "../concurrency.js";
import type { TableAccess } from "../modify-table.js";
import { TABLE } from "../names.js";
import type { TableReference } from "../schemas/table-parts.js";
import type { ReadTable } from "./plan.js";

/** Options of `tables.getAll`. */
export interface GetAllTablesOptions extends ConcurrencyOptions {
  /**
   * Amount of detail. Default: `BASIC`, which is the fastest.
   *
   * - `BASIC`: everything except the storage statistics
   * - `STORAGE_STATS`: everything, including the storage statistics
   * - `FULL`: everything that BigQuery can return
   */
  view?: "BASIC" | "STORAGE_STATS" | "FULL" | (string & {}) | undefined;
}

/** BigQuery accepts 100 requests per second and user for each method. The remaining 20 are for other calls and processes. */
const limitOf = /* @__PURE__ */ cached(
  ({ clock }: CallContext) => new StartLimit(clock, { maxStarts: 80, windowMs: 1_000 }),
);

/** Returns options for requests that start at the rate at which a client may read many tables. */
export function limitedOptions(context: CallContext, options: SendOptions): SendOptions {
  const limit = limitOf(context);
  return {
    ...options,
    callDeadline: deadlineOf(context, options),
    callId: options.callId ?? context.transport.newCallId(),
    beforeSend: (signal) => limit.start(signal),
  };
}

/** Reads tables, and yields them in the order of their references. Loaded on demand. */
export async function* readTables(
  context: CallContext,
  access: TableAccess,
  references: Iterable<TableReference> | AsyncIterable<TableReference>,
  { view = "BASIC", concurrency = DEFAULT_CONCURRENCY, ...options }: GetAllTablesOptions & SendOptions,
  operation: string,
): AsyncGenerator<ReadTable, undefined, undefined> {
  const bounds = limitedOptions(context, options);
  const read = async (reference: TableReference, signal: AbortSignal): Promise<ReadTable> => {
    try {
      return {
        reference,
        table: await access.get(reference, { ...bounds, view, signal } as SendOptions, { operation }),
      };
    } catch (error) {
      // These end the whole call.
      if (signal.aborted || hasCode(error, "deadline")) throw error;
      return { reference, error };
    }
  };
  // The source may wait for something, too, such as a list of tables.
  const inTime = <T>(wait: () => Promise<T>, signal: AbortSignal) =>
    withinDeadline(
      context.clock,
      wait,
      { ...bounds, signal },
      { request: { method: "GET", path: TABLE }, attempts: 0 },
    );
  yield* inOrder(references, { concurrency, signal: bounds.signal, inTime }, read);
}

/** How {@link inOrder} works. */
interface InOrder {
  /** Maximum number of results that are in progress or not yet consumed. */
  readonly concurrency: number;
  /** Ends the iteration. */
  readonly signal: AbortSignal | undefined;
  /** Limits the wait for the next item. */
  inTime<T>(wait: () => Promise<T>, signal: AbortSignal): Promise<T>;
}

/**
 * Works on several items at a time, and yields the results in the order of the items. Work in progress is aborted when the
 * consumer leaves.
 */
async function* inOrder<T, R>(
  items: Iterable<T> | AsyncIterable<T>,
  { concurrency, signal: outer, inTime }: InOrder,
  work: (item: T, signal: AbortSignal) => Promise<R>,
): AsyncGenerator<R, undefined, undefined> {
  outer?.throwIfAborted();
  const stopped = new AbortController();
  const { signal } = stopped;
  const unlink = outer && onAbort(outer, () => stopped.abort(outer.reason));
  // One listener for the whole iteration is faster than one per request. It is released with the signal.
  onAbort(signal, () => {});
  const source = each(items);
  const ahead: Promise<{ readonly result: R } | undefined>[] = [];
  let last: Promise<unknown> = Promise.resolve();
  const fill = () => {
    while (ahead.length < concurrency) {
      const next = last.then(() => inTime(() => source.next(), signal));
      const entry = next.then(async ({ done, value }) => (done ? undefined : { result: await work(value, signal) }));
      // Prevents an unhandled rejection: the consumer receives the error when it reaches this item.
      entry.catch(() => undefined);
      last = next;
      ahead.push(entry);
    }
  };
  try {
    for (;;) {
      fill();
      const entry = await ahead.shift();
      outer?.throwIfAborted();
      if (entry === undefined) return undefined;
      fill();
      yield entry.result;
      outer?.throwIfAborted();
    }
  } finally {
    unlink?.();
    stopped.abort(new DOMException("the iteration was stopped", "AbortError"));
    // Not awaited: the source may wait for something that the abort does not end.
    source.return(undefined).catch(() => undefined);
  }
}

/** Iterates over items of either kind. */
async function* each<T>(items: Iterable<T> | AsyncIterable<T>): AsyncGenerator<T, undefined, undefined> {
  yield* items;
  return undefined;
}
