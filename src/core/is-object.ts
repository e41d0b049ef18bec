/** Whether a value is an object and not an array. */
export function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** Whether a value holds its entries as properties, unlike `Headers`, `URLSearchParams`, `Map` and a promise. */
export function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return isObject(value) && !(Symbol.iterator in value) && typeof value.then !== "function";
}

/** Whether a value is an object of its own properties only, of any realm: no `Map`, promise, date or class instance. */
export function isPlainObject(value: unknown): value is Readonly<Record<string, unknown>> {
  if (!isObject(value)) return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  // Only the Object.prototype of a realm has no prototype itself.
  return prototype === null || Object.getPrototypeOf(prototype) === null;
}
