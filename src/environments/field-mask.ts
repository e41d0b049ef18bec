/** Splits a mask into its paths, in order. An empty mask has none. */
export function splitMask(mask: string): string[] {
  return mask === "" ? [] : mask.split(",");
}

/** Formats paths as a mask. */
export function joinMask(paths: readonly string[]): string {
  return paths.join(",");
}

/** Characters that neither a path of a mask nor a name in it may contain: the separator, quotes and white space. */
export const MASK_BREAKERS: RegExp = /[,`\s]/;

/** Creates an object with a value at a path and nothing else. */
export function nest(segments: readonly string[], value: unknown): unknown {
  return segments.reduceRight((inner, segment) => Object.fromEntries([[segment, inner]]), value);
}
