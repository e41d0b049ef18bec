const MASK = "[redacted]";
/** A shorter text is no credential, and masking it would garble messages. */
const SHORTEST_SECRET = 4;

/** Replaces every occurrence of a secret in texts, and in the texts inside JSON values. */
export interface Redactor {
  text(text: string): string;
  json(value: unknown): unknown;
  /** An error that may be shown as a `cause`: itself, or a plain copy where it holds a secret. */
  error(error: unknown): unknown;
}

/** Makes a redactor of secrets, which it also knows percent-encoded and HTML-escaped. */
export function createRedactor(secrets: readonly (string | undefined)[]): Redactor {
  const forms = new Set<string>();
  for (const secret of secrets) {
    if (secret === undefined || secret.length < SHORTEST_SECRET) continue;
    forms.add(secret);
    forms.add(percentEncoded(secret));
    forms.add(secret.replaceAll("&", "&amp;"));
  }
  // The longest first: a secret may hold another one.
  const ordered = [...forms].sort((a, b) => b.length - a.length);

  const text = (value: string) => ordered.reduce((result, form) => result.replaceAll(form, MASK), value);
  const json = (value: unknown): unknown => {
    if (typeof value === "string") return text(value);
    if (Array.isArray(value)) return value.map(json);
    if (typeof value !== "object" || value === null) return value;
    return Object.fromEntries(Object.entries(value).map(([key, entry]) => [text(key), json(entry)]));
  };
  const error = (value: unknown): unknown => {
    if (!holdsAny(value, ordered)) return value;
    const { name, message, code, cause } = Object(value) as Partial<
      Record<"name" | "message" | "code" | "cause", unknown>
    >;
    const copy = new Error(text(String(message ?? value)), cause === undefined ? undefined : { cause: error(cause) });
    copy.name = text(String(name ?? "Error"));
    return typeof code === "string" ? Object.assign(copy, { code: text(code) }) : copy;
  };
  return { text, json, error };
}

function percentEncoded(secret: string): string {
  try {
    return encodeURIComponent(secret);
  } catch {
    return secret; // half a surrogate pair: no URL carries it
  }
}

/** Whether a text anywhere inside a value, its hidden properties included, holds one of the forms. */
function holdsAny(root: unknown, forms: readonly string[]): boolean {
  if (forms.length === 0) return false;
  const seen = new Set<unknown>();
  const queue: unknown[] = [root];
  while (queue.length > 0) {
    const value = queue.pop();
    if (typeof value === "string" && forms.some((form) => value.includes(form))) return true;
    if (typeof value !== "object" || value === null || seen.has(value)) continue;
    seen.add(value);
    if (value instanceof Headers || value instanceof Map) queue.push(...[...value].flat());
    if (value instanceof Request) queue.push(value.url, value.headers);
    for (const { value: entry } of Object.values(Object.getOwnPropertyDescriptors(value))) queue.push(entry);
  }
  return false;
}
