import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { type CheckWorker, createChecker, type TypeCheck } from "../../../site/playground/checker.js";
import type { CheckerMessage, Problem } from "../../../site/playground/messages.js";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const problem: Problem = { from: 0, to: 1, line: 1, message: "wrong" };

function setUp() {
  const workers: ReturnType<typeof createWorker>[] = [];
  const shown: TypeCheck[] = [];
  const checker = createChecker(
    () => {
      const worker = createWorker();
      workers.push(worker);
      return worker;
    },
    (result) => shown.push(result),
  );
  return { workers, shown, checker, last: () => shown.at(-1) };
}

function createWorker() {
  const codes: string[] = [];
  return {
    onmessage: null as CheckWorker["onmessage"],
    onerror: null as CheckWorker["onerror"],
    codes,
    isTerminated: false,
    postMessage: (code: string) => void codes.push(code),
    terminate() {
      this.isTerminated = true;
    },
    send(message: CheckerMessage) {
      this.onmessage?.({ data: message } as MessageEvent<CheckerMessage>);
    },
  };
}

test("loads the compiler for the first check, after a pause", () => {
  const { workers, checker, last } = setUp();
  checker.check("a");
  vi.advanceTimersByTime(399);
  checker.check("b");
  vi.advanceTimersByTime(399);
  expect(workers).toHaveLength(0);
  vi.advanceTimersByTime(1);
  expect(last()).toEqual({ kind: "checking" });
  workers[0]?.send({ type: "loaded" });
  expect(workers[0]?.codes).toEqual(["b"]);
  workers[0]?.send({ type: "checked", problems: [problem] });
  expect(last()).toEqual({ kind: "checked", problems: [problem] });
  expect(vi.getTimerCount()).toBe(0);
});

test("does not show the problems of code that has changed, and checks one code at a time", () => {
  const { workers, shown, checker, last } = setUp();
  checker.check("a");
  vi.advanceTimersByTime(400);
  workers[0]?.send({ type: "loaded" });
  checker.check("b");
  vi.advanceTimersByTime(400);
  checker.check("c");
  vi.advanceTimersByTime(400);
  expect(workers[0]?.codes).toEqual(["a"]);
  workers[0]?.send({ type: "checked", problems: [problem] });
  expect(workers[0]?.codes).toEqual(["a", "c"]);
  expect(shown.some(({ kind }) => kind === "checked")).toBe(false);
  workers[0]?.send({ type: "checked", problems: [] });
  expect(last()).toEqual({ kind: "checked", problems: [] });
  expect(workers).toHaveLength(1);
});

test("shows nothing when the code was withdrawn", () => {
  const { workers, checker, last } = setUp();
  checker.check("a");
  vi.advanceTimersByTime(400);
  workers[0]?.send({ type: "loaded" });
  checker.check(undefined);
  workers[0]?.send({ type: "checked", problems: [problem] });
  expect(last()).toEqual({ kind: "none" });
});

test("ends a check that takes too long, and loads the compiler again for the next one", () => {
  const { workers, checker, last } = setUp();
  checker.check("a");
  vi.advanceTimersByTime(400);
  workers[0]?.send({ type: "loaded" });
  vi.advanceTimersByTime(15_000);
  expect(last()).toEqual({ kind: "unavailable", reason: "The types were not checked, because it took too long." });
  expect(workers[0]?.isTerminated).toBe(true);
  checker.check("b");
  vi.advanceTimersByTime(400);
  workers[1]?.send({ type: "loaded" });
  expect(workers[1]?.codes).toEqual(["b"]);
});

test.each([
  ["does not respond", () => void vi.advanceTimersByTime(60_000)],
  ["has an error", (worker?: CheckWorker) => worker?.onerror?.(undefined as never)],
  ["cannot load the declarations", (worker?: ReturnType<typeof createWorker>) => worker?.send({ type: "notLoaded" })],
])("reports that the compiler could not be loaded: the worker %s", (_name, act) => {
  const { workers, checker, last } = setUp();
  checker.check("a");
  vi.advanceTimersByTime(400);
  act(workers[0]);
  expect(last()).toEqual({ kind: "unavailable", reason: "The TypeScript compiler could not be loaded." });
  expect(workers[0]?.isTerminated).toBe(true);
  expect(vi.getTimerCount()).toBe(0);
});

test("does not check code that is too long", () => {
  const { workers, checker, last } = setUp();
  checker.check("a".repeat(30_001));
  vi.advanceTimersByTime(400);
  expect(last()?.kind).toBe("unavailable");
  expect(workers).toHaveLength(0);
});

test("leaves no worker and no timer behind", () => {
  const { workers, checker } = setUp();
  checker.check("a");
  vi.advanceTimersByTime(400);
  checker.check("b");
  checker.dispose();
  expect(workers[0]?.isTerminated).toBe(true);
  expect(vi.getTimerCount()).toBe(0);
});
