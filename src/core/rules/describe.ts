import { isObject, isPlainObject } from "../is-object.js";

/** Returns the kind of a value for messages: "a number", "null", "a list". */
export function kindOf(value: unknown): string {
  if (value === null) return "null";
  if (value === undefined) return "nothing";
  if (Array.isArray(value)) return "a list";
  const type = typeof value;
  return type === "object" ? "an object" : `a ${type}`;
}

/** Returns the kind of an invalid URL, which is not shown, because it may hold credentials. */
export function kindOfUrl(value: unknown): string {
  const lacksScheme = typeof value === "string" && !/^[a-z][a-z\d+.-]*:/i.test(value);
  return lacksScheme ? "a string without a scheme" : kindOf(value);
}

/** Returns why a value is not a plain object, with a remedy; undefined if it is one. */
export function plainObjectProblem(value: unknown): string | undefined {
  if (isPlainObject(value)) return undefined;
  const kind = isObject(value) ? "a plain object" : "an object";
  return `must be ${kind}, got ${classOf(value)}`;
}

/** Returns the kind of a value; for an instance of a class its class, with a remedy: "a Promise; did you forget await?". */
export function classOf(value: unknown): string {
  if (isPlainObject(value) || !isObject(value)) return kindOf(value);
  const name: unknown = Object(value.constructor).name;
  return `a ${typeof name === "string" && name !== "" ? clip(name) : "class instance"}${remedyOf(value)}`;
}

function remedyOf(value: object): string {
  const { then, entries, [Symbol.iterator]: iterator } = value as Partial<Promise<unknown> & Map<unknown, unknown>>;
  if (typeof then === "function") return "; did you forget await?";
  // Unlike a Set or bytes, a Map and its like iterate over their entries.
  return iterator !== undefined && iterator === entries ? "; pass Object.fromEntries(…) of it" : "";
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
