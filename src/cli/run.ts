import { nearest } from "../core/rules/nearest.js";
import type { Command } from "./command.js";
import { checkCommand } from "./commands/check.js";
import { gatewayCommand } from "./commands/gateway.js";
import { sandboxCommand } from "./commands/sandbox.js";
import { secureCommand } from "./commands/secure.js";
import { tablePlanCommand } from "./commands/table-plan.js";
import { userInfoCommand } from "./commands/user-info.js";
import { Failure, sentencesOf, UsageError } from "./failure.js";
import { helpFor, overview } from "./help.js";
import { printable, type Terminal } from "./terminal.js";

const commands: readonly Command[] = [
  sandboxCommand,
  tablePlanCommand,
  gatewayCommand,
  secureCommand,
  checkCommand,
  userInfoCommand,
];

/**
 * Runs one command line, without the names of the runtime and the program. A command has one or several words, as in
 * `table plan`; `help <command>` is the same as `<command> --help`.
 *
 * @returns The exit code: 0 success, 1 failed or an error was found, 2 invalid command line; 3 changes are planned.
 */
export async function run(argv: readonly string[], terminal: Terminal, version: string): Promise<number> {
  const line = argv[0] === "help" ? [...argv.slice(1), "--help"] : argv;
  const command = commands.find(({ name }) => startsWith(line, wordsOf(name)));
  try {
    if (asksForHelp(line)) {
      const described = command ?? onlyCommandIn(line);
      if (described === undefined && !line[0]?.startsWith("-")) throw new UsageError(describeUnknown(line));
      terminal.stdout.write(described === undefined ? overview(commands) : helpFor(described));
    } else if (command !== undefined) {
      return await command.call(line.slice(wordsOf(command.name).length), terminal);
    } else if (line[0] === "--version" || line[0] === "-v") {
      terminal.stdout.write(`${version}\n`);
    } else {
      throw new UsageError(describeUnknown(line));
    }
    return 0;
  } catch (error) {
    const wrong = error instanceof UsageError;
    const subject = command === undefined ? "fourfold" : `fourfold ${command.name}`;
    const sentences = sentencesOf(error).map(printable);
    const [only] = sentences;
    const text = sentences.length === 1 ? only : [`${sentences.length} problems`, ...sentences].join("\n  ");
    terminal.stderr.write(`${subject}: ${text}\n${wrong ? `run "${subject} --help" for details\n` : ""}`);
    return error instanceof Failure ? error.exitCode : 1;
  }
}

function wordsOf(name: string): readonly string[] {
  return name.split(" ");
}

function startsWith(line: readonly string[], words: readonly string[]): boolean {
  return words.every((word, index) => word === line[index]);
}

/** The command for the first word of a line, if only one begins with it: `help table` prints the help of `table plan`. */
function onlyCommandIn(line: readonly string[]): Command | undefined {
  const [only, ...others] = commands.filter(({ name }) => wordsOf(name)[0] === line[0]);
  return others.length === 0 ? only : undefined;
}

function describeUnknown(line: readonly string[]): string {
  const [first = "", second = ""] = line;
  const names = commands.map(({ name }) => name);
  const isOption = first.startsWith("-");
  const isFirstOfSeveral = names.some((name) => name.startsWith(`${first} `));
  const typed = isFirstOfSeveral ? `${first} ${second}`.trimEnd() : first;
  const similar = isOption
    ? nearest(first, ["--help", "--version"])
    : (onlyCommandIn(line)?.name ?? nearest(typed, names) ?? nearestByFirstWord(first)?.name);
  const remedy = similar === undefined ? `the commands are ${names.join(", ")}` : `did you mean "${similar}"?`;
  if (first === "") return `a command is required; ${remedy}`;
  return `${isOption ? `unknown option ${first} before a command` : `unknown command "${typed}"`}; ${remedy}`;
}

/** The command whose first word is similar to a misspelt one, without regard to its other words. */
function nearestByFirstWord(first: string): Command | undefined {
  const similar = nearest(
    first,
    commands.flatMap(({ name }) => wordsOf(name).slice(0, 1)),
  );
  return similar === undefined ? undefined : onlyCommandIn([similar]);
}

function asksForHelp(args: readonly string[]): boolean {
  const end = args.indexOf("--");
  return args.slice(0, end === -1 ? undefined : end).some((each) => each === "--help" || each === "-h");
}
