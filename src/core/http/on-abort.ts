/** The callbacks that wait for one signal. */
interface Audience {
  readonly callbacks: Set<() => void>;
  readonly listener: () => void;
}

const audiences = /* @__PURE__ */ new WeakMap<AbortSignal, Audience>();

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

/** A signal that combines several others. Call `unlink` when you no longer need it. */
export interface JoinedSignal {
  /** Aborted with the reason of the first signal that is aborted; undefined if there is none. */
  readonly signal: AbortSignal | undefined;
  /** Removes all listeners. */
  unlink(): void;
}

/** Joins signals. On Node 20, `AbortSignal.any` leaks an entry on a long-lived signal for each call. */
export function joinSignals(signals: readonly (AbortSignal | undefined)[]): JoinedSignal {
  const given = signals.filter((signal) => signal !== undefined);
  if (given.length < 2) return { signal: given[0], unlink: () => undefined };
  const controller = new AbortController();
  const unlinks = given.map((signal) => onAbort(signal, () => controller.abort(signal.reason)));
  const aborted = given.find((signal) => signal.aborted);
  if (aborted !== undefined) controller.abort(aborted.reason);
  return {
    signal: controller.signal,
    unlink: () => {
      for (const unlink of unlinks) unlink();
    },
  };
}
