import { getEventListeners } from "node:events";
import { createClient } from "fourfold";
import { expect, onTestFinished, test, vi } from "vitest";
import { systemClock } from "../../src/call/clock.js";
import { rejection } from "../support/rejection.js";
import { watchTimers } from "../support/timers.js";

test("returns the system time", () => {
  const before = Date.now();
  const now = systemClock.now();
  expect(now).toBeGreaterThanOrEqual(before);
  expect(now).toBeLessThanOrEqual(Date.now());
});

test("sleeps, and leaves no timer or listener", async () => {
  const timers = watchTimers();
  const { signal } = new AbortController();
  await systemClock.sleep(5, signal);
  await systemClock.sleep(0);
  expect(timers.pending()).toBe(0);
  expect(getEventListeners(signal, "abort")).toHaveLength(0);
});

test.each([["a word"], [null], [new Error("enough")]])(
  "rejects with the signal's own reason at once: %o",
  async (reason) => {
    const timers = watchTimers();
    const controller = new AbortController();
    const sleeping = rejection(systemClock.sleep(1e9, controller.signal));
    controller.abort(reason);
    expect(await sleeping).toBe(reason);
    expect(await rejection(systemClock.sleep(1e9, controller.signal))).toBe(reason);
    expect(timers.pending()).toBe(0);
    expect(getEventListeners(controller.signal, "abort")).toHaveLength(0);
  },
);

test("a sleep longer than the maximum of a timer does not end immediately", async () => {
  const controller = new AbortController();
  let isOver = false;
  const sleeping = systemClock.sleep(1e12, controller.signal).then(
    () => {
      isOver = true;
    },
    () => undefined,
  );
  await systemClock.sleep(5);
  expect(isOver).toBe(false);
  controller.abort();
  await sleeping;
});

test.each([3_600_000, -3_600_000])(
  "a change of the system time by %i ms neither ends nor extends a call",
  async (jump) => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "performance"] });
    const { now } = Date;
    onTestFinished(() => {
      Date.now = now;
      vi.useRealTimers();
    });
    let sent = 0;
    const client = createClient({
      baseUrl: "https://service.test",
      retry: { limit: 5, minDelayMs: 1, maxDelayMs: 1 },
      fetch: async (_, init) => {
        sent += 1;
        Date.now = () => now() + jump;
        if (sent < 3) return Response.json({}, { status: 503 });
        return new Promise((_resolve, reject) =>
          init?.signal?.addEventListener("abort", () => reject(init.signal?.reason)),
        );
      },
    });
    let error: unknown;
    const call = rejection(client.warehouse.projects.list({ deadlineMs: 150 }).firstPage()).then((reason) => {
      error = reason;
    });
    await vi.advanceTimersByTimeAsync(149);
    expect([sent, error]).toEqual([3, undefined]);
    await vi.advanceTimersByTimeAsync(1);
    await call;
    expect(error).toMatchObject({ code: "deadline", attempts: 3 });
  },
);
