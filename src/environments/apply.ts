import type { AreaContext } from "../client-options.js";
import { assertCallOptions, wholeResourceQuery } from "../core/http/call-options.js";
import { deadlineOf } from "../core/http/time-limits.js";
import type { CallOptions, SendOptions } from "../core/http/transport.js";
import { functionOption } from "../core/options.js";
import { ApplyError } from "../errors/environment-errors.js";
import type { EnvironmentUpdate } from "./check-update.js";
import { type OperationHandle, pollChecks } from "./operation-handle.js";
import type { Environment } from "./schemas/environment.js";
import type { Operation } from "./schemas/operation.js";

/** Progress of `environments.apply`. */
export interface ApplyStep {
  /** The update that is running or was just applied. */
  readonly update: EnvironmentUpdate;
  /** Index of the update in the list. */
  readonly index: number;
  /** Number of updates. */
  readonly total: number;
  /** `started` if the service accepted the update, `running` after each poll that is not the last, `done` if it was applied. */
  readonly state: "started" | "running" | "done";
  /** The last known state of the operation. */
  readonly operation: Operation | undefined;
}

/** Options of `environments.apply`. */
export interface ApplyOptions extends CallOptions {
  /** Called after each step. If it throws or rejects, the remaining updates are not started. */
  onStep?: ((step: ApplyStep) => void) | undefined;
  /** Upper bound of the first wait between two polls, in milliseconds; it doubles from poll to poll. Default: 1 000. */
  pollIntervalMs?: number | undefined;
}

/** Client methods that {@link applyUpdates} calls. */
interface ApplyTarget {
  get(options: SendOptions): Promise<Environment>;
  patch(update: EnvironmentUpdate, options: SendOptions): Promise<OperationHandle>;
}

/** Applies updates one after the other and waits for each. The updates must be valid. */
export async function applyUpdates(
  context: AreaContext,
  updates: readonly EnvironmentUpdate[],
  options: ApplyOptions,
  target: ApplyTarget,
): Promise<Environment> {
  assertCallOptions("environments.apply", options, {
    ...pollChecks,
    onStep: functionOption,
    query: wholeResourceQuery("updateMask"),
  });
  const { onStep, pollIntervalMs, ...callOptions } = options;
  const { signal } = options;
  const bounds = { ...callOptions, callDeadline: deadlineOf(context, options), callId: context.transport.newCallId() };
  let applied = 0;
  try {
    for (const [index, update] of updates.entries()) {
      const report = (state: ApplyStep["state"], operation: Operation | undefined) =>
        onStep?.({ update, index, total: updates.length, state, operation });
      const handle = await target.patch(update, bounds);
      await report("started", handle.operation);
      await handle.wait({
        ...bounds,
        pollIntervalMs,
        onProgress: (operation) => handle.done || report("running", operation),
      });
      applied += 1;
      await report("done", handle.operation);
    }
  } catch (error) {
    // If the signal was aborted, the call rejects with the signal's own reason.
    if (signal?.aborted && error === signal.reason) throw error;
    throw new ApplyError({ applied: updates.slice(0, applied), remaining: updates.slice(applied), cause: error });
  }
  return target.get(bounds);
}
