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
 * The names that an object schema declares, as far as zod, valibot and arktype show them, also inside of pipes and
 * optional schemas; undefined for other schemas.
 */
export function declaredNames(schema: unknown): readonly string[] | undefined {
  const { shape, entries, def, wrapped } = Object(schema) as Partial<Introspected>;
  const names = shape ?? entries;
  if (names !== undefined) return Object.keys(names);
  const inner = def?.in ?? def?.innerType ?? wrapped;
  if (inner !== undefined) return declaredNames(inner);
  try {
    return (schema as Partial<Introspected>).in?.props?.map(({ key }) => String(key));
  } catch {
    return undefined; // of arktype, unions and what is no object have none
  }
}

/** What the libraries show of their schemas. */
interface Introspected {
  /** Of zod: the fields of an object. */
  readonly shape: object;
  /** Of zod: the schema inside of a pipe or an optional one. */
  readonly def: { readonly in?: unknown; readonly innerType?: unknown };
  /** Of valibot: the fields of an object. */
  readonly entries: object;
  /** Of valibot: the schema inside of an optional one. */
  readonly wrapped: unknown;
  /** Of arktype: the schema of the input. */
  readonly in: { readonly props?: readonly { readonly key: PropertyKey }[] };
  /** Of arktype: the same schema with another treatment of undeclared keys. */
  onUndeclaredKey(behavior: "reject"): StandardSchema;
}

/** A schema that rejects undeclared keys, which arktype keeps by default; of other libraries, the schema itself. */
export function closed(schema: StandardSchema): StandardSchema {
  const { onUndeclaredKey } = schema as Partial<Introspected>;
  return typeof onUndeclaredKey === "function" ? onUndeclaredKey.call(schema, "reject") : schema;
}
