import type * as z from "zod/mini";

type Same<A, B> = (<X>() => X extends A ? 1 : 2) extends <X>() => X extends B ? 1 : 2 ? true : false;

/** Names of the `readonly` fields of a resource, which the service sets. */
export type OutputOnly<T> = {
  [K in keyof T]-?: Same<Pick<T, K>, Readonly<Pick<T, K>>> extends true ? K : never;
}[keyof T];

/** Schema of a required field. A named type, so that declarations of a library that exports it do not refer to zod. */
export interface RequiredFieldSchema<V> extends z.ZodMiniType<V, V> {}

/** Schema of an optional field. A named type, so that declarations of a library that exports it do not refer to zod. */
export interface OptionalFieldSchema<V> extends z.ZodMiniOptional<z.ZodMiniType<V, V>> {}

/** Schema of a field that the service sets. `~outputOnly` exists in types only. */
export interface OutputOnlySchema<V> extends OptionalFieldSchema<V> {
  readonly "~outputOnly": true;
}

type FieldSchema<V> = undefined extends V ? OptionalFieldSchema<Exclude<V, undefined>> : RequiredFieldSchema<V>;

/** The type of the values of a schema. For a {@link SchemaOf}, the named type itself, which hovers show by its name. */
export type ValueOf<S> =
  S extends SchemaOf<infer T> ? T : S extends z.ZodMiniArray<infer E> ? ValueOf<E>[] : z.output<S>;

type KindOf<S> =
  S extends OutputOnlySchema<unknown> ? "outputOnly" : S extends OptionalFieldSchema<unknown> ? "optional" : "required";

/** Names of the fields of one kind in a shape, such as the optional fields. */
type Only<Kind, S, K extends keyof S> = KindOf<S[K]> extends Kind ? K : never;

/**
 * The fields of a resource, from the schemas of its fields: `opt` makes a field optional, `outputOnly` also `readonly`. The
 * fields keep their comments. The declarations of the package contain the fields themselves.
 */
export type Fields<S> = Flat<
  { [K in keyof S as Only<"required", S, K>]: ValueOf<S[K]> } & {
    -readonly [K in keyof S as Only<"optional", S, K>]?: ValueOf<S[K]>;
  } & { readonly [K in keyof S as Only<"outputOnly", S, K>]?: ValueOf<S[K]> }
>;

/**
 * Flattens an intersection into one object type. For an intersection of optional fields, the compiler would accept an
 * object with none of them.
 */
type Flat<T> = { [K in keyof T]: T[K] };

/** Result of `safeParse`: the parsed value, or the error with its issues. */
export type SafeParseResult<T> =
  | {
      /** Whether the value is valid. */
      readonly success: true;
      /** The parsed value. */
      readonly data: T;
      readonly error?: never;
    }
  | {
      /** Whether the value is valid. */
      readonly success: false;
      readonly data?: never;
      /** The error. */
      readonly error: ParseError;
    };

/**
 * Error of a schema: zod's `$ZodError`, with one issue for each invalid value.
 *
 * `z.core.$ZodError` of `zod` and `zod/mini` is its class; `z.ZodError` is not. Messages are of this package unless zod has
 * a language: `z.config(z.locales.en())`.
 */
export interface ParseError extends z.core.$ZodError {}

/** The methods of a schema that parse a `T`. */
export type Parsing<T> = {
  /**
   * Parses a value.
   *
   * @param data - The value.
   * @param params - Options of zod.
   * @returns The parsed value.
   * @throws {ParseError} If the value is invalid.
   */
  parse(data: unknown, params?: z.core.ParseContext<z.core.$ZodIssue>): T;
  /**
   * Parses a value without throwing.
   *
   * @param data - The value.
   * @param params - Options of zod.
   * @returns The parsed value, or the error with its issues.
   */
  safeParse(data: unknown, params?: z.core.ParseContext<z.core.$ZodIssue>): SafeParseResult<T>;
};

/**
 * A schema whose output type is displayed as `T`: `parse` returns `T`, and `.shape` has a schema for each field.
 *
 * Unknown fields are kept at run time.
 */
export type SchemaOf<T> = Parsing<T> & z.ZodMiniObject<{ [K in keyof T]-?: FieldSchema<T[K]> }, z.core.$strip>;
