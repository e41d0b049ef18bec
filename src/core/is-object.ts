/** Whether a value is an object and not an array. */
export function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** Whether the entries of a value are its properties, unlike those of `Headers`, `URLSearchParams`, `Map` and promises. */
export function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return isObject(value) && !(Symbol.iterator in value) && typeof value.then !== "function";
}

/** Whether a value is a plain object of any realm, not a `Map`, promise, date or instance of another class. */
export function isPlainObject(value: unknown): value is Readonly<Record<string, unknown>> {
  if (!isObject(value)) return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  // Only the Object.prototype of a realm has no prototype itself.
  return prototype === null || Object.getPrototypeOf(prototype) === null;
}
