type Timers = Pick<typeof globalThis, "setTimeout" | "clearTimeout" | "setInterval" | "clearInterval">;

/** Tracks the work that would keep a program running in Node.js: timers and requests. */
export interface PendingWork {
  /** Timers that count as pending until they run or are cleared. They accept functions only. */
  readonly timers: Timers;
  /** Adds work that is pending until the returned function is called. */
  begin(): () => void;
  /** Resolves when nothing is pending. */
  idle(): Promise<void>;
}

/** Creates a tracker over the timers of the runtime. */
export function createPendingWork(timers: Timers): PendingWork {
  const active = new Set<unknown>();
  const begin = () => {
    const work = {};
    active.add(work);
    return () => void active.delete(work);
  };
  const checked = (callback: unknown): ((...values: unknown[]) => void) => {
    if (typeof callback === "function") return callback as () => void;
    throw new TypeError('The "callback" argument must be of type function');
  };
  const tracked = {
    setTimeout: (callback: unknown, ms?: number, ...values: unknown[]) => {
      const run = checked(callback);
      const timer = timers.setTimeout(() => {
        active.delete(timer);
        run(...values);
      }, ms);
      active.add(timer);
      return timer;
    },
    setInterval: (callback: unknown, ms?: number, ...values: unknown[]) => {
      const run = checked(callback);
      const timer = timers.setInterval(() => run(...values), ms);
      active.add(timer);
      return timer;
    },
    clearTimeout: (timer: never) => {
      active.delete(timer);
      timers.clearTimeout(timer);
    },
    clearInterval: (timer: never) => {
      active.delete(timer);
      timers.clearInterval(timer);
    },
  };
  const nextTask = () => new Promise<void>((resolve) => void timers.setTimeout(resolve, 10));
  return {
    timers: tracked as unknown as Timers, // the types of Node.js have more overloads
    begin,
    async idle() {
      // Completed work can start other work in the next tasks.
      for (let quiet = 0; quiet < 2; quiet = active.size === 0 ? quiet + 1 : 0) await nextTask();
    },
  };
}
