import type * as z from "zod/mini";

/** The shape of a schema that reads `T`: every member of `T`, none besides. */
export type ShapeOf<T> = {
  [K in keyof T]-?: undefined extends T[K]
    ? z.ZodMiniOptional<z.ZodMiniType<Exclude<T[K], undefined>>>
    : z.ZodMiniType<T[K]>;
};

/**
 * A schema that reads `T` and says so by name: `parse` returns `T`, and `.shape` can be picked from.
 *
 * Unknown members are kept at run time.
 */
export type SchemaOf<T> = {
  /** Reads a value. @throws `ZodError` when it does not fit. */
  parse(data: unknown, params?: z.core.ParseContext<z.core.$ZodIssue>): T;
  /** Reads a value and returns the outcome. */
  safeParse(data: unknown, params?: z.core.ParseContext<z.core.$ZodIssue>): z.core.util.SafeParseResult<T>;
} & z.ZodMiniObject<ShapeOf<T>, z.core.$strip>;
