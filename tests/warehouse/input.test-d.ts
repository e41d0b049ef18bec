import { ensureTable, planTablePatch, type WrittenTable } from "fourfold/tables";
import {
  type DeepReadonly,
  type DesiredTable,
  type Input,
  type InputPatch,
  type Int64,
  Policy,
  ProjectList,
  Table,
  type TableFieldInput,
  TableFieldSchema,
  type TableInput,
  TableList,
  type TablePatch,
  type TableReference,
  type TableSchema,
  type Warehouse,
} from "fourfold/warehouse";
import { expectTypeOf } from "vitest";
import * as z from "zod";
import tableFile from "../contract/table-file.json" with { type: "json" };

const tableReference: TableReference = { projectId: "p", datasetId: "d", tableId: "t" };
declare const table: Table;

// --- What is read: typed at every depth, never any -------------------------------------------------------------------

type Deep = NonNullable<NonNullable<NonNullable<Table["schema"]>["fields"]>[number]["fields"]>[number];
expectTypeOf<Deep>().toEqualTypeOf<TableFieldSchema>();
expectTypeOf(table.schema!.fields![0]!.fields![0]!.fields![0]!.fields![0]!.maxLength).toEqualTypeOf<
  Int64 | undefined
>();
expectTypeOf(table.schema!.fields![0]!.fields![0]!.fields![0]!).not.toBeAny();
expectTypeOf(table.externalDataConfiguration!.schema!.fields![0]!.name).toEqualTypeOf<string>();
expectTypeOf(table.labels!.any).toEqualTypeOf<string | undefined>();
// @ts-expect-error unknown properties are kept, but not typed
table.fieldOfTheFuture;
// @ts-expect-error set by the service
table.etag = "e";
// @ts-expect-error set by the service
table.numRows = "5";
table.description = "mine to set";
table.description = undefined;
// @ts-expect-error null counts as absent when read, and is not typed
table.description = null;

// @ts-expect-error a column has no property of this name
table.schema!.fields![0]!.fields![0]!.maxLenght;
// @ts-expect-error no decimal string
export const rows: Table["numRows"] = "many";
// @ts-expect-error a table needs its reference
export const none: Table = {};
// @ts-expect-error BigLake needs its properties
export const emptyLake: Table["biglakeConfiguration"] = {};
// @ts-expect-error members of output-only objects are readonly
table.streamingBuffer!.estimatedRows = "1";
// @ts-expect-error members of output-only objects are readonly
table.snapshotDefinition!.snapshotTime = "";
// @ts-expect-error members of output-only objects are readonly
table.cloneDefinition!.cloneTime = "";
// @ts-expect-error members of output-only objects are readonly
table.materializedViewStatus!.refreshWatermark = "";

// Parsing returns the interface by name, never `any`. The shape is reachable, for picking and extending.
expectTypeOf(Table.parse({})).toEqualTypeOf<Table>();
expectTypeOf(TableList.parse({})).toEqualTypeOf<TableList>();
expectTypeOf(ProjectList.parse({})).toEqualTypeOf<ProjectList>();
expectTypeOf(Policy.parse({})).toEqualTypeOf<Policy>();
expectTypeOf(TableFieldSchema.parse({})).toEqualTypeOf<TableFieldSchema>();
expectTypeOf<z.infer<typeof Table>>().not.toBeAny();
const outcome = Table.safeParse({});
if (outcome.success) expectTypeOf(outcome.data).toEqualTypeOf<Table>();
expectTypeOf(Table.shape.schema).not.toBeAny();
expectTypeOf(z.parse(Table.shape.numRows, "1")).toEqualTypeOf<Int64 | undefined>();
const Brief = Table.pick({ tableReference: true, type: true });
expectTypeOf<z.infer<typeof Brief>["type"]>().toEqualTypeOf<Table["type"]>();
// @ts-expect-error the picked schema has no other properties
Brief.parse({}).description;
expectTypeOf(Table.pick({ id: true }).parse({}).id).toEqualTypeOf<string | undefined>();
expectTypeOf(Table.omit({ id: true }).parse({}).numRows).toEqualTypeOf<Int64 | undefined>();
// @ts-expect-error the property is omitted
Table.omit({ id: true }).parse({}).id;
expectTypeOf(Table.partial().parse({}).tableReference).toEqualTypeOf<TableReference | undefined>();
expectTypeOf(Table.optional().parse({})).toEqualTypeOf<Table | undefined>();
// @ts-expect-error no such property
Table.parse({}).numRow;
// @ts-expect-error a field of a resource is never null
table.description = null;
const More = Table.extend({ ownField: z.string() });
expectTypeOf<z.infer<typeof More>["ownField"]>().toEqualTypeOf<string>();
expectTypeOf<z.infer<typeof More>["numRows"]>().toEqualTypeOf<Int64 | undefined>();
// @ts-expect-error no such property
Table.shape.numRow;

// Enumerations are open, and their known values are completed.
expectTypeOf<"VIEW">().toExtend<Table["type"]>();
expectTypeOf<"LATER">().toExtend<Table["type"]>();
expectTypeOf<5>().not.toExtend<Table["type"]>();
expectTypeOf<Extract<TableFieldSchema["type"], "BIGNUMERIC">>().toEqualTypeOf<"BIGNUMERIC">();

// --- TableInput: what a user writes ----------------------------------------------------------------------------------

export const least: TableInput = { tableReference };
export const full: TableInput = {
  tableReference,
  friendlyName: undefined,
  description: "orders",
  labels: { team: "data" },
  expirationTime: 1_767_225_600_000,
  schema: {
    fields: [
      { name: "a", type: "STRING", maxLength: 5 },
      { name: "b", type: "NUMERIC", precision: 5n, scale: "2" },
      { name: "c", type: "LATER" },
      {
        name: "r",
        type: "RECORD",
        mode: "REPEATED",
        fields: [{ name: "n", type: "RECORD", fields: [{ name: "x", type: "DATE", maxLength: 1n }] }],
      },
    ],
  },
  timePartitioning: { type: "DAY", expirationMs: 86_400_000n },
  rangePartitioning: { field: "a", range: { start: 0, end: 10n, interval: "1" } },
  partitionDefinition: { partitionedColumn: [{ field: "a" }] },
};
export const frozen: TableInput = {
  tableReference,
  labels: Object.freeze({ a: "b" }),
  schema: { fields: [{ name: "a", type: "STRING" }] as const },
  clustering: { fields: ["a"] as const },
} as const;

// A table that was read can be sent back with all its fields.
export const spread: TableInput = { ...table, tableReference };
export const changed: TableInput = { ...table, labels: { ...table.labels, a: "b" }, expirationTime: 5n };
export const itself: TableInput = table;

// @ts-expect-error the table reference is required
export const nameless: TableInput = { description: "x" };
// @ts-expect-error the whole reference
export const halfNamed: TableInput = { tableReference: { projectId: "p", datasetId: "d" } };
// @ts-expect-error output only
export const withEtag: TableInput = { tableReference, etag: "e" };
// @ts-expect-error output only
export const withRows: TableInput = { tableReference, numRows: "5" };
// @ts-expect-error output only
export const withType: TableInput = { tableReference, type: "TABLE" };
// @ts-expect-error output only, even as undefined
export const withLocation: TableInput = { tableReference, location: undefined };
// @ts-expect-error a misspelt property
export const misspelt: TableInput = { tableReference, descripton: "x" };
// @ts-expect-error a misspelt property deep down
export const misspeltDeep: TableInput = { tableReference, schema: { fields: [{ name: "a", type: "STRING", max: 5 }] } };
// @ts-expect-error a type is needed
export const typeless: TableInput = { tableReference, schema: { fields: [{ name: "a" }] } };
// Any string is accepted where INT64 belongs, as in a JSON module, and checked at run time.
declare const json: {
  tableReference: { projectId: string; datasetId: string; tableId: string };
  expirationTime: string;
  schema: { fields: { name: string; type: string; maxLength: string }[] };
};
export const fromJson: TableInput = json;
export const patchFromJson: TablePatch = json;
export const desiredFromJson: DesiredTable = json;
// Maps can be built step by step.
declare const draft: TableInput;
draft.labels!.team = "x";
declare const draftPatch: TablePatch;
draftPatch.labels!.team = "x";
draftPatch.resourceTags!["1/env"] = null;
declare const draftDesired: DesiredTable;
draftDesired.labels!.team = null;
declare const columns: TableFieldInput[];
columns.push({ name: "a", type: "STRING", maxLength: 5 });
// @ts-expect-error a boolean is not INT64
export const noInteger2: TableInput = { tableReference, expirationTime: true };
// @ts-expect-error a boolean, not its name
export const noBoolean: TableInput = { tableReference, requirePartitionFilter: "true" };
// @ts-expect-error null is for patches
export const withNull: TableInput = { tableReference, description: null };
// @ts-expect-error null is for patches
export const withNullLabel: TableInput = { tableReference, labels: { a: null } };
// @ts-expect-error labels are text
export const numberLabel: TableInput = { tableReference, labels: { a: 5 } };

type Field = NonNullable<NonNullable<NonNullable<TableInput["schema"]>["fields"]>[number]["fields"]>[number];
expectTypeOf<Field>().toExtend<TableFieldInput>();
expectTypeOf<Field["maxLength"]>().toEqualTypeOf<string | number | bigint | undefined>();
expectTypeOf<Field>().not.toBeAny();
expectTypeOf<TableFieldInput["fields"]>().not.toBeAny();
expectTypeOf<TableFieldSchema>().toExtend<TableFieldInput>();
expectTypeOf<Table>().toExtend<TableInput>();
expectTypeOf<TableInput["labels"]>().toEqualTypeOf<Record<string, string> | undefined>();
// Enumerations stay open, and their known values are still completed.
expectTypeOf<"LATER">().toExtend<TableFieldInput["type"]>();
expectTypeOf<number>().not.toExtend<TableFieldInput["type"]>();
expectTypeOf<
  keyof TableInput & ("etag" | "id" | "numRows" | "type" | "location" | "creationTime" | "replicas")
>().toBeNever();
expectTypeOf<Exclude<keyof TableInput, "$schema" | "biglakeConfiguration">>().toExtend<keyof Table>();

// --- Google's names, in addition to this package's own ---------------------------------------------------------------------
const { tableReference: ownReference } = draftDesired;
const sheets = {
  sourceUris: ["u"],
  sourceFormat: "GOOGLE_SHEETS",
  googleSheetsOptions: { skipLeadingRows: 1 },
} as const;
const iceberg = { connectionId: "c", storageUri: "s", fileFormat: "PARQUET", tableFormat: "ICEBERG" };
({ tableReference: ownReference, externalDataConfiguration: sheets }) satisfies DeepReadonly<TableInput>;
({
  tableReference: ownReference,
  externalDataConfiguration: {
    sourceUris: ["u"],
    sourceFormat: "BIGTABLE",
    bigtableOptions: { readRowkeyAsString: true },
  },
}) satisfies DesiredTable;
({ biglakeConfiguration: iceberg, externalDataConfiguration: { googleSheetsOptions: null } }) satisfies TablePatch;
({ tableReference: ownReference, biglakeConfiguration: null }) satisfies DesiredTable;
// @ts-expect-error a misspelt field
({ sourceUris: ["u"], googleSheetOptions: {} }) satisfies TableInput["externalDataConfiguration"];
expectTypeOf<Table>().not.toHaveProperty("vendorLakeConfiguration");
expectTypeOf<TableInput>().not.toHaveProperty("vendorLakeConfiguration");
// @ts-expect-error the specification's name of biglakeConfiguration
({ tableReference: ownReference, vendorLakeConfiguration: iceberg }) satisfies TableInput;
// @ts-expect-error the specification's name of googleSheetsOptions
({ externalDataConfiguration: { vendorSheetsOptions: null } }) satisfies TablePatch;
// @ts-expect-error the specification's name of bigtableOptions
({ tableReference: ownReference, externalDataConfiguration: { vendorTableOptions: {} } }) satisfies DesiredTable;

// --- TablePatch: partial wherever the service merges, null where Table may do without ---------------------------------

export const nothing: TablePatch = {};
export const clears: TablePatch = {
  description: null,
  labels: null,
  schema: null,
  expirationTime: null,
  clustering: null,
  view: null,
  externalDataConfiguration: null,
  encryptionConfiguration: { kmsKeyName: null },
};
export const merges: TablePatch = {
  description: undefined,
  labels: { team: "data", old: null },
  resourceTags: { "1/env": null },
  expirationTime: 5,
  timePartitioning: { expirationMs: 5n },
  rangePartitioning: { range: { end: "5" } },
  view: { query: "SELECT 1" },
  externalDataConfiguration: { csvOptions: { skipLeadingRows: 1n } },
  tableReference: { tableId: "t" },
};
// A list is replaced as a whole, so its elements must be complete.
export const fields: TablePatch = { schema: { fields: [{ name: "a", type: "STRING", maxLength: 5 }] } };
export const fromTable: TablePatch = { ...table, description: null };
export const sameTable: TablePatch = table;

// @ts-expect-error output only
export const patchEtag: TablePatch = { etag: "e" };
// @ts-expect-error output only
export const patchRows: TablePatch = { numRows: null };
// @ts-expect-error every table has a reference
export const patchReference: TablePatch = { tableReference: null };
// @ts-expect-error every reference has a project
export const patchProject: TablePatch = { tableReference: { projectId: null } };
// @ts-expect-error an element of a list is whole
export const patchElement: TablePatch = { schema: { fields: [{ name: "a" }] } };
// @ts-expect-error and holds no null
export const patchElementNull: TablePatch = { schema: { fields: [{ name: "a", type: "STRING", description: null }] } };
// @ts-expect-error a misspelt property
export const patchMisspelt: TablePatch = { descripton: null };
// @ts-expect-error a misspelt property deep down
export const patchMisspeltDeep: TablePatch = { timePartitioning: { expiration: 5 } };
// @ts-expect-error labels are text or null
export const patchLabel: TablePatch = { labels: { a: 5 } };
// @ts-expect-error a boolean is not INT64
export const patchInteger: TablePatch = { expirationTime: true };

expectTypeOf<TablePatch["description"]>().toEqualTypeOf<string | null | undefined>();
expectTypeOf<TablePatch["expirationTime"]>().toEqualTypeOf<string | number | bigint | null | undefined>();
expectTypeOf<TablePatch["labels"]>().toEqualTypeOf<{ [x: string]: string | null } | null | undefined>();
expectTypeOf<null>().not.toExtend<TablePatch["tableReference"]>();

// A patch can clear optional fields, but not required ones.
type Required = { [K in keyof Table]-?: undefined extends Table[K] ? never : K }[keyof Table];
type Clearable = { [K in keyof TablePatch]-?: null extends TablePatch[K] ? K : never }[keyof TablePatch];
expectTypeOf<Required>().toEqualTypeOf<"tableReference">();
expectTypeOf<Clearable>().toEqualTypeOf<Exclude<keyof TablePatch, "tableReference">>();

// --- Members that the spec requires ----------------------------------------------------------------------------------

const lake = { connectionId: "p.eu.c", storageUri: "store://b/t/", fileFormat: "PARQUET", tableFormat: "ICEBERG" };
export const wholeLake: TableInput = { tableReference, biglakeConfiguration: lake };
// @ts-expect-error all four properties are required
export const partialLake: TableInput = { tableReference, biglakeConfiguration: { storageUri: "store://b/t/" } };
export const patchLake: TablePatch = { biglakeConfiguration: { connectionId: "p.eu.d" } };
export const clearLake: TablePatch = { biglakeConfiguration: null };
// @ts-expect-error a required property cannot be cleared
export const patchLakeNull: TablePatch = { biglakeConfiguration: { connectionId: null } };
// @ts-expect-error a required property cannot be cleared
export const patchLakeFormat: TablePatch = { biglakeConfiguration: { fileFormat: null } };

const external = { sourceUris: ["https://wide.example/t"], sourceFormat: "BIGTABLE" };
type Column = NonNullable<
  NonNullable<
    NonNullable<NonNullable<TableInput["externalDataConfiguration"]>["bigtableOptions"]>["columnFamilies"]
  >[number]["columns"]
>[number];
expectTypeOf<Column["qualifierEncoded"]>().toEqualTypeOf<string>();
expectTypeOf<{ qualifierEncoded: string }>().toExtend<Column>();
expectTypeOf<{ qualifierString: string }>().not.toExtend<Column>();
export const patchColumn: TablePatch = {
  externalDataConfiguration: {
    ...external,
    // @ts-expect-error an element of a list is whole
    bigtableOptions: { columnFamilies: [{ columns: [{ qualifierString: "ab" }] }] },
  },
};
export const patchColumnNull: TablePatch = {
  externalDataConfiguration: {
    // @ts-expect-error a required property is not null
    bigtableOptions: { columnFamilies: [{ columns: [{ qualifierEncoded: null }] }] },
  },
};
// @ts-expect-error the query of a view cannot be cleared
export const patchQuery: TablePatch = { view: { query: null } };
// @ts-expect-error the source URIs of an external table cannot be cleared
export const patchUris: TablePatch = { externalDataConfiguration: { sourceUris: null } };
// @ts-expect-error the columns of a key cannot be cleared
export const patchKey: TablePatch = { tableConstraints: { primaryKey: { columns: null } } };

// --- Tables in JSON files: `$schema`, and 64-bit integers as strings ----------------------------------------------------

declare const warehouse: Warehouse;
expectTypeOf(warehouse.tables.insert).parameter(0).toEqualTypeOf<DeepReadonly<TableInput>>();
expectTypeOf(warehouse.tables.update).parameter(0).toEqualTypeOf<DeepReadonly<TableInput>>();
expectTypeOf(warehouse.tables.patch).parameter(1).toEqualTypeOf<TablePatch>();
// Lists of an input can be changed, and an input can be constant.
const growing: TableInput = { tableReference, schema: { fields: [{ name: "id", type: "INTEGER" }] } };
growing.schema?.fields?.push({ name: "day", type: "DATE" });
growing.clustering = { fields: ["id"] };
growing.clustering.fields?.push("day");
warehouse.tables.insert(growing);
const constant = { tableReference, schema: { fields: [{ name: "id", type: "INTEGER" }] } } as const;
warehouse.tables.insert(constant);
warehouse.tables.update(constant);
warehouse.tables.patch(tableReference, { schema: constant.schema });
ensureTable(warehouse, growing);
planTablePatch(table, constant);
// @ts-expect-error output-only fields are not accepted in constants, either
warehouse.tables.insert({ ...constant, etag: "e" } as const);
warehouse.tables.setIamPolicy(tableReference, {
  version: 3,
  etag: "e",
  bindings: [{ role: "r", members: ["m"] }],
} as const);
// @ts-expect-error misspelt fields in an argument
warehouse.tables.insert({ tableReference, schema: { fields: [{ name: "a", type: "STRING", descripton: "x" }] } });

expectTypeOf(tableFile.$schema).toEqualTypeOf<string>();
expectTypeOf(tableFile.expirationTime).toEqualTypeOf<string>();
expectTypeOf(warehouse.tables.insert(tableFile)).toEqualTypeOf<Promise<Table>>();
expectTypeOf(warehouse.tables.update(tableFile)).toEqualTypeOf<Promise<Table>>();
expectTypeOf(ensureTable(warehouse, tableFile)).toEqualTypeOf<Promise<WrittenTable>>();
expectTypeOf(warehouse.tables.patch(tableReference, tableFile)).toEqualTypeOf<Promise<Table>>();
expectTypeOf(planTablePatch(table, tableFile)).toEqualTypeOf<TablePatch | undefined>();
// @ts-expect-error the path of the JSON Schema is a string
warehouse.tables.insert({ ...tableFile, $schema: 5 });

// --- The types by themselves -----------------------------------------------------------------------------------------

interface Thing {
  name: string;
  readonly etag?: string | undefined;
  size?: Int64 | undefined;
  kind?: "A" | (string & {}) | undefined;
  flag: boolean;
  labels?: Record<string, string> | undefined;
  parts: Thing[];
  part?: Thing | undefined;
}
expectTypeOf<keyof Input<Thing>>().toEqualTypeOf<"name" | "size" | "kind" | "flag" | "labels" | "parts" | "part">();
expectTypeOf<Input<Thing>["name"]>().toEqualTypeOf<string>();
expectTypeOf<Input<Thing>["flag"]>().toEqualTypeOf<boolean>();
expectTypeOf<Input<Thing>["size"]>().toEqualTypeOf<string | number | bigint | undefined>();
expectTypeOf<Input<Thing>["parts"]>().toEqualTypeOf<Input<Thing>[]>();
expectTypeOf<Input<Thing>["part"]>().toEqualTypeOf<Input<Thing> | undefined>();
expectTypeOf<InputPatch<Thing>["name"]>().toEqualTypeOf<string | undefined>();
expectTypeOf<InputPatch<Thing>["flag"]>().toEqualTypeOf<boolean | undefined>();
expectTypeOf<InputPatch<Thing>["size"]>().toEqualTypeOf<string | number | bigint | null | undefined>();
expectTypeOf<InputPatch<Thing>["parts"]>().toEqualTypeOf<readonly DeepReadonly<Input<Thing>>[] | undefined>();
expectTypeOf<InputPatch<Thing>["part"]>().toEqualTypeOf<InputPatch<Thing> | null | undefined>();
expectTypeOf<TableSchema>().toExtend<NonNullable<TableInput["schema"]>>();
