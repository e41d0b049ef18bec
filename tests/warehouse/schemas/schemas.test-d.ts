import { expectTypeOf } from "vitest";
import * as z from "zod/mini";
import type { Int64 } from "../../../src/schema/scalars.js";
import type { FieldType, SourceFormat, TableType } from "../../../src/warehouse/schemas/enums.js";
import type { BigLakeConfiguration, ExternalDataConfiguration } from "../../../src/warehouse/schemas/external-data.js";
import { ProjectList, TableList } from "../../../src/warehouse/schemas/lists.js";
import { Policy } from "../../../src/warehouse/schemas/policy.js";
import { Table } from "../../../src/warehouse/schemas/table.js";
import { TableFieldSchema } from "../../../src/warehouse/schemas/table-schema.js";

// Parsing gives the interface by name, never `any`.
expectTypeOf(Table.parse({})).toEqualTypeOf<Table>();
expectTypeOf(TableList.parse({})).toEqualTypeOf<TableList>();
expectTypeOf(ProjectList.parse({})).toEqualTypeOf<ProjectList>();
expectTypeOf(Policy.parse({})).toEqualTypeOf<Policy>();
expectTypeOf(TableFieldSchema.parse({})).toEqualTypeOf<TableFieldSchema>();
expectTypeOf<z.infer<typeof Table>>().not.toBeAny();

const outcome = Table.safeParse({});
if (outcome.success) expectTypeOf(outcome.data).toEqualTypeOf<Table>();

// Columns are typed at every depth.
declare const field: TableFieldSchema;
expectTypeOf(field.fields![0]!.fields![0]!.maxLength).toEqualTypeOf<Int64 | undefined>();
expectTypeOf(field.fields![0]!.fields![0]!.fields![0]!.fields![0]!.name).toEqualTypeOf<string>();
const parsed = Table.parse({});
expectTypeOf(parsed.schema!.fields![0]!.fields![0]!.precision).toEqualTypeOf<Int64 | undefined>();
// @ts-expect-error a column has no property of this name
field.fields![0]!.fields![0]!.maxLenght;

// Enumerations are open, and their known values are completed.
expectTypeOf<"LATER">().toExtend<TableType>();
expectTypeOf<"TABLE">().toExtend<TableType>();
expectTypeOf<Extract<FieldType, "BIGNUMERIC">>().toEqualTypeOf<"BIGNUMERIC">();
expectTypeOf<Extract<SourceFormat, "GOOGLE_SHEETS">>().toEqualTypeOf<"GOOGLE_SHEETS">();
expectTypeOf(parsed.type).toEqualTypeOf<TableType | undefined>();
// @ts-expect-error an enumerated property is a string
const numbered: TableType = 1;

// 64-bit fields are decimal strings.
// @ts-expect-error no decimal string
const rows: Table["numRows"] = "many";

// Output-only fields are readonly, other fields are not.
// @ts-expect-error output only
parsed.numRows = "1";
parsed.description = undefined;

// Only fields that every response contains are required.
const small: Table = { tableReference: { projectId: "p", datasetId: "d", tableId: "t" } };
const objects: ExternalDataConfiguration = { sourceUris: ["store://bucket/*"], objectMetadata: "SIMPLE" };
// @ts-expect-error the spec requires its properties
const lake: BigLakeConfiguration = {};
// @ts-expect-error a table needs its reference
const none: Table = {};
// @ts-expect-error a misspelled property
const typo: Table = { tableReference: small.tableReference, descripton: "" };

// The shape is reachable, for picking and extending.
expectTypeOf(Table.shape.schema).not.toBeAny();
expectTypeOf(z.parse(Table.shape.numRows, "1")).toEqualTypeOf<Int64 | undefined>();
const Brief = z.pick(Table, { tableReference: true, type: true });
expectTypeOf<z.infer<typeof Brief>["type"]>().toEqualTypeOf<TableType | undefined>();
// @ts-expect-error the picked schema has no other properties
z.parse(Brief, {}).description;
const More = z.extend(Table, { ownField: z.string() });
expectTypeOf<z.infer<typeof More>["ownField"]>().toEqualTypeOf<string>();
expectTypeOf<z.infer<typeof More>["numRows"]>().toEqualTypeOf<Int64 | undefined>();
// @ts-expect-error no such property
Table.shape.numRow;

export { lake, none, numbered, objects, rows, typo };

declare const received: Table;
// @ts-expect-error members of output-only objects are readonly
if (received.streamingBuffer) received.streamingBuffer.estimatedRows = "1";
// @ts-expect-error members of output-only objects are readonly
if (received.snapshotDefinition) received.snapshotDefinition.snapshotTime = "";
// @ts-expect-error members of output-only objects are readonly
if (received.cloneDefinition) received.cloneDefinition.cloneTime = "";
// @ts-expect-error members of output-only objects are readonly
if (received.materializedViewStatus) received.materializedViewStatus.refreshWatermark = "";
