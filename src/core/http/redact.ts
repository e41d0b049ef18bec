import { MAX_DEPTH } from "../depth.js";

/** Replaces secrets in messages. */
export const MASK = "[redacted]";
/** Minimum length of a credential. Masking shorter strings would garble messages. */
const SHORTEST_SECRET = 4;
/** Maximum number of nested causes in the copy of an error. */
const DEEPEST_CAUSE = 8;
/** Maximum number of objects to search. A value with more objects counts as one that contains a secret. */
const MOST_OBJECTS = 1_000;

/** Replaces every occurrence of a secret in strings, and in the strings inside JSON values. */
export interface Redactor {
  text(text: string): string;
  /** Redacts a JSON value. Values that are nested too deeply are masked. */
  json(value: unknown): unknown;
  /** Returns an error that is safe as a `cause`: the error itself, or a redacted copy if it contains a secret. */
  error(error: unknown): unknown;
}

/** Creates a redactor of secrets, which also finds them encoded as in URLs, HTML and JSON. */
export function createRedactor(secrets: readonly (string | undefined)[]): Redactor {
  const known = secrets.filter((secret) => secret !== undefined && secret.length >= SHORTEST_SECRET) as string[];
  // Longest first, because a secret may contain another one.
  const sorted = [...new Set(known)].sort((a, b) => b.length - a.length);
  let patterns: readonly RegExp[] | undefined;

  const text = (value: string) => {
    const masked = sorted.reduce((result, secret) => result.replaceAll(secret, MASK), value);
    if (!ESCAPE.test(masked)) return masked;
    patterns ??= sorted.flatMap(encodedForms);
    return patterns.reduce((result, pattern) => result.replace(pattern, MASK), masked);
  };
  const json = (value: unknown, depth = 0): unknown => {
    if (typeof value === "string") return text(value);
    if (typeof value !== "object" || value === null) return value;
    if (depth >= MAX_DEPTH) return MASK;
    if (Array.isArray(value)) return value.map((element) => json(element, depth + 1));
    return Object.fromEntries(Object.entries(value).map(([key, entry]) => [text(key), json(entry, depth + 1)]));
  };
  const error = (value: unknown, depth = 0): unknown => {
    if (sorted.length === 0 || !someText(value, (found) => text(found) !== found)) return value;
    const { name, message, code, cause } = Object(value) as Partial<
      Record<"name" | "message" | "code" | "cause", unknown>
    >;
    const hasCause = cause !== undefined && depth < DEEPEST_CAUSE;
    const copy = new Error(text(String(message ?? value)), hasCause ? { cause: error(cause, depth + 1) } : undefined);
    copy.name = text(String(name ?? "Error"));
    return typeof code === "string" ? Object.assign(copy, { code: text(code) }) : copy;
  };
  return { text, json: (value) => json(value), error: (value) => error(value) };
}

/** Matches the first character of every escape. */
const ESCAPE = /[%\\&+]/;
/** Maximum length of a secret that is searched for in encoded forms. */
const LONGEST_ENCODED = 2_048;

/** A pattern of the forms in which a service may echo a secret: encoded as in URLs, JSON and HTML, even mixed. */
function encodedForms(secret: string): RegExp[] {
  if (/^[\w.-]*$/.test(secret) || secret.length > LONGEST_ENCODED) return [];
  return [new RegExp([...secret].map(formsOf).join(""), "g")];
}

const HTML_NAMES: Readonly<Record<string, string>> = { "&": "amp", "<": "lt", ">": "gt", '"': "quot", "'": "apos" };

/** A pattern of the forms of one character. */
function formsOf(character: string): string {
  if (/\w/.test(character)) return character;
  const hex = (code: number) => code.toString(16).padStart(2, "0");
  const bytes = [...UTF_8.encode(character)].map((byte) => `%${hex(byte)}`).join("");
  const unicode = character
    .split("")
    .map((unit) => `\\\\u${hex(unit.charCodeAt(0)).padStart(4, "0")}`)
    .join("");
  const code = character.codePointAt(0) ?? 0;
  const name = HTML_NAMES[character];
  const forms = [
    escaped(character),
    escaped(JSON.stringify(character).slice(1, -1)),
    anyCase(bytes),
    anyCase(unicode),
    `&#0{0,4}${code};`,
    `&#[xX]0{0,4}${anyCase(code.toString(16))};`,
    ...(name === undefined ? [] : [`&${name};`]),
    ...(character === "/" ? ["\\\\/"] : []), // PHP, for example, escapes slashes
    ...(character === " " ? ["\\+"] : []),
  ];
  return `(?:${[...new Set(forms)].join("|")})`;
}

const UTF_8 = /* @__PURE__ */ new TextEncoder();

/** Matches hexadecimal digits in upper and lower case. */
const anyCase = (pattern: string) => pattern.replace(/[a-f]/g, (digit) => `[${digit}${digit.toUpperCase()}]`);

const escaped = (text: string) => text.replace(/[.*+?^$()|[\]{}\\]/g, "\\$&");

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
