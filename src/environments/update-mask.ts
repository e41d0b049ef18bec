import type { MemberPathRow } from "./updatable-paths.js";

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

/** Returns why a mask cannot contain a name; undefined if it can. */
export function nameProblem(name: string): string | undefined {
  if (name === "") return "the name of an entry must not be empty";
  return MASK_BREAKERS.test(name)
    ? "the name of an entry must not contain a comma, a backtick or white space"
    : undefined;
}

/** Returns why a name does not have the form that its map requires; undefined if it does. */
export function formProblem(name: string, form: MemberPathRow["form"]): string | undefined {
  if (form === "name" || /^[^-[\].]+-[^=;.]+$/.test(name)) return undefined;
  return 'must be "section-property": no -, [, ] or . in the section, no =, ; or . in the property';
}
