import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { createProgress } from "../../src/cli/progress.js";
import { createTerminal } from "./fake-terminal.js";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test("in a terminal, the elapsed time advances each second, until the line ends", () => {
  const { terminal, output } = createTerminal({ isTTY: true });
  const progress = createProgress(terminal);
  progress.show("labels", "RUNNING");
  vi.advanceTimersByTime(2_000);
  progress.show("labels", "done");
  progress.end();
  vi.advanceTimersByTime(5_000);
  progress.end();
  const lines = ["RUNNING, 0s", "RUNNING, 1s", "RUNNING, 2s", "done, 2s"].map((text) => `\r\u001b[Klabels: ${text}`);
  expect(output()).toBe(`${lines.join("")}\n`);
  expect(vi.getTimerCount()).toBe(0);
});

test("elsewhere, each new state is one line, without control characters", () => {
  const { terminal, output } = createTerminal();
  const progress = createProgress(terminal);
  progress.show("labels", "RUNNING");
  vi.advanceTimersByTime(125_000);
  progress.show("labels", "RUNNING");
  progress.show("labels", "\u001b[2J");
  progress.end();
  progress.show("config", "started");
  expect(output()).toBe("labels: RUNNING, 0s\nlabels: \\u001b[2J, 2m 5s\nconfig: started, 0s\n");
  expect(vi.getTimerCount()).toBe(0);
});
