import fc from "fast-check";
import { expect, test } from "vitest";
import * as z from "zod";
import { encodeBody } from "../../src/schema/codec.js";
import { int64Schema, numberedEnum, opt, outputOnly, stringMap, uint64Schema } from "../../src/schema/schema.js";
import { propertyRuns } from "../support/property-runs.js";

/** A recursive shape with every kind of field that the codec handles. */
const Node = z.looseObject({
  name: z.string(),
  size: opt(int64Schema),
  count: outputOnly(uint64Schema),
  etag: outputOnly(z.string()),
  labels: opt(stringMap),
  sizes: opt(z.array(int64Schema)),
  grid: opt(z.array(z.array(z.looseObject({ size: opt(int64Schema) })))),
  get child() {
    return opt(Node as z.ZodType);
  },
  get children() {
    return opt(z.array(Node as z.ZodType));
  },
});

const encode = (input: unknown) => encodeBody(Node, input);
const clean = (input: unknown) => {
  const { body, issues } = encode(input);
  expect(issues).toEqual([]);
  return body;
};

test("without a schema, JSON is unchanged", () => {
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      fc.pre(!JSON.stringify(value).includes('"__proto__":'));
      expect(encodeBody(undefined, value)).toEqual({
        body: value,
        issues: [],
        nulls: [],
        undefineds: [],
        strangers: [],
      });
      // The same with a schema that does not declare the names.
      expect(JSON.stringify(clean({ unknown: value }))).toBe(JSON.stringify({ unknown: value }));
    }),
  );
});

test("the result equals the value after JSON.stringify and JSON.parse", () => {
  const values = fc.object({
    withDate: true,
    withNullPrototype: true,
    values: [fc.string(), fc.integer(), fc.constant(undefined)],
  });
  fc.assert(
    fc.property(values, (value) => {
      const { body, issues } = encodeBody(undefined, value);
      if (issues.length > 0) return; // an undefined element, an invalid date, or a `__proto__`
      expect(JSON.stringify(body)).toBe(JSON.stringify(value));
      expect(JSON.parse(JSON.stringify(body))).toEqual(JSON.parse(JSON.stringify(value)));
    }),
  );
});

/** Whether JSON can represent a value, apart from properties that are undefined, which are omitted. */
function isRepresentable(value: unknown): boolean {
  if (typeof value !== "object" || value === null) {
    return JSON.stringify([value]) !== "[null]" || value === null;
  }
  if (Array.isArray(value)) return Array.from(value).every((element) => isRepresentable(element));
  if (value instanceof Date) return !Number.isNaN(value.getTime());
  if (Object.prototype.toString.call(value) !== "[object Object]") return false;
  return Object.entries(value).every(
    ([name, member]) => member === undefined || (name !== "__proto__" && isRepresentable(member)),
  );
}

test("an issue is reported exactly for what JSON cannot represent", () => {
  const leaves = [fc.string(), fc.double(), fc.boolean(), fc.constantFrom(null, undefined, () => 1, Symbol("a"))];
  const values = fc.anything({
    values: leaves,
    maxDepth: 3,
    withDate: true,
    withMap: true,
    withSet: true,
    withNullPrototype: true,
    withSparseArray: true,
    withTypedArray: true,
  });
  fc.assert(
    fc.property(values, (value) => {
      fc.pre(value !== undefined);
      const { issues } = encodeBody(undefined, value);
      expect(issues.length === 0).toBe(isRepresentable(value));
      expect(issues.every(({ rule }) => rule === "json-value")).toBe(true);
    }),
    propertyRuns(200),
  );
});

test("the input is not changed", () => {
  const input = { name: "a", size: 5n, etag: "e", child: { name: "b", size: 6 }, left: undefined };
  const before = structuredClone(input);
  clean(input);
  expect(input).toEqual(before);
});

test("undefined is omitted, null is kept", () => {
  expect(Object.keys(clean({ name: "a", size: undefined, labels: undefined }) as object)).toEqual(["name"]);
  expect(clean({ name: null, size: null, child: null, sizes: null })).toEqual({
    name: null,
    size: null,
    child: null,
    sizes: null,
  });
});

test("output-only fields are omitted at every depth, fields of the same name elsewhere are not", () => {
  const output = { etag: "e", count: "7" };
  expect(
    clean({
      name: "a",
      ...output,
      child: { name: "b", ...output },
      children: [{ name: "c", ...output }],
      unknown: output,
      labels: output,
    }),
  ).toEqual({ name: "a", child: { name: "b" }, children: [{ name: "c" }], unknown: output, labels: output });
});

test("an output-only field is omitted regardless of its value", () => {
  expect(clean({ name: "a", etag: Number.NaN, count: "no number" })).toEqual({ name: "a" });
});

const anyInt64 = fc.bigInt({ min: -(1n << 63n), max: (1n << 63n) - 1n });

test("INT64 are sent as decimal strings, at every depth", () => {
  const forms = anyInt64.chain((value) =>
    fc.constantFrom<unknown>(value, String(value), ...(Number.isSafeInteger(Number(value)) ? [Number(value)] : [])),
  );
  fc.assert(
    fc.property(forms, fc.nat(30), (value, depth) => {
      let input: unknown = { name: "leaf", size: value, sizes: [value, value], grid: [[{ size: value }]] };
      for (let n = 0; n < depth; n += 1)
        input = n % 2 === 0 ? { name: "n", child: input } : { name: "n", children: [input] };
      let leaf = clean(input);
      for (let n = depth; n > 0; n -= 1) {
        const { child, children } = leaf as { child?: unknown; children?: unknown[] };
        leaf = child ?? children?.[0];
      }
      const text = String(value);
      expect(leaf).toEqual({ name: "leaf", size: text, sizes: [text, text], grid: [[{ size: text }]] });
    }),
  );
});

test.each<[what: string, input: unknown, path: string, message: RegExp]>([
  ["an INT64 that is not an integer", { size: 0.5 }, "size", /^must be a 64-bit integer, got 0.5$/],
  ["an INT64 that has been rounded", { size: 2 ** 60 }, "size", /MAX_SAFE_INTEGER/],
  ["an INT64 that is too large", { size: 1n << 63n }, "size", /does not fit/],
  ["an INT64 that is not a string of digits", { size: "1.0" }, "size", /string of decimal digits/],
  ["an INT64 that is an object", { size: {} }, "size", /got an object/],
  ["an INT64 in a list", { sizes: ["1", 0.5] }, "sizes[1]", /got 0.5/],
  ["an INT64 in a list of lists", { grid: [[], [{ size: "x" }]] }, "grid[1][0].size", /got "x"/],
  ["a deeply nested INT64", { children: [{}, { child: { size: "x" } }] }, "children[1].child.size", /got "x"/],
  ["NaN", { name: Number.NaN }, "name", /^must be a finite number, got NaN$/],
  ["Infinity", { a: [Number.NEGATIVE_INFINITY] }, "a[0]", /^must be a finite number, got -Infinity$/],
  [
    "a bigint outside a 64-bit field",
    { labels: { a: 5n } },
    "labels.a",
    /must not be a bigint, because only 64-bit fields accept one/,
  ],
  ["a function", { a: () => 1 }, "a", /must be a JSON value, got a function/],
  ["a method of that name", { toJSON: () => 1 }, "toJSON", /got a function/],
  ["a symbol", { a: Symbol("s") }, "a", /got a symbol/],
  ["a Map", { labels: new Map([["a", "b"]]) }, "labels", /must be a plain object or a list, got a Map/],
  ["a Set", { a: new Set() }, "a", /got a Set/],
  ["an instance of a class", { a: new (class Money {})() }, "a", /got a Money/],
  ["an instance of a class without a name", { a: new (class {})() }, "a", /got a /],
  ["a String object", { a: Object("text") }, "a", /got a String/],
  ["a Promise", { a: Promise.resolve() }, "a", /got a Promise/],
  ["bytes", { a: new Uint8Array(2) }, "a", /got a Uint8Array/],
  ["a RegExp", { a: /x/ }, "a", /got a RegExp/],
  ["an Error", { a: new Error("x") }, "a", /got a Error/],
  ["an invalid Date", { a: new Date(Number.NaN) }, "a", /got a Date/],
  ["undefined in a list", { a: [1, undefined] }, "a[1]", /must not be undefined/],
  // biome-ignore lint/suspicious/noSparseArray: tests a hole
  ["a hole in a list", { a: [1, , 2] }, "a[1]", /must not be undefined/],
  ["an own __proto__", JSON.parse('{"__proto__":1}'), "__proto__", /^must not be the name of a field$/],
  [
    "an own __proto__ at depth",
    { children: [{ labels: JSON.parse('{"__proto__":"x"}') }] },
    "children[0].labels.__proto__",
    /must not be the name of a field/,
  ],
  ["an odd name", { labels: { "odd name": Number.NaN } }, 'labels["odd name"]', /NaN/],
])("reports %s, with its path", (_, input, path, message) => {
  const { issues } = encode(input);
  expect(issues).toMatchObject([{ path }]);
  expect(issues[0]!.message).toMatch(message);
});

test("reports all issues together", () => {
  const { issues } = encode({ size: "x", sizes: [0.5, 1, "y"], a: Number.NaN });
  expect(issues.map(({ path, rule }) => [path, rule])).toEqual([
    ["size", "int64"],
    ["sizes[0]", "int64"],
    ["sizes[2]", "int64"],
    ["a", "json-value"],
  ]);
});

test("a circular object is reported, an object that occurs twice is not", () => {
  const round: Record<string, unknown> = { name: "a" };
  round.child = { name: "b", child: round };
  round.children = [round];
  expect(encode(round).issues.map(({ path }) => path)).toEqual(["child.child", "children[0]"]);
  const list: unknown[] = [];
  list.push(list);
  expect(encode(list).issues).toMatchObject([{ path: "[0]", rule: "json-value" }]);
  const shared = { name: "s", size: 1 };
  expect(clean({ name: "a", child: shared, children: [shared, shared] })).toMatchObject({
    children: [{ size: "1" }, { size: "1" }],
  });
});

test("parsing converts INT64 numbers to strings, and nothing else", () => {
  const value = {
    name: "a",
    size: 5,
    count: 0,
    unknown: { size: 5 },
    child: { name: "b", size: -5, sizes: [null, 1].slice(1) },
  };
  expect(Node.parse(value)).toEqual({
    ...value,
    size: "5",
    count: "0",
    child: { name: "b", size: "-5", sizes: ["1"] },
  });
});

test.each([
  ["unsafe", 2 ** 53],
  ["not an integer", 0.5],
  ["a boolean", true],
  ["an object", { a: 1 }],
  ["too large", "9223372036854775808"],
  ["not a number", "x"],
])("an INT64 that is %s is one issue", (_, size) => {
  const message = "expected a 64-bit integer as a decimal string";
  expect(Node.safeParse({ name: "a", size }).error?.issues).toMatchObject([{ path: ["size"], message }]);
});

test("an unsigned INT64 that is negative is one issue", () => {
  const message = "expected an unsigned 64-bit integer as a decimal string";
  for (const count of [-5, "-5"])
    expect(Node.safeParse({ name: "a", count }).error?.issues).toMatchObject([{ path: ["count"], message }]);
});

test("parsing restores the INT64 values that encoding writes, at any depth", () => {
  const safe = fc.maxSafeInteger();
  const tree = fc.letrec<{ node: Record<string, unknown> }>((tie) => ({
    node: fc.record(
      {
        name: fc.string(),
        size: safe,
        sizes: fc.array(safe, { maxLength: 2 }),
        grid: fc.array(fc.array(fc.record({ size: safe }), { maxLength: 2 }), { maxLength: 2 }),
        child: fc.option(tie("node"), { nil: undefined, depthSize: "small" }),
        children: fc.array(tie("node"), { maxLength: 2 }),
        other: fc.jsonValue(),
      },
      { requiredKeys: ["name"] },
    ),
  })).node;
  fc.assert(
    fc.property(tree, (value) => {
      fc.pre(!JSON.stringify(value).includes("__proto__"));
      const encoded = clean(value);
      expect(Node.parse(JSON.parse(JSON.stringify(value)))).toEqual(JSON.parse(JSON.stringify(encoded)));
    }),
  );
});

test.each([1_000, 200_000])(
  "an input that is nested %i levels deep is rejected and does not overflow the stack",
  (depth) => {
    let input: unknown = {};
    for (let n = 0; n < depth; n += 1) input = n % 2 === 0 ? { child: input } : [input];
    const { issues } = encode(input);
    expect(issues).toMatchObject([{ rule: "json-value", message: "is nested more than 200 levels deep" }]);
  },
);

test("64-bit integers are sent in their shortest form", () => {
  const Sizes = z.looseObject({ id: opt(int64Schema), unsigned: opt(uint64Schema), list: opt(z.array(int64Schema)) });
  const forms = { id: "007", unsigned: "000", list: ["-0", "-00012", "0", `${"0".repeat(80)}5`, -0, 5n] };
  expect(encodeBody(Sizes, forms)).toMatchObject({
    issues: [],
    body: { id: "7", unsigned: "0", list: ["0", "-12", "0", "5", "0", "5"] },
  });
  expect(encodeBody(Sizes, forms, false).body).toMatchObject({ id: "7", unsigned: "0" });
  expect(encodeBody(Sizes, { id: "007x" }, false).body).toEqual({ id: "007x" });
});

test("names without a field and values beside the known ones are collected, but not those of maps and unknown fields", () => {
  const kind = numberedEnum("BIG", "SMALL");
  const Box = z.looseObject({ kind, kinds: z.array(kind), labels: opt(stringMap), inside: z.looseObject({ kind }) });
  const input = {
    kind: "BIG",
    kinds: ["SMALL", "TINY", 7],
    labels: { any: "x" },
    inside: { kid: 1 },
    other: { kind: "" },
  };
  const inside = Box.shape.inside;
  expect(encodeBody(Box, input).strangers).toEqual([
    { path: "kinds[1]", schema: kind, found: "TINY" },
    { path: "kinds[2]", schema: kind, found: 7 },
    { path: "inside.kid", schema: inside, found: "kid" },
    { path: "other", schema: Box, found: "other" },
  ]);
});
