import type { Clock } from "../../src/call/clock.js";

/** A clock that a test controls. Waits on it take no real time. */
export interface TestClock extends Clock {
  /** Advances the time. */
  advance(ms: number): void;
  /** Durations of all sleeps, in milliseconds, in order. */
  readonly slept: readonly number[];
}

/** Creates a clock that advances only when a test advances it or code sleeps on it, which takes no real time. */
export function createTestClock(startMs: number = Date.UTC(2026, 0, 1)): TestClock {
  let now = startMs;
  const slept: number[] = [];
  return {
    now: () => now,
    async sleep(ms, signal) {
      signal?.throwIfAborted();
      slept.push(ms);
      now += ms;
    },
    advance(ms) {
      now += ms;
    },
    slept,
  };
}
