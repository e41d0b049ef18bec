import { TIME_LIMITS, type TimeLimits } from "./limits.js";
import type { Program, WorkerMessage } from "./messages.js";

/** The outcome of a run. */
export type RunResult = "completed" | "failed" | "stopped" | "unresponsive" | "timeout" | "notLoaded";

/** A text about each result. */
export const RESULT_TEXTS: Readonly<Record<RunResult, string>> = {
  completed: "Finished",
  failed: "Ended with an error",
  stopped: "Stopped.",
  unresponsive: "Stopped: the program did not respond for 5 seconds. Does it have an endless loop?",
  timeout: "Stopped: the program ran for more than 60 seconds.",
  notLoaded: "The playground could not load its worker. Check your connection and reload the page.",
};

/** A worker that runs one program. */
export interface RunWorker {
  onmessage: ((event: MessageEvent<WorkerMessage>) => void) | null;
  /** Called when the worker cannot be loaded. */
  onerror: (() => void) | null;
  postMessage(program: Program): void;
  terminate(): void;
}

/** Runs programs, each in its own worker. */
export interface Runner {
  /** Loads a worker for the next run. */
  prepare(): void;
  /** Runs a program, and resolves when it has ended. Ends the current run, if there is one. */
  run(program: Program, onMessage: (message: WorkerMessage) => void): Promise<RunResult>;
  /** Ends the current run. */
  stop(): void;
  /** Terminates all workers. No worker is created afterwards: `run` resolves to `stopped`. */
  dispose(): void;
}

/**
 * Creates a runner. A worker is terminated when it has not loaded within `loadMs`, when it has sent no heartbeat for
 * `silenceMs`, or after `runMs`. The last two limits start when the worker has loaded.
 */
export function createRunner(createWorker: () => RunWorker, limits: TimeLimits = TIME_LIMITS): Runner {
  let next: LoadedWorker | undefined;
  let end: ((result: RunResult) => void) | undefined;
  let isDisposed = false;

  const prepare = () => {
    if (!isDisposed) next ??= load(createWorker());
  };
  return {
    prepare,
    async run(program, onMessage) {
      end?.("stopped");
      prepare();
      if (next === undefined) return "stopped";
      const { worker, ready } = next;
      next = undefined;
      const ended = new Promise<RunResult>((resolve) => {
        end = resolve;
      });
      const endThis = end!;
      let watch: ReturnType<typeof setInterval> | undefined;
      const loading = setTimeout(() => endThis("notLoaded"), limits.loadMs);
      void ready.then((isReady) => {
        clearTimeout(loading);
        if (!isReady) return endThis("notLoaded");
        const start = performance.now();
        let heartbeat = start;
        let checked = start;
        worker.onmessage = ({ data }) => {
          heartbeat = performance.now();
          onMessage(data);
          if (data.type === "done") endThis(data.failed ? "failed" : "completed");
        };
        watch = setInterval(() => {
          const now = performance.now();
          // The browser suspended the page, so heartbeats are waiting to be handled.
          if (now - checked > limits.silenceMs / 2) heartbeat = now;
          checked = now;
          if (now - heartbeat > limits.silenceMs) endThis("unresponsive");
          else if (now - start > limits.runMs) endThis("timeout");
        }, limits.heartbeatMs);
        worker.postMessage(program);
      });
      const result = await ended;
      clearTimeout(loading);
      clearInterval(watch);
      worker.onmessage = null;
      worker.terminate();
      if (end === endThis) end = undefined;
      return result;
    },
    stop: () => end?.("stopped"),
    dispose() {
      isDisposed = true;
      end?.("stopped");
      next?.worker.terminate();
      next = undefined;
    },
  };
}

interface LoadedWorker {
  readonly worker: RunWorker;
  /** Resolves to whether the worker has loaded. */
  readonly ready: Promise<boolean>;
}

function load(worker: RunWorker): LoadedWorker {
  const ready = new Promise<boolean>((resolve) => {
    worker.onmessage = ({ data }) => {
      if (data.type === "ready") resolve(true);
    };
    worker.onerror = () => resolve(false);
  });
  return { worker, ready };
}
