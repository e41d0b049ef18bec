import { strictOptions } from "../core/rules/options.js";
import { faultCheck } from "./check-fault.js";
import type { Fault } from "./fault.js";

/** The faults of a sandbox, in the order in which they were added. */
export interface Faults {
  /**
   * Adds a fault. At most one fault applies to a request: the first one that matches.
   *
   * @param fault - The fault, and the requests that it affects.
   * @throws {RequestError} If the description is invalid, with all issues.
   * @example sandbox.faults.next({ status: 503, retryAfter: 1, times: 2, match: { method: "GET" } });
   */
  next(fault: Fault): void;
  /** The pending faults, with their remaining `times`. */
  readonly pending: readonly Fault[];
  /** Removes the pending faults. */
  clear(): void;
}

/** The parts of a request that determine whether a fault applies. */
interface FaultTarget {
  readonly method: string;
  /** Encoded path. */
  readonly path: string;
  /** The requested page of a list; undefined for other requests. */
  readonly page: "first" | "later" | undefined;
}

/** The queue of the faults. */
export interface FaultQueue extends Faults {
  /** Removes and returns the first fault that applies to a request; undefined if there is none. */
  take(target: FaultTarget): Fault | undefined;
}

/** Creates an empty queue. */
export function createFaultQueue(): FaultQueue {
  let queue: { readonly fault: Fault; left: number }[] = [];
  return {
    next(fault) {
      strictOptions("sandbox.faults.next", fault, faultCheck, "fault");
      const match = fault.match === undefined ? {} : { match: { ...fault.match } };
      queue.push({ fault: { ...fault, ...match }, left: fault.times ?? 1 });
    },
    get pending() {
      return queue.map(({ fault, left }) => ({ ...fault, times: left }));
    },
    clear() {
      queue = [];
    },
    take(target) {
      const entry = queue.find(({ fault }) => concerns(fault, target));
      if (entry === undefined) return undefined;
      // A first page has no token to return again: the fault applies to the next page.
      if (!(entry.fault.repeatToken && target.page === "first")) entry.left -= 1;
      queue = queue.filter(({ left }) => left > 0);
      return entry.fault;
    },
  };
}

function concerns({ match, emptyPage, repeatToken }: Fault, { method, path, page }: FaultTarget): boolean {
  if ((emptyPage || repeatToken) && page === undefined) return false;
  if (match?.method !== undefined && match.method.toUpperCase() !== method) return false;
  if (match?.path === undefined) return true;
  return typeof match.path === "string" ? path.startsWith(match.path) : path.search(match.path) >= 0;
}
