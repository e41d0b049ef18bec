import type * as z from "zod/mini";
import type { Issue } from "../errors/request-error.js";
import { kindOf } from "../values/describe.js";
import { formatPath } from "../values/issue-path.js";
import { valueAt } from "../values/objects.js";
import { type CompiledSchema, compiled, isValid, type Schema, zodIssues } from "./compile.js";
import { typeName } from "./zod-message.js";

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

/** Creates an issue of a value of the wrong type. */
export function wrongShape(path: string, message: string): Issue {
  return { path, message, rule: SHAPE_RULE };
}

/** Creates issues of fields that must not be null. */
export function nullIssues(paths: readonly string[]): Issue[] {
  return paths.map((path) => wrongShape(path, "must not be null; omit it"));
}

/** Validates a value. Returns its issues, with messages of this package instead of zod's. */
export function shapeIssues(schema: Schema, value: unknown): ShapeIssue[] {
  if (isValid(schema, value)) return [];
  return zodIssues(schema, value).map((issue) => {
    const found = valueAt(value, issue.path);
    const missing = found === undefined || found === null;
    const form = formOf(compiledAt(schema, issue.path), found);
    const message = missing ? "is missing" : `${expectedBy(issue)}${form}, got ${kindOf(found)}`;
    const path = formatPath(issue.path);
    const isOfKey = issue.code === "custom" && issue.params?.mapKey === true;
    const publicPath = isOfKey ? formatPath(issue.path.slice(0, -1)) : path;
    return { path, segments: issue.path, message, rule: SHAPE_RULE, missing, publicPath };
  });
}

function compiledAt(schema: Schema, path: readonly PropertyKey[]): CompiledSchema | undefined {
  const inside = (at: CompiledSchema | undefined, segment: PropertyKey) =>
    typeof segment === "number" ? at?.element : at?.fields?.().get(String(segment));
  return path.reduce<CompiledSchema | undefined>(inside, compiled(schema));
}

/** The form of an object with few fields, and of the one list of an object if a list was passed instead. */
function formOf(object: CompiledSchema | undefined, value: unknown): string {
  const fields = [...(object?.fields?.() ?? [])];
  const [list, another] = fields.filter(([, { element }]) => element !== undefined);
  if (Array.isArray(value)) return list === undefined || another !== undefined ? "" : ` (such as { ${list[0]}: […] })`;
  return fields.length === 0 || fields.length > 3 ? "" : ` { ${fields.map(([name]) => name).join(", ")} }`;
}

function expectedBy(issue: z.core.$ZodIssue): string {
  if (issue.code === "invalid_type") return `expected ${typeName(issue.expected)}`;
  return issue.code === "custom" && issue.message !== "" ? issue.message : "expected another form";
}

/**
 * Copies a value without its invalid fields, so that rules about the other fields can still run. An invalid element of a list
 * becomes null.
 */
export function withoutInvalid(value: unknown, issues: readonly ShapeIssue[]): unknown {
  const invalid: InvalidParts = new Map();
  for (const { segments } of issues) {
    let parts: InvalidParts | null | undefined = invalid;
    for (const segment of segments.slice(0, -1)) {
      if (!parts.has(segment)) parts.set(segment, new Map());
      parts = parts.get(segment);
      if (parts == null) break; // invalid as a whole
    }
    const [last] = segments.slice(-1);
    if (last !== undefined) parts?.set(last, null);
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
