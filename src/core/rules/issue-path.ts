import type { Issue } from "../../errors/issue.js";

/** Writes a path as in `schema.fields[0]["odd name"]`. */
export function formatPath(segments: readonly PropertyKey[]): string {
  let path = "";
  for (const segment of segments) path = joinPath(path, segment);
  return path;
}

/** Adds one segment to a path written by {@link formatPath}. */
export function joinPath(path: string, segment: PropertyKey): string {
  if (typeof segment === "number") return `${path}[${segment}]`;
  const name = String(segment);
  if (!/^[A-Za-z_$@][\w$]*$/.test(name)) return `${path}[${JSON.stringify(name)}]`;
  return path === "" ? name : `${path}.${name}`;
}

/** Whether a path names the same place as another one, or a place inside it. */
export function isWithin(path: string, outer: string): boolean {
  return outer === "" || path === outer || (path.startsWith(outer) && /^[.[]/.test(path.slice(outer.length)));
}

/** An issue without what its finder knows besides, as users see it. */
export function plainIssue({ path, message, rule }: Issue): Issue {
  return { path, message, rule };
}
