import { expect, test } from "vitest";
import * as z from "zod";
import { int64Schema, integer, openEnum, opt, outputOnly, stringMap, uint64Schema } from "../../src/schema/schema.js";
import { shapeIssues, withoutInvalid } from "../../src/schema/shape-issues.js";
import { Table } from "../../src/warehouse/schemas/table.js";
import { TableSchema } from "../../src/warehouse/schemas/table-schema.js";

const reference = { projectId: "p", datasetId: "d", tableId: "t" };

const Part = z.looseObject({ name: z.string(), size: opt(int64Schema) });
const Thing = z.looseObject({
  name: z.string(),
  size: opt(int64Schema),
  count: outputOnly(uint64Schema),
  done: opt(z.boolean()),
  total: opt(integer),
  ratio: opt(z.number()),
  kind: opt(openEnum<"A" | "B">()),
  labels: opt(stringMap),
  part: opt(Part),
  parts: opt(z.array(Part)),
  names: opt(z.array(z.string())),
});

test.each([
  [{ name: "a" }],
  [{ name: "a", size: null, part: null, parts: null, labels: null, count: null }],
  [{ name: "a", size: "5", count: 5, kind: "C", labels: { a: null }, part: { name: "b" }, parts: [], names: ["x"] }],
  [{ name: "a", unknown: [{}], constructor: 5 }],
])("%j is valid", (value) => {
  expect(shapeIssues(Thing, value)).toEqual([]);
});

test.each<[what: string, value: unknown, path: string, message: string]>([
  ["a missing field", {}, "name", "is missing"],
  ["null for a required field", { name: null }, "name", "is missing"],
  ["a number for a string", { name: 5 }, "name", "expected a string, got a number"],
  ["a string for a boolean", { name: "a", done: "true" }, "done", "expected a boolean, got a string"],
  ["a fraction for an integer", { name: "a", total: 0.5 }, "total", "expected an integer, got a number"],
  ["a list for an object", { name: "a", part: [] }, "part", "expected an object, got a list"],
  ["an object for a list", { name: "a", parts: {} }, "parts", "expected a list, got an object"],
  ["a list for a map", { name: "a", labels: [] }, "labels", "expected an object, got a list"],
  ["a number in a map", { name: "a", labels: { a: 5 } }, "labels.a", "expected a string, got a number"],
  [
    "a fraction for an INT64",
    { name: "a", size: 0.5 },
    "size",
    "expected a 64-bit integer as a decimal string, got a number",
  ],
  [
    "a rounded INT64",
    { name: "a", size: 2 ** 60 },
    "size",
    "expected a 64-bit integer as a decimal string, got a number",
  ],
  [
    "a negative one",
    { name: "a", count: "-1" },
    "count",
    "expected an unsigned 64-bit integer as a decimal string, got a string",
  ],
  [
    "something deep down",
    { name: "a", parts: [{ name: "b" }, { name: 5 }] },
    "parts[1].name",
    "expected a string, got a number",
  ],
  ["null in a list", { name: "a", parts: [null] }, "parts[0]", "is missing"],
  ["another root", "text", "", "expected an object, got a string"],
  ["a list as the root", [], "", "expected an object, got a list"],
  ["null as the root", null, "", "is missing"],
])("reports %s", (_, value, path, message) => {
  expect(shapeIssues(Thing, value)).toMatchObject([{ path, message, rule: "member-type" }]);
});

test("reports all issues together", () => {
  const value = { size: "x", part: { size: 0.5 }, parts: [5, { name: 1 }], names: [1, "b", 2] };
  expect(shapeIssues(Thing, value).map(({ path }) => path)).toEqual([
    "name",
    "size",
    "part.name",
    "part.size",
    "parts[0]",
    "parts[1].name",
    "names[0]",
    "names[2]",
  ]);
});

test("reports missing fields with their paths", () => {
  const [name, part] = shapeIssues(Thing, { parts: [{ name: "a" }, { name: 5 }] });
  expect(name).toMatchObject({ missing: true, segments: ["name"] });
  expect(part).toMatchObject({ missing: false, segments: ["parts", 1, "name"] });
});

test.each<[what: string, value: Record<string, unknown>, left: unknown]>([
  ["a field", { name: "a", size: "x", done: true }, { name: "a", done: true }],
  ["a nested field", { name: "a", part: { name: 5, size: "5" } }, { name: "a", part: { size: "5" } }],
  [
    "an object in a list, whose place stays",
    { name: "a", parts: [5, { name: "b" }] },
    { name: "a", parts: [null, { name: "b" }] },
  ],
  ["a string in a list, whose index is kept", { name: "a", names: ["x", 5] }, { name: "a", names: ["x", null] }],
  ["a map with a number in it", { name: "a", labels: { b: 5, c: "d" } }, { name: "a", labels: { c: "d" } }],
  [
    "several members of a list",
    { name: "a", parts: [{ name: 1 }, { name: 2, size: "5" }] },
    { name: "a", parts: [{}, { size: "5" }] },
  ],
])("rules check a value without its mismatches: %s", (_, value, left) => {
  const before = structuredClone(value);
  expect(withoutInvalid(value, shapeIssues(Thing, value))).toEqual(left);
  expect(value).toEqual(before);
});

test("the remaining value matches, except for missing fields", () => {
  const value = {
    name: 5,
    part: 5,
    parts: [1, { name: [] }],
    names: [{}],
    labels: { a: {} },
    size: [],
    kind: {},
    ratio: "1",
  };
  const left = withoutInvalid(value, shapeIssues(Thing, value));
  expect(shapeIssues(Thing, left).every(({ missing }) => missing)).toBe(true);
});

test("removing a mismatch does not affect properties with hostile names", () => {
  const value = JSON.parse('{"name":"a","size":"x","__proto__":{"a":1},"constructor":2}');
  const left = withoutInvalid(value, shapeIssues(Thing, value));
  expect(JSON.stringify(left)).toBe('{"name":"a","__proto__":{"a":1},"constructor":2}');
});

test.each([
  ["schema", "expected an object (such as { fields: […] }), got a list"],
  ["clustering", "expected an object (such as { fields: […] }), got a list"],
  ["timePartitioning", "expected an object, got a list"],
  ["externalDataConfiguration", "expected an object, got a list"],
])("a list in place of the object %s has a remedy if the object has one list", (name, message) => {
  expect(shapeIssues(Table, { tableReference: reference, [name]: [{ name: "id" }] })).toMatchObject([
    { path: name, message },
  ]);
});

test("a list in place of a nested object or of the whole has the same remedy", () => {
  const fields = [{ name: "a", type: "STRING", policyTags: ["x"] }];
  expect(shapeIssues(Table, { tableReference: reference, schema: { fields } })).toMatchObject([
    { path: "schema.fields[0].policyTags", message: "expected an object (such as { names: […] }), got a list" },
  ]);
  expect(shapeIssues(TableSchema, [])).toMatchObject([
    { path: "", message: "expected an object (such as { fields: […] }), got a list" },
  ]);
});
