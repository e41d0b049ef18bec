// This file is loaded on demand, and imports no module that a client loads immediately, because bundlers would split off such
// a module.

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
/** Maximum number of objects to search. A value with more objects counts as one that contains a secret. */
const MOST_OBJECTS = 1_000;

/** Replaces every occurrence of a secret in strings, and in the strings inside JSON values. */
export interface Redactor {
  text(text: string): string;
  /** Redacts the beginning of a text, without reading all of it. */
  beginning(text: string, length: number): string;
  /** Redacts a JSON value. Values that are nested too deeply are masked. */
  json(value: unknown): unknown;
  /** Returns response headers for errors and callbacks: secrets are masked, even in URLs inside values. */
  headers(headers: Headers): Record<string, string>;
  /** Whether a header or query parameter carries a credential, by its name. */
  isSecretName(name: string): boolean;
  /** Returns an error that is safe as a `cause`: the error itself, or a redacted copy if it contains a secret. */
  error(error: unknown): unknown;
}

/**
 * Creates a redactor of secrets, which also finds them encoded as in URLs, HTML and JSON, even several times.
 *
 * Short secrets are masked only where a credential is expected: as a whole string, in quotes, or after `Bearer `, `=` or `:`.
 *
 * @param ownText - Text of the request itself, such as its path: a short secret in it is not masked.
 */
export function createRedactor(secrets: readonly (string | undefined)[], ownText = ""): Redactor {
  const isLong = (secret: string | undefined) =>
    secret !== undefined &&
    secret.length >= SHORTEST_SECRET &&
    (secret.length >= SHORTEST_ANYWHERE || !ownText.includes(secret));
  const known = [...new Set(secrets.filter(isLong))] as string[];
  let forms: readonly Form[] | undefined;

  const text = (value: string) => {
    if (known.length === 0) return value;
    forms ??= known.flatMap(formsOf);
    let result = "";
    let done = 0;
    for (const { start, end } of rangesOf(forms, value)) {
      result += value.slice(done, start) + MASK;
      done = end;
    }
    return result + value.slice(done);
  };
  const json = (value: unknown, depth = 0): unknown => {
    if (typeof value === "string") return text(value);
    if (typeof value !== "object" || value === null) return value;
    if (depth >= DEEPEST_JSON) return MASK;
    if (Array.isArray(value)) return value.map((element) => json(element, depth + 1));
    return Object.fromEntries(Object.entries(value).map(([key, entry]) => [text(key), json(entry, depth + 1)]));
  };
  const error = (value: unknown, depth = 0): unknown => {
    if (known.length === 0 || !someText(value, (found) => text(found) !== found)) return value;
    const { name, message, code, cause } = Object(value) as Partial<
      Record<"name" | "message" | "code" | "cause", unknown>
    >;
    const hasCause = cause !== undefined && depth < DEEPEST_CAUSE;
    const copy = new Error(text(String(message ?? value)), hasCause ? { cause: error(cause, depth + 1) } : undefined);
    copy.name = text(String(name ?? "Error"));
    return typeof code === "string" ? Object.assign(copy, { code: text(code) }) : copy;
  };
  const longest = Math.max(0, ...known.map(({ length }) => length));
  return {
    text,
    // Reads further than the result, so that a secret at its end is complete.
    beginning: (value, length) => text(value.slice(0, length + longest * MAX_EXPANSION)).slice(0, length),
    json: (value) => json(value),
    headers: (headers) => Object.fromEntries(shownHeaders(headers).map(([name, value]) => [name, text(value)])),
    error: (value) => error(value),
    isSecretName,
  };
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

/** Matches the first character of every escape. */
const ESCAPE = /[%\\&+]/;
/** Maximum number of encodings inside each other. */
const MOST_LEVELS = 4;
/** Maximum length of one encoded character of a secret: six characters, such as `\\u0041`, for each level. */
const MAX_EXPANSION = 6 ** MOST_LEVELS;

/** A form of a secret that a text may contain. */
interface Form {
  readonly text: string;
  /** Whether the form is masked wherever it occurs, and not only where a credential is expected. */
  readonly isLong: boolean;
}

function formsOf(secret: string): Form[] {
  const isLong = secret.length >= SHORTEST_ANYWHERE;
  const texts = [...new Set([wellFormed(secret), ...levelsOf(secret)])];
  return texts.filter(({ length }) => length >= SHORTEST_SECRET).map((text) => ({ text, isLong }));
}

/** Returns a string, the string with one level of escapes decoded, with two levels decoded, and so on. */
function levelsOf(text: string): string[] {
  const levels = [text];
  for (let plain = unescaped(text); levels.length <= MOST_LEVELS && plain !== levels.at(-1); plain = unescaped(plain)) {
    levels.push(plain);
  }
  return levels;
}

/** Replaces unpaired surrogates with U+FFFD, as encoders do. */
const wellFormed = (text: string) => text.replace(/\p{Surrogate}/gu, "\ufffd");

/** The parts of a string that are a secret, in plain or encoded form. `forms` are the plain forms of all secrets. */
function rangesOf(forms: readonly Form[], text: string, level = 0): Range[] {
  const ranges = forms.flatMap((form) => occurrences(form, text));
  const plain = level < MOST_LEVELS && ESCAPE.test(text) ? unescaped(text) : text;
  const inside = plain === text ? [] : rangesOf(forms, plain, level + 1);
  return inside.length === 0 ? joined(ranges) : joined(ranges.concat(sourcesOf(inside, text)));
}

function occurrences({ text: form, isLong }: Form, text: string): Range[] {
  const ranges: Range[] = [];
  for (let start = text.indexOf(form); start >= 0; start = text.indexOf(form, start + form.length)) {
    const end = start + form.length;
    if (isLong || isCredential(text, start, end)) ranges.push({ start, end });
  }
  return ranges;
}

/** Whether a short secret is where a credential is expected: as a whole string, in quotes, or after `Bearer `, `=` or `:`. */
function isCredential(text: string, start: number, end: number): boolean {
  const before = text.slice(Math.max(0, start - "bearer ".length), start);
  const isWhole = /^$|["']$/.test(before) && /^(["']|$)/.test(text.slice(end, end + 1));
  return isWhole || /(bearer |[=:]\s?["']?)$/i.test(before);
}

/** Sorts ranges, and joins those that overlap. */
function joined(ranges: readonly Range[]): Range[] {
  const result: Range[] = [];
  for (const range of [...ranges].sort((a, b) => a.start - b.start)) {
    const last = result.at(-1);
    if (last === undefined || range.start >= last.end) result.push(range);
    else result[result.length - 1] = { start: last.start, end: Math.max(last.end, range.end) };
  }
  return result;
}

/** Whether the predicate holds for a string anywhere inside a value, including hidden properties. */
function someText(root: unknown, predicate: (text: string) => boolean): boolean {
  const seen = new Set<unknown>();
  const queue: unknown[] = [root];
  while (queue.length > 0) {
    const value = queue.pop();
    if (typeof value === "string" && predicate(value)) return true;
    if (typeof value !== "object" || value === null || seen.has(value) || ArrayBuffer.isView(value)) continue;
    if (seen.size >= MOST_OBJECTS) return true;
    seen.add(value);
    queue.push(...hiddenParts(value));
    for (const key of Reflect.ownKeys(value)) queue.push(key, Object.getOwnPropertyDescriptor(value, key)?.value);
  }
  return false;
}

/** The values of an object that are not own properties. */
function hiddenParts(value: object): readonly unknown[] {
  if (value instanceof Headers || value instanceof Map || value instanceof URLSearchParams) return [...value].flat();
  if (value instanceof Request || value instanceof Response) return [value.url, value.headers];
  if (value instanceof Set) return [...value];
  if (value instanceof URL) return [value.href];
  return value instanceof Error ? [value.name, value.message, value.stack] : [];
}

/** A part of a string: from `start` to before `end`. */
interface Range {
  readonly start: number;
  readonly end: number;
}

/**
 * Matches the escapes of URLs, JSON, string literals and HTML: UTF-8 bytes such as `%2F` and `\x2f`, `\u002f`, `\/`,
 * `&#47;`, `&#x2f;` and `&amp;`.
 */
const ESCAPE_AT =
  /((?:%|\\x)[c-f][\da-f](?:(?:%|\\x)[89ab][\da-f]){1,3})|(?:%|\\x)([\da-f]{2})|\\u([\da-f]{4})|&#x([\da-f]{1,8});|&#(\d{1,9});|\\([^ux])|&(amp|lt|gt|quot|apos);/iy;
const HTML_NAMES: Readonly<Record<string, string>> = { amp: "&", lt: "<", gt: ">", quot: '"', apos: "'" };
const CONTROLS: Readonly<Record<string, string>> = { b: "\b", f: "\f", n: "\n", r: "\r", t: "\t" };

/** Whether an escape of several characters may begin with a character. */
const isEscape = (unit: number) => unit === 0x25 || unit === 0x26 || unit === 0x5c;
const PLUS = 0x2b;
const SPACE = 0x20;

/**
 * Decodes one level of escapes, and a `+` to a space. Passes each UTF-16 unit to `add`, with the part of the text that it comes
 * from. Unlike `replace`, it keeps no match, of which a text can have millions.
 */
function decode(text: string, add: (unit: number, start: number, end: number) => void): void {
  for (let at = 0; at < text.length; ) {
    const unit = text.charCodeAt(at);
    ESCAPE_AT.lastIndex = at;
    const match = isEscape(unit) ? ESCAPE_AT.exec(text) : null;
    if (match === null) {
      add(unit === PLUS ? SPACE : unit, at, at + 1);
      at += 1;
      continue;
    }
    const characters = charactersOf(match);
    const end = at + match[0].length;
    for (let index = 0; index < characters.length; index += 1) add(characters.charCodeAt(index), at, end);
    at = end;
  }
}

/** Number of characters that are converted to a string at once. */
const CHUNK = 8_192;

/** Returns a text without one level of escapes. */
function unescaped(text: string): string {
  const parts: string[] = [];
  const units = new Uint16Array(CHUNK);
  let count = 0;
  decode(text, (unit) => {
    units[count++] = unit;
    if (count < CHUNK) return;
    parts.push(String.fromCharCode(...units));
    count = 0;
  });
  return parts.join("") + String.fromCharCode(...units.subarray(0, count));
}

/**
 * Maps ranges of the {@link unescaped} form of a string to ranges of the string. The ranges must be disjoint and
 * sorted.
 */
function sourcesOf(ranges: readonly Range[], text: string): Range[] {
  const sources: Range[] = [];
  let index = 0;
  let from = 0;
  decode(text, (_, start, end) => {
    const range = ranges[sources.length];
    if (index === range?.start) from = start;
    index += 1;
    if (index === range?.end) sources.push({ start: from, end });
  });
  return sources;
}

/** The characters that a match of {@link ESCAPE_AT} represents. */
function charactersOf(match: readonly (string | undefined)[]): string {
  const [all = "", bytes, byte, unit, hexadecimal, decimal, character, name = ""] = match;
  if (bytes !== undefined) return fromBytes(bytes.match(/[\da-f]{2}/gi) ?? []);
  const digits = byte ?? unit ?? hexadecimal;
  if (digits !== undefined || decimal !== undefined) {
    const code = digits === undefined ? Number(decimal) : Number.parseInt(digits, 16);
    return code <= 0x10ffff ? String.fromCodePoint(code) : all;
  }
  if (character !== undefined) return CONTROLS[character] ?? character;
  return HTML_NAMES[name.toLowerCase()] ?? all;
}

/** Decodes hexadecimal bytes as UTF-8, or else as Latin-1. */
function fromBytes(bytes: readonly string[]): string {
  try {
    return decodeURIComponent(`%${bytes.join("%")}`);
  } catch {
    return String.fromCharCode(...bytes.map((byte) => Number.parseInt(byte, 16)));
  }
}

/** The credentials that errors and events of a call must not show. */
export interface CallSecrets {
  /** The query string that the client itself sends. */
  readonly query: string;
  /** The headers that the client itself sends. */
  readonly headers: Readonly<Record<string, string>>;
  /** Credentials, including replaced ones, because the service may still echo them. */
  readonly values: readonly (string | undefined)[];
  /** The encoded path of the request. */
  readonly path: string;
}

/** Creates a redactor of the credentials of a call. */
export function redactorOf({ query, headers, values, path }: CallSecrets): Redactor {
  const decoded = [...new URLSearchParams(query)].map(([name, value]) => `${name}=${value}`).join("&");
  return createRedactor([query, decoded, ...headerSecrets(headers), ...values], `${path} ${percentDecoded(path)}`);
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
