import { assertCallOptions, concurrencyOption, DEFAULT_CONCURRENCY, wholeResourceQuery } from "../../call/options.js";
import { ApiError } from "../../errors/call-errors.js";
import { hasCode } from "../../errors/fourfold-error.js";
import { clip } from "../../errors/message-text.js";
import { assertNoIssues, type Issue, locatedMessage, throwIssue } from "../../errors/request-error.js";
import { ApplyTablesError, StalePlanError } from "../../errors/table-errors.js";
import { kindOf, shown } from "../../values/describe.js";
import { isSame } from "../../values/objects.js";
import { booleanOption, functionOption, oneOf } from "../../values/options.js";
import type { EnsuredDataset } from "../../warehouse/datasets.js";
import type { TableJson } from "../../warehouse/encode-table.js";
import type { Table } from "../../warehouse/schemas/table.js";
import type { TableReference } from "../../warehouse/schemas/table-parts.js";
import type { ConcurrencyOptions } from "../get-tables.js";
import { nameOf, referenceOf } from "../names.js";
import {
  inNewDataset,
  type PlannedChange,
  type PlannedTable,
  type PlanSource,
  planSources,
  type TablesPlan,
} from "../plan/plan-data.js";
import { type PlannedRequests, planDefined } from "../plan/plan-requests.js";
import { startsPerSecond } from "../start-limit.js";
import { TablesCall, type TablesClient } from "../tables-call.js";
import { writeTable } from "./write-table.js";

/** Options of {@link applyTables}. */
export interface ApplyTablesOptions extends ConcurrencyOptions {
  /**
   * Called after each table that was created or patched. If it throws or rejects, no further table is started. Exceptions
   * after the last table have no effect.
   */
  onStep?: ((step: { readonly table: string; readonly action: "create" | "patch" }) => void) | undefined;
  /**
   * `skip` omits tables that are `impossible` or `unreadable`. Default: if there is such a table, the call rejects before the
   * first request.
   */
  impossible?: "skip" | undefined;
  /**
   * Whether missing datasets are created first, in the locations of the option `datasets` of the plan. Tables that are
   * `impossible` only because of their dataset are then created. Default: `false`.
   */
  createDatasets?: boolean | undefined;
}

/** Result of {@link applyTables}. Names are datasets and ids, such as `sales.orders`. */
export interface AppliedTables {
  /** The tables that this call created or patched, in order. */
  readonly applied: readonly string[];
  /** The tables that already matched the plan. */
  readonly unchanged: readonly string[];
  /** The tables that `impossible: "skip"` skipped. */
  readonly skipped: readonly string[];
  /** Changes that BigQuery ignored although it accepted the requests; usually empty. Also emitted as `drift` events. */
  readonly ignored: readonly { readonly table: string; readonly issues: readonly Issue[] }[];
}

const OPERATION = "applyTables";
const PLAN_RULE = "tables-plan";
/** BigQuery accepts 10 `tables.insert` requests per second from each user. */
const createPace = startsPerSecond(10);

/**
 * Creates and patches the BigQuery tables of a plan: tables first, then views, then materialized views. Never deletes a table
 * or a column.
 *
 * Reads each table again, and writes it only if the changes that remain were planned. A table that depends on one that does
 * not exist yet is retried after the others. At most 10 tables per second are created, because BigQuery
 * accepts no more.
 *
 * @param client - `client.warehouse`.
 * @param plan - The object that {@link planTables} returned in this process.
 * @param options - `onStep` receives progress; `impossible` and `createDatasets` decide about tables that cannot be applied.
 * @returns The names of the tables by effect.
 * @throws {RequestError} If the plan cannot be applied, with all issues; nothing is sent.
 * @throws {ApplyTablesError} If a table failed or was not started.
 *
 * @example
 * const plan = await planTables(client.warehouse, [orders], { projectId: "shop" });
 * await applyTables(client.warehouse, plan);
 */
export async function applyTables(
  client: TablesClient,
  plan: TablesPlan,
  options: ApplyTablesOptions = {},
): Promise<AppliedTables> {
  assertCallOptions(OPERATION, options, {
    onStep: functionOption,
    concurrency: concurrencyOption,
    impossible: oneOf("skip"),
    createDatasets: booleanOption,
    query: wholeResourceQuery("selectedFields", "view", "autodetect_schema"),
  });
  const source = planSources.get(plan);
  if (source === undefined) {
    const message = `must be the object that planTables returned in this process, got ${kindOf(plan)}; plan again, or use "fourfold table apply --digest"`;
    throwIssue(OPERATION, { path: "plan", message, rule: PLAN_RULE });
  }
  const { writes, unchanged, skipped } = writesOf(plan, options);
  const application = new ApplyRun(client, options, source);
  await application.run(writes);
  return {
    applied: application.named("applied"),
    unchanged: [...unchanged, ...application.named("unchanged")],
    skipped,
    ignored: application.ignored,
  };
}

/** @throws {RequestError} If the plan cannot be applied, with all issues. */
function writesOf(
  { projectId, tables }: TablesPlan,
  { impossible, createDatasets: createsDatasets }: ApplyTablesOptions,
) {
  const issues: Issue[] = [];
  const writes: PlannedWrite[] = [];
  const unchanged: string[] = [];
  const skipped: string[] = [];
  (createsDatasets ? tables.map(inNewDataset) : tables).forEach((planned, index) => {
    const { table, action } = planned;
    if (action === "unchanged") unchanged.push(table);
    else if (action === "create" || action === "patch") {
      writes.push({ ...planned, action, reference: { projectId, ...referenceOf(table) } });
    } else if (impossible === "skip") skipped.push(table);
    else {
      const [first] = planned.issues.map(locatedMessage);
      const message = `must not be "${action}": resolve the issues of ${shown(table)} and plan again (${first})`;
      issues.push({ path: `tables[${index}].action`, message, rule: PLAN_RULE });
    }
  });
  assertNoIssues(OPERATION, issues);
  return { writes, unchanged, skipped };
}

/** State of a table: `later` if it is retried after the others of its kind. */
type State = "pending" | "applied" | "unchanged" | "later" | "failed";

/** Thrown in place of a write after the call was stopped. */
const STOPPED = new Error("stopped");

/** Maximum number of attempts to apply a table. */
const MAX_ROUNDS = 10;

/** Whether a request may be accepted when other tables have been created. */
function mayBeLater(error: unknown, write: PlannedWrite): boolean {
  if (!(error instanceof ApiError)) return false;
  const { code, reason, serviceMessage = "" } = error;
  if (code === "bad_request") return reason === "invalidQuery" && rankOf(write) > 0;
  return code === "not_found" && !/\bNot found: Dataset\b/i.test(serviceMessage);
}

/** One call of {@link applyTables}. */
class ApplyRun {
  readonly ignored: AppliedTables["ignored"][number][] = [];
  readonly #source: PlanSource;
  readonly #call: TablesCall;
  readonly #concurrency: number;
  readonly #onStep: ApplyTablesOptions["onStep"];
  /** States in the order of application. */
  readonly #states = new Map<string, State>();
  readonly #errors = new Map<string, unknown>();
  /** The missing datasets that were created, or are being created. */
  readonly #datasets = new Map<string, Promise<EnsuredDataset>>();
  /** The reason why no further request is started. */
  #stopped: { readonly cause: unknown } | undefined;

  constructor(client: TablesClient, options: ApplyTablesOptions, source: PlanSource) {
    const { onStep, concurrency = DEFAULT_CONCURRENCY, impossible: _, createDatasets: __, ...callOptions } = options;
    this.#source = source;
    this.#call = new TablesCall(OPERATION, client, callOptions);
    this.#concurrency = concurrency;
    this.#onStep = onStep;
  }

  /** Names of the tables with one of the states. */
  named(...states: readonly State[]): string[] {
    return [...this.#states].filter(([, state]) => states.includes(state)).map(([table]) => table);
  }

  /** @throws {ApplyTablesError} If a table failed or was not started. */
  async run(writes: readonly PlannedWrite[]): Promise<void> {
    const ordered = applyOrder(writes);
    for (const { table } of ordered) this.#states.set(table, "pending");
    for (const rank of [0, 1, 2]) {
      let open = ordered.filter((write) => rankOf(write) === rank);
      for (let round = 1; open.length > 0 && this.#stopped === undefined; round += 1) {
        const before = this.named("applied").length;
        await this.#runInOrder(open);
        open = open.filter(({ table }) => this.#states.get(table) === "later");
        if (round < MAX_ROUNDS && this.named("applied").length > before) continue;
        for (const { table } of open) this.#states.set(table, "failed");
        break;
      }
    }
    const failed = this.named("failed").map((table) => ({ table, error: this.#errors.get(table) }));
    const remaining = this.named("pending", "later");
    if (failed.length + remaining.length === 0) return;
    const { signal } = this.#call;
    if (signal?.aborted && this.#stopped?.cause === signal.reason) throw signal.reason;
    throw new ApplyTablesError({ applied: this.named("applied"), failed, remaining, cause: this.#stopped?.cause });
  }

  /** Applies tables of one kind. A table starts when those that its foreign keys reference are finished. */
  async #runInOrder(writes: readonly PlannedWrite[]): Promise<void> {
    const ends = new Map<string, Promise<void>>();
    const queue = writes.values();
    const work = async () => {
      for (const write of queue) {
        const references = referencedBy(write).map((name) => ends.get(name));
        const end = Promise.all(references).then(async () => {
          if (this.#stopped === undefined) this.#states.set(write.table, await this.#stateAfter(write));
        });
        ends.set(write.table, end);
        await end;
      }
    };
    await Promise.all(Array.from({ length: this.#concurrency }, work));
  }

  async #stateAfter(write: PlannedWrite): Promise<State> {
    const { signal } = this.#call;
    try {
      signal?.throwIfAborted();
      return await this.#write(write);
    } catch (error) {
      if (error === STOPPED) return "pending";
      if (signal?.aborted && error === signal.reason) {
        this.#stopped = { cause: error };
        return "pending";
      }
      if (hasCode(error, "deadline")) this.#stopped ??= { cause: error };
      this.#errors.set(write.table, error);
      return mayBeLater(error, write) ? "later" : "failed";
    }
  }

  async #write(write: PlannedWrite): Promise<State> {
    const { table, action, reference, wanted } = write;
    const { extraColumns, ignored: ignoredFields } = this.#source;
    await this.#ensureDataset(reference);
    const body = { ...wanted, tableReference: reference } as TableJson; // of a checked definition
    const { clock, signal, settings } = this.#call;
    const { change, ignored } = await writeTable(this.#call, {
      reference,
      plan: (live) => planDefined(live, body, { ...settings, now: clock.now(), extraColumns }, ignoredFields),
      assert: (now, live) => this.#assertPlanned(write, now, live),
      beforeWrite: async (method) => {
        if (method === "insert") await this.#call.wait(() => createPace(clock, signal));
        if (this.#stopped !== undefined) throw STOPPED;
      },
    });
    if (change === "unchanged") return change;
    if (ignored.length > 0) this.ignored.push({ table, issues: ignored });
    try {
      await this.#onStep?.({ table, action });
    } catch (cause) {
      this.#stopped ??= { cause };
    }
    return "applied";
  }

  /** @throws {StalePlanError} If the changes that remain are not among the planned changes of the table. */
  #assertPlanned({ table, action, changes }: PlannedWrite, now: PlannedRequests, live: Table | undefined): void {
    if (now.action === "unchanged") return;
    const isPlanned = (change: PlannedChange) => changes.some((each) => isSame(each, change));
    if (now.action === action && now.changes.every(isPlanned)) return;
    if ((live === undefined) !== (action === "create")) {
      const text = live === undefined ? "it was deleted" : "it was created with other properties";
      throw new StalePlanError({ table, changed: [], text });
    }
    const others = now.changes.filter((change) => !isPlanned(change));
    const changed = [...new Set((others.length > 0 ? others : now.issues).map(({ path }) => path))].sort();
    const reasons = now.issues.length > 0 ? now.issues.map(locatedMessage) : changed;
    const differences = reasons.slice(0, MAX_DIFFERENCES).join("; ");
    throw new StalePlanError({ table, changed, text: clip(differences, 1_000) });
  }

  /** Creates the missing dataset of a table, once. @throws {RequestError} If it now exists in another location than planned. */
  async #ensureDataset({ projectId, datasetId }: TableReference): Promise<void> {
    const { newDatasets } = this.#source;
    if (!newDatasets.has(datasetId)) return;
    const input = { datasetReference: { projectId, datasetId }, location: newDatasets.get(datasetId) };
    const ensured = this.#datasets.get(datasetId) ?? this.#call.client.datasets.ensure(input, this.#call.options());
    this.#datasets.set(datasetId, ensured);
    await ensured;
  }
}

/** Maximum number of differences in a message. */
const MAX_DIFFERENCES = 5;

/** A planned table that has to be created or patched. */
interface PlannedWrite extends PlannedTable {
  readonly action: "create" | "patch";
  readonly reference: TableReference;
}

/** Returns the position of a table's kind: tables are applied first, then views, then materialized views. */
function rankOf({ wanted: { view, materializedView } }: PlannedWrite): number {
  return materializedView != null ? 2 : view != null ? 1 : 0;
}

/** Returns the tables that the foreign keys of a table reference. */
function referencedBy({ wanted, reference: { projectId } }: PlannedWrite): readonly string[] {
  const tables = (wanted.tableConstraints?.foreignKeys ?? []).map(({ referencedTable }) => referencedTable);
  return tables.filter((table) => table.projectId === projectId).map(nameOf);
}

/** Sorts tables by kind. A table comes after those that its foreign keys reference, except in a cycle. */
function applyOrder(writes: readonly PlannedWrite[]): PlannedWrite[] {
  const byName = new Map(writes.map((write) => [write.table, write]));
  const seen = new Set<PlannedWrite>();
  const order: PlannedWrite[] = [];
  const add = (write: PlannedWrite | undefined) => {
    if (write === undefined || seen.has(write)) return;
    seen.add(write);
    for (const name of referencedBy(write)) add(byName.get(name));
    order.push(write);
  };
  for (const write of [...writes].sort((a, b) => rankOf(a) - rankOf(b))) add(write);
  return order;
}
