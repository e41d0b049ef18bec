/** Maximum nesting of JSON values: more levels than any service uses, but too few for a stack overflow. */
export const MAX_DEPTH = 200;

/** The message for a value that {@link isTooDeep}. */
export const TOO_DEEP = `is nested more than ${MAX_DEPTH} levels deep`;

/** Whether parsed JSON is nested more than {@link MAX_DEPTH} levels deep. */
export function isTooDeep(root: unknown): boolean {
  let level: unknown[] = [root];
  for (let depth = 0; depth <= MAX_DEPTH; depth += 1) {
    level = level.flatMap((value) => (typeof value === "object" && value !== null ? Object.values(value) : []));
    if (level.length === 0) return false;
  }
  return true;
}
