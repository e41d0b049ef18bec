import { kindOf } from "./describe.js";
import { isString, must, type OptionCheck } from "./options.js";

/** Describes an invalid URL without its text, which may contain credentials. */
export function kindOfUrl(value: unknown): string {
  const lacksScheme = typeof value === "string" && !/^[a-z][a-z\d+.-]*:/i.test(value);
  return lacksScheme ? "a string without a scheme" : kindOf(value);
}

/** Whether a value is an http or https URL without credentials or a fragment. */
export function isHttpUrl(value: unknown): value is string {
  return isString(value) && /^https?:\/\/[^/?#@\s\\]+(?:[/?][^#\s]*)?$/i.test(value) && parseUrl(value) !== undefined;
}

/**
 * Parses an absolute URL; undefined if it is invalid. In Node 20, `URL.canParse` rejects `ü` in hosts once it is
 * optimized.
 */
export function parseUrl(text: string): URL | undefined {
  try {
    return new URL(text);
  } catch {
    return undefined;
  }
}

/** Whether a host name always refers to this machine. */
export function isLoopback(hostname: string): boolean {
  return /^(?:(?:.+\.)?localhost|127(?:\.\d+){3}|\[::1\])$/.test(hostname);
}

/** Check for an http or https URL. */
export const httpUrl: OptionCheck = must(
  isHttpUrl,
  "an http or https URL without credentials or a fragment",
  kindOfUrl,
);

/** Check for an http or https URL that a path is appended to. */
export const baseUrl: OptionCheck = must(
  (value) => isHttpUrl(value) && !value.includes("?"),
  "an http or https URL without credentials, a query or a fragment",
  kindOfUrl,
);

/** Returns a string without its trailing slashes, in linear time. */
export function trimTrailingSlashes(text: string): string {
  let end = text.length;
  while (text[end - 1] === "/") end -= 1;
  return text.slice(0, end);
}
