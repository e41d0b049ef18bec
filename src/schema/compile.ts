import * as z from "zod/mini";
import { cached } from "../values/objects.js";
import { type Int64Problem, markOf } from "./schema.js";

/** Any zod 4 schema, created with `zod` or `zod/mini`. */
export type Schema = z.core.$ZodType;

type Def = z.core.$ZodTypes["_zod"]["def"];
type Check = (value: unknown) => boolean;

/** A compiled schema. */
export interface CompiledSchema {
  /** The schema that was compiled. */
  readonly schema: Schema;
  /** Whether `undefined` is valid. */
  readonly optional: boolean;
  /** Whether `null` is valid, whatever `check` returns. */
  readonly nullable: boolean;
  /** Whether any other value is valid. */
  readonly check: Check;
  /** Fields of an object by name. A function, because a recursive schema contains itself. */
  readonly fields: (() => ReadonlyMap<string, CompiledSchema>) | undefined;
  /** Schema of the elements of an array. */
  readonly element: CompiledSchema | undefined;
  /** Set for a 64-bit integer: returns why a value is invalid. */
  readonly int64: Int64Problem | undefined;
  /** Whether the service sets the value and requests omit it. */
  readonly outputOnly: boolean;
  /** Whether requests send the string in upper case. */
  readonly upperCase: boolean;
  /** The known values of an open enumeration. */
  readonly knownValues: readonly string[];
}

/** Compiles a schema on first use. No other function accesses zod's internals. */
export const compiled: (schema: Schema) => CompiledSchema = cached(compile);

/**
 * Whether a value is valid without conversion. Several times faster than `safeParse`, because it neither copies the
 * value nor collects issues.
 *
 * `true` is definite. For `false`, call {@link zodIssues}: zod accepts an absent field with a default. A 64-bit
 * integer in a JSON number is not valid until `restoreInt64` has converted it.
 */
export function isValid(schema: Schema, value: unknown): boolean {
  return accepts(compiled(schema), value);
}

/** Lists the issues of an invalid value. */
export function zodIssues(schema: Schema, value: unknown): readonly z.core.$ZodIssue[] {
  return z.safeParse(schema, value).error?.issues ?? [];
}

function accepts(schema: Pick<CompiledSchema, "optional" | "nullable" | "check">, value: unknown): boolean {
  return (value === undefined && schema.optional) || (value === null && schema.nullable) || schema.check(value);
}

function compile(schema: Schema): CompiledSchema {
  const { def } = schema._zod as { def: Def }; // a union that `type` narrows
  const isValidByZod: Check = (value) => z.safeParse(schema, value).success;
  const { int64, outputOnly = false, upperCase = false, knownValues = [] } = markOf(schema);
  const base = {
    schema,
    optional: false,
    nullable: false,
    fields: undefined,
    element: undefined,
    int64,
    outputOnly,
    upperCase,
    knownValues,
  };
  if (int64 !== undefined) {
    return { ...base, check: (value) => typeof value === "string" && int64(value) === undefined };
  }
  // zod itself checks refinements, formats, coercion, and every type without a case below.
  const isPlain = !(def.checks?.length || ("format" in def && def.format) || ("coerce" in def && def.coerce));
  switch (def.type) {
    case "optional":
    case "nullable": {
      const inner = compiled(def.innerType);
      const parts = { ...inner, schema, outputOnly: outputOnly || inner.outputOnly };
      if (!isPlain) return { ...parts, optional: false, nullable: false, check: isValidByZod };
      // zod checks undefined: `exactOptional` has the same type but rejects it.
      return def.type === "nullable" ? { ...parts, nullable: true } : { ...parts, optional: isValidByZod(undefined) };
    }
    case "array": {
      const element = compiled(def.element);
      return { ...base, element, check: isPlain ? arrayCheck(element) : isValidByZod };
    }
    case "object": {
      const fields = once(() => new Map(Object.entries(def.shape).map(([name, field]) => [name, compiled(field)])));
      const isOpen = def.catchall === undefined || def.catchall._zod.def.type === "unknown";
      const hasOnlyFields = isPlain && isOpen;
      return { ...base, fields, check: hasOnlyFields ? objectCheck(fields) : isValidByZod };
    }
    case "string":
      return { ...base, check: isPlain ? (value) => typeof value === "string" : isValidByZod };
    case "boolean":
      return { ...base, check: isPlain ? (value) => typeof value === "boolean" : isValidByZod };
    default:
      return { ...base, check: isValidByZod };
  }
}

function once<T>(compute: () => T): () => T {
  let result: T | undefined;
  return () => {
    result ??= compute();
    return result;
  };
}

function arrayCheck(element: CompiledSchema): Check {
  return (value) => {
    if (!Array.isArray(value)) return false;
    for (let index = 0; index < value.length; index += 1) if (!accepts(element, value[index])) return false;
    return true;
  };
}

function objectCheck(fields: () => ReadonlyMap<string, CompiledSchema>): Check {
  // Copies with the same object shape, which engines read faster than the compiled schemas.
  const entries = once(() =>
    [...fields()].map(([name, { optional, nullable, check }]) => ({ name, optional, nullable, check })),
  );
  return (value) => {
    if (typeof value !== "object" || value === null || Array.isArray(value)) return false;
    const list = entries();
    for (let index = 0; index < list.length; index += 1) {
      const entry = list[index] as (typeof list)[number]; // the index is within the list
      const field = (value as Record<string, unknown>)[entry.name]; // an object, checked above
      // Some schemas accept undefined but not an absent field; only zod distinguishes these.
      if (field === undefined ? !entry.optional : !accepts(entry, field)) return false;
    }
    return true;
  };
}
