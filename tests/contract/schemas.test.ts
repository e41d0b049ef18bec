import * as fourfold from "fourfold";
import {
  createClient,
  Entity,
  Environment,
  environmentUpdate,
  parseEnvironmentUpdate,
  planEnvironmentUpdates,
  RangePartitioning,
  RangePartitioningRange,
  Table,
  TableFieldSchema,
  type TableInput,
  type TablePatch,
} from "fourfold";
import { ensureTable, planTablePatch } from "fourfold/tables";
import { createSandbox } from "fourfold/testing";
import { describe, expect, test } from "vitest";
import * as z from "zod";
import * as mini from "zod/mini";
import tableFile from "./table-file.json" with { type: "json" };

// Runs with the lowest and the latest version of zod, too (npm run test:package -- compat).
const tableReference = { projectId: "p", datasetId: "d", tableId: "t" };

const schemas = Object.entries(fourfold).flatMap(([name, value]): [string, z.core.$ZodType][] =>
  value instanceof z.core.$ZodType ? [[name, value]] : [],
);

type JsonSchema = z.core.JSONSchema.BaseSchema;

/** The JSON Schema of a property, without `null`. */
function propertyOf(schema: JsonSchema, name: string): JsonSchema {
  const property = schema.properties?.[name] as JsonSchema; // no property is true or false
  const [first] = property.anyOf ?? [];
  return property.anyOf?.some((each) => Object(each).type === "null") ? (first as JsonSchema) : property;
}

describe("z.toJSONSchema", () => {
  test("finds the schemas of the package", () => {
    expect(schemas.length).toBeGreaterThan(40);
  });

  test.each(schemas)("represents %s", (_, schema) => {
    for (const io of ["input", "output"] as const) {
      for (const target of ["draft-2020-12", "draft-7"] as const) {
        expect(z.toJSONSchema(schema, { io, target })).toMatchObject({ type: "object" });
        expect(mini.toJSONSchema(schema, { io, target })).toMatchObject({ type: "object" });
      }
    }
  });

  test("represents an INT64 by a string of digits, or a number before it is parsed", () => {
    const digits = { type: "string", pattern: "^-?\\d{1,19}$" };
    expect(z.toJSONSchema(RangePartitioningRange)).toMatchObject({
      properties: { start: digits, end: digits, interval: digits },
      required: ["start", "end", "interval"],
    });
    const { properties, required } = z.toJSONSchema(RangePartitioningRange, { io: "input" });
    expect(properties?.start).toMatchObject({ anyOf: [digits, { type: "integer", maximum: Number.MAX_SAFE_INTEGER }] });
    expect(required).toEqual(["start", "end", "interval"]);
    expect(propertyOf(z.toJSONSchema(Table), "numRows")).toEqual({ type: "string", pattern: "^\\d{1,20}$" });
  });

  test("represents maps, integers, enumerations, and fields with several forms", () => {
    // Newer versions of zod merge the alternatives.
    expect([{ anyOf: [{ type: "string" }, { type: "null" }] }, { type: ["string", "null"] }]).toContainEqual(
      Object(propertyOf(z.toJSONSchema(Table), "labels")).additionalProperties,
    );
    const value = { anyOf: [{ type: "string" }, { type: "number" }] };
    expect([{ anyOf: [value, { type: "null" }] }, { type: ["string", "number", "null"] }]).toContainEqual(
      z.toJSONSchema(Environment).properties?.state,
    );
    const names = { type: "array", items: { type: "string" } };
    expect(propertyOf(z.toJSONSchema(Entity), "@type")).toEqual(names);
    expect(propertyOf(z.toJSONSchema(Entity, { io: "input" }), "@type")).toEqual({
      anyOf: [{ type: "string" }, names],
    });
    expect(propertyOf(z.toJSONSchema(Entity), "name")).toMatchObject({
      anyOf: [{ type: "string" }, { type: "array" }],
    });
  });

  test("represents nested columns by a reference", () => {
    expect(propertyOf(z.toJSONSchema(TableFieldSchema), "fields")).toEqual({ type: "array", items: { $ref: "#" } });
  });

  test("allows unknown fields", () => {
    expect(z.toJSONSchema(Table).additionalProperties).toEqual({});
  });

  test("represents a new object each time", () => {
    const first = z.toJSONSchema(RangePartitioningRange);
    Object.assign(first.properties?.start as object, { description: "changed" });
    expect(z.toJSONSchema(RangePartitioningRange).properties?.start).not.toHaveProperty("description");
  });
});

const table = { tableReference, numRows: 5, expirationTime: 6, added: [7] };
const parsed = { tableReference, numRows: "5", expirationTime: "6", added: [7] };

const composed: { name: string; schema: z.core.$ZodType; value: unknown; expected: unknown }[] = [
  { name: "z.object", schema: z.object({ t: Table }), value: { t: table }, expected: { t: parsed } },
  { name: "z.array", schema: z.array(Table), value: [table], expected: [parsed] },
  { name: "z.optional", schema: z.optional(Table), value: table, expected: parsed },
  {
    name: "z.union",
    schema: z.union([z.object({ rows: z.string() }), Table]),
    value: table,
    expected: parsed,
  },
  {
    name: "z.looseObject of a shape",
    schema: z.looseObject(Table.shape).extend({ note: z.string() }),
    value: { ...table, note: "mine" },
    expected: { ...parsed, note: "mine" },
  },
  {
    name: "z.object of a shape, which drops unknown fields",
    schema: z.object(Table.shape).pick({ numRows: true }),
    value: table,
    expected: { numRows: "5" },
  },
  {
    name: "z.object with some fields",
    schema: z.object({ rows: Table.shape.numRows, etag: Table.shape.etag }),
    value: { rows: 5 },
    expected: { rows: "5" },
  },
  {
    name: "extend",
    schema: Table.extend({ note: z.string() }),
    value: { ...table, note: "mine" },
    expected: { ...parsed, note: "mine" },
  },
  {
    name: "pick",
    schema: Table.pick({ numRows: true }),
    value: { numRows: 5, added: 7 },
    expected: { numRows: "5", added: 7 },
  },
  { name: "omit", schema: Table.omit({ tableReference: true }), value: { numRows: 5 }, expected: { numRows: "5" } },
  { name: "partial", schema: Table.partial(), value: { numRows: 5 }, expected: { numRows: "5" } },
  { name: "optional", schema: Table.optional(), value: undefined, expected: undefined },
  { name: "mini.object", schema: mini.object({ t: Table }), value: { t: table }, expected: { t: parsed } },
  { name: "mini.array", schema: mini.array(Table), value: [table], expected: [parsed] },
  {
    name: "mini.extend",
    schema: mini.extend(Table, { note: mini.string() }),
    value: { ...table, note: "mine" },
    expected: { ...parsed, note: "mine" },
  },
  {
    name: "mini.pick",
    schema: mini.pick(Table, { numRows: true, expirationTime: true }),
    value: { numRows: 5, expirationTime: 6, added: 7 },
    expected: { numRows: "5", expirationTime: "6", added: 7 },
  },
  {
    name: "mini.omit",
    schema: mini.omit(Table, { tableReference: true }),
    value: { numRows: 5 },
    expected: { numRows: "5" },
  },
  { name: "mini.partial", schema: mini.partial(Table), value: { numRows: 5 }, expected: { numRows: "5" } },
  { name: "mini.required", schema: mini.required(Table, { numRows: true }), value: table, expected: parsed },
  {
    name: "a check of a field",
    schema: mini.object({ start: RangePartitioningRange.shape.start.check(mini.refine((start) => start !== "0")) }),
    value: { start: 5 },
    expected: { start: "5" },
  },
  {
    name: "a check of a resource",
    schema: Table.check(mini.refine(({ numRows }) => numRows !== "0")),
    value: table,
    expected: parsed,
  },
  {
    name: "mini.pick of a nested resource",
    schema: mini.pick(RangePartitioning, { range: true }),
    value: { range: { start: 0, end: 5, interval: "1" } },
    expected: { range: { start: "0", end: "5", interval: "1" } },
  },
];

describe.each(composed)("$name", ({ schema, value, expected }) => {
  test("parses, and converts INT64 numbers to strings", () => {
    expect(z.parse(schema, value)).toEqual(expected);
    expect(mini.parse(schema, value)).toEqual(expected);
  });

  test("can be represented", () => {
    for (const io of ["input", "output"] as const) {
      expect(z.toJSONSchema(schema, { io })).toHaveProperty("$schema");
    }
  });
});

test("a check of a field or a resource runs", () => {
  const range = mini.object({ start: RangePartitioningRange.shape.start.check(mini.refine((start) => start !== "0")) });
  expect(range.safeParse({ start: 0 }).success).toBe(false);
  expect(Table.check(mini.refine(() => false)).safeParse(table).success).toBe(false);
});

test("parse throws zod's error, which zod formats", () => {
  const result = Table.safeParse({ tableReference, description: 5 });
  expect(result.error).toBeInstanceOf(z.core.$ZodError);
  expect(result.error?.issues).toMatchObject([{ path: ["description"], code: "invalid_type" }]);
  expect(z.treeifyError(result.error as z.core.$ZodError<{ description: string }>)).toMatchObject({
    properties: { description: { errors: [expect.any(String)] } },
  });
  expect(() => Table.parse({})).toThrow(z.core.$ZodError);
});

describe("schema name", () => {
  const $schema = "./node_modules/fourfold/json-schema/table-input.json";
  const tableReference = { projectId: "shop", datasetId: "sales", tableId: "orders" };
  const table: TableInput = { $schema, tableReference, schema: { fields: [{ name: "id", type: "STRING" }] } };

  /** A client with a table, and the bodies of the requests that it sends. */
  function setUp() {
    const sandbox = createSandbox();
    sandbox.warehouse.datasets.add({ projectId: "shop", datasetId: "sales" });
    const events: string[] = [];
    const options = { ...sandbox.clientOptions, onEvent: ({ type }: { type: string }) => void events.push(type) };
    const { warehouse } = createClient(options);
    return { sandbox, warehouse, events, sent: () => JSON.stringify(sandbox.requests.map(({ body }) => body)) };
  }

  test("no request has $schema, and there is no warning", async () => {
    const { warehouse, events, sent } = setUp();
    const inserted = await warehouse.tables.insert(table);
    const patch: TablePatch = { $schema, description: "a" };
    await warehouse.tables.patch(tableReference, patch);
    await warehouse.tables.update({ ...table, description: "b" });
    await warehouse.tables.modify(tableReference, () => ({ $schema, description: "c" }));
    expect(await ensureTable(warehouse, { ...table, description: "c" })).toMatchObject({ change: "unchanged" });
    expect(await ensureTable(warehouse, { ...table, description: "d" })).toMatchObject({ change: "patched" });
    expect(inserted).not.toHaveProperty("$schema");
    expect(sent()).toContain("tableReference");
    expect(sent()).not.toContain("$schema");
    expect(events.filter((type) => type === "drift" || type === "warning")).toEqual([]);
  });

  test("an imported JSON file can be inserted, ensured and used as a patch", async () => {
    const { warehouse, sent } = setUp();
    expect(await warehouse.tables.insert(tableFile)).toMatchObject({ expirationTime: "1900000000000" });
    expect(await ensureTable(warehouse, tableFile)).toMatchObject({ change: "unchanged" });
    expect(planTablePatch(await warehouse.tables.get(tableReference), tableFile)).toBeUndefined();
    expect(await warehouse.tables.patch(tableReference, tableFile)).toMatchObject({ labels: { team: "data" } });
    expect(sent()).not.toContain("$schema");
  });

  test("only the top level of a resource may have $schema", async () => {
    const { warehouse, sent } = setUp();
    const column = { name: "id", type: "STRING", $schema: "of the column" };
    await warehouse.tables.insert({ tableReference, schema: { fields: [column] }, labels: {} });
    expect(sent()).toContain('"$schema":"of the column"');
  });

  test("plans ignore $schema", () => {
    const current = { tableReference, schema: { fields: [{ name: "id", type: "STRING" }] } };
    expect(planTablePatch(current, table)).toBeUndefined();
    expect(planTablePatch(current, { ...table, description: "a" })).toEqual({ description: "a" });
    const update = environmentUpdate.labels({ team: "data" });
    expect(planEnvironmentUpdates({}, { $schema, labels: { team: "data" } })).toMatchObject([
      { updateMask: "labels.team" },
    ]);
    expect(parseEnvironmentUpdate({ $schema, ...update })).toEqual(update);
    expect(parseEnvironmentUpdate({ ...update, environment: { $schema, ...update.environment } })).toEqual(update);
  });
});
