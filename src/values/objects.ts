/** Whether a value is an object and not an array. */
export function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** Whether the options or entries of a value are its properties, unlike those of `AbortSignal`, `Headers`, `URLSearchParams`, `Map` and promises. */
export function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  if (!isObject(value) || value instanceof AbortSignal) return false;
  return !(Symbol.iterator in value) && typeof value.then !== "function";
}

/** Whether a value is a plain object of any realm, not a `Map`, promise, date or instance of another class. */
export function isPlainObject(value: unknown): value is Readonly<Record<string, unknown>> {
  if (!isObject(value)) return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  // Only the Object.prototype of a realm has no prototype itself.
  return prototype === null || Object.getPrototypeOf(prototype) === null;
}

/** Whether a value has an own property. */
export function hasKey(value: unknown, key: PropertyKey): value is Readonly<Record<string, unknown>> {
  return Object.hasOwn(Object(value), key);
}

/** Returns the value at a path, or undefined if the path does not exist. Inherited properties do not count. */
export function valueAt(root: unknown, path: readonly PropertyKey[]): unknown {
  let value = root;
  for (const segment of path) {
    if (typeof value !== "object" || !hasKey(value, segment)) return undefined;
    value = (value as Record<PropertyKey, unknown>)[segment]; // an object, checked above
  }
  return value;
}

/** Returns a copy of an object with a value at a path. Missing objects on the way are created. */
export function withValue(root: unknown, [key, ...rest]: readonly PropertyKey[], value: unknown): unknown {
  if (key === undefined) return value;
  return { ...(isObject(root) ? root : {}), [key]: withValue(valueAt(root, [key]), rest, value) };
}

/** Whether two JSON values are equal. The order of properties is ignored, and null equals absent. */
export function isSame(a: unknown, b: unknown): boolean {
  if (Array.isArray(a) && Array.isArray(b)) {
    return a.length === b.length && a.every((element, index) => isSame(element, b[index]));
  }
  if (isPlainObject(a) && isPlainObject(b)) {
    return [...new Set([...Object.keys(a), ...Object.keys(b)])].every((key) =>
      isSame(valueAt(a, [key]), valueAt(b, [key])),
    );
  }
  return (a ?? undefined) === (b ?? undefined);
}

/** Copies an object without its undefined properties, so that they do not override others. */
export function withoutUndefined<T extends object>(value: T): T {
  return Object.fromEntries(Object.entries(value).filter(([, inner]) => inner !== undefined)) as T; // undefined is optional
}

/** Returns a function that computes its result once for each object. */
export function cached<K extends object, V extends object>(compute: (key: K) => V): (key: K) => V {
  const results = new WeakMap<K, V>();
  return (key) => {
    let result = results.get(key);
    if (result === undefined) {
      result = compute(key);
      results.set(key, result);
    }
    return result;
  };
}

/** Maximum nesting of JSON values: more levels than any service uses, but too few for a stack overflow. */
export const MAX_DEPTH = 200;

/** The message for a value that {@link isTooDeep}. */
export const TOO_DEEP = `is nested more than ${MAX_DEPTH} levels deep`;

/** Whether parsed JSON is nested more than {@link MAX_DEPTH} levels deep. Allocates nothing per element of a list. */
export function isTooDeep(value: unknown, depth = 0): boolean {
  if (typeof value !== "object" || value === null) return false;
  if (depth === MAX_DEPTH) return true;
  const members: readonly unknown[] = Array.isArray(value) ? value : Object.values(value);
  return members.some((member) => isTooDeep(member, depth + 1));
}
