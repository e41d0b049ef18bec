import * as z from "zod/mini";
import { ZodMiniObject, ZodMiniType } from "zod/mini";
import { $constructor } from "zod/v4/core";
import { cached, isObject, isPlainObject, MAX_DEPTH, TOO_DEEP } from "../values/objects.js";
import type { OptionalFieldSchema, OutputOnlySchema, RequiredFieldSchema, SchemaOf, ValueOf } from "./fields.js";
import { type Int64, int64Problem } from "./scalars.js";
import { zodMessage } from "./zod-message.js";

/** A JSON Schema. */
export type JsonSchema = Readonly<Record<string, unknown>>;

/** Parses a value, and adds its issues to a list. */
type Parse<T> = (value: unknown, issues: z.core.$ZodRawIssue[]) => T;

/** How `z.toJSONSchema` represents a {@link CustomType}: by a JSON Schema, or by the schemas of zod's pipe or union. */
type Form =
  | { readonly type: "custom"; readonly json: JsonSchema }
  | { readonly type: "pipe"; readonly in: z.ZodMiniType; readonly out: z.ZodMiniType }
  | { readonly type: "union"; readonly options: readonly z.ZodMiniType[] };

/**
 * A type with a custom parse function. It replaces zod's transforms, pipes, unions and checks, each of which would
 * increase the size of a browser bundle.
 */
const CustomType = $constructor<z.ZodMiniType, Form & { readonly parse: Parse<unknown> }>(
  "CustomType",
  (schema, def) => {
    ZodMiniType.init(schema, def);
    schema._zod.parse = (payload) => {
      payload.value = def.parse(payload.value, payload.issues);
      return payload;
    };
    if (def.type === "custom") schema._zod.toJSONSchema = () => ({ ...def.json }); // zod changes the object
  },
);

/** Creates a schema from a function that returns the parsed value and reports issues. */
function custom<T>(form: Form, parse: Parse<T>): z.ZodMiniType<T> {
  return new CustomType({ ...form, parse }) as z.ZodMiniType<T>; // the function's type
}

/** Creates a schema whose JSON Schema differs before and after parsing, from a function that reports issues. */
export function pipe<T>(
  [input, output]: readonly [input: JsonSchema, output: JsonSchema],
  parse: Parse<T>,
): z.ZodMiniType<T> {
  const side = (json: JsonSchema) => custom({ type: "custom", json }, parse);
  return custom({ type: "pipe", in: side(input), out: side(output) }, parse);
}

/** Creates a schema from a function that returns the parsed value, or undefined for an invalid one. */
export function readAs<T>(expected: string, form: Form, read: (value: unknown) => T | undefined): z.ZodMiniType<T> {
  return custom(form, parseAs(expected, read));
}

/** Like {@link readAs}, for values whose JSON Schema differs before and after parsing. */
export function convertAs<T>(
  expected: string,
  forms: readonly [input: JsonSchema, output: JsonSchema],
  read: (value: unknown) => T | undefined,
): z.ZodMiniType<T> {
  return pipe(forms, parseAs(expected, read));
}

function parseAs<T>(expected: string, read: (value: unknown) => T | undefined): Parse<T> {
  return (value, issues) => {
    const result = read(value);
    if (result === undefined) issues.push({ code: "custom", message: `expected ${expected}`, input: value });
    return result as T; // if it is undefined, the issue above makes the result invalid
  };
}

/** Properties of a schema that zod does not store. */
export interface SchemaMark {
  /** Whether the service sets the value and requests omit it. */
  readonly outputOnly?: true;
  /** Check of a 64-bit integer. Set by the schema, so that areas without 64-bit integers do not bundle it. */
  readonly int64?: Int64Problem;
  /** Whether requests send the string in upper case. */
  readonly upperCase?: true;
  /** The known values of an open enumeration. */
  readonly knownValues?: readonly string[];
}

/** Returns why a value is not a 64-bit integer, or undefined if the value is one. */
export type Int64Problem = (value: unknown) => string | undefined;

/** Checks a signed 64-bit integer. */
export const signedProblem: Int64Problem = (value) => int64Problem(value, false);

/** Checks an unsigned 64-bit integer. */
export const unsignedProblem: Int64Problem = (value) => int64Problem(value, true);

/** Returns the properties of a schema itself. `compiled` also includes the properties of wrapped schemas. */
export function markOf({ _zod: { def } }: z.core.$ZodType): SchemaMark {
  return def as SchemaMark; // `mark` adds them
}

/** Adds properties to the definition of a new schema, which zod's copies of the schema share. */
function mark<S extends z.core.$ZodType>(schema: S, value: SchemaMark): S {
  Object.assign(schema._zod.def, value);
  return schema;
}

/** Treats null as absent, but keeps it. */
const optional = (schema: z.ZodMiniType): z.ZodMiniType => z.optional(z.nullable(schema));

/** Caches the optional form of each schema, because each object of zod costs time when the package is loaded. */
const sharedOptional = cached(optional);

/** An optional field. `null` is accepted as absent, and kept. */
export function opt<S extends z.ZodMiniType>(schema: S): OptionalFieldSchema<ValueOf<S>> {
  // A null is kept at run time, but its type is the type of an absent field.
  return sharedOptional(schema) as OptionalFieldSchema<ValueOf<S>>;
}

/** A field that requests must have and some services omit in responses: typed as present, valid when absent. */
export function expected<S extends z.ZodMiniType>(schema: S): RequiredFieldSchema<ValueOf<S>> {
  return opt(schema) as z.ZodMiniType as RequiredFieldSchema<ValueOf<S>>; // typed as present
}

/** An output-only field: set by the service, and `readonly` in the interface. */
export function outputOnly<S extends z.ZodMiniType>(schema: S): OutputOnlySchema<ValueOf<S>> {
  return mark(optional(schema), { outputOnly: true }) as OutputOnlySchema<ValueOf<S>>; // the property exists in types only
}

/** Sets the message of an issue for which zod without a language has only "Invalid input". */
function describe(issue: z.core.$ZodRawIssue): void {
  const { localeError, customError } = z.config();
  if (issue.message ?? localeError ?? customError ?? issue.inst?._zod.def.error) return;
  Object.assign(issue, { message: zodMessage({ ...issue, message: "Invalid input" }, issue.input) });
}

/** Nesting depth of the object that is being validated. */
let depth = 0;

/** An object that keeps an own `__proto__`, which a loose object of zod drops. */
const OpenObject = $constructor<z.ZodMiniObject, z.core.$ZodObjectDef>("OpenObject", (schema, def) => {
  ZodMiniObject.init(schema, def);
  const { parse } = schema._zod;
  const isExact = def.catchall?._zod.def.type === "never";
  schema._zod.parse = (payload, context) => {
    const { value: input } = payload;
    // Otherwise, zod would find inherited properties, such as `constructor`.
    if (isExact && isPlainObject(input)) payload.value = Object.assign(Object.create(null), input);
    let result: ReturnType<typeof parse>;
    depth += 1;
    try {
      if (depth > MAX_DEPTH) throw new RangeError(TOO_DEEP); // each issue has its path, so its memory grows with the depth
      result = parse(payload, context); // assigns a new object to payload.value
    } catch (error) {
      // zod overflows the stack if a field has some 100 000 issues.
      if (!(error instanceof RangeError)) throw error;
      payload.issues.push({
        code: "custom",
        message: "is nested too deeply, or has too many invalid values to list",
        input,
      });
      return payload;
    } finally {
      depth -= 1;
    }
    payload.issues.forEach(describe);
    if (isObject(input) && Object.hasOwn(input, "__proto__")) {
      const descriptor = Object.getOwnPropertyDescriptor(input, "__proto__") as PropertyDescriptor; // checked above
      Object.defineProperty(payload.value, "__proto__", descriptor);
    }
    return result;
  };
});

/** An object without unknown fields. `error` returns the message of an issue. */
export function exactObject(shape: z.core.$ZodLooseShape, error: z.core.$ZodErrorMap): z.ZodMiniType {
  return new OpenObject(z.strictObject(shape, { error }).def);
}

/** An object that keeps unknown fields, including an own `__proto__`. */
export function openObject<T>(shape: z.core.$ZodLooseShape): SchemaOf<T> {
  const { def } = z.looseObject(shape);
  return new OpenObject(def) as z.ZodMiniType as SchemaOf<T>; // the fields of the shape, and unknown ones
}

// Schemas of scalars are shared by all fields, because each object of zod costs time when the package is loaded.

/** A string. */
export const string: z.ZodMiniType<string> = z.string();

/** A boolean. */
export const boolean: z.ZodMiniType<boolean> = z.boolean();

/** A number. */
export const number: z.ZodMiniType<number> = z.number();

/** JSON Schema of a safe integer. */
export const safeInteger: JsonSchema = {
  type: "integer",
  minimum: Number.MIN_SAFE_INTEGER,
  maximum: Number.MAX_SAFE_INTEGER,
};

/** A safe integer. */
export const integer: z.ZodMiniType<number> = readAs("an integer", { type: "custom", json: safeInteger }, (value) =>
  Number.isSafeInteger(value) ? Number(value) : undefined,
);

/** A signed 64-bit integer: a decimal string, or an exact JSON number, which is converted to a string. */
export const int64Schema: z.ZodMiniType<Int64> = int64Of("a 64-bit integer", "^-?\\d{1,19}$", signedProblem);

/** An unsigned 64-bit integer: a decimal string, or an exact JSON number, which is converted to a string. */
export const uint64Schema: z.ZodMiniType<Int64> = int64Of("an unsigned 64-bit integer", "^\\d{1,20}$", unsignedProblem);

function int64Of(name: string, pattern: string, problemOf: Int64Problem): z.ZodMiniType<Int64> {
  const json = { type: "string", pattern };
  const forms = [{ anyOf: [json, safeInteger] }, json] as const;
  const schema = convertAs(`${name} as a decimal string`, forms, (value) => {
    const isInt64 = typeof value !== "bigint" && problemOf(value) === undefined;
    return isInt64 ? (String(value) as Int64) : undefined; // checked in the line above
  });
  return mark(schema, { int64: problemOf });
}

/** An open enumeration: any string is valid, because the service may add values. */
export function openEnum<const T extends string>(_values?: readonly T[]): z.ZodMiniType<T | (string & {})> {
  return string;
}

/** An open enumeration whose values requests may write in any case. */
export function upperCaseEnum<const T extends string>(_values?: readonly T[]): z.ZodMiniType<T | (string & {})> {
  return mark(z.string(), { upperCase: true });
}

/** An object with string values and any keys, including `__proto__`. */
export const stringMap: z.ZodMiniType<Record<string, string>> = custom(
  { type: "custom", json: { type: "object", additionalProperties: { type: ["string", "null"] } } },
  (value, issues) => {
    if (!isPlainObject(value)) {
      issues.push({ code: "custom", message: "expected an object", input: value });
      return {};
    }
    for (const [key, member] of Object.entries(value)) {
      if (typeof member === "string" || member === null) continue;
      issues.push({
        code: "custom",
        path: [key],
        message: "expected a string",
        input: member,
        params: { mapKey: true },
      });
    }
    return value as Record<string, string>; // any other value is an issue
  },
);

/**
 * An open enumeration: any string is valid, because the service may add values, and any number, which it may send instead.
 * `knownValues` are for suggestions, in the order of their numbers, from 1.
 */
export function enumValue<T extends string = never>(
  ...knownValues: readonly T[]
): z.ZodMiniType<T | (string & {}) | number> {
  const schema = readAs<T | (string & {}) | number>(
    "a string or a number",
    { type: "custom", json: { anyOf: [{ type: "string" }, { type: "number" }] } },
    (value) => (typeof value === "string" || typeof value === "number" ? value : undefined),
  );
  return mark(schema, { knownValues });
}
