import { setImmediate as nextTurn, setTimeout as sleep } from "node:timers/promises";

const SETTLE_MS = 5_000;

/** Number of objects of each kind that keep the process alive: sockets, servers, timers. */
export function handles(): Map<string, number> {
  const counts = new Map<string, number>();
  for (const kind of process.getActiveResourcesInfo()) counts.set(kind, (counts.get(kind) ?? 0) + 1);
  return counts;
}

/**
 * Waits briefly until no new objects are left, because closed sockets take a moment, and returns the remaining ones.
 */
export async function leftOver(before: ReadonlyMap<string, number>): Promise<string[]> {
  const until = performance.now() + SETTLE_MS;
  for (;;) {
    const extra = [...handles()].filter(([kind, count]) => count > (before.get(kind) ?? 0));
    if (extra.length === 0 || performance.now() > until) return extra.map(([kind, count]) => `${count} ${kind}`);
    await sleep(10);
  }
}

/** Memory in use after a full garbage collection, in bytes, including memory outside the heap. */
export async function memoryInUse(): Promise<number> {
  const { gc } = globalThis;
  if (gc === undefined) throw new Error("run Node with --expose-gc");
  // Finalizers run between two collections; the second one collects what they released.
  for (let times = 0; times < 3; times += 1) {
    await gc();
    await nextTurn();
  }
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}
