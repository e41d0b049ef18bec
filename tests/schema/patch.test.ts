import { createClient, defineMethod, patchOf, RequestError, Table } from "fourfold";
import { createSandbox } from "fourfold/testing";
import { expect, test } from "vitest";
import * as z from "zod";
import * as zm from "zod/mini";
import { validate } from "../../src/schema/standard-schema.js";
import { thrown } from "../support/rejection.js";

const Link = zm.looseObject({ type: zm.optional(zm.string()), link: zm.optional(zm.string()) });
const Task = zm.looseObject({
  title: zm.optional(zm.string()),
  position: zm.number(),
  hidden: zm.optional(zm.boolean()),
  links: zm.optional(zm.array(Link)),
  labels: zm.optional(zm.record(zm.string(), zm.string())),
  origin: zm.optional(zm.looseObject({ app: zm.string(), link: zm.optional(Link) })),
});

test("every field of a patch may be omitted or null, at every depth", () => {
  const patch = patchOf(Task);
  const values = [
    {},
    { title: null, position: null, hidden: null, links: null, labels: null, origin: null },
    { title: "a", position: 1, links: [{ type: null }], labels: { team: null }, origin: { app: null } },
    { origin: { link: { type: null, link: "x" } } },
  ];
  for (const value of values) expect(patch.parse(value)).toEqual(value);
});

test("fields are validated as in the resource", () => {
  const patch = patchOf(Task);
  const pathsOf = (value: unknown) => patch.safeParse(value).error?.issues.map(({ path }) => path.join("."));
  expect(pathsOf({ title: 5, origin: { link: { type: 5 } } })).toEqual(["title", "origin.link.type"]);
  expect(pathsOf({ links: [{ type: 5 }], labels: { a: 1 } })).toEqual(["links.0.type", "labels.a"]);
  expect(pathsOf({ links: [null] })).toEqual(["links.0"]);
  expect(pathsOf(null)).toEqual([""]);
});

test("unknown fields are kept unless the schema is strict", () => {
  const value = { origin: { later: null }, later: 1 };
  expect(patchOf(Task).parse(value)).toEqual(value);
  expect(patchOf(zm.object({ a: zm.string() })).parse({ later: 1 })).toEqual({ later: 1 });
  const strict = patchOf(zm.strictObject({ a: zm.string() }));
  expect(strict.safeParse({ a: null }).success).toBe(true);
  expect(strict.safeParse({ b: null }).success).toBe(false);
  const counted = patchOf(zm.catchall(zm.object({ a: zm.string() }), zm.number()));
  expect([{ b: 1 }, { b: null }, { b: "1" }].map((each) => counted.safeParse(each).success)).toEqual([
    true,
    true,
    false,
  ]);
});

test("a recursive schema may refer to constants that are initialized later", () => {
  const Tree: zm.ZodMiniType<object> = zm.looseObject({
    get children() {
      return zm.optional(zm.array(Tree));
    },
    get range() {
      return zm.optional(zm.record(zm.string(), Range));
    },
  });
  const patch = patchOf(Tree);
  const Range: zm.ZodMiniType<object> = zm.looseObject({
    get end() {
      return zm.optional(Tree);
    },
  });
  const value = { children: [{ children: null }], range: { a: { end: { range: { b: null } } } } };
  expect(patch.parse(value)).toEqual(value);
  expect(patch.safeParse({ range: { a: { end: { children: 5 } } } }).success).toBe(false);
  const ofLazy = patchOf(zm.lazy(() => Tree));
  expect(ofLazy.parse(value)).toEqual(value);
});

test("a deep schema does not overflow the stack, and a deep value is an issue of a request", () => {
  let schema: zm.ZodMiniType = zm.string();
  for (let depth = 0; depth < 10_000; depth += 1) schema = zm.looseObject({ inner: schema });
  expect(patchOf(schema).parse({ inner: { inner: null } })).toEqual({ inner: { inner: null } });
  const Deep: zm.ZodMiniType = zm.looseObject({
    get inner() {
      return zm.optional(Deep);
    },
  });
  const value = JSON.parse(`${'{"inner":'.repeat(50_000)}null${"}".repeat(50_000)}`);
  expect(validate(patchOf(Deep), value).issues).toHaveLength(1);
});

test("defaults are not filled in, and checks of a whole object do not run", () => {
  const Range = z
    .object({ start: z.number().default(0), end: z.number().catch(9), step: z.number().prefault(1) })
    .refine(({ start, end }) => start < end);
  const patch = patchOf(Range);
  expect(patch.parse({})).toEqual({});
  expect(patch.parse({ start: null, end: 1 })).toEqual({ start: null, end: 1 });
  expect(patch.safeParse({ end: "1" }).success).toBe(false);
});

test("checks of strings and lists run", () => {
  const patch = patchOf(z.object({ mail: z.email(), tags: z.array(z.string()).max(1) }));
  expect(patch.safeParse({ mail: "x" }).success).toBe(false);
  expect(patch.safeParse({ tags: ["a", "b"] }).success).toBe(false);
  expect(patch.safeParse({ mail: null, tags: ["a"] }).success).toBe(true);
});

test("unions, intersections and other wrappers contain patches", () => {
  const Card = z.object({ type: z.literal("card"), card: z.object({ last4: z.string() }) });
  const Bank = z.object({ type: z.literal("bank"), iban: z.string().nullable() });
  const patch = patchOf(
    z.object({
      source: z.discriminatedUnion("type", [Card, Bank]),
      both: z.intersection(z.object({ a: z.string() }), z.object({ b: z.string() })),
      fixed: z.object({ a: z.string() }).readonly(),
      byKind: z.record(z.enum(["a", "b"]), z.number()),
      either: z.union([z.string(), z.object({ a: z.string() })]).optional(),
    }),
  );
  const value = {
    source: { card: { last4: null } },
    both: { a: null, b: "x" },
    fixed: { a: null },
    byKind: { a: null },
    either: { a: null },
  };
  expect(patch.parse(value)).toEqual(value);
  expect(patch.parse({ source: { iban: null } })).toEqual({ source: { iban: null } });
  expect(patch.safeParse({ source: { type: "cash" } }).success).toBe(false);
  expect(patch.safeParse({ byKind: { c: 1 } }).success).toBe(false);
});

test("resources of this package have patches, and a schema has one patch", () => {
  const patch = patchOf(Table);
  const value = { description: null, schema: { fields: [{ name: "a", description: null }] }, labels: { a: null } };
  expect(patch.parse(value)).toEqual(value);
  expect(patch.parse({ expirationTime: "5" })).toEqual({ expirationTime: "5" });
  expect(patch.safeParse({ expirationTime: true }).success).toBe(false);
  expect(patchOf(Table)).toBe(patch);
});

test("a patch has a JSON Schema", () => {
  const Node = z.looseObject({
    name: z.string(),
    get next() {
      return z.optional(Node);
    },
  });
  const { properties, required } = z.toJSONSchema(patchOf(Node));
  expect(Object.keys(properties ?? {})).toEqual(["name", "next"]);
  expect(JSON.stringify(properties?.name)).toContain('"null"');
  expect(required).toBeUndefined();
});

test("anything but a zod schema is rejected", () => {
  for (const value of [undefined, null, {}, "string", { "~standard": { validate: () => ({}) } }]) {
    expect(thrown(() => patchOf(value as never))).toBeInstanceOf(RequestError);
  }
});

test("a method sends a patch with its nulls", async () => {
  const sandbox = createSandbox();
  const method = defineMethod({ name: "tasks.patch", http: "PATCH /tasks/{task}", body: patchOf(Task) });
  sandbox.route(method, ({ body }) => body);
  const body = { title: null, origin: { link: { type: null } } };
  expect(await createClient(sandbox.clientOptions).entities.call(method, { task: "t", body })).toEqual(body);
});
