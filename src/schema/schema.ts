import * as z from "zod";
import type { OptionalFieldSchema, OutputOnlySchema, RequiredFieldSchema, SchemaOf } from "./fields.js";
import { type Int64, int64Problem } from "./scalars.js";

/** Any schema of zod 4, created with `zod` or `zod/mini`. */
export type Schema = z.core.$ZodType;

/** Facts about a schema that zod does not store. */
export interface SchemaMark {
  /** Whether the service sets the value and requests omit it. */
  readonly outputOnly?: boolean;
  /** Set for a 64-bit integer: returns why a value is invalid, or undefined if it is valid. */
  readonly int64?: (value: unknown) => string | undefined;
  /** Whether requests send the string in upper case. */
  readonly upperCase?: boolean;
  /** The known values of an open enumeration. */
  readonly knownValues?: readonly string[];
}

const marks = z.registry<SchemaMark>();

/** Returns the facts about a schema, and about the schema that it makes optional. */
export function markOf(schema: Schema | undefined): SchemaMark {
  return schema === undefined ? {} : { ...marks.get(unwrapped(schema)), ...marks.get(schema) };
}

function marked<S extends Schema>(schema: S, facts: SchemaMark): S {
  marks.add(schema, facts);
  return schema;
}

/** Whether an object must have a field. */
export function isRequired(field: Schema | undefined): boolean {
  return field !== undefined && !(field instanceof z.ZodOptional);
}

/** Unwraps optional, nullable and lazy schemas. */
function unwrapped(schema: Schema): Schema {
  const isWrapper = schema instanceof z.ZodOptional || schema instanceof z.ZodNullable || schema instanceof z.ZodLazy;
  return isWrapper ? unwrapped(schema.unwrap()) : schema;
}

/** Returns the schemas of the fields of an object; undefined for another schema. */
export function shapeOf(schema: Schema | undefined): Readonly<Record<string, Schema>> | undefined {
  const inner = schema && unwrapped(schema);
  return inner instanceof z.ZodObject ? inner.shape : undefined;
}

/** Returns the schema of a field of an object; undefined for an unknown name or another schema. */
export function fieldOf(schema: Schema | undefined, name: string): Schema | undefined {
  const shape = shapeOf(schema);
  return shape !== undefined && Object.hasOwn(shape, name) ? shape[name] : undefined;
}

/** Returns the schema of the elements of a list; undefined for another schema. */
export function elementOf(schema: Schema | undefined): Schema | undefined {
  const inner = schema && unwrapped(schema);
  return inner instanceof z.ZodArray ? inner.element : undefined;
}

/** An optional field. `null` counts as absent, and is kept; its type is that of an absent field. */
export function opt<S extends z.ZodType>(schema: S): OptionalFieldSchema<z.output<S>> {
  return schema.nullish() as z.ZodType as OptionalFieldSchema<z.output<S>>;
}

/** A field that requests must have and some services omit in responses: typed as present, valid when absent. */
export function expected<S extends z.ZodType>(schema: S): RequiredFieldSchema<z.output<S>> {
  return schema.nullish() as z.ZodType as RequiredFieldSchema<z.output<S>>;
}

/** An output-only field: set by the service, and `readonly` in the interface. */
export function outputOnly<S extends z.ZodType>(schema: S): OutputOnlySchema<z.output<S>> {
  return marked(schema.nullish(), { outputOnly: true }) as z.ZodType as OutputOnlySchema<z.output<S>>;
}

/** An object that keeps unknown fields. */
export function openObject<T>(shape: z.core.$ZodLooseShape): SchemaOf<T> {
  return z.looseObject(shape) as z.ZodType as SchemaOf<T>; // the fields of the shape, and unknown ones
}

// Schemas of scalars are shared by all fields, because each object of zod costs time when the package is loaded.

/** A string. */
export const string = z.string();

/** A boolean. */
export const boolean = z.boolean();

/** A number. */
export const number = z.number();

/** A safe integer. */
export const integer = z.int("expected an integer");

/** A signed 64-bit integer: a decimal string, or an exact JSON number, which becomes a string. */
export const int64Schema: z.ZodType<Int64> = int64Of(/^-?\d{1,19}$/, false);

/** An unsigned 64-bit integer: a decimal string, or an exact JSON number, which becomes a string. */
export const uint64Schema: z.ZodType<Int64> = int64Of(/^\d{1,20}$/, true);

function int64Of(pattern: RegExp, unsigned: boolean): z.ZodType<Int64> {
  const int64 = (value: unknown) => int64Problem(value, unsigned);
  const error = `expected ${unsigned ? "an unsigned" : "a"} 64-bit integer as a decimal string`;
  const digits = z.string().regex(pattern, { error, abort: true });
  const inRange = digits.refine((value) => int64(value) === undefined, error);
  const exact = unsigned ? z.int(error).min(0, error) : z.int(error);
  const text = z.string().meta({ pattern: pattern.source });
  const codec = z.codec(z.union([inRange, exact], error), text, { decode: String, encode: (value) => value });
  return marked(codec, { int64 }) as z.ZodType as z.ZodType<Int64>; // a string of digits
}

/** An open enumeration: any string is valid, because the service may add values. The known values are in its type only. */
export function openEnum<const T extends string>(_known?: readonly T[]): z.ZodType<T | (string & {})> {
  return string;
}

/** A string that is sent in upper case; inputs may have any case. */
export function inUpperCase<S extends z.ZodType>(text: S): S {
  return marked(text.clone(), { upperCase: true });
}

/** An object with string values and any keys. A `null` counts as absent. */
export const stringMap = z.record(z.string(), string.nullable()) as z.ZodType as z.ZodType<Record<string, string>>;

/**
 * An open enumeration: any string is valid, because the service may add values, and any number, which it may send instead.
 * `knownValues` are for suggestions, in the order of their numbers, from 1.
 */
export function numberedEnum<T extends string = never>(
  ...knownValues: readonly T[]
): z.ZodType<T | (string & {}) | number> {
  return marked(z.union([string, number], "expected a string or a number"), { knownValues });
}
