import { spawn } from "node:child_process";
import { once } from "node:events";
import { rmSync } from "node:fs";
import { join } from "node:path";
import type { Readable } from "node:stream";
import { text } from "node:stream/consumers";
import { pathToFileURL } from "node:url";
import type { Plugin } from "esbuild";
import { createBuiltFolder, root } from "./built-folder.js";

/** A TypeScript program that imports this package by its name. */
export interface Program {
  readonly source: string;
  /** The folder that relative imports start from. Default: the root of this repository. */
  readonly folder?: string;
}

/** The output of a program, and its outcome. */
export interface Outcome {
  readonly status: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly stdout: string;
  readonly stderr: string;
}

/**
 * Runs programs against the sources of this repository, one after another in one process, for at most 50 seconds.
 *
 * @param variables - Environment variables that differ from the variables of this process.
 */
export async function runPrograms(programs: readonly Program[], variables: NodeJS.ProcessEnv = {}): Promise<Outcome[]> {
  const names = programs.map((_, index) => `program-${index}`);
  const entries = { host: "tests/support/program-host.ts", ...Object.fromEntries(names.map((name) => [name, name])) };
  const folder = await createBuiltFolder(entries, [programsByName(names, programs)]);
  try {
    const urls = names.map((name) => pathToFileURL(join(folder, `dist/${name}.js`)).href);
    const child = spawn(process.execPath, [join(folder, "dist/host.js"), ...urls], {
      cwd: root,
      env: { ...process.env, ...variables },
      stdio: ["ignore", "pipe", "pipe", "ipc"],
      timeout: 50_000,
    });
    const outcomes: Outcome[] = [];
    child.on("message", (outcome: Outcome) => outcomes.push(outcome));
    const [stdout, stderr, [status, signal]] = await Promise.all([
      text(child.stdout as Readable), // both are pipes
      text(child.stderr as Readable),
      once(child, "close"),
    ]);
    // All programs fail if their process fails, does not end by itself, or prints a warning.
    return programs.map((_, index) => {
      const outcome = outcomes[index];
      return {
        status: outcome?.status || status,
        signal,
        stdout: (outcome?.stdout ?? "") + stdout,
        stderr: (outcome?.stderr ?? "") + stderr,
      };
    });
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** Lets esbuild read programs by their names. */
function programsByName(names: readonly string[], programs: readonly Program[]): Plugin {
  return {
    name: "programs",
    setup(build) {
      build.onResolve({ filter: /^program-\d+$/ }, ({ path }) => ({ path, namespace: "program" }));
      build.onLoad({ filter: /^/, namespace: "program" }, ({ path }) => {
        const { source = "", folder = root } = programs[names.indexOf(path)] ?? {};
        return { contents: source, loader: "ts", resolveDir: folder };
      });
    },
  };
}

/** Runs one program, and returns its output. @throws If it fails. */
export async function runProgram(program: Program): Promise<string> {
  const [outcome] = await runPrograms([program]);
  return printedBy(outcome);
}

/** Returns the output of a program. @throws If it failed. */
export function printedBy(outcome: Outcome | undefined): string {
  const { status, signal, stdout, stderr } = outcome ?? { status: null, signal: null, stdout: "", stderr: "" };
  if (status !== 0) throw new Error(signal === null ? stderr : `the program was ended by ${signal}\n${stderr}`);
  return stdout;
}
