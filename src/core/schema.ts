import * as z from "zod/mini";
import { type Int64, int64Problem } from "./scalars.js";

/** What the codec must know about a schema beyond what zod does. */
export interface SchemaMark {
  /** Set by the service: never sent. */
  readonly outputOnly?: true;
  /** A 64-bit integer, and of which kind. */
  readonly int64?: "signed" | "unsigned";
}

const marks = /* @__PURE__ */ new WeakMap<object, SchemaMark>();

/** Reads the mark of a schema; `opt` hands that of what it wraps on. */
export function markOf(schema: object): SchemaMark {
  return marks.get(schema) ?? {};
}

function mark<S extends object>(schema: S, value: SchemaMark): S {
  marks.set(schema, { ...marks.get(schema), ...value });
  return schema;
}

/** A member that may be missing. `null` counts as missing too, and is kept. */
export function opt<T>(schema: z.ZodMiniType<T>): z.ZodMiniOptional<z.ZodMiniType<T>> {
  const optional = z.optional(z.nullable(schema));
  // A null is kept but not typed: to the reader it is a member that is absent.
  return mark(optional, markOf(schema)) as unknown as z.ZodMiniOptional<z.ZodMiniType<T>>;
}

/** A member that the service sets and a request never carries. */
export function outputOnly<T>(schema: z.ZodMiniType<T>): z.ZodMiniOptional<z.ZodMiniType<T>> {
  return mark(opt(schema), { outputOnly: true });
}

/** A signed 64-bit integer: a decimal string, or a JSON number that is still exact, read as one. */
export function int64Schema(): z.ZodMiniType<Int64> {
  return int64Of("signed");
}

/** An unsigned 64-bit integer: a decimal string, or a JSON number that is still exact, read as one. */
export function uint64Schema(): z.ZodMiniType<Int64> {
  return int64Of("unsigned");
}

function int64Of(kind: "signed" | "unsigned"): z.ZodMiniType<Int64> {
  const unsigned = kind === "unsigned";
  const wire = z.custom<Int64 | number>(
    (value) => typeof value !== "bigint" && int64Problem(value, unsigned) === undefined,
    unsigned ? "an unsigned 64-bit integer as a decimal string" : "a 64-bit integer as a decimal string",
  );
  const text = z.transform((value: Int64 | number) => String(value) as Int64); // checked just above
  return mark(z.pipe(wire, text), { int64: kind });
}

/** An enumerated string that stays open: values that the service adds later are read as they come. */
export function openEnum<T extends string>(): z.ZodMiniType<T | (string & {})> {
  return z.string() as z.ZodMiniType<T | (string & {})>; // every string is one
}

/** A map with the user's own keys; `__proto__` is a key like any other. */
export function stringMap(): z.ZodMiniType<Record<string, string>> {
  const isMap = (value: unknown) => typeof value === "object" && value !== null && !Array.isArray(value);
  return z.custom<Record<string, string>>(isMap, "an object").check((payload) => {
    if (!isMap(payload.value)) return;
    for (const [key, value] of Object.entries(payload.value)) {
      if (typeof value === "string" || value === null) continue;
      payload.issues.push({ code: "custom", path: [key], message: "a string", input: value, params: { mapKey: true } });
    }
  });
}
