import type { Issue } from "../../errors/issue.js";
import { assertNoIssues } from "../../errors/request-error.js";
import { isRecord } from "../is-object.js";
import { classOf } from "../rules/describe.js";
import { joinPath } from "../rules/issue-path.js";
import { MASK, type Redactor } from "./redact.js";

/**
 * Merges headers, with lower-case names; later ones override earlier ones.
 *
 * @throws {RequestError} If names or values are invalid, with all issues. Messages never contain a value.
 */
export function mergeHeaders(
  ...layers: readonly (Readonly<Record<string, string | undefined>> | undefined)[]
): Record<string, string> {
  const issues = layers.flatMap(headerProblems);
  assertNoIssues("headers", issues);
  const merged = new Map<string, string>();
  for (const layer of layers) {
    for (const [name, value] of Object.entries(layer ?? {})) {
      if (value !== undefined) merged.set(name.toLowerCase(), value.trim());
    }
  }
  return Object.fromEntries(merged);
}

/** Issues of the entries of a record that are not valid HTTP headers. */
export function headerProblems(headers: unknown): Issue[] {
  if (headers === undefined) return [];
  if (!isRecord(headers)) {
    const message = `must be an object such as { "x-name": "value" }, got ${classOf(headers)}`;
    return [{ path: "headers", message, rule: "header" }];
  }
  return Object.entries(headers).flatMap(([name, value]) => {
    const problem = value === undefined ? undefined : headerProblem(name, value);
    return problem === undefined ? [] : [{ path: joinPath("headers", name), message: problem, rule: "header" }];
  });
}

function headerProblem(name: string, value: unknown): string | undefined {
  if (!/^[!#$%&'*+\-.^_`|~0-9A-Za-z]+$/.test(name)) return "is not a valid header name";
  if (typeof value !== "string") return "must be a string";
  // fetch itself would quote the value in its error.
  return /^[\t\x20-\x7e\x80-\xff]*$/.test(value.trim())
    ? undefined
    : "contains a character that is not allowed in a header, such as a line break (the value is not shown)";
}

/** Headers by lower-case name, without `set-cookie`. */
export function headerRecord(headers: Headers): Record<string, string> {
  return Object.fromEntries([...headers].filter(([name]) => name !== "set-cookie"));
}

/** Response headers for errors and callbacks: secrets are masked, also in the URLs of their values. */
export function shownHeaders(headers: Headers, redact: Redactor): Record<string, string> {
  const entries = Object.entries(headerRecord(headers)).map(([name, value]) => {
    if (isSecretName(name)) return [name, MASK];
    const isUrl = URL_HEADERS.includes(name) || value.startsWith("/") || value.includes("://");
    return [name, redact.text(isUrl ? shownUrls(value) : value)];
  });
  return Object.fromEntries(entries);
}

/** Headers whose value may be a relative URL. */
const URL_HEADERS: readonly string[] = ["location", "content-location", "link", "refresh"];

/** Masks user info, queries and fragments of the URLs in a value. */
function shownUrls(value: string): string {
  return value
    .replace(/\/\/[^\s"'<>/?#]*@/g, `//${MASK}@`)
    .replace(/[?#][^\s"'<>]*/g, (found) => `${found.charAt(0)}${MASK}`);
}

/** Matches the name of a header or query parameter that carries a credential. */
const SECRET_NAME =
  /(auth|token|secret|assertion|(?<!idempotency-)key)$|(^|[-_])(authorization|authentication|cookie2?|credentials?|csrf|dpop|hmac|jwt|pass(word|wd|phrase|$)|secret|session|sig|signature|token|upload-?id|xsrf)([-_]|$)/i;

/** Whether a header or query parameter carries a credential, by its name. */
export const isSecretName = (name: string): boolean => SECRET_NAME.test(name);

/** Secrets in headers: values with and without their scheme, decoded Basic credentials, and cookies. */
export function headerSecrets(headers: Readonly<Record<string, string>>): string[] {
  return Object.entries(headers).flatMap(([name, value]) => {
    if (!isSecretName(name)) return [];
    const [, scheme, rest] = /^(\w+)\s+(.+)$/.exec(value) ?? [];
    if (name === "cookie") return [value, ...cookieValues(value)];
    return [value, rest ?? value, ...(scheme?.toLowerCase() === "basic" ? basicParts(rest ?? "") : [])];
  });
}

/** Minimum length of the value of a cookie that counts as a credential. */
const MIN_COOKIE_LENGTH = 8;

function cookieValues(header: string): string[] {
  const values = header.split(";").map((cookie) => cookie.slice(cookie.indexOf("=") + 1).trim());
  // Quotes are not part of the value (RFC 6265, 4.1.1).
  const bare = values.map((value) => (/^".*"$/s.test(value) ? value.slice(1, -1) : value));
  return [...bare, ...bare.map(percentDecoded)].filter(({ length }) => length >= MIN_COOKIE_LENGTH);
}

function percentDecoded(value: string): string {
  try {
    return decodeURIComponent(value);
  } catch {
    return value;
  }
}

/** User and password of Basic credentials, and the password alone. Its encoding is unknown: UTF-8 or Latin-1. */
function basicParts(encoded: string): string[] {
  try {
    const latin = atob(encoded);
    const utf8 = new TextDecoder().decode(Uint8Array.from(latin, (byte) => byte.charCodeAt(0)));
    return [latin, utf8].flatMap((pair) => [pair, pair.slice(pair.indexOf(":") + 1)]);
  } catch {
    return [];
  }
}
