import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { beforeAll, expect, test } from "vitest";
import { exampleOutput, REAL } from "./support/example-output.js";
import { type Outcome, runPrograms } from "./support/run-programs.js";

const root = fileURLToPath(new URL("..", import.meta.url));
const folder = join(root, "examples");
const examples = readdirSync(folder).filter((file) => /^\d\d-.*\.ts$/.test(file));

const outcomes = new Map<string, Outcome>();
beforeAll(async () => {
  const programs = examples.map((file) => ({ source: readFileSync(join(folder, file), "utf8"), folder }));
  const ended = await runPrograms(programs, { GOOGLE_APPLICATION_CREDENTIALS: undefined, API_KEY: undefined });
  for (const [index, file] of examples.entries()) outcomes.set(file, ended[index] as Outcome); // one for each
}, 60_000);

test("every example is tested", () => {
  expect(Object.keys(exampleOutput)).toEqual(examples);
});

test.each(examples.filter((file) => file !== REAL))("%s runs and prints the documented output", (file) => {
  const { stdout, ...ended } = outcomes.get(file) ?? {};
  expect(ended).toEqual({ status: 0, signal: null, stderr: "" });
  for (const pattern of exampleOutput[file] ?? []) expect(stdout).toMatch(pattern);
});

test(`${REAL} reports which credentials are missing, and fails`, () => {
  const { stderr, ...ended } = outcomes.get(REAL) ?? {};
  expect(ended).toEqual({ status: 1, signal: null, stdout: "" });
  for (const pattern of exampleOutput[REAL] ?? []) expect(stderr).toMatch(pattern);
});
