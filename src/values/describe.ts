import { clip, escapeControls } from "../errors/message-text.js";
import { isObject, isPlainObject } from "./objects.js";

/** Returns the kind of a value for messages: "a number", "null", "a list", "a Map". */
export function kindOf(value: unknown): string {
  if (value === null) return "null";
  if (value === undefined) return "nothing";
  if (Array.isArray(value)) return "a list";
  if (typeof value !== "object") return `a ${typeof value}`;
  const type = value.constructor; // JSON can have a property "constructor"
  const name = typeof type === "function" ? type.name : "";
  return typeof name !== "string" || name === "" || name === "Object" ? "an object" : `a ${clip(name)}`;
}

/** Returns why a value is not a plain object, with a remedy; undefined if the value is one. */
export function plainObjectProblem(value: unknown): string | undefined {
  if (isPlainObject(value)) return undefined;
  const kind = isObject(value) ? "a plain object" : "an object";
  return `must be ${kind}, got ${kindWithRemedy(value)}`;
}

/** Returns the kind of a value, with a remedy for instances of some classes: "a Promise; await it". */
export function kindWithRemedy(value: unknown): string {
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
