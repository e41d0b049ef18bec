import { type CommandLine, type CommandSyntax, readCommandLine } from "./command-line.js";
import type { Flags } from "./flags.js";
import type { Terminal } from "./terminal.js";

/** The definition of a command. */
export interface CommandParts<F extends Flags> extends CommandSyntax<F> {
  /** Name: one word, or several as in `table plan`. */
  readonly name: string;
  /** Summary in one line, for the overview. */
  readonly summary: string;
  /** Description for the help of the command. */
  readonly about: string;
  /** Command lines for the help, without the name of the program; at least two. */
  readonly examples: readonly [string, string, ...string[]];
  /** Runs the command and returns the exit code. */
  run(line: CommandLine<F>, terminal: Terminal): Promise<number>;
}

/** A command. */
export interface Command extends Omit<CommandParts<Flags>, "run"> {
  /**
   * Parses the arguments after the name of the command and runs it.
   *
   * @throws {UsageError} If the arguments are invalid. Nothing has been done then.
   */
  call(args: readonly string[], terminal: Terminal): Promise<number>;
}

/** Creates a command. Its flags determine the types of their values. */
export function defineCommand<const F extends Flags>({ run, ...parts }: CommandParts<F>): Command {
  return { ...parts, call: async (args, terminal) => run(readCommandLine(args, parts), terminal) };
}
