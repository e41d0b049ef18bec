import { getEventListeners } from "node:events";
import { expect, test } from "vitest";
import { onAbort } from "../../src/http/time-limits.js";

const listeners = (signal: AbortSignal) => getEventListeners(signal, "abort").length;

test("calls back when the signal is aborted, once", () => {
  const controller = new AbortController();
  let calls = 0;
  onAbort(controller.signal, () => {
    calls += 1;
  });
  expect(calls).toBe(0);
  controller.abort();
  controller.abort();
  expect(calls).toBe(1);
});

test("the signal has one listener for any number of waiting callers, and none without them", () => {
  const controller = new AbortController();
  const called: number[] = [];
  const undo = Array.from({ length: 30 }, (_, n) => onAbort(controller.signal, () => called.push(n)));
  expect(listeners(controller.signal)).toBe(1);
  for (const each of undo.slice(1)) each();
  expect(listeners(controller.signal)).toBe(1);
  undo[0]?.();
  expect(listeners(controller.signal)).toBe(0);
  onAbort(controller.signal, () => called.push(99));
  expect(listeners(controller.signal)).toBe(1);
  controller.abort();
  expect(called).toEqual([99]);
  expect(listeners(controller.signal)).toBe(0);
});

test("a listener that is removed during dispatch is not called", () => {
  const controller = new AbortController();
  const called: string[] = [];
  onAbort(controller.signal, () => {
    called.push("first");
    undoSecond();
  });
  const undoSecond = onAbort(controller.signal, () => called.push("second"));
  onAbort(controller.signal, () => called.push("third"));
  controller.abort();
  expect(called).toEqual(["first", "third"]);
});

test("removing a listener twice does not affect later listeners", () => {
  const controller = new AbortController();
  let isCalled = false;
  const undo = onAbort(controller.signal, () => {});
  undo();
  onAbort(controller.signal, () => {
    isCalled = true;
  });
  undo();
  onAbort(controller.signal, () => {});
  expect(listeners(controller.signal)).toBe(1);
  controller.abort();
  expect(isCalled).toBe(true);
});
