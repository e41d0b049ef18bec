import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { createPendingWork } from "../../../site/playground/pending-work.js";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

async function idleAfter(work: ReturnType<typeof createPendingWork>): Promise<number> {
  const start = Date.now();
  let time = Number.NaN;
  void work.idle().then(() => {
    time = Date.now() - start;
  });
  await vi.advanceTimersByTimeAsync(10_000);
  return time;
}

const create = () => createPendingWork({ setTimeout, clearTimeout, setInterval, clearInterval });

test("becomes idle at once if there is no work", async () => {
  expect(await idleAfter(create())).toBeLessThan(100);
});

test("waits for timers, and for those that they start", async () => {
  const work = create();
  const seen: unknown[] = [];
  work.timers.setTimeout(
    (value: string) => {
      seen.push(value);
      work.timers.setTimeout(() => seen.push("second"), 500);
    },
    500,
    "first",
  );
  expect(await idleAfter(work)).toBeGreaterThanOrEqual(1_000);
  expect(seen).toEqual(["first", "second"]);
});

test("does not wait for timers that were cleared", async () => {
  const work = create();
  work.timers.clearTimeout(work.timers.setTimeout(() => expect.fail("it was cleared"), 5_000));
  const interval = work.timers.setInterval(() => work.timers.clearInterval(interval), 200);
  expect(await idleAfter(work)).toBeLessThan(400);
});

test("waits for work until it ends", async () => {
  const work = create();
  const end = work.begin();
  setTimeout(end, 3_000);
  const time = await idleAfter(work);
  expect(time).toBeGreaterThanOrEqual(3_000);
  expect(time).toBeLessThan(3_200);
});

test("rejects a string as the callback of a timer", () => {
  expect(() => create().timers.setTimeout("code" as never)).toThrow(TypeError);
});
