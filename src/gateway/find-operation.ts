import type { DocumentView, OperationView } from "./document.js";

/**
 * Returns the operations of all methods whose path matches, including those of `x-google-allow: all`, the most specific first:
 * a literal path, then templates with literal segments before parameters, and parameters of one segment before those of
 * several. Segments are decoded before the comparison; a trailing slash is ignored.
 */
export function operationsAt(
  { operations, unlisted }: Pick<DocumentView, "operations" | "unlisted">,
  path: string,
): readonly OperationView[] {
  const given = segmentsOf(path).map(decode);
  return [...operations, ...unlisted]
    .flatMap((each) => {
      if (each.path === path) return [{ each, rank: "" }];
      const wanted = templateOf(each.path);
      return fits(wanted, given) ? [{ each, rank: `${wanted.map(rankOf).join("")}${END}` }] : [];
    })
    .sort((one, other) => (one.rank < other.rank ? -1 : Number(one.rank > other.rank)))
    .map(({ each }) => each);
}

/** Removes the document's base path from a path; undefined if the path does not start with it. */
export function pathBelow({ basePath }: DocumentView, path: string): string | undefined {
  if (path !== basePath && !path.startsWith(`${basePath}/`)) return undefined;
  return path.slice(basePath.length) || "/";
}

function segmentsOf(path: string): string[] {
  return path.replace(/(?<=.)\/$/, "").split("/");
}

/** Decodes a segment as backends do, so that an encoded path does not bypass the security of its operation. */
function decode(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}

/** A part of a template that matches any number of segments. */
const ANY = "{**}";

/**
 * Returns the segments of a path template. `{id}`, `{id=*}` and `*` match one segment, `{path=**}` and `**` match any number;
 * `{name=books/*}` is short for `books/{*}`.
 */
function templateOf(path: string): string[] {
  const expanded = path.replace(/\{[^{}=]*=([^{}]*)\}/g, (_, pattern: string) => pattern.replace(/\*+/g, "{$&}"));
  return segmentsOf(expanded).flatMap((segment) => {
    const part = segment.replace(/^\*\*?$/, "{$&}");
    if (!part.includes(ANY) || part === ANY) return part;
    return [ANY, part.replace(ANY, "{*}")]; // text after the parameter belongs to the last segment
  });
}

// The end of a template precedes only a parameter of several segments.
const END = "2";

function rankOf(part: string): string {
  if (part === ANY) return "3";
  return parameterIn(part) === undefined ? "0" : "1";
}

/** Matches like a wildcard pattern: after a mismatch, the last parameter of several segments takes one more. */
function fits(wanted: readonly string[], given: readonly string[]): boolean {
  let part = 0;
  let retry: { readonly part: number; readonly segment: number } | undefined;
  for (let segment = 0; segment < given.length; ) {
    if (wanted[part] === ANY) {
      part += 1;
      retry = { part, segment };
    } else if (fitsSegment(wanted[part], given[segment] ?? "")) {
      part += 1;
      segment += 1;
    } else if (retry !== undefined) {
      retry = { part: retry.part, segment: retry.segment + 1 };
      ({ part, segment } = retry);
    } else {
      return false;
    }
  }
  return wanted.slice(part).every((each) => each === ANY);
}

function fitsSegment(part: string | undefined, given: string): boolean {
  const parameter = part === undefined ? undefined : parameterIn(part);
  if (parameter === undefined) return part === given;
  const { before, after } = parameter;
  return given.length > before.length + after.length && given.startsWith(before) && given.endsWith(after);
}

/** Returns the texts before and after the parameter of a segment; undefined if it has no parameter. */
function parameterIn(part: string): { readonly before: string; readonly after: string } | undefined {
  const open = part.indexOf("{");
  const close = part.lastIndexOf("}");
  return open === -1 || close < open ? undefined : { before: part.slice(0, open), after: part.slice(close + 1) };
}
