import { describe, expect, test } from "vitest";
import { compiled } from "../../../src/core/schema/compile.js";
import { signedProblem, unsignedProblem } from "../../../src/core/schema/schema.js";
import * as enums from "../../../src/warehouse/schemas/enums.js";
import { BigLakeConfiguration, ExternalDataConfiguration } from "../../../src/warehouse/schemas/external-data.js";
import { BigtableColumn } from "../../../src/warehouse/schemas/format-options.js";
import { Project, ProjectList, TableList, TableListEntry } from "../../../src/warehouse/schemas/lists.js";
import { Policy } from "../../../src/warehouse/schemas/policy.js";
import { Table } from "../../../src/warehouse/schemas/table.js";
import {
  ErrorProto,
  RangePartitioning,
  SnapshotDefinition,
  Streamingbuffer,
  TableConstraints,
  TableReference,
  TimePartitioning,
} from "../../../src/warehouse/schemas/table-parts.js";
import { TableFieldSchema, TableSchema } from "../../../src/warehouse/schemas/table-schema.js";
import { MaterializedViewDefinition, ViewDefinition } from "../../../src/warehouse/schemas/views.js";
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

test("keeps null for an optional field", () => {
  const table = {
    tableReference,
    description: null,
    labels: null,
    numRows: null,
    schema: { fields: null },
    view: null,
  };
  expect(Table.parse(clone(table))).toEqual(table);
});

test("keeps a null label and labels named like built-in properties", () => {
  const labels = JSON.parse('{"__proto__": "a", "constructor": "b", "gone": null}');
  const parsed = Table.parse({ tableReference, labels });
  expect(JSON.stringify(parsed.labels)).toBe('{"__proto__":"a","constructor":"b","gone":null}');
});

test("rejects null for a required field", () => {
  expect(Table.safeParse({ tableReference: null }).success).toBe(false);
  expect(TableReference.safeParse({ ...tableReference, tableId: null }).success).toBe(false);
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

test("no list of values contains a duplicate", () => {
  for (const values of Object.values(enums)) expect(new Set<string>(values).size).toBe(values.length);
});

const refused: { name: string; schema: { safeParse(data: unknown): { success: boolean } }; value: unknown }[] = [
  { name: "a table that is a list", schema: Table, value: [] },
  { name: "a table without a reference", schema: Table, value: {} },
  { name: "a reference without a dataset", schema: TableReference, value: { projectId: "p", tableId: "t" } },
  { name: "a description that is a number", schema: Table, value: { tableReference, description: 1 } },
  { name: "labels that are a list", schema: Table, value: { tableReference, labels: [] } },
  { name: "a label that is a number", schema: Table, value: { tableReference, labels: { a: 1 } } },
  { name: "a boolean as a string", schema: Table, value: { tableReference, requirePartitionFilter: "true" } },
  { name: "a type that is a number", schema: Table, value: { tableReference, type: 1 } },
  { name: "a negative number of rows", schema: Table, value: { tableReference, numRows: "-1" } },
  {
    name: "a number of bytes beyond 64 bits",
    schema: Table,
    value: { tableReference, numBytes: "9223372036854775808" },
  },
  { name: "a number of bytes that was rounded", schema: Table, value: { tableReference, numBytes: 2 ** 60 } },
  { name: "a number of bytes with a fraction", schema: Table, value: { tableReference, numBytes: 1.5 } },
  { name: "fields that are not a list", schema: TableSchema, value: { fields: {} } },
  { name: "a column without a name", schema: TableSchema, value: { fields: [{ type: "STRING" }] } },
  { name: "a column without a type", schema: TableSchema, value: { fields: [{ name: "a" }] } },
  {
    name: "a nested column without a type",
    schema: TableSchema,
    value: { fields: [{ name: "a", type: "RECORD", fields: [{ name: "b" }] }] },
  },
  {
    name: "a range type that is missing",
    schema: TableFieldSchema,
    value: { name: "a", type: "RANGE", rangeElementType: {} },
  },
  { name: "time partitioning without a type", schema: TimePartitioning, value: {} },
  { name: "range partitioning without a field", schema: RangePartitioning, value: {} },
  {
    name: "a range without an end",
    schema: RangePartitioning,
    value: { field: "n", range: { start: "0", interval: "1" } },
  },
  { name: "a view without a query", schema: ViewDefinition, value: {} },
  { name: "a materialized view without a query", schema: MaterializedViewDefinition, value: {} },
  {
    name: "a refresh interval below 0",
    schema: MaterializedViewDefinition,
    value: { query: "q", refreshIntervalMs: "-1" },
  },
  { name: "external data without source URIs", schema: ExternalDataConfiguration, value: { sourceFormat: "CSV" } },
  { name: "bad records as a string", schema: ExternalDataConfiguration, value: { sourceUris: [], maxBadRecords: "1" } },
  {
    name: "bad records with a fraction",
    schema: ExternalDataConfiguration,
    value: { sourceUris: [], maxBadRecords: 1.5 },
  },
  { name: "estimated bytes below 0", schema: Streamingbuffer, value: { estimatedBytes: "-1" } },
  { name: "a snapshot without a time", schema: SnapshotDefinition, value: { baseTableReference: tableReference } },
  { name: "a primary key without columns", schema: TableConstraints, value: { primaryKey: {} } },
  {
    name: "a foreign key without a table",
    schema: TableConstraints,
    value: { foreignKeys: [{ columnReferences: [] }] },
  },
  {
    name: "a partition column without a field",
    schema: Table,
    value: { tableReference, partitionDefinition: { partitionedColumn: [{}] } },
  },
  { name: "a project reference without an id", schema: Project, value: { projectReference: {} } },
  { name: "a total as a string", schema: ProjectList, value: { totalItems: "1" } },
  { name: "tables that are not a list", schema: TableList, value: { tables: {} } },
  { name: "a version as a string", schema: Policy, value: { version: "3" } },
  { name: "an error that is a string", schema: ErrorProto, value: "invalid" },
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

test("64-bit fields are signed or unsigned", () => {
  expect(compiled(Table.shape.numBytes).int64).toBe(signedProblem);
  expect(compiled(Table.shape.numRows).int64).toBe(unsignedProblem);
  expect(compiled(Table.shape.lastModifiedTime).int64).toBe(unsignedProblem);
  expect(compiled(MaterializedViewDefinition.shape.refreshIntervalMs).int64).toBe(unsignedProblem);
  for (const member of Object.values(Streamingbuffer.shape)) expect(compiled(member).int64).toBe(unsignedProblem);
});
