import { type Clock, deadlineExceeded, remainingMs, withinDeadline } from "../call/clock.js";
import type { CallContext } from "../call/method.js";
import { type CallOptions, callIds, type ResponseInfo } from "../call/options.js";
import { buildPath } from "../call/template.js";
import type { RequestSummary } from "../errors/call-errors.js";
import { type Issue, throwIssue } from "../errors/request-error.js";
import { wrongShape } from "../schema/shape-issues.js";
import { kindOf } from "../values/describe.js";
import { isObject, isTooDeep, TOO_DEEP } from "../values/objects.js";
import type { Warehouse } from "../warehouse/client.js";
import type { Datasets } from "../warehouse/datasets.js";
import { TABLE } from "../warehouse/method-facts.js";
import { type ServiceSettings, serviceSettings } from "../warehouse/rules/service-settings.js";
import type { Table } from "../warehouse/schemas/table.js";
import type { TableReference } from "../warehouse/schemas/table-parts.js";
import {
  contexts,
  inAttempts,
  type Outcome,
  type SequenceOptions,
  startSequence,
  unlessMissing,
  unusableTable,
} from "../warehouse/sequence.js";
import type { Tables } from "../warehouse/tables.js";
import { definitionSettings } from "./check-definition.js";

/** The part of `client.warehouse` that tables as code use. A copy of it may have other methods. */
export interface TablesClient extends Pick<Warehouse, "clock" | "emit"> {
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
  readonly #context: CallContext;
  readonly #sequence: ReturnType<typeof startSequence>;

  constructor(operation: string, client: TablesClient, options: SequenceOptions) {
    const context = contexts.get(client?.emit);
    if (context === undefined) {
      throwIssue(operation, wrongShape("client", `must be client.warehouse, got ${kindOf(client)}`));
    }
    this.client = client;
    this.clock = context.clock;
    this.signal = options.signal;
    this.#operation = operation;
    this.#context = context;
    this.#sequence = startSequence(context, operation, options);
    const { checksRequests, openValues } = context;
    this.settings = checksRequests && !openValues ? serviceSettings(context) : definitionSettings;
  }

  /** Options of the next request: with the rest of the deadline. @throws {TimeoutError} If the deadline has passed. */
  options(signal = this.signal): CallOptions {
    const { requestOptions, limits } = this.#sequence;
    if (limits.deadline === undefined) return { ...requestOptions, signal };
    const deadlineMs = remainingMs(this.clock, limits.deadline);
    if (deadlineMs <= 0) throw deadlineExceeded(limits.deadline, BETWEEN_REQUESTS);
    return { ...requestOptions, signal, deadlineMs };
  }

  /** Waits for work other than a request; an abort or the deadline ends the wait. */
  wait<T>(work: () => Promise<T>, signal = this.signal): Promise<T> {
    return withinDeadline(this.clock, work, { signal, deadline: this.#sequence.limits.deadline }, BETWEEN_REQUESTS);
  }

  /** Gets a table; undefined if there is none. */
  async read(reference: TableReference): Promise<Table | undefined> {
    const table = await unlessMissing(this.client.tables.get(reference, this.options()));
    return table === undefined ? undefined : this.comparable(table, reference);
  }

  /** Makes attempts until one succeeds. @throws The failure of the last attempt. */
  inAttempts<T>(reference: TableReference, make: () => Promise<Outcome<T>>): Promise<T> {
    return inAttempts(this.#sequence.limits, this.requestOf(reference), make);
  }

  /** Emits a `drift` event for a response to a write whose table differs from its wanted state. */
  emitDrift(response: ResponseInfo, issues: readonly Issue[]): void {
    const callId = callIds.get(response);
    if (callId === undefined) return; // not of a client of this package
    const event = { type: "drift", callId, methodName: this.#operation, resource: "Table", issues } as const;
    this.client.emit({ ...event, ...response.request });
  }

  /** Emits a `warning` event for a patch, about the table that it results in. */
  emitWarning(reference: TableReference, issue: Issue): void {
    const { callId } = this.#sequence.details.scope;
    const event = { type: "warning", callId, methodName: this.#operation, issue } as const;
    this.client.emit({ ...event, ...this.requestOf(reference), method: "PATCH" });
  }

  /** Describes the request that reads a table. */
  requestOf(reference: TableReference): RequestSummary {
    return { method: "GET", path: buildPath(TABLE, { ...reference }, this.#context.servicePath) };
  }

  /** @throws {ResponseError} If a table cannot be compared: its JSON is not an object, or is nested too deeply. */
  comparable(table: Table, reference: TableReference): Table {
    const problem = !isObject(table) ? "must be a table" : isTooDeep(table) ? TOO_DEEP : undefined;
    if (problem === undefined) return table;
    throw unusableTable(wrongShape("", problem), this.requestOf(reference));
  }
}
