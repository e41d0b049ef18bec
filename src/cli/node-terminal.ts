import { mkdir, readdir, readFile, writeFile } from "node:fs/promises";
import { dirname, resolve } from "node:path";
import { createInterface } from "node:readline";
import { buffer } from "node:stream/consumers";
import { pathToFileURL } from "node:url";
import { escapeControls } from "../errors/message-text.js";
import type { Terminal } from "./terminal.js";

const utf8 = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

/** The terminal and the files of the process. */
export const nodeTerminal: Terminal = {
  stdout: process.stdout,
  stderr: process.stderr,
  readFile: async (path) => utf8.decode(await readFile(path)),
  readStdin: async () => utf8.decode(await buffer(process.stdin)),
  stopped: () =>
    new Promise((resolve) => {
      for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => resolve());
    }),
  canAsk: process.stdin.isTTY === true,
  // On standard error, so that a redirected output contains only results.
  ask: (question) => ask(escapeControls(question), process.stdin, process.stderr),
  writeFile: async (path, text) => {
    await mkdir(dirname(path), { recursive: true });
    await writeFile(path, text);
  },
  listFiles: async (folder) => (await readdir(folder, { recursive: true })).sort(),
  importModule: (path) => import(pathToFileURL(resolve(path)).href),
};

/** Asks a question and resolves to the line that the user enters; undefined at the end of input, and at Ctrl+C. */
export async function ask(
  question: string,
  input: NodeJS.ReadableStream,
  output: NodeJS.WritableStream,
): Promise<string | undefined> {
  const lines = createInterface({ input, output, prompt: question });
  lines.once("SIGINT", () => lines.close());
  lines.prompt();
  try {
    for await (const line of lines) return line;
    return undefined;
  } finally {
    lines.close();
  }
}
