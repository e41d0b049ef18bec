import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { diagnose } from "../support/compile.js";

const file = "tests/environments/updates.test-d.ts";
const text = readFileSync(new URL("updates.test-d.ts", import.meta.url), "utf8");

test("the compiler's message contains the text after each @ts-expect-error, and there are no other errors", {
  timeout: 240_000,
}, () => {
  const lines = text.split("\n");
  const expected = lines.flatMap((line, index) => {
    const sentence = /^ +\/\/ @ts-expect-error (.+)/.exec(line)?.[1];
    return sentence === undefined ? [] : [{ line: index + 2, sentence }];
  });
  const found = diagnose(new Map([[file, text.replaceAll(/\/\/ @ts-expect-error.*/g, "//")]]));
  expect(found.map(({ line }) => line).filter((line, index, all) => all.indexOf(line) === index)).toEqual(
    expected.map(({ line }) => line),
  );
  for (const { line, sentence } of expected) {
    const messages = found.filter((each) => each.line === line).map(({ message }) => message);
    expect(messages.join("\n"), `line ${line}: ${lines[line - 1]}`).toContain(sentence);
  }
  expect(expected.length).toBeGreaterThanOrEqual(40);
  expect(
    lines.filter((line) => /^ +(u\.|m\(|void|planEnv|expectTypeOf)/.test(line)).length - expected.length,
  ).toBeGreaterThanOrEqual(40);
});
