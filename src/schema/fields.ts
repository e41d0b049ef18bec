import type * as z from "zod";

type Same<A, B> = (<X>() => X extends A ? 1 : 2) extends <X>() => X extends B ? 1 : 2 ? true : false;

/** Names of the `readonly` fields of a resource, which the service sets. */
export type OutputOnly<T> = {
  [K in keyof T]-?: Same<Pick<T, K>, Readonly<Pick<T, K>>> extends true ? K : never;
}[keyof T];

/** A type that is readonly at every depth. */
export type DeepReadonly<T> = { readonly [K in keyof T]: ReadonlyValue<T[K]> };

/** A value inside a {@link DeepReadonly}. `string & {}` would become an object. */
type ReadonlyValue<V> = V extends string | number | boolean ? V : DeepReadonly<V>;

/** Schema of a required field. A named type, so that declarations of a library that exports it do not refer to zod. */
export interface RequiredFieldSchema<V> extends z.ZodType<V, V> {}

/** Schema of an optional field. A named type, so that declarations of a library that exports it do not refer to zod. */
export interface OptionalFieldSchema<V> extends z.ZodOptional<z.ZodType<V, V>> {}

/** Schema of a field that the service sets. `~outputOnly` exists in types only. */
export interface OutputOnlySchema<V> extends OptionalFieldSchema<V> {
  readonly "~outputOnly": true;
}

type FieldSchema<V> = undefined extends V ? OptionalFieldSchema<Exclude<V, undefined>> : RequiredFieldSchema<V>;

type KindOf<S> =
  S extends OutputOnlySchema<unknown> ? "outputOnly" : S extends OptionalFieldSchema<unknown> ? "optional" : "required";

/** Names of the fields of one kind in a shape, such as the optional fields. */
type Only<Kind, S, K extends keyof S> = KindOf<S[K]> extends Kind ? K : never;

/**
 * The fields of a resource, from the schemas of its fields: `opt` makes a field optional, `outputOnly` also `readonly`. The
 * fields keep their comments. The declarations of the package contain the fields themselves.
 */
export type Fields<S> = Flat<
  { [K in keyof S as Only<"required", S, K>]: z.output<S[K]> } & {
    -readonly [K in keyof S as Only<"optional", S, K>]?: z.output<S[K]>;
  } & { readonly [K in keyof S as Only<"outputOnly", S, K>]?: z.output<S[K]> }
>;

/**
 * Flattens an intersection into one object type. For an intersection of optional fields, the compiler would accept an
 * object with none of them.
 */
type Flat<T> = { [K in keyof T]: T[K] };

type ObjectOf<T> = z.ZodObject<{ [K in keyof T]-?: FieldSchema<T[K]> }, z.core.$strip>;

/** Internals of a {@link SchemaOf}: those of an object, with the output `T`. */
interface InternalsOf<T> extends Omit<ObjectOf<T>["_zod"], "output" | "input"> {
  readonly output: T;
  readonly input: T;
}

/** Result of `safeParse`: `{ success: true, data }` or `{ success: false, error }`. */
export type SafeParseResult<T> = z.ZodSafeParseResult<T>;

/**
 * A schema of zod for an object, whose output is displayed as `T`: `parse` returns `T`, `.shape` has a schema for each field,
 * and `pick`, `omit`, `extend` and `partial` work as for any object.
 *
 * Unknown fields are kept at run time.
 */
export interface SchemaOf<T> extends z.ZodType<T, T, InternalsOf<T>>, Omit<ObjectOf<T>, keyof z.ZodType> {
  /**
   * Parses a value.
   *
   * @throws {z.ZodError} If the value is invalid.
   */
  parse(data: unknown, params?: z.core.ParseContext<z.core.$ZodIssue>): z.output<this>;
  /** Parses a value without throwing. */
  safeParse(data: unknown, params?: z.core.ParseContext<z.core.$ZodIssue>): SafeParseResult<z.output<this>>;
}
