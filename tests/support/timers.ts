import { onTestFinished, vi } from "vitest";

/** Tracks the timers that are set after this call. */
export function watchTimers(): { /** How many are set and have neither run nor been cleared. */ pending(): number } {
  const pending = new Set<unknown>();
  const { setTimeout: set, clearTimeout: clear } = globalThis;
  const setSpy = vi.spyOn(globalThis, "setTimeout").mockImplementation(((work: () => void, ms?: number) => {
    const timer = set(() => {
      pending.delete(timer);
      work();
    }, ms);
    pending.add(timer);
    return timer;
  }) as typeof setTimeout); // promisify is not needed here
  const clearSpy = vi.spyOn(globalThis, "clearTimeout").mockImplementation((timer) => {
    pending.delete(timer);
    clear(timer);
  });
  onTestFinished(() => {
    setSpy.mockRestore();
    clearSpy.mockRestore();
  });
  return { pending: () => pending.size };
}

/** Waits until pending work, including sockets, is complete. */
export async function settle(turns = 5): Promise<void> {
  for (let turn = 0; turn < turns; turn += 1) {
    await new Promise<void>((resolve) => {
      setImmediate(resolve);
    });
  }
}
