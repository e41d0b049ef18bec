import { parseArgs } from "node:util";
import { nearest } from "../core/rules/nearest.js";
import { Failure, UsageError } from "./failure.js";
import type { Flag, Flags, FlagValues } from "./flags.js";

/** The arguments that a command accepts. */
export interface CommandSyntax<F extends Flags> {
  /** Name of the positional argument, such as `document`; undefined if the command has none. */
  readonly argument: string | undefined;
  readonly flags: F;
}

/** The parsed arguments of a command. */
export interface CommandLine<F extends Flags> {
  /** The positional argument; the empty string if the command has none. */
  readonly argument: string;
  readonly flags: FlagValues<F>;
}

/**
 * Parses the arguments after the name of a command.
 *
 * @throws {UsageError} If the arguments are invalid, with all problems.
 */
export function readCommandLine<F extends Flags>(
  args: readonly string[],
  { argument, flags }: CommandSyntax<F>,
): CommandLine<F> {
  const problems: string[] = [];
  const { words, texts } = sortTokens(args, flags, problems);
  const [word = ""] = words;
  if (argument === undefined && words.length > 0)
    problems.push(`unexpected argument "${word}"; the command accepts none; remove it`);
  if (argument !== undefined && words.length === 0) problems.push(`<${argument}> is required`);
  if (argument !== undefined && words.length > 1) {
    problems.push(
      `unexpected argument "${words[1]}"; the command accepts only <${argument}>; quote an argument with spaces`,
    );
  }
  const values = Object.entries(flags).map(([name, flag]) => [name, readFlag(name, flag, texts.get(name), problems)]);
  if (problems.length > 0) throw new UsageError(problems);
  return { argument: word, flags: Object.fromEntries(values) as FlagValues<F> }; // each read by its own flag
}

/** Separates positional arguments from options. An option without its value is a problem. */
function sortTokens(args: readonly string[], flags: Flags, problems: string[]) {
  const types = Object.entries(flags).map(([name, { placeholder }]) => {
    return [name, { type: placeholder === undefined ? ("boolean" as const) : ("string" as const) }];
  });
  const { tokens } = parseArgs({
    args: [...args],
    options: Object.fromEntries(types),
    strict: false,
    allowPositionals: true,
    tokens: true,
  });
  const words: string[] = [];
  const texts = new Map<string, readonly string[] | "broken">();
  let isValueOfUnknown = false;
  for (const token of tokens) {
    if (token.kind === "positional" && !isValueOfUnknown) words.push(token.value);
    isValueOfUnknown = false;
    if (token.kind !== "option") continue;
    const { name, rawName, value, inlineValue } = token;
    const flag = Object.hasOwn(flags, name) ? flags[name] : undefined;
    const known = texts.get(name) ?? [];
    if (flag === undefined) {
      const names = Object.keys(flags).map((each) => `--${each}`);
      const similar = nearest(rawName, [...names, "--help"]);
      const remedy = similar === undefined ? `the options are ${names.join(", ")}` : `did you mean ${similar}?`;
      problems.push(`unknown option ${rawName}; ${remedy}`);
      isValueOfUnknown = !inlineValue && flags[similar?.slice("--".length) ?? ""]?.placeholder !== undefined;
    } else if (flag.placeholder === undefined && value !== undefined) {
      problems.push(`${rawName} does not accept a value; remove "=${value}"`);
    } else if (flag.placeholder !== undefined && (value === undefined || (!inlineValue && /^-./.test(value)))) {
      problems.push(`${rawName} ${flag.placeholder}: a value is required`);
      texts.set(name, "broken");
    } else if (known !== "broken") {
      texts.set(name, [...known, value ?? ""]);
    }
  }
  return { words, texts };
}

function readFlag(
  name: string,
  flag: Flag<unknown>,
  texts: readonly string[] | "broken" = [],
  problems: string[],
): unknown {
  if (texts === "broken") return undefined;
  try {
    return flag.read(texts);
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    problems.push(...error.problems.map((problem) => `--${name} ${problem}`));
    return undefined;
  }
}
