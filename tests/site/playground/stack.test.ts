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

test("returns no line if no frame belongs to the program", () => {
  expect(lineOf("TypeError: no\n    at insert (https://docs.test/assets/worker-1.js:2:34)", "main.ts")).toBeUndefined();
  expect(lineOf(undefined, "main.ts")).toBeUndefined();
});

test("leaves a frozen error unchanged", () => {
  const error = Object.freeze(errorWith(CHROMIUM));
  tidyStacks(error, "main.ts");
  expect(error.stack).toBe(CHROMIUM);
});

test("does not visit bytes", () => {
  const bytes = Object.assign(new Uint8Array(1), { error: errorWith(CHROMIUM) });
  tidyStacks(bytes, "main.ts");
  expect(bytes.error.stack).toBe(CHROMIUM);
});

test("visits the first 100 elements of an array", () => {
  const errors = Array.from({ length: 1_000 }, () => errorWith(CHROMIUM));
  const keys: PropertyKey[] = [];
  const array = new Proxy(errors, {
    ownKeys: () => expect.fail("it lists all keys"),
    getOwnPropertyDescriptor(target, key) {
      keys.push(key);
      return Reflect.getOwnPropertyDescriptor(target, key);
    },
  });
  tidyStacks(array, "main.ts");
  expect(keys).toHaveLength(100);
  expect(errors.filter(({ stack }) => stack !== CHROMIUM)).toHaveLength(100);
});

test("visits a limited number of objects", () => {
  const errors = Array.from({ length: 100 }, () => Array.from({ length: 100 }, () => errorWith(CHROMIUM)));
  tidyStacks(errors, "main.ts");
  const changed = errors.flat().filter(({ stack }) => stack !== CHROMIUM).length;
  expect(changed).toBeGreaterThan(500);
  expect(changed).toBeLessThan(1_000);
});
