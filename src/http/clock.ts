import { kindOf } from "../values/describe.js";
import { isFunction, must, type OptionCheck } from "../values/options.js";

/**
 * Source of the current time and of waits. Pass your own clock to test code that waits.
 *
 * Timeouts of requests use the system's timers. Delays before a retry and between two polls use {@link Clock.sleep}.
 */
export interface Clock {
  /**
   * Returns the current time.
   *
   * @returns The Unix time in milliseconds.
   */
  now(): number;
  /**
   * Resolves after a delay. Rejects with the signal's own reason as soon as the signal is aborted.
   *
   * @param ms - Delay in milliseconds.
   * @param signal - Ends the wait. Default: none.
   */
  sleep(ms: number, signal?: AbortSignal): Promise<void>;
}

/** Longest delay that `setTimeout` supports, in milliseconds. */
export const MAX_TIMER_MS = 2_147_483_647;

/**
 * Returns the time for measuring durations, in milliseconds. Changes to the system time do not affect it, unless a clock
 * other than {@link systemClock} was given.
 */
export function durationNow(clock: Clock): number {
  return clock === systemClock ? performance.now() : clock.now();
}

/** The system clock. */
export const systemClock: Clock = {
  now: () => Date.now(),
  sleep: (ms, signal) =>
    new Promise((resolve, reject) => {
      if (signal?.aborted) {
        reject(signal.reason);
        return;
      }
      const onAbort = () => {
        clearTimeout(timer);
        reject(signal?.reason);
      };
      const timer = setTimeout(
        () => {
          signal?.removeEventListener("abort", onAbort);
          resolve();
        },
        Math.min(ms, MAX_TIMER_MS),
      );
      signal?.addEventListener("abort", onAbort, { once: true });
    }),
};

/** Check for a clock. */
export const clockOption: OptionCheck = must(
  (value) => isFunction(Object(value).now) && isFunction(Object(value).sleep),
  "a clock with the methods now and sleep",
  kindOf,
);
