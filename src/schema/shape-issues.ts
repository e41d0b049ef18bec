import * as z from "zod";
import type { Issue } from "../errors/request-error.js";
import { insteadOf, isCallOption } from "../errors/usage.js";
import { kindOf } from "../values/describe.js";
import { formatPath } from "../values/issue-path.js";
import { valueAt } from "../values/objects.js";
import { elementOf, fieldOf, type Schema, shapeOf } from "./schema.js";

/** An issue that any schema reports. */
export interface Mismatch extends Issue {
  /** Whether the value is missing. Default: `false`. */
  readonly missing?: boolean;
  /** The path for events, without keys of maps, which may be personal data. */
  readonly publicPath: string;
}

/** An issue that a schema of this package reports. */
export interface ShapeIssue extends Mismatch {
  /** The path as segments. */
  readonly segments: readonly PropertyKey[];
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

/** Returns issues of options that are in a resource: the service would ignore them. */
export function misplacedOptions(resource: unknown): Issue[] {
  const names = Object.keys(Object(resource)).filter(isCallOption);
  return names.map((path) => wrongShape(path, `is not a field: ${insteadOf(path)}`));
}

/** The output of a schema, or the value itself with its issues. */
export interface Parsed {
  readonly value: unknown;
  readonly issues: readonly ShapeIssue[];
}

/** Parses a value. The paths of issues begin with `at`. */
export function parseShape(schema: Schema, value: unknown, at: readonly PropertyKey[] = []): Parsed {
  try {
    const { success, data, error } = z.safeParse(schema, value);
    if (success) return { value: data, issues: [] };
    return { value, issues: error.issues.map((issue) => toIssue(schema, value, issue, at)) };
  } catch (error) {
    if (!(error instanceof RangeError)) throw error; // a stack overflow, which deeply nested JSON causes
    const path = formatPath(at);
    const issue = wrongShape(path, "is nested too deeply to be validated");
    return { value, issues: [{ ...issue, segments: at, missing: false, publicPath: path }] };
  }
}

/** Lists the issues of a value that does not match its schema. */
export function shapeIssues(schema: Schema, value: unknown): readonly ShapeIssue[] {
  return parseShape(schema, value).issues;
}

function toIssue(schema: Schema, value: unknown, issue: z.core.$ZodIssue, at: readonly PropertyKey[]): ShapeIssue {
  const schemas = schemasAlong(schema, issue.path);
  const found = valueAt(value, issue.path);
  const missing = found === undefined || found === null;
  const message = missing ? "is missing" : `${expectedBy(issue)}${formOf(schemas.at(-1), found)}, got ${kindOf(found)}`;
  const mapKey = schemas.indexOf(undefined); // the first key of a map
  const publicPath = formatPath([...at, ...(mapKey === -1 ? issue.path : issue.path.slice(0, mapKey - 1))]);
  const segments = [...at, ...issue.path];
  return { path: formatPath(segments), segments, message, rule: SHAPE_RULE, missing, publicPath };
}

/** Names of types in messages, by zod's name, if the two differ. */
const TYPES: Readonly<Record<string, string>> = { array: "a list", object: "an object", record: "an object" };

/** The requirement: the name of a type, or the schema's own message. */
function expectedBy(issue: z.core.$ZodIssue): string {
  const isType = issue.code === "invalid_type" && issue.expected !== "int";
  return isType ? `expected ${TYPES[issue.expected] ?? `a ${issue.expected}`}` : issue.message;
}

/** The schemas of a value and of the values on a path inside it; undefined for the key of a map. */
function schemasAlong(schema: Schema, path: readonly PropertyKey[]): readonly (Schema | undefined)[] {
  const schemas: (Schema | undefined)[] = [schema];
  for (const segment of path) {
    const at = schemas.at(-1);
    schemas.push(typeof segment === "number" ? elementOf(at) : fieldOf(at, String(segment)));
  }
  return schemas;
}

/** A hint: the few fields of an object, or its only list if a list was passed instead. */
function formOf(schema: Schema | undefined, value: unknown): string {
  const fields = Object.entries(shapeOf(schema) ?? {});
  const [list, another] = fields.filter(([, field]) => elementOf(field) !== undefined);
  if (Array.isArray(value)) return list === undefined || another !== undefined ? "" : ` (such as { ${list[0]}: […] })`;
  return fields.length === 0 || fields.length > 3 ? "" : ` { ${fields.map(([name]) => name).join(", ")} }`;
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
