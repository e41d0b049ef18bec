import { parseArgs } from "node:util";
import { oneLine } from "../errors/message-text.js";
import { googleNaming } from "../naming/google.js";
import type { Naming } from "../naming/naming.js";
import { vendorNaming } from "../naming/vendor.js";
import { isHttpUrl } from "../values/addresses.js";
import { listed } from "../values/describe.js";
import { Failure, UsageError } from "./failure.js";
import type { Terminal } from "./terminal.js";

/** The value of an option as `parseArgs` returns it. */
type RawValue = string | boolean | readonly (string | boolean)[] | undefined;

/** An option of a command. */
export interface Flag<T> {
  /** Whether the option has a value (`string`) or is a switch (`boolean`). */
  readonly type: "string" | "boolean";
  /** Whether the option can be repeated. */
  readonly multiple?: true;
  /** Placeholder of the value in the help; empty for a switch. */
  readonly placeholder: string;
  /** Description for the help. */
  readonly text: string;
  /** Parses the value. @throws {UsageError} If it is invalid. */
  read(value: RawValue): T;
}

/** Options by name, without the dashes. */
type Flags = Readonly<Record<string, Flag<unknown>>>;

/** The values of options. */
export type FlagValues<F extends Flags> = { readonly [N in keyof F]: F[N] extends Flag<infer T> ? T : never };

/** The description of a command. */
interface CommandParts<F extends Flags> {
  /** Name: one word, or several as in `table plan`. */
  readonly name: string;
  /** Summary in one line, for the overview. */
  readonly summary: string;
  /** Description for the help of the command. */
  readonly about: string;
  /** Command lines for the help, without the name of the program; at least two. */
  readonly examples: readonly [string, string, ...string[]];
  /** Name of the positional argument, such as `document`; undefined if the command has none. */
  readonly argument?: string | undefined;
  readonly flags: F;
}

/** A command. */
export interface Command extends CommandParts<Flags> {
  /**
   * Parses the arguments after the name of the command, runs it, and resolves to the exit code.
   *
   * @throws {UsageError} If the arguments are invalid. Nothing was done.
   */
  call(args: readonly string[], terminal: Terminal): Promise<number>;
}

/** Creates a command. Its flags determine the types of their values. `argument` is empty if the command has none. */
export function defineCommand<const F extends Flags>({
  run,
  ...parts
}: CommandParts<F> & {
  run(line: { readonly argument: string; readonly flags: FlagValues<F> }, terminal: Terminal): Promise<number>;
}): Command {
  const { argument: name, flags } = parts;
  return {
    ...parts,
    call: async (args, terminal) => {
      const { values, positionals } = parse(args, flags);
      const [argument = "", extra] = name === undefined ? ["", ...positionals] : positionals;
      const problems: string[] = [];
      if (name !== undefined && argument === "") problems.push(`<${name}> is required`);
      if (extra !== undefined) {
        const remedy = name === undefined ? "the command accepts no argument" : "quote an argument with spaces";
        problems.push(`unexpected argument "${extra}"; ${remedy}`);
      }
      const read = Object.entries(flags).map(([flag, { read }]) => {
        try {
          return [flag, read(values[flag])];
        } catch (error) {
          if (!(error instanceof Failure)) throw error;
          problems.push(`--${flag} ${error.message}`);
          return [];
        }
      });
      if (problems.length > 0) throw new UsageError(problems);
      // Each value was parsed by its own flag.
      return run({ argument, flags: Object.fromEntries(read) as FlagValues<F> }, terminal);
    },
  };
}

function parse(args: readonly string[], options: Flags) {
  try {
    return parseArgs({ args: [...args], options, allowPositionals: true });
  } catch (error) {
    // parseArgs explains the first problem, and how to pass a file whose name begins with a dash.
    throw new UsageError(oneLine((error as Error).message.replace(/\. To specify a positional .*/s, ""), 300));
  }
}

/** A switch: an option without a value. */
export function toggle(text: string): Flag<boolean> {
  return { type: "boolean", placeholder: "", text, read: (value) => value === true };
}

/** Parses one value of an option. Throws a {@link UsageError} that states the requirement. */
type ReadText<T> = (text: string) => T;

/** An option that can be repeated. */
export function repeated<T>(placeholder: string, text: string, read: ReadText<T>): Flag<readonly T[]> {
  const readAll = (values: RawValue = []) => [values].flat().map((value) => read(String(value)));
  return { type: "string", multiple: true, placeholder, text, read: readAll };
}

/** An option with a value. If it is repeated, the last value is used; if it is missing, the fallback. */
export function option<T, D = undefined>(
  placeholder: string,
  text: string,
  read: ReadText<T>,
  fallback?: D,
): Flag<T | NoInfer<D>> {
  const readOne = (value: RawValue) => (value === undefined ? (fallback as D) : read(String(value)));
  return { type: "string", placeholder, text, read: readOne };
}

/** A required option. */
export function required<T>(placeholder: string, text: string, read: ReadText<T>): Flag<T> {
  const readOne = (value: RawValue) => {
    if (value === undefined) throw new UsageError(`${placeholder} is required`);
    return read(String(value));
  };
  return { type: "string", placeholder, text, read: readOne };
}

/** Accepts any non-empty string. */
export function readText(text: string): string {
  if (text.trim() === "") throw new UsageError("must not be empty");
  return text;
}

/** Accepts an http or https URL without credentials. */
export function readUrl(text: string): string {
  if (isHttpUrl(text)) return text;
  throw new UsageError("must be a URL without credentials, such as http://localhost:3000");
}

/** Accepts one of the given words. */
export function oneOf<const W extends string>(...words: readonly W[]): ReadText<W> {
  return (text) => {
    const word = words.find((each) => each === text);
    if (word === undefined) throw new UsageError(`must be ${listed(words)}, got "${text}"`);
    return word;
  };
}

/** Parses a port; 0 means a free one. */
export function readPort(text: string): number {
  if (/^\d+$/.test(text) && Number(text) <= 65_535) return Number(text);
  throw new UsageError(`must be a number from 0 to 65535, got "${text}"`);
}

/** Accepts API Gateway or Cloud Endpoints. */
export const readProduct = oneOf("api-gateway", "cloud-endpoints");

/** The option that selects a naming profile. */
export const namingFlag = option<Naming, Naming>(
  "<profile>",
  "naming profile: google, vendor; default: google",
  (text) => (oneOf("google", "vendor")(text) === "google" ? googleNaming : vendorNaming),
  googleNaming,
);
