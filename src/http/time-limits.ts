import type { RequestSummary } from "../errors/call-errors.js";
import { TimeoutError } from "../errors/call-errors.js";
import { type Clock, durationNow, MAX_TIMER_MS } from "./clock.js";
import type { CallOptions, CallScope, Deadline } from "./transport.js";

/** The callbacks that wait for one signal. */
interface Audience {
  readonly callbacks: Set<() => void>;
  readonly listener: () => void;
}

const audiences = new WeakMap<AbortSignal, Audience>();

/**
 * Calls `callback` when a signal is aborted, and returns a function that removes the callback. Each signal has a single
 * listener, because Node warns of a leak if a signal has more than ten.
 */
export function onAbort(signal: AbortSignal, callback: () => void): () => void {
  const { callbacks, listener } = audiences.get(signal) ?? gather(signal);
  callbacks.add(callback);
  return () => {
    if (!callbacks.delete(callback) || callbacks.size > 0) return;
    signal.removeEventListener("abort", listener);
    audiences.delete(signal);
  };
}

function gather(signal: AbortSignal): Audience {
  const callbacks = new Set<() => void>();
  const audience: Audience = {
    callbacks,
    listener: () => {
      for (const callback of callbacks) callback();
    },
  };
  audiences.set(signal, audience);
  signal.addEventListener("abort", audience.listener, { once: true });
  return audience;
}

/** Limits of some work. */
export interface Bounds {
  readonly signal: AbortSignal | undefined;
  /** Maximum duration, in milliseconds. Default: no limit. */
  readonly timeoutMs?: number;
  /** Creates the error of work that takes longer. */
  timedOut?(): Error;
}

/**
 * Runs work until its signal is aborted or its time is up, even if the work ignores the signal. Timer and listener are
 * always removed, and a late rejection of the work is ignored.
 *
 * @throws The signal's own reason, the error of `timedOut`, or the error of the work.
 */
export async function bounded<T>(
  work: (signal: AbortSignal) => Promise<T>,
  { signal, timeoutMs = Number.POSITIVE_INFINITY, timedOut }: Bounds,
): Promise<T> {
  signal?.throwIfAborted();
  const controller = new AbortController();
  let timer: ReturnType<typeof setTimeout> | undefined;
  let unlink: (() => void) | undefined;
  const interrupted = new Promise<never>((_, reject) => {
    const stop = (reason: unknown) => {
      reject(reason);
      controller.abort(reason);
    };
    if (timeoutMs <= MAX_TIMER_MS) timer = setTimeout(() => stop(timedOut?.()), timeoutMs);
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
  await bounded((inner) => clock.sleep(ms, inner), { signal });
}

/** Starts a call of one or several requests: it gets an id, and its deadline begins. Default of `deadlineMs`: the client's. */
export function startCall(
  client: { readonly clock: Clock; readonly deadlineMs?: number | undefined },
  { deadlineMs: limitMs = client.deadlineMs }: CallOptions = {},
): CallScope {
  const deadline = limitMs === undefined ? undefined : { limitMs, at: durationNow(client.clock) + limitMs };
  return { callId: Math.random().toString(36).slice(2, 10), deadline };
}

/** Time until a deadline, in milliseconds. */
export function remainingMs(clock: Clock, deadline: Deadline | undefined): number {
  return deadline === undefined ? Number.POSITIVE_INFINITY : deadline.at - durationNow(clock);
}

/** The facts of a {@link TimeoutError}, except for its limit. */
interface TimeoutFacts {
  readonly request: RequestSummary;
  readonly attempts: number;
  readonly cause?: unknown;
}

/** Creates the error of a call that exceeds its deadline. */
export function deadlineExceeded(deadline: Deadline | undefined, facts: TimeoutFacts): TimeoutError {
  return new TimeoutError({ code: "deadline", limitMs: deadline?.limitMs ?? 0, ...facts });
}

/**
 * Waits for work that is part of a call but not a request: an abort or the deadline ends the wait.
 *
 * @throws The signal's own reason, {@link TimeoutError}, or the error of the work.
 */
export function withinDeadline<T>(
  clock: Clock,
  work: () => Promise<T>,
  { signal, deadline }: { readonly signal?: AbortSignal | undefined; readonly deadline: Deadline | undefined },
  facts: TimeoutFacts,
): Promise<T> {
  return bounded(work, {
    signal,
    timeoutMs: remainingMs(clock, deadline),
    timedOut: () => deadlineExceeded(deadline, facts),
  });
}
