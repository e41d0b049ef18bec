/**
 * What zod, valibot, arktype and others have in common: the Standard Schema interface, version 1
 * (https://standardschema.dev), as far as it is used here.
 */
export interface StandardSchema<Input = unknown, Output = Input> {
  /** The members that every such schema has. */
  readonly "~standard": {
    /** Version of the interface. */
    readonly version: 1;
    /** Name of the library that made the schema. */
    readonly vendor: string;
    /** Judges a value. */
    readonly validate: (value: unknown) => StandardSchemaResult<Output> | Promise<StandardSchemaResult<Output>>;
    /** Carries the types; there is no such value. */
    readonly types?: { readonly input: Input; readonly output: Output } | undefined;
  };
}

/** What a {@link StandardSchema} says of a value: the value that it made of it, or what is wrong. */
export type StandardSchemaResult<Output> =
  | { readonly value: Output; readonly issues?: undefined }
  | { readonly issues: readonly StandardSchemaIssue[] };

/** One thing that is wrong with a value. */
export interface StandardSchemaIssue {
  /** What is wrong. */
  readonly message: string;
  /** Where. */
  readonly path?: readonly (PropertyKey | { readonly key: PropertyKey })[] | undefined;
}

/** The type of what a schema makes of a value. */
export type SchemaOutput<S> = S extends StandardSchema<unknown, infer Output> ? Output : never;
