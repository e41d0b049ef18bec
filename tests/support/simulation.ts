import type { Clock } from "../../src/call/clock.js";

/** A clock for callers that run at the same time: its time advances as soon as all of them sleep. */
export interface SimulatedClock extends Clock {
  /** Runs callers at the same time; resolves when all have ended. */
  run<T>(callers: number, work: (n: number) => Promise<T>): Promise<PromiseSettledResult<T>[]>;
}

/** Creates a {@link SimulatedClock}. A caller must not start a second sleep before its first one has ended. */
export function createSimulatedClock(): SimulatedClock {
  let now = 0;
  let active = 0;
  let sleepers: { readonly at: number; readonly wake: () => void }[] = [];
  const advance = () => {
    if (active === 0 || sleepers.length < active) return;
    const next = sleepers.reduce((first, each) => (each.at < first.at ? each : first));
    sleepers = sleepers.filter((each) => each !== next);
    now = Math.max(now, next.at);
    next.wake();
  };
  return {
    now: () => now,
    sleep: (ms) =>
      new Promise((wake) => {
        sleepers.push({ at: now + ms, wake });
        advance();
      }),
    run(callers, work) {
      active += callers;
      const end = () => {
        active -= 1;
        advance();
      };
      return Promise.allSettled(Array.from({ length: callers }, (_, n) => work(n).finally(end)));
    },
  };
}

/** Returns a function like `Math.random` whose numbers depend only on the seed. */
export function seededRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 1_103_515_245 + 12_345) % 2 ** 31;
    return state / 2 ** 31;
  };
}
