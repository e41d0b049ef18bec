import type { AreaContext } from "../client-options.js";
import { assertCallOptions } from "../core/http/call-options.js";
import type { CallOptions, SendOptions, WireResponse } from "../core/http/transport.js";
import { checkAnswer } from "../core/read-response.js";
import { kindOf } from "../core/rules/describe.js";
import { anyValue, must, type OptionChecks } from "../core/rules/options.js";
import type { FailedOperation } from "../errors/operation-error.js";
import { OperationError } from "../errors/operation-error.js";
import type { RequestSummary } from "../errors/request-summary.js";
import { ResponseError } from "../errors/response-error.js";
import { TimeoutError } from "../errors/timeout-error.js";
import { fromWire } from "../naming/rename.js";
import { pollUntilDone } from "./poll.js";
import { operationPlaces } from "./renamed-places.js";
import type { Environment } from "./schemas/environment.js";
import { Operation, type OperationMembers } from "./schemas/operation.js";

/** Options of {@link OperationHandle.wait}. `deadlineMs` bounds all of the waiting. */
export interface WaitOptions extends CallOptions {
  /**
   * Upper bound of the first wait between two polls, in milliseconds. It doubles from poll to poll, to 30 000 at most
   * unless it is larger itself; each wait lies anywhere below its bound. Default: 1 000.
   */
  pollIntervalMs?: number | undefined;
  /** Is told of the operation after every poll. What it throws ends the waiting. */
  onProgress?: ((operation: Operation) => void) | undefined;
}

/** A long-running operation: poll it, wait for it, or take it up again later by its name. */
export interface OperationHandle {
  /** Name of the operation: `client.environments.operation(name)` takes it up again, in another process too. */
  readonly name: string;
  /** The last state seen; undefined before any. */
  readonly operation: Operation | undefined;
  /** Whether the last state seen was the end, well or not. */
  readonly done: boolean;
  /**
   * Asks once how far it is. An operation that has ended is not asked again. One that has failed is no error here.
   *
   * @throws {ApiError} `not_found` when the service does not know it.
   */
  poll(options?: CallOptions): Promise<Operation>;
  /**
   * Polls at once, then at growing intervals with jitter, until the operation has ended, and returns its response.
   * Aborting ends the waiting, not the operation.
   *
   * @throws {OperationError} when the operation fails.
   * @throws {TimeoutError} `deadline` when `deadlineMs` is over; the operation goes on.
   */
  wait(options?: WaitOptions): Promise<Environment>;
}

const DEFAULT_POLL_INTERVAL_MS = 1_000;

/** Checks of how often an operation is asked after. */
export const pollChecks: OptionChecks = {
  pollIntervalMs: /* @__PURE__ */ must(
    (value) => Number.isFinite(value) && Number(value) > 0,
    "a positive number of milliseconds",
  ),
};

/** Makes a handle out of the answer that began an operation. @throws {ResponseError} when it names none. */
export function startedOperation(context: AreaContext, response: WireResponse): OperationHandle {
  const operation = readOperation(context, response);
  const name: unknown = (operation as Operation | null)?.name;
  if (typeof name !== "string" || name.split("/").some((part) => part === "" || part === "." || part === "..")) {
    const message = `must be the name of an operation, got ${kindOf(name)}`;
    const { status, request } = response;
    const issues = [{ path: "name", message, rule: "resource-name" }];
    throw new ResponseError({
      code: "invalid_response",
      status,
      request,
      issues,
      body: response.redact(response.body),
    });
  }
  return new Handle(context, name, operation, response);
}

/** Makes a handle for an operation that was begun elsewhere. */
export function knownOperation(context: AreaContext, name: string): OperationHandle {
  return new Handle(context, name);
}

function readOperation(context: AreaContext, response: WireResponse): Operation {
  const body = fromWire(response.body, operationPlaces, context.naming);
  return checkAnswer<OperationMembers>(Operation, "Operation", { ...response, body }, context) as Operation; // told apart
}

class Handle implements OperationHandle {
  readonly name: string;
  readonly #context: AreaContext;
  #operation: Operation | undefined;
  #answer: WireResponse | undefined;

  constructor(context: AreaContext, name: string, operation?: Operation, answer?: WireResponse) {
    this.#context = context;
    this.name = name;
    this.#operation = operation;
    this.#answer = answer;
  }

  get operation(): Operation | undefined {
    return this.#operation;
  }

  get done(): boolean {
    return this.#operation !== undefined && isDone(this.#operation);
  }

  async poll(options: SendOptions = {}): Promise<Operation> {
    if (this.#operation !== undefined && this.done) return this.#operation;
    const { transport } = this.#context;
    this.#answer = await transport.send({ method: "GET", path: this.#path, repeatable: true }, options);
    this.#operation = readOperation(this.#context, this.#answer);
    return this.#operation;
  }

  async wait(options: WaitOptions & SendOptions = {}): Promise<Environment> {
    const { clock } = this.#context;
    const { pollIntervalMs = DEFAULT_POLL_INTERVAL_MS, signal, onProgress } = options;
    const { deadlineAt: fixedAt, ...own } = options;
    assertCallOptions("operation.wait", own, { ...pollChecks, onProgress: anyValue });
    const deadlineMs = options.deadlineMs ?? this.#context.deadlineMs;
    const deadlineAt = fixedAt ?? (deadlineMs === undefined ? undefined : clock.now() + deadlineMs);
    const operation = await pollUntilDone<Operation>({
      poll: () => this.poll({ ...options, deadlineAt }),
      isDone,
      onAnswer: onProgress,
      clock,
      signal,
      intervalMs: pollIntervalMs,
      deadlineAt,
      timedOut: (attempts) =>
        new TimeoutError({ code: "deadline", limitMs: deadlineMs ?? 0, request: this.#request, attempts }),
    });
    if (!isFailed(operation)) return operation.response ?? {};
    // What the error shows is masked: a service may echo what it was sent.
    const shown = this.#answer === undefined ? operation : this.#answer.redact(operation);
    throw new OperationError({ operation: shown as FailedOperation }); // as before, but for masked texts
  }

  get #path(): string {
    return `/v1beta1/${this.name.split("/").map(encodeURIComponent).join("/")}`;
  }

  get #request(): RequestSummary {
    return this.#answer?.request.method === "GET" ? this.#answer.request : { method: "GET", path: this.#path };
  }
}

// A null counts as absent, and an error alone says enough.
const isFailed = (operation: Operation): operation is FailedOperation => (operation.error ?? undefined) !== undefined;
const isDone = (operation: Operation) => operation.done === true || isFailed(operation);
