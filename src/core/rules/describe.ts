/** Returns the kind of a value for messages: "a number", "null", "a list". */
export function kindOf(value: unknown): string {
  if (value === null) return "null";
  if (value === undefined) return "nothing";
  if (Array.isArray(value)) return "a list";
  const type = typeof value;
  return type === "object" ? "an object" : `a ${type}`;
}

/** Formats a value for messages: strings are quoted and shortened, objects and lists are replaced by their kind. */
export function shown(value: unknown): string {
  if (typeof value === "string") return JSON.stringify(clip(value));
  return ["number", "bigint", "boolean"].includes(typeof value) ? String(value) : kindOf(value);
}

/** Shortens a text for a message. */
export function clip(text: string, length = 60): string {
  return text.length <= length ? text : `${text.slice(0, length)}…`;
}

/** Formats untrusted text for a message, without line breaks and escapes that could forge log lines. */
export function oneLine(text: string, length: number): string {
  return clip(text.replace(/[\p{Cc}\u2028\u2029]+/gu, " "), length);
}
