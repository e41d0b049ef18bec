import { spawn } from "node:child_process";
import { once } from "node:events";
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { PassThrough, type Readable } from "node:stream";
import { text } from "node:stream/consumers";
import { afterAll, expect, test } from "vitest";
import manifest from "../../package.json" with { type: "json" };
import { ask, nodeTerminal } from "../../src/cli/node-terminal.js";
import { library } from "../generate/documents.js";
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

test("resolves to undefined when a signal stops the command", async () => {
  const stop = new AbortController();
  const answer = ask("Send? ", new PassThrough(), new PassThrough(), stop.signal);
  stop.abort();
  expect(await answer).toBeUndefined();
});

/** Creates an empty folder. */
function folderOf(name: string): string {
  const path = join(folder, name);
  mkdirSync(path);
  return path;
}

test.runIf(process.platform === "linux")("a file that cannot be written completely keeps its contents", async () => {
  const cwd = folderOf("full");
  writeFileSync(join(cwd, "library.json"), JSON.stringify(library));
  const line = ["generate", "library.json", "--out", "library.ts", "--methods"];
  const run = (limit: string, methods: string) => {
    const script = `ulimit -f ${limit}; exec "$0" "$@"`; // like a full disk: only the beginning of a longer file can be written
    const argv = ["-c", script, process.execPath, bin, ...line, methods];
    return outcome(spawn("bash", argv, { cwd, stdio: ["pipe", "pipe", "pipe"] }));
  };
  expect(await run("unlimited", "*.list")).toMatchObject({ code: 0 });
  const before = readFileSync(join(cwd, "library.ts"), "utf8");
  expect(await run("1", "*")).toMatchObject({ code: 1, err: expect.stringContaining("EFBIG") });
  expect(readFileSync(join(cwd, "library.ts"), "utf8")).toBe(before);
  expect(readdirSync(cwd)).toEqual(["library.json", "library.ts"]);
});

test("writes a file with its folders, and keeps the mode of an existing file and the links to it", async () => {
  const cwd = folderOf("modes");
  const [file, link] = [join(cwd, "a/b.ts"), join(cwd, "link.ts")];
  await nodeTerminal.writeFile(file, "1");
  writeFileSync(join(cwd, "usual"), "");
  expect(statSync(file).mode).toBe(statSync(join(cwd, "usual")).mode);
  chmodSync(file, 0o777);
  symlinkSync(file, link);
  await nodeTerminal.writeFile(link, "2");
  expect([readFileSync(file, "utf8"), statSync(file).mode & 0o777]).toEqual(["2", 0o777]);
  expect(readdirSync(join(cwd, "a"))).toEqual(["b.ts"]);
});

test.runIf(existsSync("/dev/null"))("writes to a device without replacing it", async () => {
  await nodeTerminal.writeFile("/dev/null", "text");
  expect(statSync("/dev/null").isCharacterDevice()).toBe(true);
});
