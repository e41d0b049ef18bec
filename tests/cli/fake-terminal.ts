import { posix } from "node:path";
import { type Clock, systemClock } from "../../src/call/clock.js";
import { run } from "../../src/cli/run.js";
import type { Terminal } from "../../src/cli/terminal.js";
import { loadModule } from "../support/load-module.js";

/** The output of a command, and its exit code. */
export interface Outcome {
  readonly code: number;
  readonly out: string;
  readonly err: string;
}

/** The initial state of a terminal in memory. */
export interface TerminalParts {
  readonly files?: Readonly<Record<string, string>>;
  readonly stdin?: string;
  /** The line that the user enters when asked, or what happens until then; without it, there is no terminal. */
  readonly answer?: string | (() => Promise<string>);
  /** Modules by path, instead of the files. A function is called for each import. */
  readonly modules?: Readonly<Record<string, unknown>>;
  readonly isTTY?: boolean;
  /** Default: the system clock. */
  readonly clock?: Clock;
}

/** A terminal in memory, with files, standard input, and a way to press Ctrl+C. */
export function createTerminal({
  files: given = {},
  stdin = "",
  answer,
  modules = {},
  isTTY,
  clock = systemClock,
}: TerminalParts = {}) {
  const files: Record<string, string> = { ...given };
  const asked: string[] = [];
  let [out, err] = ["", ""];
  let stop = () => {};
  const stopped = new Promise<void>((resolve) => {
    stop = resolve;
  });
  const listeners = new Set<() => void>();
  const terminal: Terminal = {
    stdout: {
      isTTY,
      write: (text: string) => {
        out += text;
        for (const listener of listeners) listener();
      },
    },
    stderr: {
      isTTY,
      write: (text: string) => {
        err += text;
      },
    },
    readFile: async (path: string) => {
      const text = files[path];
      if (text === undefined) throw Object.assign(new Error(`ENOENT: ${path}`), { code: "ENOENT" });
      return text;
    },
    readStdin: async () => stdin,
    clock,
    stopped: () => stopped,
    canAsk: answer !== undefined,
    ask: async (question, signal) => {
      if (answer !== undefined) asked.push(question);
      if (typeof answer !== "function") return answer;
      const isAborted = new Promise<undefined>((resolve) =>
        signal?.addEventListener("abort", () => resolve(undefined)),
      );
      return Promise.race([answer(), isAborted]);
    },
    writeFile: async (path, text) => {
      files[path] = text;
    },
    listFiles: async (folder) => {
      const found = Object.keys(files).filter((file) => file.startsWith(`${folder}/`));
      if (found.length === 0) throw Object.assign(new Error(`ENOENT: ${folder}`), { code: "ENOENT" });
      return found.map((file) => posix.relative(folder, file)).sort();
    },
    importModule: async (path) => {
      const module = modules[path];
      return typeof module === "function" ? module() : (module ?? loadModule(files, path));
    },
  };
  return {
    terminal,
    /** The files, including files that a command wrote. */
    files,
    /** The questions that were asked. */
    asked,
    /** What was written to standard output. */
    output: () => out,
    /** Presses Ctrl+C. */
    stop: () => stop(),
    /** Resolves with the match as soon as the output has one. */
    said: (pattern: RegExp) =>
      new Promise<RegExpExecArray>((resolve) => {
        const look = () => {
          const match = pattern.exec(out);
          if (match === null) return;
          listeners.delete(look);
          resolve(match);
        };
        listeners.add(look);
        look();
      }),
    async run(...argv: readonly string[]): Promise<Outcome> {
      const code = await run(argv, terminal, "1.2.3");
      return { code, out, err };
    },
  };
}

/** Runs one command to its end. */
export function fourfold(argv: readonly string[], given: TerminalParts = {}): Promise<Outcome> {
  return createTerminal(given).run(...argv);
}
