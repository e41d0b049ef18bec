import * as z from "zod/mini";
import { readAs } from "./read-as.js";
import { type Int64, int64Problem } from "./scalars.js";

/** What the codec must know about a schema beyond what zod does. */
export interface SchemaMark {
  /** Set by the service: never sent. */
  readonly outputOnly?: true;
  /** A 64-bit integer, and what judges it. Here, so that an area without any loads nothing of it. */
  readonly int64?: Int64Judge;
}

/** Says what keeps a value from being a 64-bit integer of one kind; undefined when nothing does. */
export type Int64Judge = (value: unknown) => string | undefined;

/** Judges a signed one. */
export const signedProblem: Int64Judge = (value) => int64Problem(value, false);

/** Judges an unsigned one. */
export const unsignedProblem: Int64Judge = (value) => int64Problem(value, true);

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
  return int64Of("a 64-bit integer", signedProblem);
}

/** An unsigned 64-bit integer: a decimal string, or a JSON number that is still exact, read as one. */
export function uint64Schema(): z.ZodMiniType<Int64> {
  return int64Of("an unsigned 64-bit integer", unsignedProblem);
}

function int64Of(name: string, judge: Int64Judge): z.ZodMiniType<Int64> {
  const schema = readAs(`${name} as a decimal string`, (value) => {
    const fits = typeof value !== "bigint" && judge(value) === undefined;
    return fits ? (String(value) as Int64) : undefined; // checked just before
  });
  return mark(schema, { int64: judge });
}

/** An integer that every runtime holds exactly. */
export function integer(): z.ZodMiniType<number> {
  return readAs("an integer", (value) => (Number.isSafeInteger(value) ? Number(value) : undefined));
}

/** An enumerated string that stays open: values that the service adds later are read as they come. */
export function openEnum<T extends string>(): z.ZodMiniType<T | (string & {})> {
  return z.string() as z.ZodMiniType<T | (string & {})>; // every string is one
}

/** A map with the user's own keys; `__proto__` is a key like any other. */
export function stringMap(): z.ZodMiniType<Record<string, string>> {
  return z.transform((value, { issues }): Record<string, string> => {
    if (typeof value !== "object" || value === null || Array.isArray(value)) {
      issues.push({ code: "custom", message: "an object", input: value });
      return {};
    }
    for (const [key, member] of Object.entries(value)) {
      if (typeof member === "string" || member === null) continue;
      issues.push({ code: "custom", path: [key], message: "a string", input: member, params: { mapKey: true } });
    }
    return value as Record<string, string>; // whatever else it holds is an issue
  });
}
