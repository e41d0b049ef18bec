import { type Clock, durationNow, systemClock } from "../clock.js";
import { bounded, pause } from "./time-limits.js";

const MAX_SLEEPS = 5;

/** Limits how many requests start in any window of time. Requests that must wait start in the order of their calls. */
export class StartLimit {
  readonly #clock: Clock;
  readonly #maxStarts: number;
  readonly #windowMs: number;
  /** Times of the last starts, in order; at most `maxStarts`. */
  readonly #starts: number[] = [];
  #last: Promise<unknown> = Promise.resolve();

  constructor(clock: Clock, { maxStarts, windowMs }: { readonly maxStarts: number; readonly windowMs: number }) {
    this.#clock = clock;
    this.#maxStarts = maxStarts;
    this.#windowMs = windowMs;
  }

  /** Resolves when a request may start, and counts it. An abort ends the wait. */
  async start(signal: AbortSignal): Promise<void> {
    const turn = this.#last.then(() => this.#wait(signal));
    this.#last = turn.catch(() => undefined);
    await bounded(() => turn, { signal });
  }

  /** Only one caller waits at a time. */
  async #wait(signal: AbortSignal): Promise<void> {
    signal.throwIfAborted();
    if (this.#starts.length === this.#maxStarts) {
      const [oldest = 0] = this.#starts;
      // A start exactly at the end of a window would belong to it. A timer may end early; a test clock may stand still.
      for (let attempt = 0; attempt < MAX_SLEEPS; attempt += 1) {
        const waitMs = oldest + this.#windowMs - durationNow(this.#clock);
        if (waitMs < 0) break;
        await pause(this.#clock, waitMs + 1, signal);
      }
      // A test clock takes no real time, but runtimes free the memory of requests only between tasks.
      if (this.#clock !== systemClock) await systemClock.sleep(0, signal);
      this.#starts.shift();
    }
    this.#starts.push(durationNow(this.#clock));
  }
}
