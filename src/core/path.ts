import type { Issue } from "../errors/issue.js";
import { clip, kindOf } from "./rules/describe.js";
import { joinPath } from "./rules/issue-path.js";

/** Path parameters by name. */
export type PathIds = Readonly<Record<string, unknown>>;

/**
 * Fills in a path template: `{name}` takes one segment, `{+name}` several; `{servicePath}` is a fixed value. Every
 * segment is percent-encoded. The ids must be valid; see {@link pathIssues}.
 */
export function buildPath(template: string, ids: PathIds, servicePath = ""): string {
  return template.replace(/\{(\+?)(\w+)\}/g, (_, plus: string, name: string) => {
    if (name === "servicePath") return servicePath;
    const id = String(ids[name]);
    return plus === "" ? encodeURIComponent(id) : id.split("/").map(encodeURIComponent).join("/");
  });
}

/** Issues of invalid path parameters. `prefix` is their path in the input; those in `multiple` may contain slashes. */
export function pathIssues(ids: PathIds, prefix = "", multiple: readonly string[] = []): Issue[] {
  return Object.entries(ids).flatMap(([name, id]) => {
    const parts = multiple.includes(name) && typeof id === "string" ? id.split("/") : [id];
    const problem = parts.map(idProblem).find((each) => each !== undefined);
    return problem === undefined ? [] : [{ path: joinPath(prefix, name), message: problem, rule: "path-id" }];
  });
}

function idProblem(id: unknown): string | undefined {
  if (typeof id !== "string") return `must be a string, got ${kindOf(id)}`;
  if (id === "") return "must not be empty";
  if (id === "." || id === "..") return `must not be "${id}": it would change the path`;
  if (id.includes("/")) return `must not contain a slash, got ${JSON.stringify(clip(id))}`;
  return UNSENDABLE.test(id) ? "must not contain control characters or half a surrogate pair" : undefined;
}

const UNSENDABLE = /[\p{Cc}\p{Surrogate}]/u;
