import { isObject } from "./objects.js";

/**
 * Applies a JSON merge patch (RFC 7396): objects are merged, lists are replaced, `null` removes a property, and an
 * undefined one is skipped. Neither argument is changed, and the result shares no objects with them.
 */
export function mergePatch(target: unknown, patch: unknown): unknown {
  if (!isObject(patch)) return structuredClone(patch);
  // A Map and Object.fromEntries treat `__proto__` as a name like any other.
  const members = new Map(isObject(target) ? Object.entries(target) : []);
  for (const [name, value] of Object.entries(patch)) {
    if (value === null) members.delete(name);
    else if (value !== undefined) members.set(name, mergePatch(members.get(name), value));
  }
  return Object.fromEntries(members);
}

/** Copies a value without the null properties of its objects, at every depth. A top-level null is kept. */
export function withoutNulls(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutNulls);
  if (!isObject(value)) return value;
  const entries = Object.entries(value).filter(([, inner]) => inner !== null);
  return Object.fromEntries(entries.map(([name, inner]) => [name, withoutNulls(inner)]));
}
