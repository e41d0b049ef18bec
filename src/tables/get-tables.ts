import { onAbort } from "../call/clock.js";
import { assertCallOptions, type CallOptions, concurrencyOption, DEFAULT_CONCURRENCY } from "../call/options.js";
import { hasCode } from "../errors/fourfold-error.js";
import { throwIssue } from "../errors/request-error.js";
import { wrongShape } from "../schema/shape-issues.js";
import { kindOf } from "../values/describe.js";
import { isFunction, isText, must } from "../values/options.js";
import type { Table } from "../warehouse/schemas/table.js";
import type { TableReference } from "../warehouse/schemas/table-parts.js";
import type { GetTableOptions } from "../warehouse/tables.js";
import { startsPerSecond } from "./start-limit.js";
import { TablesCall, type TablesClient } from "./tables-call.js";

/** Options of calls that process many tables. */
export interface ConcurrencyOptions extends CallOptions {
  /** Maximum number of tables that are processed at a time, an integer from 1 to 50. Default: 8. */
  concurrency?: number | undefined;
}

/** Options of {@link getTables}. */
export interface GetTablesOptions extends ConcurrencyOptions {
  /** Amount of detail, as for `tables.get`. Default: `BASIC`, which is the fastest. */
  view?: GetTableOptions["view"];
}

/** Result of reading one table: the table or the error. */
export type ReadTable =
  | { readonly reference: TableReference; readonly table: Table; readonly error?: undefined }
  | { readonly reference: TableReference; readonly table?: undefined; readonly error: unknown };

const OPERATION = "getTables";

/**
 * Gets many BigQuery tables, several at a time. An error of one table does not end the iteration.
 *
 * At most 80 reads per second are started, because BigQuery accepts 100. At most `concurrency` tables are kept in memory.
 * An abort, the deadline, or leaving the loop cancels the requests in progress.
 *
 * @param client - `client.warehouse`.
 * @param references - Project, dataset and id of each table; any iterable or async iterable.
 * @param options - `view` selects the returned fields; `concurrency` is the number of requests at a time.
 * @returns An async iterable of tables or errors, in the order of the references. Each iteration starts with the first
 * reference.
 * @throws {RequestError} While iterating, if an argument is invalid; nothing is sent.
 * @throws {TimeoutError} While iterating, `deadline` if `deadlineMs` is exceeded.
 *
 * @example
 * for await (const { reference, table, error } of getTables(client.warehouse, references)) {
 *   console.log(reference.tableId, table?.description ?? error);
 * }
 */
export function getTables(
  client: TablesClient,
  references: Iterable<TableReference> | AsyncIterable<TableReference>,
  options: GetTablesOptions = {},
): AsyncIterable<ReadTable> {
  return {
    async *[Symbol.asyncIterator]() {
      assertIterable(references);
      assertCallOptions(OPERATION, options, {
        view: must(isText, 'a view, such as "BASIC"'),
        concurrency: concurrencyOption,
      });
      const { view, concurrency, ...callOptions } = options;
      yield* readTables(new TablesCall(OPERATION, client, callOptions), references, { view, concurrency });
    },
  };
}

/** BigQuery accepts 100 requests per second and user for each method. The remaining 20 are for other calls and processes. */
const readPace = startsPerSecond(80);

/** Reads tables, and yields them in the order of their references. Stops the requests in progress when the consumer leaves. */
export async function* readTables(
  call: TablesCall,
  references: Iterable<TableReference> | AsyncIterable<TableReference>,
  { view = "BASIC", concurrency = DEFAULT_CONCURRENCY }: Pick<GetTablesOptions, "view" | "concurrency">,
): AsyncGenerator<ReadTable, undefined, undefined> {
  call.signal?.throwIfAborted();
  const stopped = new AbortController();
  const { signal } = stopped;
  const unlink = call.signal && onAbort(call.signal, () => stopped.abort(call.signal?.reason));
  const read = async (reference: TableReference): Promise<ReadTable> => {
    try {
      await call.wait(() => readPace(call.clock, signal), signal);
      const table = await call.client.tables.get(reference, { ...call.options(signal), view });
      return { reference, table: call.comparable(table, reference) };
    } catch (error) {
      // These end the whole call.
      if (signal.aborted || hasCode(error, "deadline")) throw error;
      return { reference, error };
    }
  };
  const source = iterated(references);
  const reads: Promise<ReadTable | undefined>[] = [];
  const fill = () => {
    while (reads.length < concurrency) {
      // The source may wait, too, such as for a page of a list.
      const next = call.wait(() => source.next(), signal);
      const reading = next.then(({ done, value }) => (done ? undefined : read(value)));
      // Prevents an unhandled rejection: the consumer receives the error when it reaches this table.
      reading.catch(() => undefined);
      reads.push(reading);
    }
  };
  try {
    for (;;) {
      fill();
      const result = await reads.shift();
      call.signal?.throwIfAborted();
      if (result === undefined) return;
      fill();
      yield result;
      call.signal?.throwIfAborted();
    }
  } finally {
    unlink?.();
    stopped.abort();
    // Not awaited: the source may wait for something that the abort does not end.
    source.return(undefined).catch(() => undefined);
  }
}

async function* iterated<T>(items: Iterable<T> | AsyncIterable<T>): AsyncGenerator<T, undefined, undefined> {
  yield* items;
  return undefined;
}

/** @throws {RequestError} If the references are not iterable. */
function assertIterable(references: unknown): void {
  const { [Symbol.iterator]: sync, [Symbol.asyncIterator]: async } = Object(references);
  if (typeof references === "object" && isFunction(sync ?? async)) return;
  throwIssue(OPERATION, wrongShape("references", `must be an iterable of table references, got ${kindOf(references)}`));
}
