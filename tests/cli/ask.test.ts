import { PassThrough } from "node:stream";
import { expect, test } from "vitest";
import { ask } from "../../src/cli/node-terminal.js";

/** Asks with an input in memory, and returns the line and the output. */
async function asked(write: (input: PassThrough) => void, { isTTY = false } = {}) {
  const [input, output] = [new PassThrough(), Object.assign(new PassThrough(), { isTTY })];
  const answer = ask("Send 2 requests? [y/N] ", input, output);
  write(input);
  return { answer: await answer, shown: String(output.read()) };
}

test.each(["y", "n", ""])("resolves to the line %j", async (line) => {
  expect(await asked((input) => input.write(`${line}\nrest\n`))).toEqual({
    answer: line,
    shown: "Send 2 requests? [y/N] ",
  });
});

test("resolves to undefined at the end of input", async () => {
  expect(await asked((input) => input.end())).toMatchObject({ answer: undefined });
});

test.each([
  ["yes", "y\r", "y"],
  ["no", "n\r", "n"],
  ["Enter", "\r", ""],
  ["Ctrl+D", "\u0004", undefined],
  ["Ctrl+C", "\u0003", undefined],
])("resolves in a terminal: %s", async (_, keys, answer) => {
  expect(await asked((input) => input.write(keys), { isTTY: true })).toMatchObject({ answer });
});
