import { describe, expect, test } from "vitest";
import { BigLakeConfiguration, ExternalDataConfiguration } from "../../../src/warehouse/schemas/external-data.js";
import { BigtableColumn } from "../../../src/warehouse/schemas/format-options.js";
import { ProjectList, TableList, TableListEntry } from "../../../src/warehouse/schemas/lists.js";
import { Policy } from "../../../src/warehouse/schemas/policy.js";
import { Table } from "../../../src/warehouse/schemas/table.js";
import { TableFieldSchema, TableSchema } from "../../../src/warehouse/schemas/table-schema.js";
import { fullPolicy, fullProjectList, fullTable, fullTableList } from "./fixtures.js";

const tableReference = { projectId: "p", datasetId: "d", tableId: "t" };
const clone = (value: unknown): unknown => JSON.parse(JSON.stringify(value));

/** The parts of a schema's definition that this file reads. */
interface Definition {
  type: string;
  innerType?: { def: Definition };
  element?: { def: Definition };
  shape?: Record<string, { def: Definition }>;
}

/** Lists the fields of a schema, by path, that none of `values` has. Recursion ends where the values end. */
function unused(schema: { def: unknown }, values: readonly unknown[], path = ""): string[] {
  const def = schema.def as Definition;
  const inner = def.innerType ?? def.element;
  if (inner !== undefined) return unused(inner, def.type === "array" ? values.flat() : values, path);
  return Object.entries(def.shape ?? {}).flatMap(([key, member]) => {
    const found = values.map((value) => (value as Record<string, unknown>)[key]).filter((value) => value !== undefined);
    const at = `${path}.${key}`;
    return found.length > 0 ? unused(member, found, at) : [at];
  });
}

const fixtures = [
  { name: "Table", schema: Table, value: fullTable },
  { name: "TableList", schema: TableList, value: fullTableList },
  { name: "ProjectList", schema: ProjectList, value: fullProjectList },
  { name: "Policy", schema: Policy, value: fullPolicy },
];

describe.each(fixtures)("$name with every field", ({ schema, value }) => {
  test("is parsed unchanged", () => {
    expect(schema.parse(clone(value))).toEqual(value);
  });

  test("the fixture contains every field of the schema", () => {
    const deep = /^(\.schema|\.externalDataConfiguration\.schema)\.fields\./; // each column below has some of the fields
    expect(unused(schema, [value]).filter((path) => !deep.test(path))).toEqual([]);
  });

  test("keeps unknown fields", () => {
    const more = { ...value, added: { deep: [1, null] } };
    expect(schema.parse(clone(more))).toEqual(more);
  });
});

test("the columns use every field of TableFieldSchema", () => {
  const used = new Set(fullTable.schema?.fields?.flatMap((field) => Object.keys(field)));
  expect(Object.keys(TableFieldSchema.shape).filter((key) => !used.has(key))).toEqual([]);
});

test("keeps unknown fields at every depth", () => {
  const table = {
    tableReference: { ...tableReference, added: 1 },
    schema: {
      added: 2,
      fields: [{ name: "r", type: "RECORD", added: 3, fields: [{ name: "a", type: "T", added: 4 }] }],
    },
  };
  expect(Table.parse(clone(table))).toEqual(table);
});

test("parses INT64 numbers as strings", () => {
  const parsed = Table.parse({
    tableReference,
    numRows: 5,
    numBytes: -1,
    expirationTime: 1_700_000_000_000,
    rangePartitioning: { field: "n", range: { start: -5, end: 10, interval: 1 } },
    schema: { fields: [{ name: "a", type: "RECORD", fields: [{ name: "b", type: "STRING", maxLength: 7 }] }] },
  });
  expect(parsed).toEqual({
    tableReference,
    numRows: "5",
    numBytes: "-1",
    expirationTime: "1700000000000",
    rangePartitioning: { field: "n", range: { start: "-5", end: "10", interval: "1" } },
    schema: { fields: [{ name: "a", type: "RECORD", fields: [{ name: "b", type: "STRING", maxLength: "7" }] }] },
  });
});

test("accepts every string as an enumerated value, listed or not", () => {
  expect(Table.parse({ tableReference, type: "LATER" }).type).toBe("LATER");
  expect(TableFieldSchema.parse({ name: "a", type: "INTERVAL", mode: "LATER" }).type).toBe("INTERVAL");
});

const refused: { name: string; schema: { safeParse(data: unknown): { success: boolean } }; value: unknown }[] = [
  { name: "a table that is a list", schema: Table, value: [] },
  { name: "a table without a reference", schema: Table, value: {} },
  { name: "a label that is a number", schema: Table, value: { tableReference, labels: { a: 1 } } },
  { name: "a negative number of rows", schema: Table, value: { tableReference, numRows: "-1" } },
  { name: "a number of bytes that was rounded", schema: Table, value: { tableReference, numBytes: 2 ** 60 } },
  {
    name: "a nested column without a type",
    schema: TableSchema,
    value: { fields: [{ name: "a", type: "RECORD", fields: [{ name: "b" }] }] },
  },
  { name: "external data without source URIs", schema: ExternalDataConfiguration, value: { sourceFormat: "CSV" } },
  { name: "a version as a string", schema: Policy, value: { version: "3" } },
];

test.each(refused)("rejects $name", ({ schema, value }) => {
  expect(schema.safeParse(value).success).toBe(false);
});

test("accepts responses without fields that the spec requires and real services omit", () => {
  expect(BigLakeConfiguration.parse({})).toEqual({});
  expect(BigtableColumn.parse({ qualifierString: "q" })).toEqual({ qualifierString: "q" });
  expect(ExternalDataConfiguration.parse({ sourceUris: ["u"], objectMetadata: "SIMPLE" }).sourceFormat).toBeUndefined();
  expect(Policy.parse({ etag: "e" })).toEqual({ etag: "e" });
  expect(TableList.parse({})).toEqual({});
  expect(ProjectList.parse({})).toEqual({});
  expect(TableListEntry.parse({})).toEqual({});
});
