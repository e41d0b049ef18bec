import fc from "fast-check";
import { expect, test } from "vitest";
import * as classic from "zod";
import * as z from "zod/mini";
import { restoreInt64 } from "../../src/schema/codec.js";
import { compiled, isValid, zodIssues } from "../../src/schema/compile.js";
import { int64Schema, opt, outputOnly, signedProblem, uint64Schema, unsignedProblem } from "../../src/schema/schema.js";
import { ProjectList, TableList } from "../../src/warehouse/schemas/lists.js";
import { Policy } from "../../src/warehouse/schemas/policy.js";
import { Table } from "../../src/warehouse/schemas/table.js";
import { propertyRuns } from "../support/property-runs.js";
import { placesOf, replaceAt } from "../support/sample.js";
import { fullPolicy, fullProjectList, fullTable, fullTableList } from "../warehouse/schemas/fixtures.js";

const odd = fc.oneof(
  fc.constantFrom<unknown>(
    null,
    undefined,
    "",
    "5",
    "-5",
    "18446744073709551616",
    5,
    -5,
    0.5,
    2 ** 60,
    true,
    [],
    {},
    [{}],
    [null],
    ["a"],
  ),
  fc.jsonValue(),
);

test.each([
  ["Table", Table, fullTable],
  ["TableList", TableList, fullTableList],
  ["ProjectList", ProjectList, fullProjectList],
  ["Policy", Policy, fullPolicy],
] as const)("agrees with zod on a %s with any member replaced by anything", (_, schema, fixture) => {
  expect(isValid(schema, fixture)).toBe(true);
  const paths = placesOf(fixture);
  fc.assert(
    fc.property(fc.array(fc.tuple(fc.nat(paths.length - 1), odd), { minLength: 1, maxLength: 3 }), (changes) => {
      let value: unknown = structuredClone(fixture);
      for (const [at, replacement] of changes) value = replaceAt(value, paths[at] ?? [], replacement);
      const { success: isValidByZod, error } = schema.safeParse(value);
      if (isValid(schema, value)) expect(isValidByZod).toBe(true);
      else expect(zodIssues(schema, value)).toEqual((error as z.core.$ZodError | undefined)?.issues ?? []);
      restoreInt64(schema, value);
      expect(isValid(schema, value)).toBe(isValidByZod);
    }),
    propertyRuns(300),
  );
});

const text = z.string();
const values = fc.oneof(odd, fc.constantFrom<unknown>("a@b.test", { a: "x" }, { a: undefined }, { a: null }, { a: 5 }));

/** Schemas as users write them; most of their types are checked only by zod. */
const schemas: [name: string, schema: z.core.$ZodType][] = [
  ["a refined string", text.check(z.minLength(2))],
  ["a string format", z.email()],
  ["a coerced string", z.coerce.string()],
  ["a coerced boolean", z.coerce.boolean()],
  ["a refined optional", z.optional(text).check(z.refine((value) => value !== undefined))],
  ["a refined nullable", z.nullable(text).check(z.refine((value) => value !== null))],
  ["a refined list", z.array(text).check(z.maxLength(1))],
  ["a refined object", z.looseObject({ a: opt(text) }).check(z.refine(({ a }) => a !== "x"))],
  ["a nullable optional", z.nullable(z.optional(text))],
  ["an optional of an optional", z.optional(z.optional(text))],
  ["an exact optional", z.looseObject({ a: z.exactOptional(text) })],
  ["a default", z.object({ a: z._default(text, "b") })],
  ["a field of any type", z.object({ a: z.any() })],
  ["a field that must be absent", z.object({ a: z.undefined() })],
  ["a strict object", z.strictObject({ a: opt(text) })],
  ["an object with a catch-all", z.catchall(z.object({}), text)],
  ["a partial object", z.partial(z.looseObject({ a: text, b: z.array(text) }))],
  ["a number", z.number()],
  ["a literal", z.literal("a")],
  ["an enumeration", z.enum(["a", "b"])],
  ["a union", z.union([text, z.array(text)])],
  ["an intersection", z.intersection(z.looseObject({ a: text }), z.looseObject({}))],
  ["a record", z.record(text, text)],
  ["a tuple", z.tuple([text], text)],
  ["a pipe", z.pipe(text, z.transform(Number))],
  ["a lazy schema", z.lazy(() => z.array(text))],
  ["a readonly list", z.readonly(z.array(text))],
  ["a caught error", z.catch(text, "b")],
  ["a custom check", z.custom((value) => value === 5)],
  ["a null", z.null()],
  ["unknown", z.unknown()],
  ["never", z.never()],
  ["zod's larger package", classic.object({ a: classic.string().min(2).optional(), b: classic.array(text).nullish() })],
];

test.each(schemas)("never accepts what zod rejects: %s", (_, schema) => {
  fc.assert(
    fc.property(values, (value) => {
      if (isValid(schema, value)) expect(z.safeParse(schema, value).success).toBe(true);
    }),
  );
});

/** Whether a value is an object without the field `a`: only zod can check it. */
function lacksField(value: unknown): boolean {
  return typeof value === "object" && value !== null && (value as { a?: unknown }).a === undefined;
}

test.each(schemas)("accepts what zod accepts, apart from an absent field: %s", (_, schema) => {
  fc.assert(
    fc.property(values, (value) => {
      const expected = z.safeParse(schema, value).success;
      if (!lacksField(value)) expect(isValid(schema, value)).toBe(expected);
    }),
  );
});

test("a schema is compiled once", () => {
  const Node = z.looseObject({
    get children() {
      return opt(z.array(Node as z.ZodMiniType));
    },
  });
  expect(compiled(Node)).toBe(compiled(Node));
  expect(compiled(Node).fields?.().get("children")?.element).toBe(compiled(Node));
});

test("properties of a schema are visible through every wrapper", () => {
  expect(compiled(int64Schema)).toMatchObject({ int64: signedProblem, outputOnly: false });
  expect(compiled(opt(uint64Schema))).toMatchObject({ int64: unsignedProblem, outputOnly: false });
  expect(compiled(outputOnly(int64Schema))).toMatchObject({ int64: signedProblem, outputOnly: true });
  expect(compiled(z.optional(outputOnly(z.string())))).toMatchObject({ int64: undefined, outputOnly: true });
  expect(compiled(z.string())).toMatchObject({ int64: undefined, outputOnly: false });
});
