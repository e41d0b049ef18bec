import { assertOptions } from "../core/rules/options.js";
import { faultCheck } from "./check-fault.js";
import type { Fault } from "./fault.js";

/** The faults of a sandbox, in the order in which they were asked for. */
export interface Faults {
  /**
   * Adds a fault. Each request takes the first fault that concerns it, and no other.
   *
   * @throws {RequestError} If the description is invalid, with all issues.
   *
   * @example
   * sandbox.faults.next({ status: 503, retryAfter: 1, times: 2, match: { method: "GET" } });
   */
  next(fault: Fault): void;
  /** The faults that have not been taken yet, with the `times` that are left. */
  readonly pending: readonly Fault[];
  /** Forgets the faults that have not been taken yet. */
  clear(): void;
}

/** What a fault needs to know of a request. */
interface FaultTarget {
  readonly method: string;
  /** Encoded path. */
  readonly path: string;
  /** Which page of a listing it asks for; undefined when it is for no listing. */
  readonly page: "first" | "later" | undefined;
}

/** The queue behind {@link Faults}. */
export interface FaultQueue extends Faults {
  /** Takes the first fault that concerns a request; undefined when there is none. */
  take(target: FaultTarget): Fault | undefined;
}

/** Makes an empty queue. */
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
      // A first page has no token to repeat: the fault is for the page that comes after.
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
