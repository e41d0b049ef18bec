import { type ChildProcess, execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { closeSync, existsSync, mkdirSync, openSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import type { Readable } from "node:stream";
import { text } from "node:stream/consumers";
import { setTimeout } from "node:timers/promises";
import { createSandbox } from "fourfold/testing";
import { listen } from "fourfold/testing/server";
import { afterAll, expect, test } from "vitest";
import { createBuiltFolder } from "../support/built-folder.js";

const folder = await createBuiltFolder({
  index: "src/index.ts",
  "tables/index": "src/tables/index.ts",
  "testing/index": "src/testing/index.ts",
  "cli/bin": "src/cli/bin.ts",
});
afterAll(() => rmSync(folder, { recursive: true }));

const bin = join(folder, "dist/cli/bin.js");
const config = `
import { createClient } from "fourfold";
import { defineConfig } from "fourfold/tables";
import { createSandbox } from "fourfold/testing";
const sandbox = createSandbox();
const tableReference = { projectId: "shop", datasetId: "sales", tableId: "orders" };
sandbox.warehouse.tables.add({ tableReference, schema: { fields: [{ name: "id", type: "INTEGER" }] } });
export default defineConfig({ client: () => createClient(sandbox.clientOptions), projectId: "shop", tables: "schemas" });
`;

/** Runs a command of tables in a folder. */
function runTable(cwd: string, argv: readonly string[], nodeOptions = "") {
  const env = { ...process.env, NODE_OPTIONS: nodeOptions };
  return new Promise<{ code: unknown; out: string; err: string }>((resolve) => {
    execFile(process.execPath, [bin, "table", ...argv], { cwd, env }, (error, out, err) =>
      resolve({ code: error?.code ?? 0, out, err }),
    ).stdin?.end();
  });
}

/** Creates a folder with files, and returns its path. */
function folderWith(name: string, files: Readonly<Record<string, string>>): string {
  for (const [path, content] of Object.entries(files)) {
    const file = join(folder, name, path);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, content);
  }
  return join(folder, name);
}

test("pulls and plans with a configuration in .mjs", async () => {
  const shop = folderWith("a", { "fourfold.config.mjs": config });
  expect(await runTable(shop, ["pull", "shop.sales"])).toEqual({
    code: 0,
    out: `sales.orders: wrote ${join("schemas", "sales", "orders.mjs")}\n`,
    err: "",
  });
  expect(await runTable(shop, ["plan"])).toEqual({ code: 0, out: "1 unchanged\n", err: "" });
  expect(await runTable(shop, ["apply"])).toMatchObject({ code: 2, out: "" });
});

test("Node 20 requires tsx for a configuration in .ts", async () => {
  const shop = folderWith("b", {
    "fourfold.config.ts": config,
    "schemas/orders.ts": `import { defineTable } from "fourfold/tables";
export const orders = defineTable("sales.orders", { schema: { fields: [{ name: "id", type: "INTEGER" }] } });
export type Orders = typeof orders;
`,
  });
  const [major = 0] = process.versions.node.split(".").map(Number);
  if (major === 20) {
    const { code, out, err } = await runTable(shop, ["plan"]);
    expect([code, out]).toEqual([1, ""]);
    expect(err).toContain('NODE_OPTIONS="--import tsx"');
    expect(err).toContain(".mjs");
  }
  const planned = { code: 0, out: "1 unchanged\n", err: "" };
  expect(await runTable(shop, ["plan"], "--import tsx")).toEqual(planned);
});

/** A folder with definitions of several tables, whose configuration connects to a sandbox that listens. */
function project(name: string, url: string, count: number): string {
  const names = Array.from({ length: count }, (_, index) => `t${index}`);
  return folderWith(name, {
    "fourfold.config.mjs": `import { createClient } from "fourfold";
import { defineConfig } from "fourfold/tables";
export default defineConfig({
  client: () => createClient({ baseUrl: ${JSON.stringify(url)} }),
  projectId: "shop",
  tables: "schemas",
  concurrency: 1,
});
`,
    "schemas/all.mjs": `import { defineTable } from "fourfold/tables";
${names.map((table) => `export const ${table} = defineTable("sales.${table}", { labels: { team: "data" } });\n`).join("")}`,
  });
}

function sandboxWithDataset() {
  const sandbox = createSandbox();
  sandbox.warehouse.datasets.add({ projectId: "shop", datasetId: "sales" });
  const inserts = () => sandbox.requests.filter(({ method }) => method === "POST").length;
  return { sandbox, inserts };
}

test("Ctrl+C lets the request in flight finish, sends no other one, and prints the summary", async () => {
  const { sandbox, inserts } = sandboxWithDataset();
  let atSecond = (_release: () => void) => {};
  const second = new Promise<() => void>((resolve) => {
    atSecond = resolve;
  });
  await using server = await listen(async (request) => {
    if (request.method === "POST" && inserts() === 1) await new Promise<void>((release) => atSecond(release));
    return sandbox.fetch(request);
  });
  const cwd = project("c", server.url, 5);
  const child = spawn(process.execPath, [bin, "table", "apply", "--yes"], { cwd });
  const ended = Promise.all([text(child.stdout), text(child.stderr), once(child, "close")]);
  const release = await second;
  const stopping = once(child.stderr, "data");
  child.kill("SIGINT");
  await stopping;
  release();
  const [out, err, [code]] = await ended;
  expect(out.slice(out.indexOf("sales.t0: created"))).toBe(
    "sales.t0: created\nsales.t1: created\n\n2 applied, 3 not started\n",
  );
  expect([code, err, inserts()]).toEqual([
    1,
    "stopping after the requests in flight\nnot started: sales.t2, sales.t3, sales.t4; run the command again\n",
    2,
  ]);
  const again = await runTable(cwd, ["apply", "--yes"]);
  expect(again).toMatchObject({ code: 0, out: expect.stringMatching(/\n3 applied, 2 unchanged\n$/) });
  expect(inserts()).toBe(5);
});

const SCRIPT = "/usr/bin/script";
/** Runs the command in a pseudo terminal, enters keys when it asks, and returns the screen and the exit code. */
async function inTerminal(cwd: string, keys: string) {
  const child = spawn(SCRIPT, ["-qec", `"${process.execPath}" "${bin}" table apply`, "/dev/null"], { cwd });
  let screen = "";
  child.stdout.on("data", (chunk) => {
    const asked = screen.includes("[y/N]");
    screen += String(chunk);
    if (!asked && screen.includes("[y/N]")) child.stdin.write(keys);
  });
  const [code] = await once(child, "close");
  return { code, screen: screen.replaceAll("\r\n", "\n") };
}

test.runIf(process.platform === "linux" && existsSync(SCRIPT))(
  "asks in a terminal: Ctrl+C declines, yes applies",
  async () => {
    const { sandbox, inserts } = sandboxWithDataset();
    await using server = await listen(sandbox);
    const cwd = project("d", server.url, 1);
    const declined = await inTerminal(cwd, "\u0003");
    expect(declined).toEqual({ code: 2, screen: expect.stringContaining("declined; nothing was sent") });
    expect(inserts()).toBe(0);
    const { code, screen } = await inTerminal(cwd, "y\r");
    expect(screen).toContain("Tables to write in the project shop: 1. Continue? [y/N]");
    expect([code, screen]).toEqual([0, expect.stringMatching(/sales\.t0: created\n\n1 applied\n$/)]);
    expect(inserts()).toBe(1);
  },
);

/** Starts a command. */
function start(...argv: readonly string[]) {
  return spawn(process.execPath, [bin, ...argv], { stdio: ["pipe", "pipe", "pipe"] });
}

async function outcome(child: ReturnType<typeof start>) {
  const [out, err, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, "close")]);
  return { code, out, err };
}

async function firstAddress({ stdout }: ChildProcess): Promise<string> {
  return new Promise((resolve) => {
    stdout?.on("data", (chunk) => {
      const [url] = /http:\/\/\S+/.exec(String(chunk)) ?? [];
      if (url !== undefined) resolve(url);
    });
  });
}

test("ends quietly when the pipe is closed", async () => {
  const child = start("sandbox", "--port", "0");
  const errors = text(child.stderr);
  const url = await firstAddress(child);
  child.stdout.destroy();
  await fetch(`${url}/bigquery/v2/projects`).catch(() => undefined); // logs a line
  const [code] = await once(child, "exit");
  expect([code, await errors]).toEqual([0, ""]);
});

test.runIf(existsSync("/dev/full"))("reports output that cannot be written", async () => {
  const full = openSync("/dev/full", "w");
  const child = spawn(process.execPath, [bin, "--help"], { stdio: ["ignore", full, "pipe"] });
  const [err, [code]] = await Promise.all([text(child.stderr as Readable), once(child, "close")]);
  closeSync(full);
  expect([code, err]).toEqual([
    1,
    expect.stringMatching(/^fourfold: standard output: ENOSPC.*; the output is incomplete\n$/),
  ]);
});

test.runIf(process.platform !== "win32")("ends with the shell that npx started, and not with another one", async () => {
  for (const [command, isEnded] of [
    ["exec", true],
    ["run-script", false],
  ] as const) {
    const script = `"$0" "$1" sandbox --port 0 & echo "pid $!"; wait`;
    const env = { ...process.env, npm_command: command };
    const shell = spawn("sh", ["-c", script, process.execPath, bin], { env, stdio: ["ignore", "pipe", "inherit"] });
    let out = "";
    shell.stdout.on("data", (chunk) => {
      out += chunk;
    });
    await firstAddress(shell);
    const isClosed = once(shell.stdout, "close").then(() => true);
    shell.kill();
    expect(await Promise.race([isClosed, setTimeout(isEnded ? 20_000 : 2_000, false)])).toBe(isEnded);
    if (!isEnded) process.kill(Number(/pid (\d+)/.exec(out)?.[1]));
    await isClosed;
  }
});

test("rejects input that is not UTF-8", async () => {
  const child = start("check", "-");
  child.stdin.end(Buffer.from('swagger: "2.0" # caf\u00e9\n', "latin1"));
  expect(await outcome(child)).toEqual({
    code: 1,
    out: "",
    err: "fourfold check: standard input: must be encoded in UTF-8; convert it, for example with iconv\n",
  });
});

test.each(["SIGINT", "SIGTERM"] as const)("serves until %s", async (signal) => {
  const child = start("sandbox", "--port", "0");
  const ending = outcome(child);
  const url = await firstAddress(child);
  expect((await fetch(`${url}/bigquery/v2/projects`)).status).toBe(200);
  child.kill(signal);
  expect(await ending).toMatchObject({ code: 0, err: "" });
});
