import type { TimeoutError } from "../../errors/timeout-error.js";
import type { Clock } from "../clock.js";

/** How long an attempt may take, and what has run out then. */
export interface TimeLimit {
  readonly ms: number;
  readonly code: TimeoutError["code"];
}

/** The bounds of a call as options give them. */
export interface TimeBounds {
  /** Bound of one attempt, in milliseconds. */
  readonly timeoutMs: number;
  /** Bound of the whole call, in milliseconds; undefined for none. */
  readonly deadlineMs: number | undefined;
  /** When the whole call ends, in milliseconds since the epoch; stands above `deadlineMs`. */
  readonly deadlineAt: number | undefined;
}

/** The time that one call has. It begins to run when it is made. */
export class TimeBudget {
  readonly #clock: Clock;
  readonly #bounds: TimeBounds;
  readonly #endsAt: number;

  constructor(clock: Clock, bounds: TimeBounds) {
    this.#clock = clock;
    this.#bounds = bounds;
    this.#endsAt = bounds.deadlineAt ?? clock.now() + (bounds.deadlineMs ?? Number.POSITIVE_INFINITY);
  }

  /** What is left of the whole call, in milliseconds. */
  get remainingMs(): number {
    return this.#endsAt - this.#clock.now();
  }

  /** What ends the next attempt: its own time, or the call's. */
  get nextLimit(): TimeLimit {
    const { timeoutMs } = this.#bounds;
    const { remainingMs } = this;
    return remainingMs < timeoutMs ? { ms: remainingMs, code: "deadline" } : { ms: timeoutMs, code: "timeout" };
  }

  /** The bound that a code stands for, in milliseconds. */
  boundOf(code: TimeoutError["code"]): number {
    return (code === "timeout" ? this.#bounds.timeoutMs : this.#bounds.deadlineMs) ?? 0;
  }
}
