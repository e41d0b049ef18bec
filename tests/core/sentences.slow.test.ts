import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { diagnose } from "../support/compile.js";

const file = "tests/core/define-method.test-d.ts";
const text = readFileSync(new URL("define-method.test-d.ts", import.meta.url), "utf8");

test("the compiler's message contains the text after each @ts-expect-error", { timeout: 240_000 }, () => {
  const expected = text.split("\n").flatMap((line, index) => {
    const sentence = /^ +\/\/ @ts-expect-error (.+)/.exec(line)?.[1];
    return sentence === undefined ? [] : [{ line: index + 2, sentence }];
  });
  const found = diagnose(new Map([[file, text.replaceAll(/\/\/ @ts-expect-error.*/g, "//")]]));
  expect([...new Set(found.map(({ line }) => line))]).toEqual(expected.map(({ line }) => line));
  for (const { line, sentence } of expected) {
    const messages = found.filter((each) => each.line === line).map(({ message }) => message);
    expect(messages.join("\n"), `line ${line}`).toContain(sentence);
  }
});
