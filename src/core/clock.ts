/**
 * Where time comes from. Give your own to test code that waits.
 *
 * Time-outs of a request in flight run on the machine's own timers; everything that waits on purpose
 * (the pause before a repeat, the pause between two polls) goes through {@link Clock.sleep}.
 */
export interface Clock {
  /** The time now, in milliseconds since the epoch. */
  now(): number;
  /**
   * Resolves after `ms` milliseconds.
   *
   * @throws the signal's own reason, as soon as the signal is aborted.
   */
  sleep(ms: number, signal?: AbortSignal): Promise<void>;
}

/** The longest wait that `setTimeout` can hold, in milliseconds. */
export const MAX_TIMER_MS = 2_147_483_647;

/**
 * Returns the time for measuring durations, in milliseconds. Changes of the system time do not affect it, unless a clock
 * other than {@link systemClock} was given.
 */
export function durationNow(clock: Clock): number {
  return clock === systemClock ? performance.now() : clock.now();
}

/** The machine's clock. */
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
