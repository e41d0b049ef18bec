import { isObject, valueAt } from "../objects.js";
import { isText } from "../options.js";

/**
 * The parts of the Standard Schema interface, version 1 (https://standardschema.dev), that this package uses. zod,
 * valibot, arktype and others implement it.
 */
export interface StandardSchema<Input = unknown, Output = Input> {
  /** The Standard Schema properties. */
  readonly "~standard": {
    /** Version of the interface. */
    readonly version: 1;
    /** Validates a value. */
    readonly validate: (value: unknown) => StandardSchemaResult<Output> | Promise<StandardSchemaResult<Output>>;
    /** Type information only; absent at run time. */
    readonly types?: { readonly input: Input; readonly output: Output } | undefined;
  };
}

/** Result of a {@link StandardSchema}: the output, or the issues of the input. */
export type StandardSchemaResult<Output> =
  | { readonly value: Output; readonly issues?: undefined }
  | { readonly issues: readonly StandardSchemaIssue[] };

/** One issue of a value. */
export interface StandardSchemaIssue {
  /** Description of the issue. */
  readonly message: string;
  /** Path of the issue. */
  readonly path?: readonly (PropertyKey | { readonly key: PropertyKey })[] | undefined;
}

/** The input type of a schema. */
export type SchemaInput<S> = S extends StandardSchema<infer Input, unknown> ? Input : never;

/** The output type of a schema. */
export type SchemaOutput<S> = S extends StandardSchema<unknown, infer Output> ? Output : never;

/** Result of {@link validate}: the output, or at least one issue. */
export type Validation<Output = unknown> =
  | { readonly value: Output; readonly issues?: undefined }
  | { readonly issues: readonly { readonly message: string; readonly path: readonly PropertyKey[] }[] };

/**
 * Validates a value. A recursive schema overflows the stack if the value has too many levels; the overflow counts as an
 * issue, and so does a result that Standard Schema does not allow, or a promise.
 *
 * @param messageOf - Returns a message that replaces the schema's message; undefined to keep that message.
 */
export function validate<Output>(
  schema: StandardSchema<unknown, Output>,
  value: unknown,
  messageOf?: (issue: unknown, value: unknown) => string | undefined,
): Validation<Output> {
  try {
    const result: unknown = schema["~standard"].validate(value);
    // A promise may be of another realm.
    if (typeof Object(result).then === "function") {
      Promise.resolve(result).catch(() => undefined);
      return { issues: [{ message: "cannot be validated: its schema must be synchronous", path: [] }] };
    }
    return validationOf<Output>(result, (issue, keys) => messageOf?.(issue, valueAt(value, keys)));
  } catch (error) {
    if (error instanceof RangeError) return { issues: [{ message: "is nested too deeply to be validated", path: [] }] };
    throw error;
  }
}

/** Checks the result of a schema, which may be written by hand. */
function validationOf<Output>(result: unknown, messageOf: MessageOf): Validation<Output> {
  const { issues } = Object(result) as { readonly issues?: unknown };
  if (issues === undefined && isObject(result) && "value" in result) return { value: result.value as Output }; // its type
  const all: unknown[] = Array.isArray(issues) && issues.length > 0 ? issues : [undefined];
  return { issues: Array.from(all, (issue) => issueOf(issue, messageOf)) };
}

const NO_MESSAGE = "is invalid: its schema returned neither { value } nor { issues: [{ message }] }";

type MessageOf = (issue: unknown, path: readonly PropertyKey[]) => string | undefined;

function issueOf(issue: unknown, messageOf: MessageOf) {
  const { message, path } = Object(issue) as { readonly message?: unknown; readonly path?: unknown };
  const segments: unknown[] = Array.isArray(path) ? path.map((each) => Object(each).key ?? each) : [];
  const keys = segments.filter((key) => typeof key !== "object" && key !== undefined) as PropertyKey[]; // may include bigints, which can also be keys
  return { message: isText(message) ? (messageOf(issue, keys) ?? message) : NO_MESSAGE, path: keys };
}

/**
 * Returns the property names that an object schema from zod, valibot or arktype declares, including those inside pipes,
 * optional schemas, unions and intersections; undefined for other schemas.
 */
export function declaredNames(schema: unknown): readonly string[] | undefined {
  const { shape, entries, def, wrapped, options } = Object(schema) as Partial<Introspected>;
  const names = shape ?? entries;
  if (names !== undefined) return Object.keys(names);
  const inner = def?.in ?? def?.innerType ?? wrapped;
  if (inner !== undefined) return declaredNames(inner);
  const parts = def?.options ?? options ?? (def?.left === undefined ? undefined : [def.left, def.right]);
  if (parts !== undefined) {
    const lists = parts.map(declaredNames);
    return lists.includes(undefined) ? undefined : lists.flatMap((list) => list ?? []);
  }
  try {
    return (schema as Partial<Introspected>).in?.branches?.flatMap(({ props }) => props.map(({ key }) => String(key)));
  } catch {
    return undefined; // arktype throws for types that are not objects
  }
}

/** Properties of schemas of these libraries that Standard Schema does not define. */
interface Introspected {
  /** zod: the fields of an object. */
  readonly shape: object;
  /** zod: the schema inside a pipe or an optional schema; the parts of a union; the parts of an intersection. */
  readonly def: {
    readonly in?: unknown;
    readonly innerType?: unknown;
    readonly options?: readonly unknown[];
    readonly left?: unknown;
    readonly right?: unknown;
  };
  /** valibot: the fields of an object. */
  readonly entries: object;
  /** valibot: the schema inside an optional schema. */
  readonly wrapped: unknown;
  /** valibot: the parts of a union or an intersection. */
  readonly options: readonly unknown[];
  /** arktype: the schema of the input, with one branch unless it is a union. */
  readonly in: { readonly branches?: readonly { readonly props: readonly { readonly key: PropertyKey }[] }[] };
  /** arktype: returns the schema with another treatment of undeclared keys. */
  onUndeclaredKey(behavior: "reject"): StandardSchema;
}

/** Makes an arktype schema reject undeclared keys, which it keeps by default. Returns other schemas unchanged. */
export function closed(schema: StandardSchema): StandardSchema {
  const { onUndeclaredKey } = schema as Partial<Introspected>;
  return typeof onUndeclaredKey === "function" ? onUndeclaredKey.call(schema, "reject") : schema;
}
