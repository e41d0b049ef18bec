import type { Clock } from "../../src/core/clock.js";

/** A clock on which waits can overlap: when all code is waiting, its time advances to the end of the next wait. */
export interface EventClock extends Clock {
  /** Wraps a fetch function: time does not advance while it has requests. */
  watch<F extends typeof globalThis.fetch>(fetch: F): typeof globalThis.fetch;
}

/** Number of turns of the event loop without a new wait or request after which time advances. */
const QUIET_TURNS = 4;

/** Creates an {@link EventClock}. Waits on it take no real time. */
export function createEventClock(startMs: number = Date.UTC(2026, 0, 1)): EventClock {
  let now = startMs;
  let inFlight = 0;
  let activity = 0;
  let isWatching = false;
  let sleepers: { readonly at: number; readonly wake: () => void }[] = [];
  const turn = () => new Promise((resolve) => setTimeout(resolve, 0));
  const advance = async () => {
    if (isWatching) return;
    isWatching = true;
    while (sleepers.length > 0) {
      for (let quiet = 0, seen = -1; quiet < QUIET_TURNS; quiet = seen === activity && inFlight === 0 ? quiet + 1 : 0) {
        seen = activity;
        await turn();
      }
      now = Math.max(now, Math.min(...sleepers.map(({ at }) => at)));
      const awake = sleepers.filter(({ at }) => at <= now);
      sleepers = sleepers.filter((each) => !awake.includes(each));
      for (const { wake } of awake) wake();
    }
    isWatching = false;
  };
  return {
    now: () => now,
    sleep: (ms, signal) =>
      new Promise((resolve, reject) => {
        activity += 1;
        const sleeper = { at: now + ms, wake: resolve };
        sleepers.push(sleeper);
        signal?.addEventListener("abort", () => {
          sleepers = sleepers.filter((each) => each !== sleeper);
          reject(signal.reason);
        });
        void advance();
      }),
    watch: (fetch) => async (input, init) => {
      inFlight += 1;
      try {
        const response = await fetch(input, init);
        const text = await response.text();
        const { status, headers } = response;
        return new Response(status === 204 ? null : text, { status, headers });
      } finally {
        inFlight -= 1;
        activity += 1;
      }
    },
  };
}
