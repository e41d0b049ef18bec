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
  /** Redacts a JSON value. Returns `instead` for a value that is nested too deeply. */
  json(value: unknown, instead?: unknown): unknown;
  /** Returns an error that is safe as a `cause`: the error itself, or a redacted copy if it contains a secret. */
  error(error: unknown): unknown;
}

/** Creates a redactor of secrets, which also finds them encoded as in URLs, HTML and JSON. */
export function createRedactor(secrets: readonly (string | undefined)[]): Redactor {
  const known = secrets.filter((secret) => secret !== undefined && secret.length >= SHORTEST_SECRET) as string[];
  // Longest first, because a secret may contain another one.
  const forms = [...new Set(known.flatMap(formsOf))].sort((a, b) => b.length - a.length);

  const text = (value: string) => forms.reduce((result, form) => result.replaceAll(form, MASK), value);
  const walk = (value: unknown): unknown => {
    if (typeof value === "string") return text(value);
    if (Array.isArray(value)) return value.map(walk);
    if (typeof value !== "object" || value === null) return value;
    return Object.fromEntries(Object.entries(value).map(([key, entry]) => [text(key), walk(entry)]));
  };
  const json = (value: unknown, instead: unknown = MASK): unknown => {
    try {
      return walk(value);
    } catch {
      return instead;
    }
  };
  const error = (value: unknown, depth = 0): unknown => {
    if (!holdsAny(value, forms)) return value;
    const { name, message, code, cause } = Object(value) as Partial<
      Record<"name" | "message" | "code" | "cause", unknown>
    >;
    const hasCause = cause !== undefined && depth < DEEPEST_CAUSE;
    const copy = new Error(text(String(message ?? value)), hasCause ? { cause: error(cause, depth + 1) } : undefined);
    copy.name = text(String(name ?? "Error"));
    return typeof code === "string" ? Object.assign(copy, { code: text(code) }) : copy;
  };
  return { text, json, error: (value) => error(value) };
}

/** The encoded forms in which a service may echo a secret. */
function formsOf(secret: string): string[] {
  if (/^[\w.-]*$/.test(secret)) return [secret];
  const encoded = [percentEncoded(secret), new URLSearchParams([["", secret]]).toString().slice(1)];
  const inUrls = encoded.flatMap((form) => [form, form.replace(/%[\dA-F]{2}/g, (hex) => hex.toLowerCase())]);
  return [secret, ...inUrls].flatMap((form) => {
    const inJson = JSON.stringify(form).slice(1, -1);
    return [form, htmlEscaped(form), inJson, inJson.replaceAll("/", "\\/")]; // PHP, for example, escapes slashes
  });
}

function percentEncoded(secret: string): string {
  try {
    return encodeURIComponent(secret);
  } catch {
    return secret; // half a surrogate pair, which a URL cannot contain
  }
}

const HTML_ENTITIES: Readonly<Record<string, string>> = { "&": "amp", "<": "lt", ">": "gt", '"': "quot", "'": "#39" };

function htmlEscaped(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&${HTML_ENTITIES[character]};`);
}

/** Whether a string anywhere inside a value, including hidden properties, contains one of the forms. */
function holdsAny(root: unknown, forms: readonly string[]): boolean {
  if (forms.length === 0) return false;
  const seen = new Set<unknown>();
  const queue: unknown[] = [root];
  while (queue.length > 0) {
    const value = queue.pop();
    if (typeof value === "string" && forms.some((form) => value.includes(form))) return true;
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
