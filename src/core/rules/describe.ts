/** Names what a value is, for messages: "a number", "null", "a list". */
export function kindOf(value: unknown): string {
  if (value === null) return "null";
  if (value === undefined) return "nothing";
  if (Array.isArray(value)) return "a list";
  const type = typeof value;
  return type === "object" ? "an object" : `a ${type}`;
}

/** A value as messages show it: a text in quotes and cut short, what is no scalar by its kind. */
export function shown(value: unknown): string {
  if (typeof value === "string") return JSON.stringify(clip(value));
  return ["number", "bigint", "boolean"].includes(typeof value) ? String(value) : kindOf(value);
}

/** Shortens a text that goes into a message. */
export function clip(text: string, length = 60): string {
  return text.length <= length ? text : `${text.slice(0, length)}…`;
}

/** A text of somebody else's as a message shows it: no line breaks or escapes that would forge a line of a log. */
export function oneLine(text: string, length: number): string {
  return clip(text.replace(/[\p{Cc}\u2028\u2029]+/gu, " "), length);
}
