import type { CallContext } from "../core/call-context.js";
import {
  assertCallOptions,
  concurrencyOption,
  DEFAULT_CONCURRENCY,
  wholeResourceQuery,
} from "../core/http/call-options.js";
import { isSame } from "../core/objects.js";
import { functionOption } from "../core/options.js";
import { ApiError } from "../errors/call-errors.js";
import { hasCode } from "../errors/fourfold-error.js";
import { ApplyTablesError } from "../errors/table-errors.js";
import { checkTablesPlan, type PlannedWrite } from "./check-tables-plan.js";
import type { ConcurrencyOptions } from "./concurrency.js";
import { readIfAny } from "./ensure-table.js";
import type { TableInput, TablePatch } from "./input.js";
import {
  assertEtag,
  isConflict,
  leavesOpen,
  type Outcome,
  type Sequence,
  sequenceOf,
  type TableAccess,
  watchWrite,
} from "./modify-table.js";
import { applyOrder } from "./plan/order.js";
import type { TablesPlan } from "./plan/plan.js";
import { planTable } from "./plan/project.js";
import { planContextOf } from "./plan-patch.js";
import type { Table } from "./schemas/table.js";

/** Progress of `tables.apply`: a request was successful. */
export interface ApplyTablesStep {
  /** Dataset and id, such as `sales.orders`. */
  readonly table: string;
  /** Whether the table is created or patched. */
  readonly action: "create" | "patch";
  /** Number of the request among those of the table, from 1. */
  readonly request: number;
  /** Number of requests of the table: 1, or 2 for a patch that adds columns with default values. */
  readonly requests: number;
}

/** Options of `tables.apply`. */
export interface ApplyTablesOptions extends ConcurrencyOptions {
  /** Called after each request that changed a table. If it throws or rejects, no further request is started. */
  onStep?: ((step: ApplyTablesStep) => void) | undefined;
}

/** Result of `tables.apply`. Both lists contain datasets and ids, such as `sales.orders`. */
export interface AppliedTables {
  /** The tables that this call created or patched, in order. */
  readonly applied: readonly string[];
  /** The tables that already were as planned. */
  readonly unchanged: readonly string[];
}

const OPERATION = "tables.apply";

/** Creates and patches the tables of a plan. Loaded on demand. */
export async function applyTables(
  context: CallContext,
  access: TableAccess,
  plan: TablesPlan,
  options: ApplyTablesOptions,
): Promise<AppliedTables> {
  assertCallOptions(OPERATION, options, {
    onStep: functionOption,
    concurrency: concurrencyOption,
    query: wholeResourceQuery("selectedFields", "view", "autodetect_schema"),
  });
  const { writes, unchanged } = checkTablesPlan(OPERATION, plan, context);
  const application = new Application(context, access, options);
  await application.run(writes);
  return { applied: application.named("applied"), unchanged: [...unchanged, ...application.named("unchanged")] };
}

/** State of a table: `later` if it is retried after the others, `blocked` if a table that it depends on failed. */
type State = "pending" | "applied" | "unchanged" | "later" | "failed" | "blocked";

/** The call that a table is part of. */
interface Progress {
  /** Whether no further request may be started. */
  readonly isStopped: boolean;
  report(step: ApplyTablesStep): Promise<void>;
}

/** One call of `tables.apply`. */
class Application implements Progress {
  readonly #context: CallContext;
  readonly #access: TableAccess;
  readonly #sequence: Sequence;
  readonly #concurrency: number;
  readonly #onStep: ApplyTablesOptions["onStep"];
  /** States in the order of application. */
  readonly #states = new Map<string, State>();
  readonly #errors = new Map<string, unknown>();
  /** Tables whose request was rejected with a 404. */
  readonly #missing = new Set<string>();
  /** The reason why no further request is started. */
  #stopped: { readonly cause: unknown } | undefined;

  constructor(context: CallContext, access: TableAccess, options: ApplyTablesOptions) {
    const { onStep, concurrency = DEFAULT_CONCURRENCY, ...callOptions } = options;
    this.#context = context;
    this.#access = access;
    this.#sequence = sequenceOf(context, OPERATION, callOptions);
    this.#concurrency = concurrency;
    this.#onStep = onStep;
  }

  /** Names of the tables with one of the states. */
  named(...states: readonly State[]): string[] {
    return [...this.#states].filter(([, state]) => states.includes(state)).map(([table]) => table);
  }

  /** @throws {ApplyTablesError} If a table failed or was not started. */
  async run(writes: readonly PlannedWrite[]): Promise<void> {
    for (let open = applyOrder(writes); open.length > 0 && !this.isStopped; ) {
      for (const { table } of open) this.#states.set(table, "pending");
      await this.#runInOrder(open);
      open = open.filter(({ table }) => this.#states.get(table) === "later");
    }
    const failed = this.named("failed").map((table) => ({ table, error: this.#errors.get(table) }));
    if (!this.isStopped && failed.length === 0) return;
    const { signal } = this.#sequence.bounds;
    if (signal?.aborted && this.#stopped?.cause === signal.reason) throw signal.reason;
    const remaining = this.named("pending", "later", "blocked");
    throw new ApplyTablesError({ applied: this.named("applied"), failed, remaining, cause: this.#stopped?.cause });
  }

  /** Applies tables; each starts when all tables of other kinds before it, and those that it depends on, have ended. */
  async #runInOrder(writes: readonly PlannedWrite[]): Promise<void> {
    const inSlot = slots(this.#concurrency);
    const ends = new Map<string, Promise<void>>();
    let before: Promise<unknown> = Promise.resolve();
    let rank = 0;
    for (const write of writes) {
      if (write.rank > rank) before = Promise.all(ends.values());
      rank = Math.max(rank, write.rank);
      const waits = [before, ...write.dependsOn.map((name) => ends.get(name))];
      const end = Promise.all(waits).then(() =>
        inSlot(async () => {
          if (!this.isStopped) this.#states.set(write.table, await this.#stateAfter(write));
        }),
      );
      ends.set(write.table, end);
    }
    await Promise.all(ends.values());
  }

  /** Applies a table unless it depends on one that was not applied. */
  async #stateAfter(write: PlannedWrite): Promise<State> {
    const { table, dependsOn } = write;
    const before = dependsOn.map((each) => this.#states.get(each));
    if (before.some((state) => state === "failed" || state === "blocked")) return "blocked";
    if (before.includes("later")) return "later";
    const { signal } = this.#sequence.bounds;
    try {
      signal?.throwIfAborted();
      return await new TableApplication(write, this.#context, this.#access, this.#sequence, this).run();
    } catch (error) {
      if (signal?.aborted && error === signal.reason) {
        this.#stopped = { cause: error };
        return "pending";
      }
      // The query may name a table that is created later.
      if (hasCode(error, "not_found") && !this.#missing.has(table)) {
        this.#missing.add(table);
        return "later";
      }
      if (hasCode(error, "deadline")) this.#stopped ??= { cause: error };
      this.#errors.set(table, error);
      return "failed";
    }
  }

  get isStopped(): boolean {
    return this.#stopped !== undefined;
  }

  async report(step: ApplyTablesStep): Promise<void> {
    try {
      await this.#onStep?.(step);
    } catch (cause) {
      this.#stopped ??= { cause };
    }
  }
}

/** The application of one table. */
class TableApplication {
  readonly #write: PlannedWrite;
  readonly #context: CallContext;
  readonly #access: TableAccess;
  readonly #sequence: Sequence;
  readonly #progress: Progress;
  /** Number of requests whose changes the table has. */
  #done = 0;
  /** Whether a request of this call changed the table, or may have changed it. */
  #wrote = false;

  constructor(write: PlannedWrite, context: CallContext, access: TableAccess, sequence: Sequence, progress: Progress) {
    this.#write = write;
    this.#context = context;
    this.#access = access;
    this.#sequence = sequence;
    this.#progress = progress;
  }

  /** Returns `pending` if the call was stopped before the last request. */
  run(): Promise<State> {
    return this.#sequence.inAttempts(this.#write.reference, () => this.#attempt());
  }

  async #attempt(): Promise<Outcome<State>> {
    const { reference, requests } = this.#write;
    const { bounds, details, request } = this.#sequence;
    const live = await readIfAny(this.#access, this.#sequence, reference);
    const patches = this.#openPatches(live);
    if (patches?.length === 0) return { done: await this.#settled() };
    let ifMatch = live && assertEtag(live, request(reference));
    const watch = watchWrite();
    const options = { ...bounds, onRetry: watch.onRetry };
    try {
      if (patches === undefined) {
        if (this.#progress.isStopped) return { done: "pending" };
        await this.#access.insert(requests[0] as TableInput, options, details); // of a table to create
        this.#wrote = true;
        return { done: await this.#settled() };
      }
      await this.#reached(requests.length - patches.length);
      for (const patch of patches) {
        if (this.#progress.isStopped) return { done: "pending" };
        const table = await this.#access.patch(reference, patch, { ...options, ifMatch }, details);
        this.#wrote = true;
        ifMatch = assertEtag(table, request(reference));
        await this.#reached(this.#done + 1);
      }
      return { done: await this.#settled() };
    } catch (error) {
      if (watch.mayBeApplied || leavesOpen(error)) {
        this.#wrote = true;
        const now = await readIfAny(this.#access, this.#sequence, reference);
        if (now !== undefined && this.#openPatches(now)?.length === 0) return { done: await this.#settled() };
      } else if (!(live === undefined ? hasCode(error, "conflict") : isConflict(error))) throw error;
      return { failed: error };
    }
  }

  /** State of a table that has all changes. */
  async #settled(): Promise<State> {
    await this.#reached(this.#write.requests.length);
    return this.#wrote ? "applied" : "unchanged";
  }

  /** Reports the requests up to a number, unless an earlier call sent them. */
  async #reached(count: number): Promise<void> {
    const { table, action, requests } = this.#write;
    while (this.#done < count) {
      this.#done += 1;
      if (this.#wrote) await this.#progress.report({ table, action, request: this.#done, requests: requests.length });
    }
  }

  /**
   * Returns the patches that the table still needs; undefined if it has to be created.
   *
   * @throws {ApiError} If the remaining changes are not those of the plan.
   */
  #openPatches(live: Table | undefined): readonly TablePatch[] | undefined {
    const { action, requests, changes: planned, wanted } = this.#write;
    if (live === undefined) {
      if (action === "create") return undefined;
      throw this.#changed("it was deleted");
    }
    const now = planTable(live, wanted, planContextOf(this.#context));
    if (now.action === "unchanged") return [];
    if (action === "create") throw this.#changed("it was created with other properties");
    // An earlier call may have ended after the first of two requests.
    const last = now.requests.length < requests.length ? planned.slice(-now.changes.length) : planned;
    if (now.action === "impossible" || !isSame(now.changes, last)) {
      throw this.#changed("the remaining changes are not those of the plan");
    }
    return now.requests;
  }

  #changed(what: string): ApiError {
    return new ApiError({
      code: "precondition_failed",
      status: 412,
      request: this.#sequence.request(this.#write.reference),
      text: `${this.#write.table} has changed since the plan: ${what}; plan again`,
      attempts: 1,
    });
  }
}

/** Returns a function that runs at most `count` tasks at a time, in the order of its calls. */
function slots(count: number): (work: () => Promise<void>) => Promise<void> {
  let free = count;
  const waiting: (() => void)[] = [];
  return async (work) => {
    if (free > 0) free -= 1;
    else await new Promise<void>((resolve) => void waiting.push(resolve));
    try {
      await work();
    } finally {
      const next = waiting.shift();
      if (next === undefined) free += 1;
      else next();
    }
  };
}
