import { parseArgs } from "node:util";
import { listed } from "../core/describe.js";
import { nearest } from "../core/nearest.js";
import { parseUrl } from "../core/options.js";
import { googleNaming } from "../naming/google.js";
import type { Naming } from "../naming/naming.js";
import { vendorNaming } from "../naming/vendor.js";
import { Failure, UsageError } from "./failure.js";
import type { Terminal } from "./terminal.js";

/** An option of a command. */
export interface Flag<T> {
  /** Whether the option has a value (`string`) or is a switch (`boolean`). */
  readonly type: "string" | "boolean";
  /** Placeholder of the value in the help; empty for a switch. */
  readonly placeholder: string;
  /** Description for the help. */
  readonly text: string;
  /**
   * Parses the values that were given, in order.
   *
   * @throws {UsageError} If one is invalid.
   */
  read(texts: readonly string[]): T;
}

/** Options by name, without the dashes. */
export type Flags = Readonly<Record<string, Flag<unknown>>>;

/** The values of {@link Flags}. */
export type FlagValues<F extends Flags> = { readonly [N in keyof F]: F[N] extends Flag<infer T> ? T : never };

/** The arguments that a command accepts. */
export interface CommandSyntax<F extends Flags> {
  /** Name of the positional argument, such as `document`; undefined if the command has none. */
  readonly argument?: string | undefined;
  readonly flags: F;
}

/** The parsed arguments of a command. */
export interface CommandLine<F extends Flags> {
  /** The positional argument; the empty string if the command has none. */
  readonly argument: string;
  readonly flags: FlagValues<F>;
}

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
   * @throws {UsageError} If the arguments are invalid. Nothing was done.
   */
  call(args: readonly string[], terminal: Terminal): Promise<number>;
}

/** Creates a command. Its flags determine the types of their values. */
export function defineCommand<const F extends Flags>({ run, ...parts }: CommandParts<F>): Command {
  return { ...parts, call: async (args, terminal) => run(readCommandLine(args, parts), terminal) };
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
  const texts = new Map<string, readonly string[]>();
  // In strict mode, `parseArgs` throws at the first problem, without a suggestion.
  const options = { args: [...args], options: flags, strict: false, allowPositionals: true, tokens: true } as const;
  const { tokens } = parseArgs(options);
  const words = tokens.flatMap((token) => (token.kind === "positional" ? token.value : []));
  for (const token of tokens) {
    if (token.kind !== "option") continue;
    const { name, rawName, value, inlineValue } = token;
    const flag = Object.hasOwn(flags, name) ? flags[name] : undefined;
    if (flag === undefined) {
      const names = [...Object.keys(flags), "help"].map((each) => `--${each}`);
      const similar = nearest(rawName, names);
      const remedy = similar === undefined ? `the options are ${names.join(", ")}` : `did you mean ${similar}?`;
      problems.push(`unknown option ${rawName}; ${remedy}`);
    } else if (flag.type === "boolean" && value !== undefined) {
      problems.push(`${rawName} does not accept a value; remove "=${value}"`);
    } else if (flag.type === "string" && (value === undefined || (!inlineValue && /^-./.test(value)))) {
      problems.push(`${rawName} ${flag.placeholder}: a value is required`);
    } else {
      texts.set(name, [...(texts.get(name) ?? []), value ?? ""]);
    }
  }
  if (argument !== undefined && words.length === 0) problems.push(`<${argument}> is required`);
  const extra = words[argument === undefined ? 0 : 1];
  if (extra !== undefined) {
    const accepted = argument === undefined ? "none; remove it" : `only <${argument}>; quote an argument with spaces`;
    problems.push(`unexpected argument "${extra}"; the command accepts ${accepted}`);
  }
  const values: Record<string, unknown> = {};
  for (const [name, flag] of Object.entries(flags)) {
    try {
      values[name] = flag.read(texts.get(name) ?? []);
    } catch (error) {
      if (!(error instanceof Failure)) throw error;
      problems.push(...error.problems.map((problem) => `--${name} ${problem}`));
    }
  }
  if (problems.length > 0) throw new UsageError(problems);
  // Each value was parsed by its own flag.
  return { argument: words[0] ?? "", flags: values as FlagValues<F> };
}

/** Parses one value of an option. Throws a {@link UsageError} that states the requirement. */
export type ReadText<T> = (text: string) => T;

/** A switch: an option without a value. */
export function toggle(text: string): Flag<boolean> {
  return { type: "boolean", placeholder: "", text, read: (texts) => texts.length > 0 };
}

/** An option that can be repeated. */
export function repeated<T>(placeholder: string, text: string, read: ReadText<T>): Flag<readonly T[]> {
  return { type: "string", placeholder, text, read: (texts) => texts.map((each) => read(each)) };
}

/** An option with a value. If it is repeated, the last value is used; if it is missing, the fallback. */
export function option<T>(placeholder: string, text: string, read: ReadText<T>): Flag<T | undefined>;
export function option<T>(placeholder: string, text: string, read: ReadText<T>, fallback: T): Flag<T>;
export function option<T>(placeholder: string, text: string, read: ReadText<T>, fallback?: T): Flag<T | undefined> {
  return lastOf(placeholder, text, read, () => fallback);
}

/** A required option. If it is repeated, the last value is used. */
export function required<T>(placeholder: string, text: string, read: ReadText<T>): Flag<T> {
  return lastOf(placeholder, text, read, () => {
    throw new UsageError(`${placeholder} is required`);
  });
}

function lastOf<T, D>(placeholder: string, text: string, read: ReadText<T>, missing: () => D): Flag<T | D> {
  const readLast = (last?: string) => (last === undefined ? missing() : read(last));
  return { type: "string", placeholder, text, read: (texts) => readLast(texts.at(-1)) };
}

/** Accepts any text that is not empty. */
export function readText(text: string): string {
  if (text.trim() === "") throw new UsageError("must not be empty");
  return text;
}

/** Accepts one of the given words. */
export function oneOf<const W extends string>(...words: readonly W[]): ReadText<W> {
  return (text) => {
    const word = words.find((each) => each === text);
    if (word !== undefined) return word;
    const similar = nearest(text, words);
    const hint = similar === undefined ? "" : `; did you mean "${similar}"?`;
    throw new UsageError(`must be ${listed(words)}, got "${text}"${hint}`);
  };
}

/** Parses a port; 0 means a free one. */
export function readPort(text: string): number {
  if (/^\d+$/.test(text) && Number(text) <= 65_535) return Number(text);
  throw new UsageError(`must be a number from 0 to 65535, got "${text}"`);
}

/** Parses an HTTP URL. */
export function readUrl(text: string): URL {
  const url = parseUrl(text);
  if (url !== undefined && /^https?:$/.test(url.protocol)) return url;
  throw new UsageError(`must be a URL such as http://localhost:3000, got "${text}"`);
}

const profiles = { google: googleNaming, vendor: vendorNaming };
const profileNames = Object.keys(profiles) as (keyof typeof profiles)[]; // the keys of the object above

/** The option that selects a naming profile. */
export const namingFlag = option<Naming>(
  "<profile>",
  `naming profile: ${profileNames.join(", ")}; default: google`,
  (text) => profiles[oneOf(...profileNames)(text)],
  googleNaming,
);
