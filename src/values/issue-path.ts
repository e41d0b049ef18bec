import { clip, escapeControls } from "../errors/message-text.js";
import type { Issue } from "../errors/request-error.js";

/** Maximum length of a name in a path: names of columns have up to 300 characters. */
const LONGEST_NAME = 300;

/** Formats a path, such as `schema.fields[0]["odd name"]`. */
export function formatPath(segments: readonly PropertyKey[]): string {
  let path = "";
  for (const segment of segments) path = joinPath(path, segment);
  return path;
}

/** Appends a segment to a path in the format of {@link formatPath}. */
export function joinPath(path: string, segment: PropertyKey): string {
  if (typeof segment === "number") return `${path}[${segment}]`;
  const name = clip(String(segment), LONGEST_NAME);
  if (!/^[A-Za-z_$@][\w$]*$/.test(name)) return `${path}[${escapeControls(JSON.stringify(name))}]`;
  return path === "" ? name : `${path}.${name}`;
}

/** Joins two paths. */
export function prefixPath(outer: string, path: string): string {
  return path === "" || path.startsWith("[") ? outer + path : `${outer}.${path}`;
}

/** Returns issues with paths that begin with the path of their value. */
export function issuesAt(outer: string, issues: readonly Issue[]): Issue[] {
  return issues.map((issue) => ({ ...issue, path: prefixPath(outer, issue.path) }));
}

/** Returns the issues whose paths neither equal nor are inside the path of a known issue. Linear in both numbers. */
export function issuesBeside<T extends Issue>(issues: readonly T[], known: readonly Issue[]): readonly T[] {
  const paths = new Set(known.map(({ path }) => path));
  if (paths.size === 0) return issues;
  // There are few lengths. A path may contain any number of separators, in the key of a map.
  const lengths = [...new Set(known.map(({ path }) => path.length))];
  const isKnown = ({ path }: Issue) =>
    paths.has("") ||
    paths.has(path) ||
    lengths.some((length) => ".[".includes(path[length] ?? " ") && paths.has(path.slice(0, length)));
  return issues.filter((issue) => !isKnown(issue));
}

/** Joins lists of issues, without those whose paths equal or are inside the path of an issue of an earlier list. */
export function joinIssues(...lists: readonly (readonly Issue[])[]): readonly Issue[] {
  let joined: readonly Issue[] = [];
  for (const issues of lists) joined = joined.concat(issuesBeside(issues, joined));
  return joined;
}

/** Returns the public properties of an issue. */
export function plainIssue({ path, message, rule }: Issue): Issue {
  return { path, message, rule };
}
