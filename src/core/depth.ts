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
