import { CHECK_LIMITS, MAX_SHARED } from "./limits.js";
import type { CheckerMessage, Problem } from "./messages.js";

/** The state of the type check. */
export type TypeCheck =
  | { readonly kind: "none" }
  | { readonly kind: "checking" }
  | { readonly kind: "checked"; readonly problems: readonly Problem[] }
  | { readonly kind: "unavailable"; readonly reason: string };

/** The part of a `Worker` that the checker uses. */
export interface CheckWorker {
  onmessage: ((event: MessageEvent<CheckerMessage>) => void) | null;
  onerror: ((event: never) => void) | null;
  postMessage(code: string): void;
  terminate(): void;
}

/** Checks the types of code in a worker. */
export interface Checker {
  /** Checks code after a pause, instead of the code before; nothing for `undefined`. */
  check(code: string | undefined): void;
  dispose(): void;
}

/**
 * Creates a checker, which loads its worker for the first check. A worker that does not load or check in time is
 * terminated, and the next check loads another.
 */
export function createChecker(
  createWorker: () => CheckWorker,
  show: (result: TypeCheck) => void,
  limits: typeof CHECK_LIMITS = CHECK_LIMITS,
): Checker {
  let worker: CheckWorker | undefined;
  let isLoaded = false;
  /** The code that the worker checks. */
  let checked: string | undefined;
  /** The code to check. */
  let wanted: string | undefined;
  let pause: ReturnType<typeof setTimeout> | undefined;
  let watch: ReturnType<typeof setTimeout> | undefined;

  const end = () => {
    clearTimeout(watch);
    worker?.terminate();
    worker = undefined;
    isLoaded = false;
    checked = undefined;
  };
  const fail = (reason: string) => {
    end();
    show({ kind: "unavailable", reason });
  };
  const failAfter = (ms: number, reason: string) => {
    clearTimeout(watch);
    watch = setTimeout(() => fail(reason), ms);
  };

  function start(): void {
    show({ kind: "checking" });
    if (worker === undefined) load();
    else if (isLoaded && checked === undefined) send();
  }

  function load(): void {
    worker = createWorker();
    worker.onerror = () => fail(NOT_LOADED);
    worker.onmessage = ({ data }) => {
      clearTimeout(watch);
      if (data.type === "notLoaded") return fail(NOT_LOADED);
      if (data.type === "loaded") isLoaded = true;
      else if (checked === wanted) show({ kind: "checked", problems: data.problems });
      const isOutdated = wanted !== undefined && checked !== wanted;
      checked = undefined;
      if (isOutdated) send();
    };
    failAfter(limits.loadMs, NOT_LOADED);
  }

  function send(): void {
    checked = wanted;
    failAfter(limits.checkMs, "The types were not checked, because it took too long.");
    worker?.postMessage(wanted ?? "");
  }

  return {
    check(code) {
      clearTimeout(pause);
      wanted = undefined;
      show({ kind: "none" });
      if (code === undefined) return;
      if (code.length > MAX_SHARED) {
        return show({ kind: "unavailable", reason: "The code is too long to check its types." });
      }
      pause = setTimeout(() => {
        wanted = code;
        start();
      }, limits.delayMs);
    },
    dispose() {
      clearTimeout(pause);
      end();
    },
  };
}

const NOT_LOADED = "The TypeScript compiler could not be loaded.";
