import type * as z from "zod/mini";
import type { Issue } from "../../errors/issue.js";
import { kindOf } from "../rules/describe.js";
import { formatPath } from "../rules/issue-path.js";
import { fits } from "./fits.js";

/** A schema, as far as checking a shape needs it. */
export interface ShapeSchema extends z.core.$ZodType {
  safeParse(data: unknown): { success: boolean; error?: { issues: z.core.$ZodIssue[] } | undefined };
}

/** One place where a value does not fit its schema. */
export interface ShapeIssue extends Issue {
  /** The same place, segment by segment. */
  readonly segments: readonly PropertyKey[];
  /** Whether the member is missing there. */
  readonly missing: boolean;
  /** The place, without a key that is a user's own. */
  readonly publicPath: string;
}

/** Id of the rule that a value of the wrong type breaks. */
export const SHAPE_RULE = "member-type";

/** Everything that keeps a value from fitting a schema, in our words; empty when it fits. */
export function shapeIssues(schema: ShapeSchema, value: unknown): ShapeIssue[] {
  if (fits(schema, value)) return [];
  const result = schema.safeParse(value);
  return (result.error?.issues ?? []).map((issue) => {
    const found = valueAt(value, issue.path);
    const missing = found === undefined || found === null;
    const message = missing ? "is missing" : `expected ${expectedBy(issue)}, got ${kindOf(found)}`;
    const path = formatPath(issue.path);
    const isOfKey = issue.code === "custom" && issue.params?.mapKey === true;
    const publicPath = isOfKey ? formatPath(issue.path.slice(0, -1)) : path;
    return { path, segments: issue.path, message, rule: SHAPE_RULE, missing, publicPath };
  });
}

const EXPECTED: Readonly<Record<string, string>> = {
  array: "a list",
  int: "an integer",
  object: "an object",
  record: "an object",
};

function expectedBy(issue: z.core.$ZodIssue): string {
  if (issue.code === "invalid_type") return EXPECTED[issue.expected] ?? `a ${issue.expected}`;
  // Custom schemas say in their own message what they expect.
  return issue.code === "custom" && issue.message !== "" ? issue.message : "another form";
}

function valueAt(root: unknown, path: readonly PropertyKey[]): unknown {
  let value: unknown = root;
  for (const segment of path) {
    if (typeof value !== "object" || value === null || !Object.hasOwn(value, segment)) return undefined;
    value = (value as Record<PropertyKey, unknown>)[segment];
  }
  return value;
}

/**
 * A copy of a value without the members that do not fit, so that rules about the others can still run. In a list, null
 * keeps the place.
 */
export function withoutMisfits(value: unknown, issues: readonly ShapeIssue[]): unknown {
  return issues.reduce((result, { segments }) => without(result, segments), value);
}

function without(value: unknown, [segment, ...rest]: readonly PropertyKey[]): unknown {
  if (typeof value !== "object" || value === null) return value;
  const isLast = rest.length === 0;
  if (Array.isArray(value)) {
    return value.map((element, index) => (index !== segment ? element : isLast ? null : without(element, rest)));
  }
  const kept = Object.entries(value).filter(([name]) => name !== segment || !isLast);
  return Object.fromEntries(kept.map(([name, member]) => [name, name === segment ? without(member, rest) : member]));
}
