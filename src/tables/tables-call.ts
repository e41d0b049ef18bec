import { type Clock, deadlineExceeded, remainingMs, startCall, systemClock, withinDeadline } from "../call/clock.js";
import type { CallContext } from "../call/method.js";
import { type CallOptions, callIds, type Deadline, type ResponseInfo } from "../call/options.js";
import { DEFAULT_RETRY, mergeRetry } from "../call/retry.js";
import { buildPath } from "../call/template.js";
import type { RequestSummary } from "../errors/call-errors.js";
import { type Issue, throwIssue } from "../errors/request-error.js";
import { googleNaming } from "../naming/google.js";
import { wrongShape } from "../schema/shape-issues.js";
import { kindOf } from "../values/describe.js";
import { isObject, isTooDeep, TOO_DEEP } from "../values/objects.js";
import { isFunction } from "../values/options.js";
import type { Warehouse } from "../warehouse/client.js";
import type { Datasets } from "../warehouse/datasets.js";
import { TABLE } from "../warehouse/method-facts.js";
import { type ServiceSettings, serviceSettings } from "../warehouse/rules/service-settings.js";
import type { Table } from "../warehouse/schemas/table.js";
import type { TableReference } from "../warehouse/schemas/table-parts.js";
import {
  contexts,
  DEFAULT_ATTEMPTS,
  inAttempts,
  type Outcome,
  unlessMissing,
  unusableTable,
} from "../warehouse/sequence.js";
import type { Tables } from "../warehouse/tables.js";

/** The part of `client.warehouse` that tables as code use. An object with the same methods works, too. */
export interface TablesClient extends Partial<Pick<Warehouse, "clock" | "emit">> {
  /** Methods that read and write tables. */
  readonly tables: Pick<Tables, "get" | "insert" | "list" | "patch">;
  /** Methods of datasets; `createDatasets` uses `ensure`, a plan with locations `get`. */
  readonly datasets: Pick<Datasets, "ensure" | "get">;
}

/** Data of the error if the deadline passes between requests. */
const BETWEEN_REQUESTS = { request: { method: "GET", path: TABLE }, attempts: 0 };

/** One call of a function that sends several requests: they share its options, its signal and its deadline. */
export class TablesCall {
  readonly client: TablesClient;
  readonly clock: Clock;
  readonly signal: AbortSignal | undefined;
  /** How plans check tables: as definitions; under a profile that accepts fewer values, as requests of the client. */
  readonly settings: ServiceSettings;
  readonly #operation: string;
  readonly #options: CallOptions;
  readonly #callId: string;
  readonly #deadline: Deadline | undefined;
  /** The client's own settings; undefined for an object with the same methods. */
  readonly #context: CallContext | undefined;

  constructor(operation: string, client: TablesClient, { deadlineMs, ...options }: CallOptions) {
    if (!isFunction(Object(client?.tables).get)) {
      throwIssue(operation, wrongShape("client", `must be client.warehouse, got ${kindOf(client)}`));
    }
    this.client = client;
    this.clock = client.clock ?? systemClock;
    this.signal = options.signal;
    this.#operation = operation;
    this.#options = options;
    this.#context = client.emit && contexts.get(client.emit);
    const { checksRequests, openValues } = this.#context ?? {};
    this.settings = serviceSettings(this.#context && checksRequests && !openValues ? this.#context : googleNaming);
    const scope = startCall({ clock: this.clock, deadlineMs: this.#context?.deadlineMs }, { deadlineMs });
    this.#deadline = scope.deadline;
    this.#callId = scope.callId;
  }

  /** Options of the next request: with the rest of the deadline. @throws {TimeoutError} If the deadline has passed. */
  options(signal = this.signal): CallOptions {
    if (this.#deadline === undefined) return { ...this.#options, signal };
    const deadlineMs = remainingMs(this.clock, this.#deadline);
    if (deadlineMs <= 0) throw deadlineExceeded(this.#deadline, BETWEEN_REQUESTS);
    return { ...this.#options, signal, deadlineMs };
  }

  /** Waits for work other than a request; an abort or the deadline ends the wait. */
  wait<T>(work: () => Promise<T>, signal = this.signal): Promise<T> {
    return withinDeadline(this.clock, work, { signal, deadline: this.#deadline }, BETWEEN_REQUESTS);
  }

  /** Gets a table; undefined if there is none. */
  async read(reference: TableReference): Promise<Table | undefined> {
    const table = await unlessMissing(this.client.tables.get(reference, this.options()));
    return table === undefined ? undefined : this.comparable(table, reference);
  }

  /** Makes attempts until one succeeds. @throws The failure of the last attempt. */
  inAttempts<T>(reference: TableReference, attempts = DEFAULT_ATTEMPTS, make: () => Promise<Outcome<T>>): Promise<T> {
    const retry = mergeRetry(this.#context?.retry ?? DEFAULT_RETRY, this.#options.retry);
    const limits = { clock: this.clock, signal: this.signal, deadline: this.#deadline, retry, attempts };
    return inAttempts(limits, this.requestOf(reference), make);
  }

  /** Emits a `drift` event for a response to a write whose table differs from its wanted state. */
  emitDrift(response: ResponseInfo, issues: readonly Issue[]): void {
    const callId = callIds.get(response);
    if (callId === undefined) return; // not of a client of this package
    const event = { type: "drift", callId, methodName: this.#operation, resource: "Table", issues } as const;
    this.client.emit?.({ ...event, ...response.request });
  }

  /** Emits a `warning` event for a patch, about the table that it results in. */
  emitWarning(reference: TableReference, issue: Issue): void {
    const event = { type: "warning", callId: this.#callId, methodName: this.#operation, issue } as const;
    this.client.emit?.({ ...event, ...this.requestOf(reference), method: "PATCH" });
  }

  /** Describes the request that reads a table. */
  requestOf(reference: TableReference): RequestSummary {
    const { servicePath } = this.#context ?? googleNaming;
    return { method: "GET", path: buildPath(TABLE, { ...reference }, servicePath) };
  }

  /** @throws {ResponseError} If a table cannot be compared: its JSON is not an object, or is nested too deeply. */
  comparable(table: Table, reference: TableReference): Table {
    const problem = !isObject(table) ? "must be a table" : isTooDeep(table) ? TOO_DEEP : undefined;
    if (problem === undefined) return table;
    throw unusableTable(wrongShape("", problem), this.requestOf(reference));
  }
}
