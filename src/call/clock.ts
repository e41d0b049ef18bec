import { type RequestSummary, TimeoutError } from "../errors/call-errors.js";
import { kindOf } from "../values/describe.js";
import { isFunction, must, type OptionCheck } from "../values/options.js";
import type { CallOptions, CallScope, Deadline } from "./options.js";

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
const MAX_TIMER_MS = 2_147_483_647;

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
  sleep: async (ms, signal) => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const elapsed = async () => {
      await new Promise((resolve) => {
        timer = setTimeout(resolve, Math.min(ms, MAX_TIMER_MS));
      });
    };
    try {
      await bounded(elapsed, { signal });
    } finally {
      clearTimeout(timer);
    }
  },
};

/** Check for a clock. */
export const clockOption: OptionCheck = must(
  (value) => isFunction(Object(value).now) && isFunction(Object(value).sleep),
  "a clock with the methods now and sleep",
  kindOf,
);

/** The callbacks that wait for one signal. */
interface Listeners {
  readonly callbacks: Set<() => void>;
  readonly listener: () => void;
}

const listeners = new WeakMap<AbortSignal, Listeners>();

/**
 * Calls `callback` when a signal is aborted, and returns a function that removes the callback. Each signal has a single
 * listener, because Node warns of a leak if a signal has more than ten.
 */
export function onAbort(signal: AbortSignal, callback: () => void): () => void {
  const { callbacks, listener } = listeners.get(signal) ?? listen(signal);
  callbacks.add(callback);
  return () => {
    if (!callbacks.delete(callback) || callbacks.size > 0) return;
    signal.removeEventListener("abort", listener);
    listeners.delete(signal);
  };
}

function listen(signal: AbortSignal): Listeners {
  const callbacks = new Set<() => void>();
  const own: Listeners = {
    callbacks,
    listener: () => {
      for (const callback of callbacks) callback();
    },
  };
  listeners.set(signal, own);
  signal.addEventListener("abort", own.listener, { once: true });
  return own;
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
  options: CallOptions = {},
): CallScope {
  const { deadlineMs: limitMs = client.deadlineMs } = options;
  const deadline = limitMs === undefined ? undefined : { limitMs, at: durationNow(client.clock) + limitMs };
  return { ...options, callId: Math.random().toString(36).slice(2, 10), deadline };
}

/** Time until a deadline, in milliseconds. */
export function remainingMs(clock: Clock, deadline: Deadline | undefined): number {
  return deadline === undefined ? Number.POSITIVE_INFINITY : deadline.at - durationNow(clock);
}

/** Data of a {@link TimeoutError}, except for its limit. */
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
