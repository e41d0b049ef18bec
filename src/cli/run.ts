import { nearest } from "../values/nearest.js";
import type { Command } from "./command.js";
import { checkCommand } from "./commands/check.js";
import { environmentApplyCommand } from "./commands/environment-apply.js";
import { environmentPlanCommand } from "./commands/environment-plan.js";
import { environmentPullCommand } from "./commands/environment-pull.js";
import { gatewayCommand } from "./commands/gateway.js";
import { generateCommand } from "./commands/generate.js";
import { sandboxCommand } from "./commands/sandbox.js";
import { secureCommand } from "./commands/secure.js";
import { tableApplyCommand } from "./commands/table-apply.js";
import { tablePlanCommand } from "./commands/table-plan.js";
import { tablePullCommand } from "./commands/table-pull.js";
import { Failure, sentencesOf, UsageError } from "./failure.js";
import { columns, print, type Terminal } from "./terminal.js";

const commands: readonly Command[] = [
  sandboxCommand,
  tablePlanCommand,
  tablePullCommand,
  tableApplyCommand,
  environmentPlanCommand,
  environmentPullCommand,
  environmentApplyCommand,
  gatewayCommand,
  secureCommand,
  checkCommand,
  generateCommand,
];

/**
 * Runs one command line, without the names of the runtime and the program. A command has one or several words, as in
 * `table plan`; `help <command>` is the same as `<command> --help`.
 *
 * @returns The exit code: 0 success, 1 failed or an error was found, 2 invalid command line; 3 changes are planned.
 */
export async function run(argv: readonly string[], terminal: Terminal, version: string): Promise<number> {
  const line = argv[0] === "help" ? [...argv.slice(1), "--help"] : argv;
  const [first = ""] = line;
  const command = commands.find(({ name }) => `${line.join(" ")} `.startsWith(`${name} `));
  try {
    if (line.includes("--help") || line.includes("-h")) {
      // The first word is enough: `help table` prints the help of all commands that begin with it.
      const described = command ? [command] : commands.filter(({ name }) => name.startsWith(`${first} `));
      if (described.length === 0 && !first.startsWith("-")) throw unknown(line);
      terminal.stdout.write(described.length === 0 ? overview() : described.map(helpFor).join("\n"));
      return 0;
    }
    if (command !== undefined) return await command.call(line.slice(command.name.split(" ").length), terminal);
    if (first !== "--version" && first !== "-v") throw unknown(line);
    terminal.stdout.write(`${version}\n`);
    return 0;
  } catch (error) {
    const subject = command === undefined ? "fourfold" : `fourfold ${command.name}`;
    const sentences = sentencesOf(error);
    const [first, ...others] = sentences.length === 1 ? sentences : [`${sentences.length} problems`, ...sentences];
    print(terminal.stderr, [`${subject}: ${first}`, ...others.map((sentence) => `  ${sentence}`)]);
    if (error instanceof UsageError) print(terminal.stderr, `run "${subject} --help" for details`);
    return error instanceof Failure ? error.exitCode : 1;
  }
}

/** Returns the error for a command line that does not begin with a command. */
function unknown([first = "", second = ""]: readonly string[]): UsageError {
  const names = commands.map(({ name }) => name);
  const typed = names.some((name) => name.startsWith(`${first} `)) ? `${first} ${second}`.trimEnd() : first;
  const similar =
    names.find((name) => name.endsWith(` ${first}`)) ?? nearest(`${first} ${second}`, names) ?? nearest(first, names);
  const remedy = similar === undefined ? `the commands are ${names.join(", ")}` : `did you mean "${similar}"?`;
  return new UsageError(`${first === "" ? "a command is required" : `unknown command "${typed}"`}; ${remedy}`);
}

function overview(): string {
  return `fourfold: run a local sandbox or gateway, plan changes of tables and environments, secure API definition documents, and generate methods

Usage: fourfold <command> [options]

Commands:
${indented(columns(commands.map(({ name, summary }) => [name, summary])))}

Other:
${indented(
  columns([
    ["help [command]", "print this help, or the options and examples of a command; also --help, -h"],
    ["--version, -v", "print the version"],
  ]),
)}

Examples:
${indented(commands.map(({ examples: [first] }) => `fourfold ${first}`))}

Exit codes: 0 success, 1 failed or an error was found, 2 invalid command line; plan, pull and generate also: 3 there are changes.
`;
}

function helpFor({ name, argument, summary, about, flags, examples }: Command): string {
  const usage = argument === undefined ? [] : [`<${argument}>`];
  const options = Object.entries(flags).map(([flag, { placeholder, text }]) => {
    return [`--${flag} ${placeholder}`.trimEnd(), text];
  });
  return `fourfold ${name}: ${summary}

Usage: ${["fourfold", name, ...usage].join(" ")} [options]

${about}

Options:
${indented(columns([...options, ["--help, -h", "print this help"]]))}

Examples:
${indented(examples.map((example) => `fourfold ${example}`))}
`;
}

function indented(lines: readonly string[]): string {
  return lines.map((line) => `  ${line}`).join("\n");
}
