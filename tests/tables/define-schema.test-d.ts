import { type DefinedSchema, defineSchema, type RowOf } from "fourfold/tables";
import type { DeepReadonly, Table, TableInput, TableSchema } from "fourfold/warehouse";
import { expectTypeOf } from "vitest";

// Every type, in every mode.
const every = defineSchema([
  { name: "string", type: "STRING", mode: "REQUIRED" },
  { name: "bytes", type: "BYTES", mode: "REQUIRED" },
  { name: "integer", type: "INTEGER", mode: "REQUIRED" },
  { name: "int64", type: "INT64", mode: "REQUIRED" },
  { name: "float", type: "FLOAT", mode: "REQUIRED" },
  { name: "float64", type: "FLOAT64", mode: "REQUIRED" },
  { name: "boolean", type: "BOOLEAN", mode: "REQUIRED" },
  { name: "bool", type: "BOOL", mode: "REQUIRED" },
  { name: "timestamp", type: "TIMESTAMP", mode: "REQUIRED" },
  { name: "date", type: "DATE", mode: "REQUIRED" },
  { name: "time", type: "TIME", mode: "REQUIRED" },
  { name: "datetime", type: "DATETIME", mode: "REQUIRED" },
  { name: "geography", type: "GEOGRAPHY", mode: "REQUIRED" },
  { name: "numeric", type: "NUMERIC", mode: "REQUIRED" },
  { name: "bignumeric", type: "BIGNUMERIC", mode: "REQUIRED" },
  { name: "json", type: "JSON", mode: "REQUIRED" },
  { name: "range", type: "RANGE", mode: "REQUIRED", rangeElementType: { type: "DATE" } },
  { name: "later", type: "LATER", mode: "REQUIRED" },
]);
expectTypeOf<RowOf<typeof every>>().toEqualTypeOf<{
  string: string;
  bytes: string;
  integer: string;
  int64: string;
  float: number;
  float64: number;
  boolean: boolean;
  bool: boolean;
  timestamp: string;
  date: string;
  time: string;
  datetime: string;
  geography: string;
  numeric: string;
  bignumeric: string;
  json: unknown;
  range: { start: string | null; end: string | null };
  later: unknown;
}>();

const modes = defineSchema([
  { name: "required", type: "INTEGER", mode: "REQUIRED" },
  { name: "nullable", type: "INTEGER", mode: "NULLABLE" },
  { name: "plain", type: "INTEGER" },
  { name: "repeated", type: "INTEGER", mode: "REPEATED" },
  { name: "flags", type: "BOOL", mode: "REPEATED" },
  { name: "json", type: "JSON" },
]);
expectTypeOf<RowOf<typeof modes>>().toEqualTypeOf<{
  required: string;
  nullable: string | null;
  plain: string | null;
  repeated: string[];
  flags: boolean[];
  json: unknown;
}>();

const mixedCase = defineSchema([
  { name: "id", type: "Int64", mode: "Required" },
  { name: "tags", type: "String", mode: "Repeated" },
  { name: "place", type: "Record", fields: [{ name: "city", type: "String" }] },
]);
expectTypeOf<RowOf<typeof mixedCase>>().toEqualTypeOf<{
  id: string;
  tags: string[];
  place: { city: string | null } | null;
}>();

// The service ignores the case of types and modes.
const lowerCase = defineSchema([
  { name: "integer", type: "integer", mode: "required" },
  { name: "float", type: "float64" },
  { name: "tags", type: "string", mode: "repeated" },
  { name: "shop", type: "record", mode: "required", fields: [{ name: "open", type: "bool", mode: "required" }] },
  { name: "mixed", type: "Date", mode: "NULLABLE" },
  { name: "later", type: "later", mode: "required" },
]);
expectTypeOf<RowOf<typeof lowerCase>>().toEqualTypeOf<{
  integer: string;
  float: number | null;
  tags: string[];
  shop: { open: boolean };
  mixed: string | null;
  later: unknown;
}>();

// A field of the real service that the spec does not list.
const precise = defineSchema([{ name: "at", type: "TIMESTAMP", timestampPrecision: 12 }]);
expectTypeOf<RowOf<typeof precise>>().toEqualTypeOf<{ at: string | null }>();

// Records, in every mode, in each other.
const nested = defineSchema([
  {
    name: "lines",
    type: "RECORD",
    mode: "REPEATED",
    fields: [
      { name: "sku", type: "STRING", mode: "REQUIRED" },
      {
        name: "price",
        type: "STRUCT",
        fields: [
          { name: "amount", type: "NUMERIC", mode: "REQUIRED" },
          { name: "taxes", type: "RECORD", mode: "REPEATED", fields: [{ name: "rate", type: "FLOAT" }] },
        ],
      },
    ],
  },
  { name: "shop", type: "RECORD", mode: "REQUIRED", fields: [{ name: "id", type: "INT64" }] },
  { name: "empty", type: "RECORD" },
]);
type Nested = RowOf<typeof nested>;
expectTypeOf<Nested>().toEqualTypeOf<{
  lines: { sku: string; price: { amount: string; taxes: { rate: number | null }[] } | null }[];
  shop: { id: string | null };
  empty: unknown;
}>();
export const row: Nested = {
  lines: [
    { sku: "a", price: { amount: "1.5", taxes: [{ rate: 0.2 }, { rate: null }] } },
    { sku: "b", price: null },
  ],
  shop: { id: "5" },
  empty: {},
};
// @ts-expect-error INT64 are strings in a row
export const numberRow: Nested = { ...row, shop: { id: 5 } };
// @ts-expect-error a list is never null
export const nullRow: Nested = { ...row, lines: null };
// @ts-expect-error no such column
row.shope;

// `as const` makes no difference, and neither does a list in a variable.
const constant = defineSchema([{ name: "id", type: "INTEGER", mode: "REQUIRED" }] as const);
expectTypeOf<RowOf<typeof constant>>().toEqualTypeOf<{ id: string }>();
const before = [
  { name: "id", type: "INTEGER", mode: "REQUIRED" },
  { name: "r", type: "RECORD", mode: "REPEATED", fields: [{ name: "x", type: "FLOAT", mode: "REQUIRED" }] },
] as const;
const fromBefore = defineSchema(before);
expectTypeOf<RowOf<typeof fromBefore>>().toEqualTypeOf<{ id: string; r: { x: number }[] }>();
const plain = { fields: before };
expectTypeOf<RowOf<typeof plain>>().toEqualTypeOf<{ id: string; r: { x: number }[] }>();

// Literal types are kept.
expectTypeOf(constant.fields[0].name).toEqualTypeOf<"id">();
expectTypeOf(constant.fields[0].mode).toEqualTypeOf<"REQUIRED">();
expectTypeOf(modes.fields[3].type).toEqualTypeOf<"INTEGER">();
expectTypeOf(modes.fields).toExtend<{ readonly length: 6 }>();

// Names that require quotes in TypeScript.
const odd = defineSchema([
  { name: "a b", type: "STRING", mode: "REQUIRED" },
  { name: "__proto__", type: "DATE" },
]);
expectTypeOf<RowOf<typeof odd>>().toEqualTypeOf<{ "a b": string; ["__proto__"]: string | null }>();

// A schema whose columns are unknown has rows with unknown properties.
expectTypeOf<RowOf<TableSchema>>().toEqualTypeOf<Record<string, unknown>>();
expectTypeOf<RowOf<NonNullable<Table["schema"]>>>().toEqualTypeOf<Record<string, unknown>>();
const none = defineSchema([]);
// biome-ignore lint/complexity/noBannedTypes: the type of a row without columns
expectTypeOf<RowOf<typeof none>>().toEqualTypeOf<{}>();
const wide = [{ name: "a", type: "STRING" }];
const fromWide = defineSchema(wide);
expectTypeOf<RowOf<typeof fromWide>>().toEqualTypeOf<Record<string, unknown>>();

// A table accepts a defined schema.
export const table: DeepReadonly<TableInput> = {
  tableReference: { projectId: "p", datasetId: "d", tableId: "t" },
  schema: nested,
};

// Properties that are only known at run time are not checked.
defineSchema([{ name: "a", type: "STRING", ...({} as Record<string, unknown>) }]);

// What must not compile.
// @ts-expect-error a name is needed
defineSchema([{ type: "STRING" }]);
// @ts-expect-error a type is needed
defineSchema([{ name: "a" }]);
// @ts-expect-error a misspelt property of a nested field
defineSchema([{ name: "a", type: "RECORD", fields: [{ name: "b", typ: "STRING" }] }]);
// @ts-expect-error a misspelt property that may be missing
defineSchema([{ name: "a", type: "STRING", mod: "REQUIRED" }]);
// @ts-expect-error the same further down
defineSchema([{ name: "a", type: "RECORD", fields: [{ name: "b", type: "STRING", maxlength: 5 }] }]);
// @ts-expect-error a name is a string
defineSchema([{ name: 5, type: "STRING" }]);
// @ts-expect-error a boolean is not INT64
defineSchema([{ name: "a", type: "STRING", maxLength: true }]);
// @ts-expect-error a list of fields
defineSchema({ name: "a", type: "STRING" });

// An exported schema can be annotated, as isolatedDeclarations requires.
const columns = [
  { name: "id", type: "INTEGER", mode: "REQUIRED" },
  { name: "tags", type: "STRING", mode: "REPEATED" },
] as const;
export const annotated: DefinedSchema<typeof columns> = defineSchema(columns);
expectTypeOf<RowOf<typeof annotated>>().toEqualTypeOf<{ id: string; tags: string[] }>();
expectTypeOf(annotated).toExtend<DeepReadonly<NonNullable<TableInput["schema"]>>>();
export const anySchema: DefinedSchema = defineSchema(columns);
