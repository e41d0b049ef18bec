import type { DocumentView, OperationView } from "./document.js";

/** Returns the operation for a method and path; undefined if the document has none. */
export function findOperation(view: DocumentView, method: string, path: string): OperationView | undefined {
  return operationsAt(view, path).find((each) => each.method === method.toUpperCase());
}

/**
 * Returns the operations of all methods whose path matches, the most specific first: a literal path, then templates with
 * literal segments before parameters. Segments are decoded before the comparison; a trailing slash is ignored.
 */
export function operationsAt({ operations }: DocumentView, path: string): readonly OperationView[] {
  const given = segmentsOf(path).map(decode);
  return operations
    .filter((each) => each.path === path || fits(segmentsOf(each.path), given))
    .map((each) => ({ each, rank: each.path === path ? "" : segmentsOf(each.path).map(rankOf).join("") }))
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

function rankOf(segment: string): "0" | "1" {
  return parameterIn(segment) === undefined ? "0" : "1";
}

function fits(wanted: readonly string[], given: readonly string[]): boolean {
  return wanted.length === given.length && wanted.every((part, index) => fitsSegment(part, given[index] ?? ""));
}

function fitsSegment(part: string, given: string): boolean {
  const parameter = parameterIn(part);
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
