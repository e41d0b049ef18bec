import { REDACTED } from "../errors/message-text.js";
import { fromBase64, inUrlAlphabet, toBase64 } from "../values/base64.js";
import { kindOf } from "../values/describe.js";
import { MAX_DEPTH } from "../values/objects.js";
import { isText } from "../values/options.js";

/** A credential, and the scheme, header, parameter or cookie that it was sent with. */
export interface Secret {
  readonly name: string;
  readonly value: string;
}

/** Minimum length of a secret that is masked wherever it occurs. A shorter one may be an ordinary word. */
const LONG = 8;
/** Maximum number of times that a string is decoded: a service may escape an escaped value. */
const MAX_LEVELS = 3;

/**
 * Returns a function that masks secrets in a string, and the query string of a quoted URL.
 *
 * A secret is found as is, escaped for URLs, HTML and JSON, and in base64. One of fewer than 8 characters is masked only
 * after its name, as in `Bearer test` and `sid=test`. A string with an escaped secret is returned decoded.
 */
export function createMask(secrets: readonly Secret[], query = ""): (text: string) => string {
  const long = [...new Set(secrets.map(({ value }) => value))]
    .filter((value) => value.length >= LONG)
    .sort(longestFirst);
  // A secret that contains others is masked first: otherwise, an escaped part of it could remain.
  const containing = long.filter((value) => long.some((other) => other !== value && value.includes(other)));
  const groups = [...containing.map((value) => [value]), long];
  const short = new Set(
    secrets.filter(({ value }) => value.length < LONG).map(({ name, value }) => namedWord(name, value)),
  );
  const queries = query === "" ? [] : decodings(query);
  const masks = groups.map((group) => {
    const forms = [...new Set(group.flatMap(formsOf))].sort(longestFirst); // a secret is masked before a part of it
    return (text: string) => forms.reduce((masked, form) => masked.replaceAll(form, REDACTED), text);
  });
  masks.push((text) => withoutNamedWords(withoutQueries(text, queries), short));
  return (text) => masks.reduce(maskEscaped, text);
}

const longestFirst = (a: string, b: string) => b.length - a.length;

/** Masks a string and its decoded form. If only the decoded form contains a secret, that form is returned. */
function maskEscaped(text: string, mask: (text: string) => string): string {
  let shown = text;
  let current = text;
  for (let level = 0; level <= MAX_LEVELS; level += 1) {
    const masked = mask(current);
    if (masked !== current) shown = masked;
    current = decode(masked);
    if (current === masked) break;
  }
  return shown;
}

/** A secret as is, unescaped, form-encoded, and in base64. */
function formsOf(secret: string): string[] {
  const base64 = toBase64(secret);
  const start = base64.replace(/.=+$/, ""); // the next character depends on the bytes that follow
  const inBase64 = [base64, start, inUrlAlphabet(start)];
  return [...decodings(secret), secret.replaceAll(" ", "+"), secret.replaceAll("+", " "), ...inBase64];
}

/** A string, and its forms after repeated decoding. */
function decodings(text: string): string[] {
  const texts = [text];
  for (let level = 0; level < MAX_LEVELS; level += 1) texts.push(decode(texts[level] ?? ""));
  return texts;
}

/** Masks the query strings that follow a `?`, in linear time: a service may control the text and, by a page token, a part of the query. */
function withoutQueries(text: string, queries: readonly string[]): string {
  const [path = "", ...parts] = text.split("?");
  const masked = parts.map((part) => {
    const query = queries.find((each) => part.startsWith(each));
    return query === undefined ? part : REDACTED + part.slice(query.length);
  });
  return [path, ...masked].join("?");
}

/** Matches a short value after a name: `Bearer test`, `sid=test`, `"token": "test"`. */
const NAMED_WORD = /(?<=(?<![\w-])([\w-]{1,64})["']?\s?[ :=]\s?["']?)[^\s"'&,;<>]{1,7}(?![^\s"'&,;<>])/g;

const namedWord = (name: string, word: string) => `${name.toLowerCase()}=${word}`;

function withoutNamedWords(text: string, words: ReadonlySet<string>): string {
  if (words.size === 0) return text;
  return text.replace(NAMED_WORD, (word, name: string) => (words.has(namedWord(name, word)) ? REDACTED : word));
}

/** Matches characters as URLs, JSON and HTML escape them. */
const ESCAPED = /(?:%[\da-f]{2})+|\\(?:u[\da-f]{4}|["'/\\])|&(?:#\d{1,6}|#x[\da-f]{1,5}|amp|lt|gt|quot|apos);/gi;

const HTML_NAMES: Readonly<Record<string, string>> = { amp: "&", lt: "<", gt: ">", quot: '"', apos: "'" };

/** Decodes the escaped characters of a text once. */
function decode(text: string): string {
  return text.replace(ESCAPED, (escaped) => {
    if (escaped.startsWith("%")) {
      const bytes = escaped.slice(1).split("%");
      return new TextDecoder().decode(Uint8Array.from(bytes, (hex) => Number(`0x${hex}`)));
    }
    if (escaped.startsWith("\\"))
      return escaped.length === 2 ? escaped.slice(1) : String.fromCharCode(Number(`0x${escaped.slice(2)}`));
    const name = escaped.slice(1, -1).toLowerCase();
    return HTML_NAMES[name] ?? String.fromCodePoint(Number(name.replace("#x", "0x").replace("#", "")));
  });
}

/** Maximum number of nested causes that are read or copied. */
export const DEEPEST_CAUSE = 8;

/** Replaces every occurrence of a secret in strings, and in the strings inside JSON values. */
export interface Redactor {
  text(text: string): string;
  /** Redacts a JSON value. Values that are nested too deeply are masked. */
  json(value: unknown): unknown;
  /** Returns response headers for errors and callbacks: secrets are masked, even in URLs inside values. */
  headers(headers: Headers): Record<string, string>;
  /** Returns a redactor that also replaces another secret. */
  with(secret: Secret): Redactor;
  /** Returns a copy of an error that is safe as a `cause`: its strings, code and causes. */
  error(error: unknown): unknown;
}

/** Creates a redactor of secrets. See {@link createMask} for where they are found. */
export function createRedactor(secrets: readonly Secret[], query = ""): Redactor {
  const shortest = Math.min(
    ...secrets.map(({ value }) => value.length),
    query === "" ? Number.POSITIVE_INFINITY : query.length,
  );
  let mask: ((text: string) => string) | undefined; // created for the first text, because most calls have none
  const text = (value: string) => {
    if (value.length < shortest) return value;
    mask ??= createMask(secrets, query);
    return mask(value);
  };
  const json = (value: unknown, depth = 0): unknown => {
    if (typeof value === "string") return text(value);
    if (typeof value !== "object" || value === null) return value;
    if (depth >= MAX_DEPTH) return REDACTED;
    if (Array.isArray(value)) return value.map((element) => json(element, depth + 1));
    return Object.fromEntries(Object.entries(value).map(([key, entry]) => [text(key), json(entry, depth + 1)]));
  };
  return {
    text,
    with: (secret) => createRedactor([...secrets, secret], query),
    json: (value) => json(value),
    headers: (headers) => Object.fromEntries(shownHeaders(headers).map(([name, value]) => [name, text(value)])),
    error: (error) => (shortest === Number.POSITIVE_INFINITY ? error : copyError(error, text)),
  };
}

/**
 * Copies an error, with masked text. The copy has its name, message, stack, code, causes and inner errors only: other
 * properties, such as the request and the response that auth libraries add, may contain credentials.
 */
export function copyError(error: unknown, mask: (text: string) => string, depth = 0): Error | undefined {
  if (depth > DEEPEST_CAUSE) return undefined;
  const { name, message, stack, code, cause, errors } = Object(error) as Partial<ErrorParts>;
  const shown = message ?? (typeof error === "object" ? kindOf(error) : error);
  const copyInner = (inner: unknown) => copyError(inner, mask, depth + 1);
  const copy = new Error(mask(String(shown)), cause === undefined ? undefined : { cause: copyInner(cause) });
  const texts = Object.entries({ name, stack, code }).filter(([, value]) => isText(value));
  Object.assign(copy, Object.fromEntries(texts.map(([key, value]) => [key, mask(String(value))])));
  return Array.isArray(errors) ? Object.assign(copy, { errors: errors.map(copyInner) }) : copy;
}

type ErrorParts = Readonly<Record<keyof AggregateError | "code", unknown>>;

/**
 * Response headers without `set-cookie`. Values that are secrets are masked, and so are parts of URLs that may contain
 * secrets.
 */
function shownHeaders(headers: Headers): [name: string, value: string][] {
  const kept = [...headers].filter(([name]) => name !== "set-cookie");
  return kept.map(([name, value]) => {
    if (isSecretName(name)) return [name, REDACTED];
    const isUrl = URL_HEADERS.includes(name) || value.startsWith("/") || value.includes("://");
    return [name, isUrl ? shownUrls(value) : value];
  });
}

/** Headers whose value may be a relative URL. */
const URL_HEADERS: readonly string[] = ["location", "content-location", "link", "refresh"];

/** Masks user info, queries and fragments of the URLs in a value. */
function shownUrls(value: string): string {
  return value
    .replace(/\/\/[^\s"'<>/?#]*@/g, `//${REDACTED}@`)
    .replace(/[?#][^\s"'<>]*/g, (found) => `${found.charAt(0)}${REDACTED}`);
}

/**
 * Creates a redactor of the credentials of a request: those in its headers and query, and others.
 *
 * The query string is masked if a service or a `fetch` function quotes the URL.
 */
export function redactorOf(
  query: string,
  headers: Readonly<Record<string, string>>,
  others: readonly Secret[] = [],
): Redactor {
  const parameters = [...new URLSearchParams(query)].filter(([name]) => isSecretName(name));
  const inQuery = parameters.map(([name, value]) => ({ name, value }));
  return createRedactor([...inQuery, ...headerSecrets(headers), ...others], query);
}

/** Matches the name of a header or query parameter that carries a credential, unlike a page token. */
const SECRET_NAME =
  /(auth|(?<!page[-_]?)token|secret|assertion|(?<!idempotency-)key)$|(^|[-_])(authorization|authentication|bearer|cookie2?|credentials?|csrf|dpop|hmac|jwt|pass(word|wd|phrase|$)|pat|pwd|secret|session|sig|signature|(?<!page[-_])token|upload-?id|xsrf)([-_]|$)/i;

/** Whether a header or query parameter carries a credential, by its name. */
export const isSecretName = (name: string): boolean => SECRET_NAME.test(name.replace(/(?<=[a-z\d])(?=[A-Z])/g, "-"));

/** Matches the parameters of an authorization scheme. */
const PARAMETER = /(?<![^\s,])([^\s,="]+)\s*=\s*("[^"]*"|[^\s,]*)/g;
const COOKIE = /(?<![^\s;])([^\s;="]+)\s*=\s*("[^"]*"|[^;]*)/g;

/** Secrets in headers: whole values, values without their scheme, each parameter and long part, and decoded Basic credentials. */
export function headerSecrets(headers: Readonly<Record<string, string>>): Secret[] {
  const secretHeaders = Object.entries(headers).filter(([name]) => isSecretName(name));
  return secretHeaders.flatMap(([header, value]) => {
    const [, scheme = header, rest = value] = /^(\S+)\s+(\S.*)$/.exec(value) ?? [];
    const basic = scheme.toLowerCase() === "basic" ? basicParts(rest) : [];
    const parameters = [...value.matchAll(header === "cookie" ? COOKIE : PARAMETER)].map(
      ([, name = "", text = ""]) => ({
        name,
        value: text.startsWith('"') ? text.slice(1, -1) : text.trim(),
      }),
    );
    const whole = [value, ...basic].map((each) => ({ name: header, value: each }));
    const known = [...whole, { name: scheme, value: rest }, ...parameters].filter((secret) => secret.value !== "");
    // An error may quote a part of the value, whatever the scheme. Words are not masked: they may be names of headers.
    const listed = new Set(known.flatMap((secret) => [secret.name, secret.value]));
    const isSecret = (part: string) => part.length >= LONG && !listed.has(part) && !/^[a-z-]+$/.test(part);
    const others = value.split(/[\s,;:="'&|<>]+/).filter(isSecret);
    return [...known, ...others.map((part) => ({ name: header, value: part }))];
  });
}

/** Returns `user:password` and the password of Basic credentials, each decoded as UTF-8 and as Latin-1. */
function basicParts(encoded: string): string[] {
  const latin = fromBase64(encoded);
  if (latin === undefined) return [];
  const utf8 = new TextDecoder().decode(Uint8Array.from(latin, (byte) => byte.charCodeAt(0)));
  return [latin, utf8].flatMap((pair) => [pair, pair.slice(pair.indexOf(":") + 1)]);
}
