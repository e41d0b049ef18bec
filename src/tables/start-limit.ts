import { type Clock, durationNow, systemClock } from "../http/clock.js";
import { bounded, pause } from "../http/time-limits.js";
import { cached } from "../values/objects.js";

const WINDOW_MS = 1_000;
const MAX_SLEEPS = 5;

/** Limits how many requests start per second, together for all clients with one clock. The result waits for a start. */
export function startsPerSecond(
  maxStarts: number,
): (clock: Clock) => (signal: AbortSignal | undefined) => Promise<void> {
  return cached((clock: Clock) => {
    const limit = new StartLimit(clock, maxStarts);
    return (signal) => limit.start(signal);
  });
}

/** Limits how many requests start in any second. Requests that must wait start in the order of their calls. */
class StartLimit {
  readonly #clock: Clock;
  readonly #maxStarts: number;
  /** Times of the last starts, in order; at most `maxStarts`. */
  readonly #starts: number[] = [];
  #last: Promise<unknown> = Promise.resolve();

  constructor(clock: Clock, maxStarts: number) {
    this.#clock = clock;
    this.#maxStarts = maxStarts;
  }

  /** Resolves when a request may start, and counts it. An abort ends the wait. */
  async start(signal: AbortSignal | undefined): Promise<void> {
    const turn = this.#last.then(() => this.#wait(signal));
    this.#last = turn.catch(() => undefined);
    await bounded(() => turn, { signal });
  }

  /** Waits until the next start is allowed. Only one caller waits at a time. */
  async #wait(signal: AbortSignal | undefined): Promise<void> {
    signal?.throwIfAborted();
    if (this.#starts.length === this.#maxStarts) {
      const [oldest = 0] = this.#starts;
      // Waits 1 ms longer than the window, whose end is inclusive. Checks again, because a timer may fire early. The
      // number of checks is limited, because a test clock may not advance.
      for (let attempt = 0; attempt < MAX_SLEEPS; attempt += 1) {
        const waitMs = oldest + WINDOW_MS - durationNow(this.#clock);
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
