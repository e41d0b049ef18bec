import { type Clock, MAX_TIMER_MS } from "../clock.js";
import { onAbort } from "./on-abort.js";

/** Thrown when work exceeds its time limit. */
export class TimeUp extends Error {
  override readonly name = "TimeoutError";
}

/** Limits of some work. */
export interface Bounds {
  readonly signal: AbortSignal | undefined;
  /** Maximum duration, in milliseconds; `Infinity` for no limit. */
  readonly timeoutMs: number;
}

/**
 * Runs work until its signal is aborted or its time is up, even if the work ignores the signal. Timer and listener are
 * always removed, and a late rejection of the work is ignored.
 *
 * @throws The signal's own reason, {@link TimeUp}, or the error of the work.
 */
export async function bounded<T>(work: (signal: AbortSignal) => Promise<T>, { signal, timeoutMs }: Bounds): Promise<T> {
  signal?.throwIfAborted();
  const controller = new AbortController();
  let timer: ReturnType<typeof setTimeout> | undefined;
  let unlink: (() => void) | undefined;
  const interrupted = new Promise<never>((_, reject) => {
    const stop = (reason: unknown) => {
      reject(reason);
      controller.abort(reason);
    };
    if (timeoutMs <= MAX_TIMER_MS) timer = setTimeout(() => stop(new TimeUp()), timeoutMs);
    if (signal !== undefined) unlink = onAbort(signal, () => stop(signal.reason));
  });
  try {
    return await Promise.race([work(controller.signal), interrupted]);
  } finally {
    clearTimeout(timer);
    unlink?.();
  }
}

/** Waits on a clock. An abort ends the wait, even if a user's clock ignores the signal. */
export async function pause(clock: Clock, ms: number, signal: AbortSignal | undefined): Promise<void> {
  await bounded((inner) => clock.sleep(ms, inner), { signal, timeoutMs: Number.POSITIVE_INFINITY });
}
