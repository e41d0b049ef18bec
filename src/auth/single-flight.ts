import { bounded } from "../call/clock.js";

/** Time after which later callers do not join a pending run, because it may never settle; in milliseconds. */
const MAX_JOIN_MS = 30_000;

/** Runs work, or waits for the run that is already pending. The signal ends the wait of this caller only. */
export type SingleFlight<T> = (signal?: AbortSignal) => Promise<T>;

interface Flight<T> {
  readonly result: Promise<T>;
  readonly controller: AbortController;
  readonly startedAt: number;
  waiting: number;
  isSettled: boolean;
}

/**
 * Shares one pending run of some work among callers. A run that fails or that exceeds a caller's time limit is not
 * joined by later callers; its signal is aborted when no caller waits for it any more.
 */
export function singleFlight<T>(work: (signal: AbortSignal) => T | Promise<T>): SingleFlight<T> {
  let current: Flight<T> | undefined;
  const drop = (flight: Flight<T>) => {
    if (current === flight) current = undefined;
  };
  const start = (): Flight<T> => {
    const controller = new AbortController();
    const result = Promise.resolve(controller.signal).then(work);
    const flight = { result, controller, startedAt: performance.now(), waiting: 0, isSettled: false };
    const settled = () => {
      flight.isSettled = true;
      drop(flight);
    };
    result.then(settled, settled);
    return flight;
  };
  const isJoinable = (flight: Flight<T>) => performance.now() - flight.startedAt < MAX_JOIN_MS && !isolatesRequests();
  return async (signal) => {
    signal?.throwIfAborted();
    const flight = current !== undefined && isJoinable(current) ? current : start();
    current = flight;
    flight.waiting += 1;
    try {
      return await bounded(() => flight.result, { signal });
    } catch (error) {
      if (error instanceof Error && error.name === "TimeoutError") drop(flight);
      throw error;
    } finally {
      flight.waiting -= 1;
      if (flight.waiting === 0 && !flight.isSettled) {
        drop(flight);
        flight.controller.abort(signal?.reason);
      }
    }
  };
}

interface EdgeGlobals {
  readonly navigator?: { readonly userAgent?: unknown };
  readonly WebSocketPair?: unknown;
  readonly EdgeRuntime?: unknown;
}

/** Whether a promise of one request may never settle for another request, as on Cloudflare Workers. */
function isolatesRequests(): boolean {
  const { navigator, WebSocketPair, EdgeRuntime } = globalThis as EdgeGlobals;
  return navigator?.userAgent === "Cloudflare-Workers" || WebSocketPair !== undefined || EdgeRuntime === "vercel";
}
