import { withoutUndefined } from "../values/objects.js";

/** Replaces secrets in messages. */
export const MASK = "[redacted]";
/** Minimum length of a credential. Masking shorter strings would garble messages. */
const SHORTEST_SECRET = 4;
/** Minimum length of a credential that is masked in any text. A shorter one may be a word. */
const SHORTEST_ANYWHERE = 12;
/** Maximum nesting of a JSON value. Deeper values are masked. */
const DEEPEST_JSON = 200;
/** Maximum number of nested causes in the copy of an error. */
const DEEPEST_CAUSE = 8;

/** Replaces every occurrence of a secret in strings, and in the strings inside JSON values. */
export interface Redactor {
  text(text: string): string;
  /** Redacts a JSON value. Values that are nested too deeply are masked. */
  json(value: unknown): unknown;
  /** Returns response headers for errors and callbacks: secrets are masked, even in URLs inside values. */
  headers(headers: Headers): Record<string, string>;
  /** Returns a redactor that also replaces another secret. */
  with(secret: string | undefined): Redactor;
  /** Returns a copy of an error that is safe as a `cause`: its texts, its code and its causes. */
  error(error: unknown): unknown;
}

/**
 * Creates a redactor of secrets, which also finds them in base64 and as URLs, HTML and JSON escape them.
 *
 * Short secrets are masked only where a credential is expected: as a whole string, in quotes, or after `Bearer `, `=` or `:`.
 */
export function createRedactor(secrets: readonly (string | undefined)[]): Redactor {
  const known = [...new Set(secrets)]
    .filter((secret) => secret !== undefined && secret.length >= SHORTEST_SECRET)
    .sort((a = "", b = "") => b.length - a.length) as string[]; // a secret is masked as a whole before a part of it
  const shortest = known.at(-1)?.length ?? Number.POSITIVE_INFINITY; // no form of a secret is shorter than the secret
  let pattern: RegExp | undefined;
  const text = (value: string) => {
    if (value.length < shortest) return value;
    pattern ??= new RegExp(known.flatMap(patternsOf).join("|"), "gu");
    return value.replace(pattern, MASK);
  };
  const json = (value: unknown, depth = 0): unknown => {
    if (typeof value === "string") return text(value);
    if (typeof value !== "object" || value === null) return value;
    if (depth >= DEEPEST_JSON) return MASK;
    if (Array.isArray(value)) return value.map((element) => json(element, depth + 1));
    return Object.fromEntries(Object.entries(value).map(([key, entry]) => [text(key), json(entry, depth + 1)]));
  };
  const error = (value: unknown, depth = 0): unknown => {
    if (known.length === 0 || depth > DEEPEST_CAUSE) return depth === 0 ? value : undefined;
    const {
      name = "Error",
      message = value,
      stack,
      code,
      cause,
      errors,
    } = Object(value) as Readonly<Record<keyof AggregateError | "code", unknown>>;
    const copy = new Error(text(String(message)), cause === undefined ? undefined : { cause: error(cause, depth + 1) });
    const inner = Array.isArray(errors) ? errors.map((each) => error(each, depth + 1)) : undefined;
    const others = { name, stack, code: typeof code === "string" ? code : undefined };
    return Object.assign(copy, withoutUndefined({ ...(json(others) as object), errors: inner }));
  };
  return {
    text,
    with: (secret) => createRedactor([...secrets, secret]),
    json: (value) => json(value),
    headers: (headers) => Object.fromEntries(shownHeaders(headers).map(([name, value]) => [name, text(value)])),
    error: (value) => error(value),
  };
}

/** Patterns of a secret: its characters, plain or escaped, and its base64. */
function patternsOf(secret: string): string[] {
  const plain = Array.from(secret, characterPattern).join("");
  if (secret.length >= SHORTEST_ANYWHERE) return [plain, ...base64Patterns(secret)];
  return [`(?<=^|["'])${plain}(?=["']|$)`, `(?<=[Bb]earer |[=:]\\s?["']?)${plain}`];
}

const HTML_NAMES: Readonly<Record<string, string>> = { "&": "amp", "<": "lt", ">": "gt", '"': "quot", "'": "apos" };

/** Matches a character, plain and as URLs, HTML and JSON escape it. Letters, digits and `_` are never escaped. */
function characterPattern(character: string): string {
  if (/\w/.test(character)) return character;
  const bytes = Array.from(UTF_8.encode(character), (byte) => `%${anyCase(byte.toString(16).padStart(2, "0"))}`);
  const units = character.split("").map((unit) => unit.charCodeAt(0).toString(16).padStart(4, "0"));
  const code = character.codePointAt(0) ?? 0;
  const forms = [
    `\\\\?\\u{${code.toString(16)}}`,
    bytes.join(""),
    units.map((unit) => `\\\\u${anyCase(unit)}`).join(""),
    `&#${code};`,
    `&#x${anyCase(code.toString(16))};`,
  ];
  if (character === "+" || character === " ") forms.push("[+ ]"); // a form encodes a space as "+"
  if (character in HTML_NAMES) forms.push(`&${HTML_NAMES[character]};`);
  return `(?:${forms.join("|")})`;
}

const UTF_8 = new TextEncoder();

/** Matches hexadecimal digits in upper and lower case. */
const anyCase = (digits: string) => digits.replace(/[a-f]/g, (digit) => `[${digit}${digit.toUpperCase()}]`);

/** Matches the base64 of a secret, without its last bytes, whose encoding depends on what follows. */
function base64Patterns(secret: string): string[] {
  const bytes = UTF_8.encode(secret);
  const base64 = btoa(String.fromCharCode(...bytes.subarray(0, bytes.length - (bytes.length % 3))));
  const tail = "[\\w+/=-]{0,4}";
  return [base64.replace(/[+/]/g, "\\$&") + tail, base64.replaceAll("+", "-").replaceAll("/", "_") + tail];
}

/**
 * Response headers without `set-cookie`. Values that are secrets are masked, and so are parts of URLs that may contain
 * secrets.
 */
function shownHeaders(headers: Headers): [name: string, value: string][] {
  const kept = [...headers].filter(([name]) => name !== "set-cookie");
  return kept.map(([name, value]) => {
    if (isSecretName(name)) return [name, MASK];
    const isUrl = URL_HEADERS.includes(name) || value.startsWith("/") || value.includes("://");
    return [name, isUrl ? shownUrls(value) : value];
  });
}

/** Headers whose value may be a relative URL. */
const URL_HEADERS: readonly string[] = ["location", "content-location", "link", "refresh"];

/** Masks user info, queries and fragments of the URLs in a value. */
function shownUrls(value: string): string {
  return value
    .replace(/\/\/[^\s"'<>/?#]*@/g, `//${MASK}@`)
    .replace(/[?#][^\s"'<>]*/g, (found) => `${found.charAt(0)}${MASK}`);
}

/** The credentials that errors and events of a call must not show. */
export interface CallSecrets {
  /** The query string. */
  readonly query: string;
  readonly headers: Readonly<Record<string, string>>;
  /** Credentials, including replaced ones, because the service may still echo them. */
  readonly values: readonly (string | undefined)[];
}

/** Creates a redactor of the credentials of a call. */
export function redactorOf({ query, headers, values }: CallSecrets): Redactor {
  const decoded = [...new URLSearchParams(query)].map(([name, value]) => `${name}=${value}`).join("&");
  return createRedactor([query, decoded, ...headerSecrets(headers), ...values]);
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

/** The values of cookies, without quotes, which are not part of a value (RFC 6265, 4.1.1). */
function cookieValues(header: string): string[] {
  return header.split(";").map((cookie) => cookie.slice(cookie.indexOf("=") + 1).replace(/^\s*"?|"?\s*$/g, ""));
}

/** Returns `user:password` and the password of Basic credentials, each decoded as UTF-8 and as Latin-1. */
function basicParts(encoded: string): string[] {
  try {
    const latin = atob(encoded);
    const utf8 = new TextDecoder().decode(Uint8Array.from(latin, (byte) => byte.charCodeAt(0)));
    return [latin, utf8].flatMap((pair) => [pair, pair.slice(pair.indexOf(":") + 1)]);
  } catch {
    return [];
  }
}
