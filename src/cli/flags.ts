import { UsageError } from "./failure.js";

/** One option of a command, and what its texts mean. */
export interface Flag<T> {
  /** What stands for the value in the help; undefined for a switch, which takes none. */
  readonly placeholder: string | undefined;
  /** What the option does, for the help. */
  readonly text: string;
  /**
   * Makes a value of all texts that were given.
   *
   * @throws {UsageError} with what they must be.
   */
  read(texts: readonly string[]): T;
}

/** Options by name, without the dashes. */
export type Flags = Readonly<Record<string, Flag<unknown>>>;

/** The values of {@link Flags}. */
export type FlagValues<F extends Flags> = { readonly [N in keyof F]: F[N] extends Flag<infer T> ? T : never };

/** Makes of one text what an option takes; throws a {@link UsageError} that says what it must be. */
export type ReadText<T> = (text: string) => T;

/** An option without a value. */
export function toggle(text: string): Flag<boolean> {
  return { placeholder: undefined, text, read: (texts) => texts.length > 0 };
}

/** An option with a value; of several, the last one counts. */
export function option<T>(placeholder: string, text: string, read: ReadText<T>): Flag<T | undefined>;
export function option<T>(placeholder: string, text: string, read: ReadText<T>, fallback: T): Flag<T>;
export function option<T>(placeholder: string, text: string, read: ReadText<T>, fallback?: T): Flag<T | undefined> {
  return {
    placeholder,
    text,
    read: (texts) => {
      const last = texts.at(-1);
      return last === undefined ? fallback : read(last);
    },
  };
}

/** An option that must be given. */
export function required<T>(placeholder: string, text: string, read: ReadText<T>): Flag<T> {
  return {
    placeholder,
    text,
    read: (texts) => {
      const last = texts.at(-1);
      if (last === undefined) throw new UsageError(`${placeholder} is needed`);
      return read(last);
    },
  };
}

/** An option that may be given several times. */
export function repeated<T>(placeholder: string, text: string, read: ReadText<T>): Flag<readonly T[]> {
  return { placeholder, text, read: (texts) => texts.map((each) => read(each)) };
}

/** Any text but the empty one. */
export function readText(text: string): string {
  if (text.trim() === "") throw new UsageError("must not be empty");
  return text;
}

/** One of a few words. */
export function oneOf<const W extends string>(...words: readonly W[]): ReadText<W> {
  return (text) => {
    const word = words.find((each) => each === text);
    if (word === undefined) throw new UsageError(`must be ${words.join(" or ")}, got "${text}"`);
    return word;
  };
}

/** A port; 0 takes one that is free. */
export function readPort(text: string): number {
  const port = /^\d+$/.test(text) ? Number(text) : Number.NaN;
  if (!(port <= 65_535)) throw new UsageError(`must be a number from 0 to 65535, got "${text}"`);
  return port;
}

/** An address of HTTP. */
export function readUrl(text: string): URL {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url === undefined || !/^https?:$/.test(url.protocol)) {
    throw new UsageError(`must be an address such as http://localhost:3000, got "${text}"`);
  }
  return url;
}
