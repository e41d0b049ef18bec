import { hasKey } from "../values/objects.js";

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
 * issue, and so does a promise.
 */
export function validate<Output>(schema: StandardSchema<unknown, Output>, value: unknown): Validation<Output> {
  try {
    const result: unknown = schema["~standard"].validate(value);
    const { issues, then } = Object(result) as Readonly<Record<string, unknown>>; // the schema may be written by hand
    if (typeof then === "function") {
      Promise.resolve(result).catch(() => undefined);
      return failure("cannot be validated: its schema must be synchronous");
    }
    if (issues === undefined && hasKey(result, "value")) return { value: result.value as Output }; // the declared output type
    if (
      !Array.isArray(issues) ||
      issues.length === 0 ||
      issues.some((each) => typeof Object(each).message !== "string")
    ) {
      return failure("is invalid: its schema returned neither { value } nor { issues: [{ message }] }");
    }
    return {
      issues: issues.map((issue: StandardSchemaIssue) => {
        const path = (issue.path ?? []).map((each) => (typeof each === "object" ? each.key : each));
        return { path, message: issue.message };
      }),
    };
  } catch (error) {
    if (error instanceof RangeError) return failure("is nested too deeply to be validated");
    throw error;
  }
}

function failure(message: string): Validation<never> {
  return { issues: [{ message, path: [] }] };
}

/** Returns the property names that an object schema of zod or valibot declares; undefined for other schemas. */
export function declaredNames(schema: unknown): readonly string[] | undefined {
  const { shape, entries } = Object(schema) as { readonly shape?: object; readonly entries?: object };
  const names = shape ?? entries;
  return names && Object.keys(names);
}
