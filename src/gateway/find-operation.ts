import type { DocumentView, OperationView } from "./document.js";

/**
 * Returns the operations of all methods whose path matches, the most specific first: literal paths, then templates. Literal
 * segments come before parameters, parameters of one segment before those of several. Segments are decoded before the
 * comparison; a trailing slash is ignored.
 */
export function operationsAt({ operations }: DocumentView, path: string): readonly OperationView[] {
  const decoded = segmentsOf(path).map(decode).join("/");
  const matches = operations.flatMap((operation) => {
    if (operation.path === path) return [{ operation, rank: "" }];
    const { pattern, rank } = patternOf(operation.path);
    return pattern.test(decoded) ? [{ operation, rank }] : [];
  });
  matches.sort((one, other) => (one.rank < other.rank ? -1 : Number(one.rank > other.rank)));
  return matches.map(({ operation }) => operation);
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
    return decodeURIComponent(segment).replaceAll("/", "%2F"); // a slash would start another segment
  } catch {
    return segment;
  }
}

/**
 * Maximum length of a path in a document, in characters: more than a URL may have. A longer path matches only itself.
 */
const MAX_PATH = 16_384;

/**
 * Returns the pattern of a path template, and its rank. `{id}`, `{id=*}` and `*` match one segment, `{path=**}` and `**` any
 * number; `{name=books/*}` is short for `books/{*}`.
 */
function patternOf(path: string) {
  if (path.length > MAX_PATH) return { pattern: /(?!)/, rank: "" };
  const expanded = path.replace(/\{[^{}=]*=([^{}]*)\}/g, "$1").replace(/\{[^{}]*\}/g, "*");
  const segments = segmentsOf(expanded);
  const source = segments.map((segment) => {
    const literals = segment.split(/\*+/).map((literal) => literal.replace(/[\\^$.*+?()[\]{}|]/g, "\\$&"));
    return literals.join(segment.includes("**") ? ".*" : "[^/]+");
  });
  return {
    pattern: new RegExp(`^${source.join("/").replaceAll("/.*", "(?:/.*)?")}$`, "s"),
    rank: `${segments.map(rankOf).join("")}2`, // the end precedes only a parameter of several segments
  };
}

/** A character that sorts literal segments before parameters, and parameters before those of several segments. */
function rankOf(segment: string): string {
  if (segment.includes("**")) return "3";
  return segment.includes("*") ? "1" : "0";
}
