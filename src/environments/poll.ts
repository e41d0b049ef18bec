import type { Clock } from "../core/clock.js";
import { pause, remainingMs } from "../core/http/time-limits.js";
import type { Deadline } from "../core/http/transport.js";

/** Options of {@link pollUntilDone}. */
export interface Polling<T> {
  /** Sends one poll. */
  poll(): Promise<T>;
  isDone(result: T): boolean;
  /** Called with the result of every poll. */
  onPoll?: ((result: T) => void) | undefined;
  readonly clock: Clock;
  /** Aborts waiting. */
  readonly signal: AbortSignal | undefined;
  /** Upper bound of the first wait, in milliseconds; it doubles with each poll. */
  readonly intervalMs: number;
  /** Deadline of the wait; undefined for none. */
  readonly deadline: Deadline | undefined;
  /** Creates the error for a deadline that the next poll would miss. */
  timedOut(polls: number): Error;
  /** Returns a number from 0 to 1. Default: `Math.random`. */
  random?: (() => number) | undefined;
}

/** Maximum wait between two polls, in milliseconds, unless `intervalMs` is longer. */
export const MAX_POLL_INTERVAL_MS = 30_000;

/**
 * Polls immediately, then at growing intervals with full jitter, until the result is done.
 *
 * A wait that would exceed the deadline is shortened, so that one more poll takes place `intervalMs` before the
 * deadline.
 *
 * @throws The signal's own reason, the error of `poll` or `onPoll`, or the error that `timedOut` creates.
 */
export async function pollUntilDone<T>(polling: Polling<T>): Promise<T> {
  const { clock, signal, intervalMs, deadline, random = Math.random } = polling;
  const longestMs = Math.max(MAX_POLL_INTERVAL_MS, intervalMs);
  let boundMs = intervalMs;
  for (let polls = 1; ; polls += 1) {
    const result = await polling.poll();
    await polling.onPoll?.(result);
    if (polling.isDone(result)) return result;
    const leftMs = remainingMs(clock, deadline);
    let waitMs = random() * boundMs;
    if (waitMs >= leftMs) {
      if (leftMs <= intervalMs) throw polling.timedOut(polls);
      waitMs = leftMs - intervalMs;
    }
    await pause(clock, waitMs, signal);
    boundMs = Math.min(longestMs, boundMs * 2);
  }
}
