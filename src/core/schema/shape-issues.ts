import type * as z from "zod/mini";
import type { Issue } from "../../errors/issue.js";
import { kindOf } from "../rules/describe.js";
import { formatPath } from "../rules/issue-path.js";
import { valueAt } from "../value-at.js";
import { isValid } from "./compile.js";

/** The part of a schema that {@link shapeIssues} uses. */
export interface ShapeSchema extends z.core.$ZodType {
  safeParse(data: unknown): { success: boolean; error?: { issues: z.core.$ZodIssue[] } | undefined };
}

/** An issue that a schema reports. */
export interface ShapeIssue extends Issue {
  /** The path as segments. */
  readonly segments: readonly PropertyKey[];
  /** Whether the value is undefined or null. */
  readonly missing: boolean;
  /** The path without keys of maps, which may be personal data. */
  readonly publicPath: string;
}

/** Rule id of a value of the wrong type. */
export const SHAPE_RULE = "member-type";

/** Validates a value. Returns its issues, with messages of this package instead of zod's. */
export function shapeIssues(schema: ShapeSchema, value: unknown): ShapeIssue[] {
  if (isValid(schema, value)) return [];
  return zodIssues(schema, value).map((issue) => {
    const found = valueAt(value, issue.path);
    const missing = found === undefined || found === null;
    const message = missing ? "is missing" : `expected ${expectedBy(issue)}, got ${kindOf(found)}`;
    const path = formatPath(issue.path);
    const isOfKey = issue.code === "custom" && issue.params?.mapKey === true;
    const publicPath = isOfKey ? formatPath(issue.path.slice(0, -1)) : path;
    return { path, segments: issue.path, message, rule: SHAPE_RULE, missing, publicPath };
  });
}

/** zod passes the issues of a list as arguments of one call, of which engines allow about 120,000. */
function zodIssues(schema: ShapeSchema, value: unknown): readonly z.core.$ZodIssue[] {
  try {
    return schema.safeParse(value).error?.issues ?? [];
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    return [{ code: "custom", path: [], message: "at most 100,000 invalid values", input: value }];
  }
}

const EXPECTED: Readonly<Record<string, string>> = {
  array: "a list",
  int: "an integer",
  object: "an object",
  record: "an object",
};

function expectedBy(issue: z.core.$ZodIssue): string {
  if (issue.code === "invalid_type") return EXPECTED[issue.expected] ?? `a ${issue.expected}`;
  // The message of a custom schema describes the expected value.
  return issue.code === "custom" && issue.message !== "" ? issue.message : "another form";
}

/**
 * Copies a value without its invalid fields, so that rules about the others can still run. An invalid element of a list
 * becomes null, and an object that is invalid as a whole becomes empty.
 */
export function withoutInvalid(value: unknown, issues: readonly ShapeIssue[]): unknown {
  const invalid: InvalidParts = new Map();
  for (const { segments } of issues) {
    if (segments.length === 0) return {};
    let parts: InvalidParts | null = invalid;
    for (const [index, segment] of segments.entries()) {
      const isLast = index === segments.length - 1;
      const inner: InvalidParts | null = isLast
        ? null
        : (parts.get(segment) ?? (parts.has(segment) ? null : new Map()));
      parts.set(segment, inner);
      if (inner === null) break;
      parts = inner;
    }
  }
  return without(value, invalid);
}

/** The invalid parts of a value by key: null for an invalid value, otherwise its own invalid parts. */
type InvalidParts = Map<PropertyKey, InvalidParts | null>;

function without(value: unknown, invalid: InvalidParts | undefined): unknown {
  if (typeof value !== "object" || value === null || invalid === undefined) return value;
  const valid = (inner: unknown, key: PropertyKey) => {
    const parts = invalid.get(key);
    return parts === null ? null : without(inner, parts);
  };
  if (Array.isArray(value)) return value.map(valid);
  const kept = Object.entries(value).filter(([name]) => invalid.get(name) !== null);
  return Object.fromEntries(kept.map(([name, member]) => [name, valid(member, name)]));
}
