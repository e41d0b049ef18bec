import type { RequestSummary } from "../../errors/request-summary.js";
import { TimeoutError } from "../../errors/timeout-error.js";
import { type Clock, durationNow } from "../clock.js";
import { bounded, TimeUp } from "./bounded.js";
import type { SendOptions } from "./transport.js";

/** The time limit of one attempt, and the code of the error if it is exceeded. */
export interface TimeLimit {
  readonly ms: number;
  readonly code: TimeoutError["code"];
}

/** The time limits of a call. */
export interface TimeBounds extends Pick<SendOptions, "deadlineMs" | "deadlineAt"> {
  /** Maximum duration of one attempt, in milliseconds. */
  readonly timeoutMs: number;
}

/** The time that is left for one call. */
export class TimeBudget {
  readonly #clock: Clock;
  readonly #bounds: TimeBounds;

  constructor(clock: Clock, bounds: TimeBounds) {
    this.#clock = clock;
    this.#bounds = bounds;
  }

  /** Time left for the whole call, in milliseconds. */
  get remainingMs(): number {
    const { deadlineAt } = this.#bounds;
    return deadlineAt === undefined ? Number.POSITIVE_INFINITY : deadlineAt - durationNow(this.#clock);
  }

  /** The limit of the next attempt: `timeoutMs`, or the rest of the deadline if that is shorter. */
  get nextLimit(): TimeLimit {
    const { timeoutMs } = this.#bounds;
    const { remainingMs } = this;
    return remainingMs < timeoutMs ? { ms: remainingMs, code: "deadline" } : { ms: timeoutMs, code: "timeout" };
  }

  /** The configured limit for an error code, in milliseconds. */
  boundOf(code: TimeoutError["code"]): number {
    return (code === "timeout" ? this.#bounds.timeoutMs : this.#bounds.deadlineMs) ?? 0;
  }
}

/** Returns the deadline of a call, which starts now unless it already has. Default: the client's `deadlineMs`. */
export function deadlineOf(
  client: { readonly clock: Clock; readonly deadlineMs: number | undefined },
  options: SendOptions,
): Pick<SendOptions, "deadlineMs" | "deadlineAt"> {
  const { deadlineMs = client.deadlineMs, deadlineAt } = options;
  if (deadlineAt !== undefined || deadlineMs === undefined) return { deadlineMs, deadlineAt };
  return { deadlineMs, deadlineAt: durationNow(client.clock) + deadlineMs };
}

/**
 * Waits for work that is part of a call but not a request: an abort or the deadline ends the wait.
 *
 * @throws The signal's own reason, {@link TimeoutError}, or what the work throws.
 */
export async function withinDeadline<T>(
  clock: Clock,
  work: () => Promise<T>,
  { signal, deadlineAt = Number.POSITIVE_INFINITY, deadlineMs = 0 }: SendOptions,
  facts: { readonly request: RequestSummary; readonly attempts: number },
): Promise<T> {
  try {
    return await bounded(work, { signal, timeoutMs: deadlineAt - durationNow(clock) });
  } catch (error) {
    throw error instanceof TimeUp ? new TimeoutError({ code: "deadline", limitMs: deadlineMs, ...facts }) : error;
  }
}
