import type { Clock } from "../core/clock.js";
import { bounded } from "../core/http/bounded.js";

/** How something is asked about until it is done. */
export interface Polling<T> {
  /** Asks once. */
  poll(): Promise<T>;
  isDone(answer: T): boolean;
  /** Is told of every answer. */
  onAnswer?: ((answer: T) => void) | undefined;
  readonly clock: Clock;
  /** Ends the waiting when it is aborted. */
  readonly signal: AbortSignal | undefined;
  /** Upper bound of the first wait, in milliseconds; it doubles with each poll. */
  readonly intervalMs: number;
  /** When the waiting must end, in milliseconds since the epoch; undefined for never. */
  readonly deadlineAt: number | undefined;
  /** Makes the error of a deadline that cannot be met any more. */
  timedOut(polls: number): Error;
  /** A number from 0 to 1. Default: `Math.random`. */
  random?: (() => number) | undefined;
}

/** The longest wait between two polls, unless the first is longer, in milliseconds. */
export const MAX_POLL_INTERVAL_MS = 30_000;

/**
 * Polls at once, then at growing intervals with full jitter, until it is done.
 *
 * A wait that would pass the deadline is cut short, so that one poll still comes an interval before it.
 *
 * @throws the signal's own reason, or what `poll`, `onAnswer` or `timedOut` gives.
 */
export async function pollUntilDone<T>(polling: Polling<T>): Promise<T> {
  const { clock, signal, intervalMs, deadlineAt, random = Math.random } = polling;
  const longestMs = Math.max(MAX_POLL_INTERVAL_MS, intervalMs);
  let boundMs = intervalMs;
  for (let polls = 1; ; polls += 1) {
    const answer = await polling.poll();
    polling.onAnswer?.(answer);
    if (polling.isDone(answer)) return answer;
    const remainingMs = deadlineAt === undefined ? Number.POSITIVE_INFINITY : deadlineAt - clock.now();
    let waitMs = random() * boundMs;
    if (waitMs >= remainingMs) {
      if (remainingMs <= intervalMs) throw polling.timedOut(polls);
      waitMs = remainingMs - intervalMs;
    }
    // A clock of the user's own may take no notice of the signal.
    await bounded((inner) => clock.sleep(waitMs, inner), { signal, timeoutMs: Number.POSITIVE_INFINITY });
    boundMs = Math.min(longestMs, boundMs * 2);
  }
}
