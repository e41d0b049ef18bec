import type { Clock } from "../../src/core/clock.js";

/** A clock that a test holds: nothing on it takes real time. */
export interface TestClock extends Clock {
  /** Lets time go by. */
  advance(ms: number): void;
  /** What was slept, in milliseconds, in order. */
  readonly slept: readonly number[];
}

/** Makes a clock that stands still until a test advances it or a user sleeps on it, which takes no real time. */
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
