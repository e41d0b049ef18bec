/** Parts a mask into its paths, in the order given. The empty mask has none. */
export function splitMask(mask: string): string[] {
  return mask === "" ? [] : mask.split(",");
}

/** Joins paths to a mask as the wire carries it. */
export function joinMask(paths: readonly string[]): string {
  return paths.join(",");
}

/** What no path of a mask and no member's name in it may hold: what parts paths, quotes, or is white space. */
export const MASK_BREAKERS: RegExp = /[,`\s]/;

/** What a path like `config.nodeCount` leads to inside a value; undefined where it leads nowhere. */
export function valueAt(root: unknown, segments: readonly string[]): unknown {
  let value = root;
  for (const segment of segments) {
    if (typeof value !== "object" || value === null || !Object.hasOwn(value, segment)) return undefined;
    value = (value as Record<string, unknown>)[segment]; // an object, looked at just above
  }
  return value;
}

/** The smallest object in which a path leads to a value. */
export function nest(segments: readonly string[], value: unknown): unknown {
  return segments.reduceRight((inner, segment) => Object.fromEntries([[segment, inner]]), value);
}
