import { nearest } from "../core/rules/nearest.js";
import { UsageError } from "./failure.js";

/** An option of a command. */
export interface Flag<T> {
  /** Placeholder of the value in the help; undefined for a switch. */
  readonly placeholder: string | undefined;
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

/** Parses one value of an option. Throws a {@link UsageError} that states the requirement. */
export type ReadText<T> = (text: string) => T;

/** A switch: an option without a value. */
export function toggle(text: string): Flag<boolean> {
  return { placeholder: undefined, text, read: (texts) => texts.length > 0 };
}

/** An option with a value. If it is repeated, the last value is used. */
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

/** A required option. */
export function required<T>(placeholder: string, text: string, read: ReadText<T>): Flag<T> {
  return {
    placeholder,
    text,
    read: (texts) => {
      const last = texts.at(-1);
      if (last === undefined) throw new UsageError(`${placeholder} is required`);
      return read(last);
    },
  };
}

/** An option that can be repeated. */
export function repeated<T>(placeholder: string, text: string, read: ReadText<T>): Flag<readonly T[]> {
  return { placeholder, text, read: (texts) => texts.map((each) => read(each)) };
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
    throw new UsageError(`must be ${words.join(" or ")}, got "${text}"${hint}`);
  };
}

/** Parses a port; 0 means a free one. */
export function readPort(text: string): number {
  const port = /^\d+$/.test(text) ? Number(text) : Number.NaN;
  if (!(port <= 65_535)) throw new UsageError(`must be a number from 0 to 65535, got "${text}"`);
  return port;
}

/** Parses an HTTP URL. */
export function readUrl(text: string): URL {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url === undefined || !/^https?:$/.test(url.protocol)) {
    throw new UsageError(`must be a URL such as http://localhost:3000, got "${text}"`);
  }
  return url;
}
