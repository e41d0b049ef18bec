import type { CallContext } from "../../core/call-context.js";
import {
  assertCallOptions,
  concurrencyOption,
  DEFAULT_CONCURRENCY,
  wholeResourceQuery,
} from "../../core/http/call-options.js";
import { startsPerSecond } from "../../core/http/start-limit.js";
import { deadlineOf, withinDeadline } from "../../core/http/time-limits.js";
import type { CallOptions, SendOptions } from "../../core/http/transport.js";
import { inOrder } from "../../core/in-order.js";
import { isTooDeep, TOO_DEEP } from "../../core/objects.js";
import { functionOption } from "../../core/options.js";
import type { Pager } from "../../core/pagination.js";
import { parsePatterns } from "../../core/patterns.js";
import { hasCode } from "../../errors/fourfold-error.js";
import type { TableDefinition } from "../define/table.js";
import { type DatasetMap, nameOf } from "../names.js";
import type { TableListEntry } from "../schemas/lists.js";
import type { TableReference } from "../schemas/table-parts.js";
import { TABLE } from "../table-reference.js";
import type { TableAccess } from "./access.js";
import type { IgnoredTables, ReadTable, TablesPlan } from "./plan.js";
import { checkDefinitions, type Found, planChecks, planDefinitions } from "./project.js";
import { type PlanTableOptions, planContextOf } from "./table.js";

/** Options of calls that process many tables. */
export interface ConcurrencyOptions extends CallOptions {
  /** Maximum number of tables that are processed at a time, an integer from 1 to 50. Default: 8. */
  concurrency?: number | undefined;
}

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
const beforeRead = startsPerSecond(80);

/** Returns options for requests that start at the rate at which a client may read many tables. */
function limitedOptions(context: CallContext, options: SendOptions): SendOptions {
  return {
    ...options,
    callDeadline: deadlineOf(context, options),
    callId: options.callId ?? context.transport.newCallId(),
    beforeSend: beforeRead(context),
  };
}

/** Reads tables, and yields them in the order of their references. */
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

/** Options of `tables.plan`. */
export interface PlanProjectOptions extends ConcurrencyOptions, Pick<PlanTableOptions, "extraColumns"> {
  /** Id of the project of all tables, such as `shop`. */
  projectId: string;
  /**
   * Datasets to use in place of the definitions' datasets: `{ sales: "sales_test" }`, or with the location of a dataset that
   * does not exist yet: `{ sales: { name: "sales_eu", location: "EU" } }`. Default: the definitions' datasets.
   */
  readonly datasets?: DatasetMap | undefined;
  /** Tables and fields that the plan ignores. Default: none. */
  ignore?: IgnoredTables | undefined;
  /**
   * Called after each table that was read or could not be read, with the number of tables so far and of all tables. If it throws
   * or rejects, the call rejects with its error.
   */
  onRead?: ((progress: { readonly read: number; readonly of: number }) => void) | undefined;
}

/** Lists the tables of a dataset. */
type ListTables = (
  dataset: { readonly projectId: string; readonly datasetId: string },
  options: SendOptions & { readonly maxResults: number },
) => Pager<TableListEntry, unknown>;

const OPERATION = "tables.plan";
/** The service's maximum. */
const PAGE_SIZE = 1_000;

/** Reads the datasets of definitions and plans the tables. */
export async function planProject(
  context: CallContext,
  access: TableAccess,
  list: ListTables,
  definitions: readonly TableDefinition[],
  options: PlanProjectOptions,
): Promise<TablesPlan> {
  assertCallOptions(OPERATION, options ?? {}, {
    ...planChecks,
    onRead: functionOption,
    concurrency: concurrencyOption,
    query: wholeResourceQuery("selectedFields", "view", "maxResults", "pageToken"),
  });
  const { projectId, datasets, ignore, extraColumns, onRead, concurrency, ...callOptions } = options;
  const missingDatasets = new Set<string>();
  const planContext = { ...planContextOf(context), projectId, ignore, extraColumns, missingDatasets };
  const checked = checkDefinitions(OPERATION, definitions, { ...planContext, datasets });
  const bounds = limitedOptions(context, callOptions);
  const ignored = parsePatterns(ignore?.tables);
  const found = new Map<string, Found>();
  const references: TableReference[] = [];
  for (const datasetId of checked.datasets.keys()) {
    try {
      for await (const entry of list({ projectId, datasetId }, { ...bounds, maxResults: PAGE_SIZE })) {
        const { tableReference } = entry;
        if (tableReference === undefined) continue;
        const name = nameOf(tableReference);
        // All other tables are only listed.
        if (checked.tables.has(name) && !ignored.matches(name)) references.push(tableReference);
        else found.set(name, { table: entry });
      }
    } catch (error) {
      if (!hasCode(error, "not_found")) throw error;
      missingDatasets.add(datasetId);
    }
  }
  let read = 0;
  for await (const each of readTables(context, access, references, { ...bounds, concurrency }, OPERATION)) {
    const { reference, table } = each;
    found.set(nameOf(reference), isTooDeep(table) ? { error: new Error(`the table ${TOO_DEEP}`) } : each);
    read += 1;
    await onRead?.({ read, of: references.length });
  }
  return planDefinitions(found, checked, planContext);
}
