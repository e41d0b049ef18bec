import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { closeSync, existsSync, openSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Readable } from "node:stream";
import { text } from "node:stream/consumers";
import { afterAll, expect, test } from "vitest";
import manifest from "../../package.json" with { type: "json" };
import { nodeTerminal } from "../../src/cli/node-terminal.js";
import { createBuiltFolder } from "../support/built-folder.js";
import { createTerminal } from "./fake-terminal.js";

const folder = await createBuiltFolder({ "cli/bin": "src/cli/bin.ts" });
const bin = join(folder, "dist/cli/bin.js");
afterAll(() => rmSync(folder, { recursive: true }));

function start(...argv: readonly string[]) {
  return spawn(process.execPath, [bin, ...argv], { stdio: ["pipe", "pipe", "pipe"] });
}

async function outcome(child: ReturnType<typeof start>) {
  const [out, err, [code]] = await Promise.all([
    text(child.stdout),
    text(child.stderr as Readable),
    once(child, "close"),
  ]);
  return { code, out, err };
}

test("the package provides the command", { timeout: 30_000 }, async () => {
  expect(await outcome(start("--version"))).toEqual({ code: 0, out: `${manifest.version}\n`, err: "" });
});

test("ends quietly when the pipe is closed", { timeout: 30_000 }, async () => {
  const child = start("sandbox", "--port", "0");
  const errors = text(child.stderr);
  const url = await firstAddress(child);
  child.stdout.destroy();
  await fetch(`${url}/bigquery/v2/projects`).catch(() => undefined); // logs a line
  const [code] = await once(child, "exit");
  expect([code, await errors]).toEqual([0, ""]);
});

test.runIf(existsSync("/dev/full"))("reports output that cannot be written", { timeout: 30_000 }, async () => {
  const full = openSync("/dev/full", "w");
  const child = spawn(process.execPath, [bin, "--help"], { stdio: ["ignore", full, "pipe"] });
  const [err, [code]] = await Promise.all([text(child.stderr as Readable), once(child, "close")]);
  closeSync(full);
  expect([code, err]).toEqual([
    1,
    expect.stringMatching(/^fourfold: standard output: ENOSPC.*; the output is incomplete\n$/),
  ]);
});

test("reads files and standard input", { timeout: 30_000 }, async () => {
  const flags = ["--issuer", "https://issuer.test", "--audience", "shop"];
  const document = 'swagger: "2.0" # kept\n';
  const child = start("secure", "-", ...flags);
  child.stdin.end(document);
  const fromStdin = await outcome(child);
  expect(fromStdin).toMatchObject({ code: 0, err: "" });
  expect(fromStdin.out).toMatch(/^swagger: "2\.0" # kept\nsecurityDefinitions:\n {2}users:\n/);

  const file = join(folder, "api.yaml");
  writeFileSync(file, document);
  expect(await runWithFiles("secure", file, ...flags)).toEqual(fromStdin);
  expect(await runWithFiles("check", "no-such.yaml")).toMatchObject({
    code: 1,
    err: "fourfold check: no-such.yaml: no such file; check the path, which is relative to the current directory\n",
  });
});

/** Runs a command in this process, which is faster, with the files of the disk. */
function runWithFiles(...argv: readonly string[]) {
  const { terminal, run } = createTerminal();
  terminal.readFile = nodeTerminal.readFile;
  return run(...argv);
}

test("rejects input that is not UTF-8", { timeout: 30_000 }, async () => {
  const child = start("check", "-");
  child.stdin.end(Buffer.from('swagger: "2.0" # caf\u00e9\n', "latin1"));
  expect(await outcome(child)).toEqual({
    code: 1,
    out: "",
    err: "fourfold check: standard input: must be encoded in UTF-8; convert it, for example with iconv\n",
  });
});

test.each(["SIGINT", "SIGTERM"] as const)("serves until %s", { timeout: 30_000 }, async (signal) => {
  const child = start("sandbox", "--port", "0");
  const ending = outcome(child);
  const url = await firstAddress(child);
  expect((await fetch(`${url}/bigquery/v2/projects`)).status).toBe(200);
  child.kill(signal);
  expect(await ending).toMatchObject({ code: 0, err: "" });
});

async function firstAddress({ stdout }: ChildProcess): Promise<string> {
  return new Promise((resolve) => {
    stdout?.on("data", (chunk) => {
      const [url] = /http:\/\/\S+/.exec(String(chunk)) ?? [];
      if (url !== undefined) resolve(url);
    });
  });
}
