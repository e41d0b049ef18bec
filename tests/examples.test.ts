import { execFile } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { exampleOutput, REAL } from "./support/example-output.js";
import { startProgram } from "./support/guide.js";

const root = fileURLToPath(new URL("..", import.meta.url));
const folder = join(root, "examples");
const examples = readdirSync(folder).filter((file) => /^\d\d-.*\.ts$/.test(file));
const run = promisify(execFile);

test("every example is tested", () => {
  expect(Object.keys(exampleOutput)).toEqual(examples);
});

test.each(examples.filter((file) => file !== REAL))(
  "%s runs and says what it promises",
  { timeout: 60_000 },
  (file) => {
    const { status, signal, stdout, stderr } = startProgram(readFileSync(join(folder, file), "utf8"), folder);
    expect({ status, signal, stderr }).toEqual({ status: 0, signal: null, stderr: "" });
    for (const pattern of exampleOutput[file] ?? []) expect(stdout).toMatch(pattern);
  },
);

test(`${REAL} says which credentials are missing, and fails`, { timeout: 60_000 }, async () => {
  const { GOOGLE_APPLICATION_CREDENTIALS: _key, API_KEY: _api, ...env } = process.env;
  const failed = run(process.execPath, ["--import", "tsx", join(folder, REAL)], { cwd: root, env, timeout: 50_000 });
  const { code, stdout, stderr } = await failed.then(
    () => expect.fail("it did not fail"),
    (error: { code: number; stdout: string; stderr: string }) => error,
  );
  expect({ code, stdout }).toEqual({ code: 1, stdout: "" });
  for (const pattern of exampleOutput[REAL] ?? []) expect(stderr).toMatch(pattern);
});
