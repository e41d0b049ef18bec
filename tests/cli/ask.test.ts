import { PassThrough } from "node:stream";
import { expect, test } from "vitest";
import { ask } from "../../src/cli/node-terminal.js";

/** Asks with an input in memory, and returns the line and the output. */
async function asked(write: (input: PassThrough) => void) {
  const [input, output] = [new PassThrough(), new PassThrough()];
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
