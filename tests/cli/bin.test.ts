import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import {
  closeSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Readable } from "node:stream";
import { text } from "node:stream/consumers";
import { afterAll, expect, test } from "vitest";
import manifest from "../../package.json" with { type: "json" };
import { bundle } from "../support/guide.js";

const root = join(import.meta.dirname, "../..");
/** A folder with the files that the command needs of the package. */
const folder = mkdtempSync(join(tmpdir(), "fourfold-"));
const bin = join(folder, "dist/cli/bin.js");
cpSync(join(root, "package.json"), join(folder, "package.json"));
symlinkSync(join(root, "node_modules"), join(folder, "node_modules"), "junction");
mkdirSync(join(folder, "dist/cli"), { recursive: true });
writeFileSync(bin, bundle(readFileSync(join(root, "src/cli/bin.ts"), "utf8"), join(root, "src/cli")));
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
  const refused = await outcome(start("chekc"));
  expect([refused.code, refused.err.split(";")[0]]).toEqual([2, 'fourfold: unknown command "chekc"']);
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
  const child = start("secure", "-", "--project", "shop", "--issuer", "https://issuer.test");
  child.stdin.end('swagger: "2.0" # kept\n');
  const { code, out, err } = await outcome(child);
  expect([code, err]).toEqual([0, ""]);
  expect(out).toMatch(/^swagger: "2\.0" # kept\nsecurityDefinitions:\n {2}users:\n/);
  expect(await outcome(start("check", "no-such.yaml"))).toMatchObject({
    code: 1,
    err: "fourfold check: no-such.yaml: no such file; check the path, which is relative to the current directory\n",
  });
});

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
