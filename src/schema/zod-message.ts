import { kindOf, listed, shown } from "../values/describe.js";

/** Fields of a zod issue. Each code has its own fields. */
interface ZodIssue {
  readonly code?: string;
  readonly message?: string;
  /** The type of `invalid_type`. */
  readonly expected?: string;
  /** The values of `invalid_value`. */
  readonly values?: readonly unknown[];
  /** The issues of each alternative of `invalid_union`. */
  readonly errors?: readonly (readonly (ZodIssue & { readonly path: readonly PropertyKey[] })[])[];
  /** The pattern of `invalid_format`. */
  readonly pattern?: string;
  /** The keys of `unrecognized_keys`. */
  readonly keys?: readonly string[];
}

/** Names of types in messages, by zod's name, if the two differ. */
const TYPES: Readonly<Record<string, string>> = {
  array: "a list",
  int: "an integer",
  object: "an object",
  record: "an object",
};

/** Returns the type of an `invalid_type` issue for messages: "a string". */
export function typeName(expected: string): string {
  return TYPES[expected] ?? `a ${expected}`;
}

/**
 * Matches zod's default messages: `Invalid input` of zod/mini, and the English messages, which importing `zod` sets for
 * all copies in the process.
 */
const DEFAULT = /^Invalid (input|string: must match pattern)/;

/** Returns a message that replaces a default message of zod; undefined for any other issue. */
export function zodMessage(given: unknown, value: unknown): string | undefined {
  const issue = Object(given) as ZodIssue; // of any library; checked next
  if (issue.code === undefined || !DEFAULT.test(issue.message ?? "")) return undefined;
  if (value === undefined) return "is required";
  if (issue.keys !== undefined) return `has unknown keys: ${listed(issue.keys.map(shown), "and")}`;
  const allowed = allowedBy(issue);
  // If the value has the right type, the message shows the value instead of the type.
  const got = issue.code === "invalid_type" && issue.expected !== "int" ? kindOf(value) : shown(value);
  return allowed.length === 0 ? `does not match its schema, got ${got}` : `must be ${listed(allowed)}, got ${got}`;
}

/** Returns descriptions of the allowed values; an empty list if a short description is not possible. */
function allowedBy({ expected, values, errors = [], pattern }: ZodIssue): string[] {
  if (expected !== undefined) return [typeName(expected)];
  if (values !== undefined) return values.map(shown);
  if (pattern !== undefined) return [`a string that matches ${pattern}`];
  const alternatives = errors.map(([first, ...others]) => {
    return first?.path.length === 0 && others.length === 0 ? allowedBy(first) : [];
  });
  return alternatives.some(({ length }) => length === 0) ? [] : alternatives.flat();
}
