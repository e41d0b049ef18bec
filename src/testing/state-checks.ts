import { prefixPath } from "../core/issue-path.js";
import { both, isInteger, isString, must, type OptionCheck, plainObjectOption, required } from "../core/options.js";
import type { Schema } from "../core/schema/compile.js";
import { shapeIssues } from "../core/schema/shape-issues.js";
import type { Issue } from "../errors/request-error.js";
import { maskNameIssues, nameIssues } from "../naming/translate.js";

const MAX_TIME_MS = 8.64e15;

/** Check for a string in a snapshot. */
export const text: OptionCheck = required(must(isString, "a string"));

/** Check for a number of changes, or a sequence number. */
export const count: OptionCheck = required(must((value) => isInteger(value, 0), "a non-negative integer"));

/** Check for a Unix time in milliseconds that a `Date` can represent. */
export const time: OptionCheck = required(
  must((value) => typeof value === "number" && Math.abs(value) <= MAX_TIME_MS, "a Unix time in milliseconds"),
);

/** Makes a check accept null; the value is still required. */
export function orNull(check: OptionCheck): OptionCheck {
  return required((value, path) => (value === null ? [] : check(value, path)));
}

/** Creates a check for a resource, whose fields may be missing. */
export function resourceOf(schema: Schema, resource: string): OptionCheck {
  return issuesAt((value) => [
    ...nameIssues(resource, value),
    ...shapeIssues(schema, value).filter(({ missing }) => !missing),
  ]);
}

/** Creates a check for the part of a resource that a request changes. */
export function changesOf(resource: string): OptionCheck {
  return issuesAt((value) => nameIssues(resource, value));
}

/** Creates a check for a string of comma-separated field paths of a resource. */
export function pathsIn(resource: string): OptionCheck {
  const isNamed = (value: unknown) => maskNameIssues(resource, String(value).split(",")).length === 0;
  return both(text, must(isNamed, "a path with Google's names"));
}

/** Creates a check for an object from a function that returns its issues. */
export function issuesAt(issuesOf: (value: object) => readonly Issue[]): OptionCheck {
  return required((value, path) => {
    const problems = plainObjectOption(value, path);
    if (problems.length > 0) return problems;
    return issuesOf(Object(value)).map((issue) => ({ path: prefixPath(path, issue.path), message: issue.message }));
  });
}
