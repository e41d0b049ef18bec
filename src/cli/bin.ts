#!/usr/bin/env node
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { dirname, resolve } from "node:path";
import { buffer } from "node:stream/consumers";
import { pathToFileURL } from "node:url";
import { VERSION } from "../core/version.js";
import { ask } from "./ask.js";
import { listFiles } from "./list-files.js";
import { run } from "./run.js";
import { escapeControls } from "./terminal.js";

const utf8 = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

process.stdout.on("error", (error: NodeJS.ErrnoException) => {
  // A program such as `head` may close the pipe.
  if (error.code === "EPIPE") process.exit();
  process.stderr.write(`fourfold: standard output: ${error.message}; the output is incomplete\n`);
  process.exit(1);
});

process.exitCode = await run(
  process.argv.slice(2),
  {
    stdout: process.stdout,
    stderr: process.stderr,
    readFile: async (path) => utf8.decode(await readFile(path)),
    readStdin: async () => utf8.decode(await buffer(process.stdin)),
    stopped: () =>
      new Promise((resolve) => {
        for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => resolve());
      }),
    nodeVersion: process.versions.node,
    canAsk: process.stdin.isTTY === true,
    // On standard error, so that a redirected output contains only results.
    ask: (question) => ask(escapeControls(question), process.stdin, process.stderr),
    writeFile: async (path, text, isNew) => {
      await mkdir(dirname(path), { recursive: true });
      await writeFile(path, text, { flag: isNew ? "wx" : "w" });
    },
    listFiles,
    importModule: (path) => import(pathToFileURL(resolve(path)).href),
  },
  VERSION,
);
