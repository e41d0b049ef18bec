import { type CommandLine, type CommandSyntax, readCommandLine } from "./command-line.js";
import type { Flags } from "./flags.js";
import type { Terminal } from "./terminal.js";

/** What a command is made of. */
export interface CommandParts<F extends Flags> extends CommandSyntax<F> {
  readonly name: string;
  /** What it does, in one line. */
  readonly summary: string;
  /** What else there is to know, for its own help. */
  readonly about: string;
  /** Does the work and returns what to exit with. */
  run(line: CommandLine<F>, terminal: Terminal): Promise<number>;
}

/** One command. */
export interface Command extends Omit<CommandParts<Flags>, "run"> {
  /**
   * Reads the arguments behind the name of the command and does the work.
   *
   * @throws {UsageError} when they are wrong, before anything is done.
   */
  call(args: readonly string[], terminal: Terminal): Promise<number>;
}

/** Makes a command, whose flags say what type their values have. */
export function defineCommand<const F extends Flags>({ run, ...parts }: CommandParts<F>): Command {
  return { ...parts, call: async (args, terminal) => run(readCommandLine(args, parts), terminal) };
}
