import { run } from "../../src/cli/run.js";

/** What a command said, and what it exited with. */
export interface Outcome {
  readonly code: number;
  readonly out: string;
  readonly err: string;
}

/** A terminal in memory, with files, standard input, and a way to press Ctrl+C. */
export function createTerminal({
  files = {},
  stdin = "",
}: {
  files?: Readonly<Record<string, string>>;
  stdin?: string;
} = {}) {
  let [out, err] = ["", ""];
  let stop = () => {};
  const stopped = new Promise<void>((resolve) => {
    stop = resolve;
  });
  const listeners = new Set<() => void>();
  const terminal = {
    stdout: {
      write: (text: string) => {
        out += text;
        for (const listener of listeners) listener();
      },
    },
    stderr: {
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
    stopped: () => stopped,
  };
  return {
    terminal,
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
export function fourfold(
  argv: readonly string[],
  given: { readonly files?: Readonly<Record<string, string>>; readonly stdin?: string } = {},
): Promise<Outcome> {
  return createTerminal(given).run(...argv);
}
