/**
 * The Standard Schema interface, version 1 (https://standardschema.dev), which zod, valibot, arktype and others
 * implement, as far as it is used here.
 */
export interface StandardSchema<Input = unknown, Output = Input> {
  /** The properties of every such schema. */
  readonly "~standard": {
    /** Version of the interface. */
    readonly version: 1;
    /** Validates a value. */
    readonly validate: (value: unknown) => StandardSchemaResult<Output> | Promise<StandardSchemaResult<Output>>;
    /** Carries the types; absent at run time. */
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

/** The path of an issue as a list of keys. */
export function issueSegments({ path = [] }: StandardSchemaIssue): PropertyKey[] {
  return path.map((segment) => (typeof segment === "object" ? segment.key : segment));
}

/**
 * The names that an object schema declares, as far as zod, valibot and arktype show them; undefined for other schemas.
 */
export function declaredNames(schema: object): readonly string[] | undefined {
  const { shape, entries, props } = schema as { shape?: unknown; entries?: unknown; props?: unknown };
  for (const members of [shape, entries]) {
    if (typeof members === "object" && members !== null) return Object.keys(members);
  }
  return Array.isArray(props) ? props.map((prop: { key?: unknown }) => String(prop?.key)) : undefined;
}
