import { execFile } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { exampleOutput, REAL } from "./support/example-output.js";
import { startProgram } from "./support/guide.js";

const folder = fileURLToPath(new URL("../examples", import.meta.url));
const examples = readdirSync(folder).filter((file) => /^\d\d-.*\.ts$/.test(file));
const run = promisify(execFile);

test("every example is tested", () => {
  expect(Object.keys(exampleOutput)).toEqual(examples);
});

test.each(examples.filter((file) => file !== REAL))(
  "%s runs and says what it promises",
  { timeout: 60_000 },
  (file) => {
    const { status, stdout, stderr } = startProgram(readFileSync(`${folder}/${file}`, "utf8"), folder);
    expect({ status, stderr }).toEqual({ status: 0, stderr: "" });
    for (const pattern of exampleOutput[file] ?? []) expect(stdout).toMatch(pattern);
  },
);

test(`${REAL} says which credentials are missing, and fails`, { timeout: 60_000 }, async () => {
  const { GOOGLE_APPLICATION_CREDENTIALS: _key, API_KEY: _api, ...env } = process.env;
  const failed = run("npx", ["tsx", `${folder}/${REAL}`], { cwd: `${folder}/..`, env });
  const { code, stdout, stderr } = await failed.then(
    () => expect.fail("it did not fail"),
    (error: { code: number; stdout: string; stderr: string }) => error,
  );
  expect({ code, stdout }).toEqual({ code: 1, stdout: "" });
  for (const pattern of exampleOutput[REAL] ?? []) expect(stderr.replace(/^npm warn.*\n/gm, "")).toMatch(pattern);
});
