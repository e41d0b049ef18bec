import { assertOptions } from "../core/rules/options.js";
import { faultCheck } from "./check-fault.js";
import type { Fault } from "./fault.js";

/** Faults of a sandbox, in the order in which they were added. */
export interface Faults {
  /**
   * Adds a fault. Each request gets the first fault that matches it, and no other.
   *
   * @param fault - The fault, and the requests that it affects.
   * @throws {RequestError} If the description is invalid, with all issues.
   *
   * @example
   * sandbox.faults.next({ status: 503, retryAfter: 1, times: 2, match: { method: "GET" } });
   */
  next(fault: Fault): void;
  /** The remaining faults, with their remaining `times`. */
  readonly pending: readonly Fault[];
  /** Removes all remaining faults. */
  clear(): void;
}

/** Properties of a request that faults match. */
interface FaultTarget {
  readonly method: string;
  /** Encoded path. */
  readonly path: string;
  /** Page of a list that is requested; undefined if the request is not for a list. */
  readonly page: "first" | "later" | undefined;
}

/** The queue of the faults. */
export interface FaultQueue extends Faults {
  /** Returns and uses up the first fault that matches a request; undefined if there is none. */
  take(target: FaultTarget): Fault | undefined;
}

/** Creates an empty queue. */
export function createFaultQueue(): FaultQueue {
  let queue: { readonly fault: Fault; left: number }[] = [];
  return {
    next(fault) {
      assertOptions("sandbox.faults.next", fault, faultCheck, "fault");
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
      // The request for a first page has no token, so the fault remains for the next page.
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
