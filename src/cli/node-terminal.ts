import {
  access,
  chmod,
  constants,
  mkdir,
  readdir,
  readFile,
  realpath,
  rename,
  rm,
  stat,
  writeFile,
} from "node:fs/promises";
import { dirname, join, resolve } from "node:path";
import { createInterface } from "node:readline";
import { buffer } from "node:stream/consumers";
import { pathToFileURL } from "node:url";
import { systemClock } from "../call/clock.js";
import { escapeControls } from "../errors/message-text.js";
import { ifExists } from "./failure.js";
import type { Terminal } from "./terminal.js";

const utf8 = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

/** The terminal and the files of the process. */
export const nodeTerminal: Terminal = {
  stdout: process.stdout,
  stderr: process.stderr,
  readFile: async (path) => utf8.decode(await readFile(path)),
  readStdin: async () => utf8.decode(await buffer(process.stdin)),
  clock: systemClock,
  stopped: () =>
    new Promise((resolve) => {
      for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => resolve());
      // The shell that npx starts does not forward signals: it ends, and its child becomes that of another process.
      const { ppid, env } = process;
      if (env.npm_command === "exec") setInterval(() => process.ppid !== ppid && resolve(), 500).unref();
    }),
  canAsk: process.stdin.isTTY === true,
  // On standard error, so that a redirected output contains only results.
  ask: (question, signal) => ask(escapeControls(question), process.stdin, process.stderr, signal),
  writeFile: async (path, text) => {
    await mkdir(dirname(path), { recursive: true });
    await replaceFile((await ifExists(realpath(path))) ?? path, text);
  },
  listFiles: async (folder) => (await readdir(folder, { recursive: true })).sort(),
  importModule: (path) => import(pathToFileURL(resolve(path)).href),
};

/** Writes a whole file, or leaves the existing one as it is: writes a temporary file in the same folder, and renames it. */
async function replaceFile(path: string, text: string): Promise<void> {
  const existing = await ifExists(stat(path));
  if (existing?.isFile() === false) return writeFile(path, text); // a device cannot be replaced
  if (existing !== undefined) await access(path, constants.W_OK);
  const temporary = join(dirname(path), `.fourfold-${crypto.randomUUID()}`);
  try {
    await writeFile(temporary, text);
    if (existing !== undefined) await chmod(temporary, existing.mode);
    await rename(temporary, path);
  } catch (error) {
    await rm(temporary, { force: true });
    throw error;
  }
}

/** Asks a question and resolves to the line that the user enters; undefined at the end of input, at Ctrl+C, and on abort. */
export async function ask(
  question: string,
  input: NodeJS.ReadableStream,
  output: NodeJS.WritableStream,
  signal?: AbortSignal,
): Promise<string | undefined> {
  const lines = createInterface({ input, output, prompt: question, ...(signal && { signal }) });
  lines.once("SIGINT", () => lines.close());
  lines.prompt();
  try {
    for await (const line of lines) return line;
    return undefined;
  } finally {
    lines.close();
  }
}
