import { mkdir, readdir, readFile, realpath, stat, writeFile } from "node:fs/promises";
import { dirname, join, resolve, sep } from "node:path";
import { createInterface } from "node:readline/promises";
import { buffer } from "node:stream/consumers";
import { pathToFileURL } from "node:url";
import { Failure } from "./failure.js";
import { escapeControls, type Terminal } from "./terminal.js";

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
  nodeVersion: process.versions.node,
  canAsk: process.stdin.isTTY === true,
  // On standard error, so that a redirected output contains only results.
  ask: (question) => ask(escapeControls(question), process.stdin, process.stderr),
  writeFile: async (path, text) => {
    await mkdir(dirname(path), { recursive: true });
    await writeFile(path, text);
  },
  env: process.env,
  listFiles,
  importModule: (path) => import(pathToFileURL(resolve(path)).href),
};

/** Asks a question and resolves to the line that the user enters; undefined at the end of input, and at Ctrl+C. */
export async function ask(
  question: string,
  input: NodeJS.ReadableStream,
  output: NodeJS.WritableStream,
): Promise<string | undefined> {
  const lines = createInterface({ input, output });
  try {
    const end = new Promise<undefined>((resolve) => lines.once("close", () => resolve(undefined)));
    lines.once("SIGINT", () => lines.close());
    return await Promise.race([lines.question(question).catch(() => undefined), end]);
  } finally {
    lines.close();
  }
}

/**
 * Lists the files in a folder and its subfolders, following symbolic links. Returns sorted paths relative to the folder,
 * separated by `/`.
 *
 * @throws {Failure} If links are broken or lead out of the folder, with all of them.
 */
export async function listFiles(folder: string): Promise<readonly string[]> {
  const root = await realpath(folder);
  const files: string[] = [];
  const problems: string[] = [];
  const visit = async (path: string, inside: string, trail: readonly string[]): Promise<void> => {
    for (const entry of await readdir(path, { withFileTypes: true })) {
      const name = inside === "" ? entry.name : `${inside}/${entry.name}`;
      const isLink = entry.isSymbolicLink();
      const real = isLink ? await realpath(join(path, entry.name)).catch(() => "") : join(path, entry.name);
      if (!`${real}${sep}`.startsWith(`${root}${sep}`)) {
        problems.push(`${join(folder, name)}: must not be a broken link or a link out of the folder; copy the file`);
        continue;
      }
      const info = isLink ? await stat(real) : entry;
      if (info.isFile()) files.push(name);
      // Following a link to a parent folder would never end.
      else if (info.isDirectory() && !trail.includes(real)) await visit(real, name, [...trail, real]);
    }
  };
  await visit(root, "", [root]);
  if (problems.length > 0) throw new Failure(problems);
  return files.sort();
}
