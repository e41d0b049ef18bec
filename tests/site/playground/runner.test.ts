import { afterEach, beforeEach, expect, onTestFinished, test, vi } from "vitest";
import type { Program, WorkerMessage } from "../../../site/playground/messages.js";
import { createRunner, type RunResult, type RunWorker } from "../../../site/playground/runner.js";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const program: Program = { file: "main.ts", code: "", faults: [] };

function setUp() {
  const workers: ReturnType<typeof createWorker>[] = [];
  const runner = createRunner(() => {
    const worker = createWorker();
    workers.push(worker);
    return worker;
  });
  return { runner, workers };
}

function createWorker() {
  const programs: Program[] = [];
  return {
    onmessage: null as RunWorker["onmessage"],
    onerror: null as RunWorker["onerror"],
    programs,
    isTerminated: false,
    postMessage: (each: Program) => void programs.push(each),
    terminate() {
      this.isTerminated = true;
    },
    send(message: WorkerMessage) {
      this.onmessage?.({ data: message } as MessageEvent<WorkerMessage>);
    },
  };
}

function start(runner: ReturnType<typeof createRunner>) {
  const messages: WorkerMessage[] = [];
  const state: { result?: RunResult; messages: WorkerMessage[] } = { messages };
  const ended = runner
    .run(program, (message) => messages.push(message))
    .then((result) => {
      state.result = result;
    });
  return { state, ended };
}

async function load(worker: ReturnType<typeof createWorker> | undefined): Promise<void> {
  worker?.send({ type: "ready" });
  await vi.advanceTimersByTimeAsync(0);
}

test.each([
  [false, "completed"],
  [true, "failed"],
] as const)("forwards messages until the program is done", async (failed, result) => {
  const { runner, workers } = setUp();
  const { state, ended } = start(runner);
  const [worker] = workers;
  expect(worker?.programs).toEqual([]);
  await load(worker);
  expect(worker?.programs).toEqual([program]);
  worker?.send({ type: "output", stream: "stdout", text: "a\n" });
  worker?.send({ type: "done", failed });
  await ended;
  expect(state).toEqual({
    result,
    messages: [
      { type: "output", stream: "stdout", text: "a\n" },
      { type: "done", failed },
    ],
  });
  expect(worker?.isTerminated).toBe(true);
  expect(vi.getTimerCount()).toBe(0);
});

test("terminates a program that sends no heartbeat for 5 s", async () => {
  const { runner, workers } = setUp();
  const { state } = start(runner);
  await load(workers[0]);
  await vi.advanceTimersByTimeAsync(4_000);
  workers[0]?.send({ type: "heartbeat" });
  await vi.advanceTimersByTimeAsync(4_900);
  expect(state.result).toBeUndefined();
  await vi.advanceTimersByTimeAsync(700);
  expect(state.result).toBe("unresponsive");
  expect(workers[0]?.isTerminated).toBe(true);
});

test("terminates a program after 60 s", async () => {
  const { runner, workers } = setUp();
  const { state } = start(runner);
  await load(workers[0]);
  const heartbeat = setInterval(() => workers[0]?.send({ type: "heartbeat" }), 500);
  await vi.advanceTimersByTimeAsync(59_900);
  expect(state.result).toBeUndefined();
  await vi.advanceTimersByTimeAsync(700);
  expect(state.result).toBe("timeout");
  expect(workers[0]?.isTerminated).toBe(true);
  clearInterval(heartbeat);
});

test("the limits of a run start when the worker has loaded", async () => {
  const { runner, workers } = setUp();
  const { state } = start(runner);
  await vi.advanceTimersByTimeAsync(29_000);
  expect(state.result).toBeUndefined();
  await load(workers[0]);
  await vi.advanceTimersByTimeAsync(5_600);
  expect(state.result).toBe("unresponsive");
});

test("reports a worker that cannot be loaded", async () => {
  const { runner, workers } = setUp();
  const { state, ended } = start(runner);
  workers[0]?.onerror?.();
  await ended;
  expect(state.result).toBe("notLoaded");
});

test("stops loading a worker after 30 s", async () => {
  const { runner, workers } = setUp();
  const { state } = start(runner);
  await vi.advanceTimersByTimeAsync(29_900);
  expect(state.result).toBeUndefined();
  await vi.advanceTimersByTimeAsync(200);
  expect(state.result).toBe("notLoaded");
  expect(workers[0]?.isTerminated).toBe(true);
  expect(vi.getTimerCount()).toBe(0);
});

test("uses the prepared worker, and another one for the next run", async () => {
  const { runner, workers } = setUp();
  runner.prepare();
  runner.prepare();
  await load(workers[0]);
  const first = start(runner);
  expect(workers).toHaveLength(1);
  const second = start(runner);
  await first.ended;
  expect(first.state.result).toBe("stopped");
  expect(workers.map(({ isTerminated }) => isTerminated)).toEqual([true, false]);
  await load(workers[1]);
  workers[1]?.send({ type: "done", failed: false });
  await second.ended;
  expect(second.state.result).toBe("completed");
});

test("stops the run, and terminates the prepared worker", async () => {
  const { runner, workers } = setUp();
  const { state, ended } = start(runner);
  await load(workers[0]);
  runner.prepare();
  runner.dispose();
  await ended;
  expect(state.result).toBe("stopped");
  expect(workers.map(({ isTerminated }) => isTerminated)).toEqual([true, true]);
});

test("starts no worker after it was disposed", async () => {
  const { runner, workers } = setUp();
  const { ended } = start(runner);
  runner.dispose();
  await ended;
  runner.prepare();
  const { state, ended: endedAgain } = start(runner);
  await endedAgain;
  expect(state.result).toBe("stopped");
  expect(workers.map(({ isTerminated }) => isTerminated)).toEqual([true]);
  expect(vi.getTimerCount()).toBe(0);
});

test("does not terminate a program because the browser suspended the page", async () => {
  const epoch = Date.now();
  const time = vi.spyOn(performance, "now").mockImplementation(() => Date.now() - epoch);
  onTestFinished(() => time.mockRestore());
  const { runner, workers } = setUp();
  const { state } = start(runner);
  await load(workers[0]);
  vi.setSystemTime(Date.now() + 30_000);
  await vi.advanceTimersByTimeAsync(1_000);
  expect(state.result).toBeUndefined();
});
