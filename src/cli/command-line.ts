import { parseArgs } from "node:util";
import { Failure, UsageError } from "./failure.js";
import type { Flag, Flags, FlagValues } from "./flags.js";

/** What a command takes behind its name. */
export interface CommandSyntax<F extends Flags> {
  /** Name of the one argument that is no option, as in `document`; undefined where there is none. */
  readonly argument: string | undefined;
  readonly flags: F;
}

/** What stood behind the name of a command. */
export interface CommandLine<F extends Flags> {
  /** The argument that is no option; the empty string where the command takes none. */
  readonly argument: string;
  readonly flags: FlagValues<F>;
}

/**
 * Reads what stands behind the name of a command.
 *
 * @throws {UsageError} with everything that is wrong.
 */
export function readCommandLine<F extends Flags>(
  args: readonly string[],
  { argument, flags }: CommandSyntax<F>,
): CommandLine<F> {
  const problems: string[] = [];
  const { words, texts } = sortTokens(args, flags, problems);
  const [word = ""] = words;
  if (argument === undefined && words.length > 0)
    problems.push(`"${word}" is one argument too many: the command takes none`);
  if (argument !== undefined && words.length === 0) problems.push(`<${argument}> is needed`);
  if (argument !== undefined && words.length > 1) {
    problems.push(
      `"${words[1]}" is one argument too many: the command takes <${argument}> alone; quote what holds blanks`,
    );
  }
  const values = Object.entries(flags).map(([name, flag]) => [name, readFlag(name, flag, texts.get(name), problems)]);
  if (problems.length > 0) throw new UsageError(...problems);
  return { argument: word, flags: Object.fromEntries(values) as FlagValues<F> }; // each read by its own flag
}

/** Parts words from options. An option whose text is missing is a problem, and has no texts. */
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
  for (const token of tokens) {
    if (token.kind === "positional") words.push(token.value);
    if (token.kind !== "option") continue;
    const { name, rawName, value, inlineValue } = token;
    const flag = Object.hasOwn(flags, name) ? flags[name] : undefined;
    const known = texts.get(name) ?? [];
    if (flag === undefined) {
      problems.push(
        `there is no option ${rawName}; there are ${Object.keys(flags)
          .map((each) => `--${each}`)
          .join(", ")}`,
      );
    } else if (flag.placeholder === undefined && value !== undefined) {
      problems.push(`${rawName} takes no value`);
    } else if (flag.placeholder !== undefined && (value === undefined || (!inlineValue && /^-./.test(value)))) {
      problems.push(`${rawName} ${flag.placeholder}: the value is missing`);
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
