import { onTestFinished, vi } from "vitest";
import type { Clock } from "../../src/http/clock.js";

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

/** Tracks the timers that are set after this call. */
export function watchTimers(): { /** How many are set and have neither run nor been cleared. */ pending(): number } {
  const pending = new Set<unknown>();
  const { setTimeout: set, clearTimeout: clear } = globalThis;
  const setSpy = vi.spyOn(globalThis, "setTimeout").mockImplementation(((work: () => void, ms?: number) => {
    const timer = set(() => {
      pending.delete(timer);
      work();
    }, ms);
    pending.add(timer);
    return timer;
  }) as typeof setTimeout); // promisify is not needed here
  const clearSpy = vi.spyOn(globalThis, "clearTimeout").mockImplementation((timer) => {
    pending.delete(timer);
    clear(timer);
  });
  onTestFinished(() => {
    setSpy.mockRestore();
    clearSpy.mockRestore();
  });
  return { pending: () => pending.size };
}

/** Waits until pending work, including sockets, is complete. */
export async function settle(turns = 5): Promise<void> {
  for (let turn = 0; turn < turns; turn += 1) {
    await new Promise<void>((resolve) => {
      setImmediate(resolve);
    });
  }
}
