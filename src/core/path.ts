import type { Issue } from "../errors/issue.js";
import { RequestError } from "../errors/request-error.js";
import { clip, kindOf } from "./rules/describe.js";
import { joinPath } from "./rules/issue-path.js";

/** Ids that go into a path, by the names that messages give them. */
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
  const issues = pathIssues(ids);
  if (issues.length > 0) throw new RequestError({ operation, issues });
  return template.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(ids[name])));
}

/** What keeps ids from being segments of a path; `prefix` is where they stand in the input. */
export function pathIssues(ids: PathIds, prefix = ""): Issue[] {
  return Object.entries(ids).flatMap(([name, id]) => {
    const problem = idProblem(id);
    return problem === undefined ? [] : [{ path: joinPath(prefix, name), message: problem, rule: "path-id" }];
  });
}

function idProblem(id: unknown): string | undefined {
  if (typeof id !== "string") return `must be a string, got ${kindOf(id)}`;
  if (id === "") return "must not be empty";
  if (id === "." || id === "..") return `must not be "${id}": it would name another path`;
  if (id.includes("/")) return `must not hold a slash, got ${JSON.stringify(clip(id))}`;
  return HALF_A_PAIR.test(id) ? "holds half a surrogate pair, which no URL can carry" : undefined;
}

const HALF_A_PAIR = /\p{Surrogate}/u;
