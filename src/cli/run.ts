import type { Command } from "./command.js";
import { checkCommand } from "./commands/check.js";
import { gatewayCommand } from "./commands/gateway.js";
import { sandboxCommand } from "./commands/sandbox.js";
import { secureCommand } from "./commands/secure.js";
import { userInfoCommand } from "./commands/user-info.js";
import { Failure, sentencesOf, UsageError } from "./failure.js";
import { helpFor, overview } from "./help.js";
import { printable, type Terminal } from "./terminal.js";

const commands: readonly Command[] = [sandboxCommand, gatewayCommand, secureCommand, checkCommand, userInfoCommand];

/**
 * Runs one command line, without the names of the runtime and the program.
 *
 * @returns what to exit with: 0 done, 1 failed or an error was found, 2 the command line is wrong.
 */
export async function run(argv: readonly string[], terminal: Terminal, version: string): Promise<number> {
  const [name = "", ...args] = argv;
  const command = commands.find((each) => each.name === name);
  try {
    const topic = name === "help" ? commands.find((each) => each.name === args[0]) : undefined;
    if (topic !== undefined) {
      terminal.stdout.write(helpFor(topic));
    } else if (command !== undefined) {
      if (!asksForHelp(args)) return await command.call(args, terminal);
      terminal.stdout.write(helpFor(command));
    } else if (asksForHelp(argv) || (name === "help" && args.length === 0)) {
      terminal.stdout.write(overview(commands));
    } else if (name === "--version" || name === "-v") {
      terminal.stdout.write(`${version}\n`);
    } else {
      throw new UsageError(
        `${sayUnknown(name === "help" ? (args[0] ?? "") : name)} the commands are ${commands.map((each) => each.name).join(", ")}`,
      );
    }
    return 0;
  } catch (error) {
    const wrong = error instanceof UsageError;
    const subject = command === undefined ? "fourfold" : `fourfold ${command.name}`;
    const sentences = sentencesOf(error).map(printable);
    const [only] = sentences;
    const text = sentences.length === 1 ? only : [`${sentences.length} problems`, ...sentences].join("\n  ");
    terminal.stderr.write(`${subject}: ${text}\n${wrong ? `"${subject} --help" says more.\n` : ""}`);
    return error instanceof Failure ? error.exitCode : 1;
  }
}

function sayUnknown(name: string): string {
  if (name === "") return "a command is missing;";
  return name.startsWith("-") ? `there is no option ${name} before a command;` : `there is no command "${name}";`;
}

function asksForHelp(args: readonly string[]): boolean {
  const end = args.indexOf("--");
  return args.slice(0, end === -1 ? undefined : end).some((each) => each === "--help" || each === "-h");
}
