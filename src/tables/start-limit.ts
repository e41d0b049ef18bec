import { type Clock, durationNow, pause } from "../call/clock.js";
import { cached } from "../values/objects.js";

/** 1 ms longer than a second, whose end is inclusive. */
const WINDOW_MS = 1_001;

/** Limits how many requests start in any second, together for all clients with one clock. The result waits for a start. */
export function startsPerSecond(maxStarts: number) {
  /** Times of the last starts, in order; at most `maxStarts`. */
  const startsOf = cached((_: Clock): number[] => []);
  return async (clock: Clock, signal: AbortSignal | undefined): Promise<void> => {
    const starts = startsOf(clock);
    const now = durationNow(clock);
    const oldest = starts.length < maxStarts ? undefined : starts.shift();
    const start = oldest === undefined ? now : Math.max(now, oldest + WINDOW_MS);
    starts.push(start);
    if (start > now) await pause(clock, start - now, signal);
  };
}
