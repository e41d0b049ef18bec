import { MAX_TIMER_MS } from "../clock.js";
import { onAbort } from "./on-abort.js";

/** Work took longer than it may. */
export class TimeUp extends Error {}

/** Bounds of some work. */
export interface Bounds {
  readonly signal: AbortSignal | undefined;
  /** Milliseconds at most; `Infinity` for no bound. */
  readonly timeoutMs: number;
}

/**
 * Does work until its signal is aborted or its time is up, also when the work itself takes no notice of that. No timer
 * and no listener outlives it, and what the work rejects with later is nobody's concern.
 *
 * @throws the signal's own reason, {@link TimeUp}, or what the work throws.
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
