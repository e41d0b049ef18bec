import { RequestError } from "./errors.js";
import type { Issue } from "./rules.js";
import { clip, kindOf } from "./scalars.js";

/** An id that goes into a path, by the name that messages give it. */
export type PathIds = Readonly<Record<string, unknown>>;

/**
 * Builds an encoded path out of a template: `buildPath("tables.get", "projects/{projectId}", { projectId })`.
 *
 * Every id is percent-encoded, so that it is one segment whatever it holds.
 *
 * @throws {RequestError} when an id is no string, empty, `.` or `..`, or holds a slash or half a surrogate pair: all
 * the bad ids at once.
 */
export function buildPath(operation: string, template: string, ids: PathIds): string {
  const issues = Object.entries(ids).flatMap(([name, id]): Issue[] => {
    const problem = idProblem(id);
    return problem === undefined ? [] : [{ path: name, message: `"${name}" ${problem}`, rule: "path-id" }];
  });
  if (issues.length > 0) throw new RequestError({ operation, issues });
  return template.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(ids[name])));
}

/** Says what keeps a value from being one segment of a path; undefined when nothing does. */
export function idProblem(id: unknown): string | undefined {
  if (typeof id !== "string") return `must be a string, got ${kindOf(id)}`;
  if (id === "") return "must not be empty";
  if (id === "." || id === "..") return `must not be "${id}": it would name another path`;
  if (id.includes("/")) return `must not hold a slash: ${JSON.stringify(clip(id))}`;
  return isWellFormed(id) ? undefined : "holds half a surrogate pair, which no URL can carry";
}

function isWellFormed(text: string): boolean {
  return !/[\uD800-\uDBFF](?![\uDC00-\uDFFF])|(?<![\uD800-\uDBFF])[\uDC00-\uDFFF]/.test(text);
}
