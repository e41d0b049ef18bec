import { expect, test } from "vitest";
import { lineOf, tidyStacks } from "../../../site/playground/stack.js";

function errorWith(stack: string, cause?: unknown): Error {
  const error = new TypeError("no", cause === undefined ? undefined : { cause });
  error.stack = stack;
  return error;
}

const CHROMIUM = `TypeError: no
    at insert (https://docs.test/assets/worker-1.js:2:34)
    at check (main.ts:3:5)
    at Object.eval (main.ts:4:5)
    at async eval (main.ts:12:7)
    at async run (https://docs.test/assets/worker-1.js:2:34)`;
const FIREFOX = `insert@https://docs.test/assets/worker-1.js:2:34
check@https://docs.test/assets/worker-1.js line 9 > eval:3:5
@https://docs.test/assets/worker-1.js line 9 > eval:4:5
run@https://docs.test/assets/worker-1.js:2:34`;

test("keeps the title and the frames of the program", () => {
  const error = errorWith(CHROMIUM);
  tidyStacks(error, "main.ts");
  expect(error.stack).toBe("TypeError: no\n    at check (main.ts:3)\n    at main.ts:4\n    at async main.ts:12");
  expect(lineOf(error.stack, "main.ts")).toBe(3);
});

test("reads the stacks of Firefox", () => {
  const error = errorWith(FIREFOX);
  expect(lineOf(error.stack, "main.ts")).toBe(3);
  tidyStacks(error, "main.ts");
  expect(error.stack).toBe("TypeError: no\n    at check (main.ts:3)\n    at main.ts:4");
});

test("changes the stacks of causes and of errors in data", () => {
  const cause = errorWith(CHROMIUM);
  const inData = errorWith(CHROMIUM);
  const circular: Record<string, unknown> = { errors: [errorWith("", cause), inData] };
  circular.self = circular;
  tidyStacks(circular, "main.ts");
  for (const { stack } of [cause, inData]) expect(stack).not.toContain("worker-1.js");
});

test("has no line without frames of the program", () => {
  expect(lineOf("TypeError: no\n    at insert (https://docs.test/assets/worker-1.js:2:34)", "main.ts")).toBeUndefined();
  expect(lineOf(undefined, "main.ts")).toBeUndefined();
});
