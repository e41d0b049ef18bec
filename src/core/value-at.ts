/** Returns the value at a path, or undefined if the path does not exist. Inherited properties do not count. */
export function valueAt(root: unknown, path: readonly PropertyKey[]): unknown {
  let value = root;
  for (const segment of path) {
    if (typeof value !== "object" || value === null || !Object.hasOwn(value, segment)) return undefined;
    value = (value as Record<PropertyKey, unknown>)[segment]; // an object, checked above
  }
  return value;
}
