import { callForResponse } from "../call/call.js";
import { deadlineExceeded, pause, remainingMs, startCall } from "../call/clock.js";
import type { CallDetails } from "../call/input.js";
import type { MethodInput, TypesOf } from "../call/method.js";
import { assertCallOptions, type CallOptions, type CallScope, type WireResponse } from "../call/options.js";
import { invalidResponse } from "../call/response.js";
import { buildPath } from "../call/template.js";
import type { AreaContext } from "../client-options.js";
import type { RequestSummary } from "../errors/call-errors.js";
import { type FailedOperation, OperationError } from "../errors/environment-errors.js";
import { kindOf } from "../values/describe.js";
import { checked, functionOption, must, type OptionChecks } from "../values/options.js";
import { environmentMethods } from "./methods.js";
import type { Environment } from "./schemas/environment.js";
import type { Operation } from "./schemas/operation.js";

/** Options of {@link OperationHandle.wait}. `deadlineMs` limits the whole wait. */
export interface WaitOptions extends Omit<CallOptions, "timeoutMs"> {
  /**
   * Upper bound of the first wait between two polls, in milliseconds. The bound doubles after each poll, up to 30 000 or
   * the initial value if that is larger. Each wait is random, up to the bound. Default: 1 000.
   */
  pollIntervalMs?: number | undefined;
  /** Called with the operation after every poll. If it throws or rejects, `wait` rejects with that error. */
  onProgress?: ((operation: Operation) => void) | undefined;
}

/**
 * A long-running operation of Cloud Composer. You can poll it, wait for it, or resume it later by its name.
 *
 * @see {@link https://cloud.google.com/composer/docs/reference/rest/v1beta1/projects.locations.operations/get | projects.locations.operations.get} in the Cloud Composer reference
 */
export interface OperationHandle {
  /** Name of the operation. `client.environments.operation(name)` returns a new handle for it, even in another process. */
  readonly name: string;
  /** The state at the last poll; undefined before the first state is known. */
  readonly operation: Operation | undefined;
  /** Whether the last known state is final: success or failure. */
  readonly done: boolean;
  /**
   * Polls the operation once. A completed operation is returned without a request. A failed operation is returned, not
   * thrown.
   *
   * @param options - Options of the call.
   * @returns The operation.
   * @throws {ApiError} If the service responds with an error: `not_found` if the operation does not exist.
   */
  poll(options?: CallOptions): Promise<Operation>;
  /**
   * Polls immediately, then at growing intervals with jitter, until the operation completes, and returns its response.
   * Aborting ends the wait, not the operation.
   *
   * @param options - `pollIntervalMs` and `onProgress`; `deadlineMs` limits the whole wait.
   * @returns The environment after the update: the response of the operation, in which Cloud Composer omits some fields, such as
   * `state`; `{}` if the operation has no response. `environments.get` returns all of them.
   * @throws {OperationError} If the operation fails.
   * @throws {TimeoutError} `deadline` if `deadlineMs` is exceeded; the operation continues.
   * @see {@link WaitOptions} for the intervals
   */
  wait(options?: WaitOptions): Promise<Environment>;
}

const DEFAULT_POLL_INTERVAL_MS = 1_000;
/** Maximum wait between two polls, in milliseconds, unless `pollIntervalMs` is longer. */
const MAX_POLL_INTERVAL_MS = 30_000;
/** Minimum time that is left for the last poll before the deadline, in milliseconds. */
const LAST_POLL_MS = 50;

/** Checks of the polling options. */
export const pollChecks: OptionChecks = {
  pollIntervalMs: must((value) => Number.isFinite(value) && Number(value) > 0, "a positive number of milliseconds"),
};

/**
 * Starts an update and creates the handle of its operation.
 *
 * @throws {ResponseError} If the response does not name an operation.
 */
export async function startedOperation(
  context: AreaContext,
  input: MethodInput<TypesOf<typeof environmentMethods.patch>>,
  options: CallOptions,
  details: CallDetails,
): Promise<Handle> {
  const response = await callForResponse(context, environmentMethods.patch, input, options, details);
  const name: unknown = response.result.name;
  if (typeof name !== "string" || name.split("/").some((part) => part === "" || part === "." || part === "..")) {
    const message = `must be the name of an operation, got ${kindOf(name)}`;
    throw invalidResponse(response, [{ path: "name", message, rule: "resource-name" }]);
  }
  return new Handle(context, name, response.result, response);
}

/**
 * The handle of an operation that was just started, or of an operation that was started elsewhere, whose state is not known
 * yet.
 */
export class Handle implements OperationHandle {
  readonly name: string;
  readonly #context: AreaContext;
  #operation: Operation | undefined;
  #response: WireResponse | undefined;

  constructor(context: AreaContext, name: string, operation?: Operation, response?: WireResponse) {
    this.#context = context;
    this.name = name;
    this.#operation = operation;
    this.#response = response;
  }

  get operation(): Operation | undefined {
    return this.#operation;
  }

  get done(): boolean {
    return this.#operation !== undefined && isDone(this.#operation);
  }

  async poll(options: CallOptions = {}): Promise<Operation> {
    assertCallOptions("operation.poll", options);
    return this.#poll(options);
  }

  async #poll(options: CallOptions, scope?: CallScope): Promise<Operation> {
    if (this.#operation !== undefined && this.done) return this.#operation;
    const { operation } = environmentMethods;
    const details = { scope };
    const response = await callForResponse(this.#context, operation, { name: this.name }, options, details);
    this.#response = response;
    this.#operation = response.result;
    return response.result;
  }

  async wait(options: WaitOptions = {}): Promise<Environment> {
    assertCallOptions("operation.wait", options, {
      ...pollChecks,
      onProgress: functionOption,
      timeoutMs: checked(() => "is not allowed: it limits one request; use deadlineMs"),
    });
    return this.waitWithin(startCall(this.#context, options), options);
  }

  /**
   * Waits as a part of a call whose options are valid. A wait between two polls that would exceed the deadline is shortened,
   * so that one more poll ends immediately before the deadline.
   */
  async waitWithin(scope: CallScope, options: WaitOptions): Promise<Environment> {
    const { clock } = this.#context;
    const { pollIntervalMs = DEFAULT_POLL_INTERVAL_MS, onProgress, ...callOptions } = options;
    const { deadline } = scope;
    let boundMs = pollIntervalMs;
    let slowestMs = 0;
    let isLast = false;
    for (let attempts = 1; ; attempts += 1) {
      const start = clock.now();
      const operation = await this.#poll(callOptions, scope);
      slowestMs = Math.max(slowestMs, clock.now() - start);
      await onProgress?.(operation);
      if (isDone(operation)) return this.#resultOf(operation);
      const leftMs = remainingMs(clock, deadline);
      if (isLast || leftMs <= 0) throw deadlineExceeded(deadline, { request: this.#request, attempts });
      // The last poll may take longer than earlier polls.
      const reservedMs = Math.min(leftMs / 2, Math.max(LAST_POLL_MS, 2 * slowestMs));
      const waitMs = Math.random() * boundMs;
      isLast = waitMs >= leftMs - reservedMs;
      await pause(clock, isLast ? leftMs - reservedMs : waitMs, options.signal);
      boundMs = Math.min(Math.max(MAX_POLL_INTERVAL_MS, pollIntervalMs), boundMs * 2);
    }
  }

  #resultOf(operation: Operation): Environment {
    if (!isFailed(operation)) return operation.response ?? {};
    const failed = { ...operation, error: operation.error ?? {} };
    // Masked, because a service may echo credentials of the request.
    const shown = this.#response === undefined ? failed : this.#response.redact(failed);
    throw new OperationError({ operation: shown as FailedOperation }); // same structure, with masked strings
  }

  get #request(): RequestSummary {
    if (this.#response?.request.method === "GET") return this.#response.request;
    return { method: "GET", path: buildPath(environmentMethods.operation.path, { name: this.name }) };
  }
}

/** The state of a failed operation, and its number. */
const FAILED: readonly unknown[] = ["FAILED", 4];

// An error means failure, even without `done`; a null error counts as absent. A state does not end an operation.
const isFailed = ({ done, error, metadata }: Operation): boolean =>
  (error ?? undefined) !== undefined || (done === true && FAILED.includes(metadata?.state));
const isDone = (operation: Operation) => operation.done === true || isFailed(operation);
