import type { Command } from "./command.js";

/** Formats the help for the program. */
export function overview(commands: readonly Command[]): string {
  return `fourfold: run a local sandbox or gateway, plan table changes, and secure API definition documents

Usage: fourfold <command> [options]

Commands:
${columns(commands.map(({ name, summary }) => [name, summary]))}

Other:
${columns([
  ["help [command]", "print this help, or the options and examples of a command; also --help, -h"],
  ["--version, -v", "print the version"],
])}

Examples:
${lines(commands.map(({ examples: [first] }) => first))}

Exit codes: 0 success, 1 failed or an error was found, 2 invalid command line; table plan also: 3 there are changes.
`;
}

/** Formats the help for one command. */
export function helpFor({ name, argument, summary, about, flags, examples }: Command): string {
  const usage = argument === undefined ? "" : ` <${argument}>`;
  const options = Object.entries(flags).map(([flag, { placeholder = "", text }]): [string, string] => {
    return [`--${flag} ${placeholder}`.trimEnd(), text];
  });
  return `fourfold ${name}: ${summary}

Usage: fourfold ${name}${usage} [options]

${about}

Options:
${columns([...options, ["--help, -h", "print this help"]])}

Examples:
${lines(examples)}
`;
}

function lines(examples: readonly string[]): string {
  return examples.map((example) => `  fourfold ${example}`).join("\n");
}

function columns(rows: readonly (readonly [string, string])[]): string {
  const width = Math.max(...rows.map(([left]) => left.length));
  return rows.map(([left, right]) => `  ${left.padEnd(width)}  ${right}`).join("\n");
}
