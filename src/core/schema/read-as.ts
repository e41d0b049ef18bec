import type * as z from "zod/mini";
import { ZodMiniType } from "zod/mini";
import { $constructor } from "zod/v4/core";

type JsonSchema = Readonly<Record<string, unknown>>;

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
const CustomType = /* @__PURE__ */ $constructor<z.ZodMiniType, Form & { readonly parse: Parse<unknown> }>(
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
export function custom<T>(form: Form, parse: Parse<T>): z.ZodMiniType<T> {
  return new CustomType({ ...form, parse }) as z.ZodMiniType<T>; // the function's type
}

/** Creates a schema from a function that returns the parsed value, or undefined for an invalid one. */
export function readAs<T>(expected: string, form: Form, read: (value: unknown) => T | undefined): z.ZodMiniType<T> {
  return custom(form, (value, issues) => {
    const result = read(value);
    if (result === undefined) issues.push({ code: "custom", message: expected, input: value });
    return result as T; // if it is undefined, the issue above makes the result invalid
  });
}

/** As {@link readAs}, for values whose JSON Schema differs before and after parsing. */
export function convertAs<T>(
  expected: string,
  [input, output]: readonly [input: JsonSchema, output: JsonSchema],
  read: (value: unknown) => T | undefined,
): z.ZodMiniType<T> {
  const side = (json: JsonSchema) => readAs(expected, { type: "custom", json }, read);
  return readAs(expected, { type: "pipe", in: side(input), out: side(output) }, read);
}
