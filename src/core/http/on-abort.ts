/** Who waits for one signal. */
interface Audience {
  readonly callbacks: Set<() => void>;
  readonly listener: () => void;
}

const audiences = /* @__PURE__ */ new WeakMap<AbortSignal, Audience>();

/**
 * Calls back when a signal is aborted, and returns what takes that back. However many calls wait for one signal, it has
 * a single listener: Node warns of a leak where it has more than ten.
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
