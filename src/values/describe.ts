import { isObject, isPlainObject } from "./objects.js";

/** Returns the kind of a value for messages: "a number", "null", "a list", "a Map". */
export function kindOf(value: unknown): string {
  if (value === null) return "null";
  if (value === undefined) return "nothing";
  if (Array.isArray(value)) return "a list";
  if (typeof value !== "object") return `a ${typeof value}`;
  const type = value.constructor; // JSON can have this name, too
  const name = typeof type === "function" ? type.name : "";
  return typeof name !== "string" || name === "" || name === "Object" ? "an object" : `a ${clip(name)}`;
}

/** Returns why a value is not a plain object, with a remedy; undefined if the value is one. */
export function plainObjectProblem(value: unknown): string | undefined {
  if (isPlainObject(value)) return undefined;
  const kind = isObject(value) ? "a plain object" : "an object";
  return `must be ${kind}, got ${classOf(value)}`;
}

/** Returns the kind of a value, with a remedy for instances of some classes: "a Promise; await it". */
export function classOf(value: unknown): string {
  const { then, entries, [Symbol.iterator]: iterator } = Object(value) as Record<PropertyKey, unknown>;
  // A Map, Headers or URLSearchParams iterates over entries; a Set or a Uint8Array iterates over values.
  const isMap = isObject(value) && iterator !== undefined && iterator === entries;
  const kind = kindOf(value);
  const shownKind = kind === "an object" && !isPlainObject(value) ? "a class instance" : kind;
  return `${shownKind}${typeof then === "function" ? "; await it" : isMap ? "; use Object.fromEntries" : ""}`;
}

/** Formats a value for messages: strings are quoted and shortened, objects and lists are replaced by their kind. */
export function shown(value: unknown): string {
  if (typeof value === "string") return escapeControls(JSON.stringify(clip(value)));
  return ["number", "bigint", "boolean"].includes(typeof value) ? String(value) : kindOf(value);
}

/** Formats alternatives: `A, B or C`. */
export function listed(values: readonly string[], word = "or"): string {
  const last = values.at(-1) ?? "";
  return values.length < 2 ? last : `${values.slice(0, -1).join(", ")} ${word} ${last}`;
}

/** Shortens a string for a message. */
export function clip(text: string, length = 60): string {
  return text.length <= length ? text : `${text.slice(0, length)}…`;
}

/**
 * Escapes the control characters and bidirectional controls of a text, so that untrusted text, such as the name of a column,
 * can neither add lines nor control the terminal. JSON text keeps its value, because the escapes are JSON escapes.
 */
export function escapeControls(text: string): string {
  return text.replace(CONTROLS, (run) => Array.from(run, unicodeEscape).join(""));
}

/** Returns the escape of a character in JSON and in code: `\u000a`. */
export function unicodeEscape(character: string): string {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`;
}

/** Runs of characters that untrusted text must not bring into a message. */
const CONTROLS = /[\p{Cc}\p{Bidi_Control}\u2028\u2029]+/gu;

/** Formats untrusted text for a message, without line breaks, escapes and bidirectional controls that could forge log lines. */
export function oneLine(text: string, length: number): string {
  return clip(text.replace(CONTROLS, " "), length);
}
