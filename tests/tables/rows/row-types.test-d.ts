import {
  type DefinedTable,
  defineSchema,
  defineTable,
  type RowInputOf,
  type RowOf,
  rowDecoder,
  rowSchema,
  type TableRow,
} from "fourfold/tables";
import type { ColumnReference, Table } from "fourfold/warehouse";
import { expectTypeOf } from "vitest";
import type { StandardSchema } from "../../../src/schema/standard-schema.js";

const orders = defineTable("sales.orders", {
  schema: [
    { name: "id", type: "INTEGER", mode: "REQUIRED" },
    { name: "total", type: "NUMERIC", mode: "REQUIRED", defaultValueExpression: "0" },
    { name: "rate", type: "BIGDECIMAL" },
    { name: "wait", type: "INTERVAL" },
    { name: "at", type: "TIMESTAMP" },
    { name: "open", type: "RANGE", mode: "REQUIRED", rangeElementType: { type: "DATE" } },
    {
      name: "items",
      type: "STRUCT",
      mode: "REPEATED",
      fields: [
        { name: "sku", type: "STRING", mode: "REQUIRED" },
        { name: "count", type: "INT64" },
      ],
    },
    { name: "extra", type: "JSON" },
  ],
});
type Orders = typeof orders;

interface OrdersRow {
  id: string;
  total: string;
  rate: string | null;
  wait: string | null;
  at: string | null;
  open: { start: string | null; end: string | null };
  items: { sku: string; count: string | null }[];
  extra: unknown;
}
// A definition, its schema and its columns have the same rows.
expectTypeOf<RowOf<Orders>>().toEqualTypeOf<OrdersRow>();
expectTypeOf<RowOf<Orders["schema"]>>().toEqualTypeOf<OrdersRow>();
expectTypeOf<RowOf<Orders["schema"]["fields"]>>().toEqualTypeOf<OrdersRow>();

// Both options change types at every depth.
expectTypeOf<RowOf<Orders, { integers: "bigint" }>["id"]>().toEqualTypeOf<bigint>();
expectTypeOf<RowOf<Orders, { integers: "number" }>["items"]>().toEqualTypeOf<{ sku: string; count: number | null }[]>();
expectTypeOf<RowOf<Orders, { timestamps: "Date" }>["at"]>().toEqualTypeOf<Date | null>();
expectTypeOf<RowOf<Orders, { timestamps: "Date" }>["id"]>().toEqualTypeOf<string>();

// A decoder returns them.
const response: { schema?: { fields?: ColumnReference[] }; rows?: TableRow[] } = {};
const columns: object[] = [];
expectTypeOf(rowDecoder(orders, columns)).returns.toEqualTypeOf<OrdersRow>();
expectTypeOf(rowDecoder(orders, columns, {})).returns.toEqualTypeOf<OrdersRow>();
expectTypeOf(rowDecoder(orders, response.schema, { integers: "bigint" })({}).id).toEqualTypeOf<bigint>();
const integers = "bigint" as "bigint" | "string";
expectTypeOf(rowDecoder(orders, columns, { integers })({}).id).toEqualTypeOf<bigint | string>();
export const rows: RowOf<Orders>[] = response.rows?.map(rowDecoder(orders, response.schema)) ?? [];
expectTypeOf(rowDecoder([{ name: "n", type: "FLOAT" }], columns)).returns.toEqualTypeOf<{ n: number | null }>();
expectTypeOf(rowDecoder(defineSchema([{ name: "n", type: "BOOL" }]), columns)).returns.toEqualTypeOf<{
  n: boolean | null;
}>();
expectTypeOf<RowOf<Table>>().toEqualTypeOf<Record<string, unknown>>();
expectTypeOf<RowOf<DefinedTable<undefined>>>().toEqualTypeOf<Record<string, unknown>>();
expectTypeOf<RowOf<DefinedTable>>().toEqualTypeOf<Record<string, unknown>>();

// A row of a union of definitions has the type of one of the definitions.
const customers = defineTable("sales.customers", { schema: [{ name: "email", type: "STRING", mode: "REQUIRED" }] });
expectTypeOf<RowOf<Orders | typeof customers>>().toEqualTypeOf<OrdersRow | { email: string }>();
expectTypeOf<RowInputOf<Orders | typeof customers>>().toEqualTypeOf<NewOrder | { email: string }>();

// A generic function can decode rows of any definition.
export function decodeAll<const S extends DefinedTable>(table: S, cells: TableRow[]): RowOf<S>[] {
  return cells.map(rowDecoder(table, columns));
}
expectTypeOf(decodeAll(orders, [])).toEqualTypeOf<OrdersRow[]>();

// @ts-expect-error another form
rowDecoder(orders, columns, { integers: "int" });
// @ts-expect-error a misspelt option
rowDecoder(orders, columns, { integer: "bigint" });
// @ts-expect-error a definition is not a string
rowDecoder("sales.orders", columns);
// @ts-expect-error a row of objects is not a row of cells
rowDecoder(orders, columns)({ id: "1" });

// What a program writes.
interface NewOrder {
  id: string | number | bigint;
  total?: string | number | bigint | undefined;
  rate?: string | number | bigint | null | undefined;
  wait?: string | null | undefined;
  at?: string | null | undefined;
  open: { readonly start: string | null; readonly end: string | null };
  items?: readonly { sku: string; count?: string | number | bigint | null | undefined }[] | undefined;
  extra?: unknown;
}
expectTypeOf<RowInputOf<Orders>>().toEqualTypeOf<NewOrder>();
const open = { start: null, end: null };
export const shortest: RowInputOf<Orders> = { id: 1, open };
// A decoded row can be written.
declare const row: RowOf<Orders>;
export const again: RowInputOf<Orders> = row;
// @ts-expect-error an unknown column
export const unknownColumn: RowInputOf<Orders> = { id: 1, open, totl: 5 };
// @ts-expect-error a column that is required
export const incomplete: RowInputOf<Orders> = { open };
// @ts-expect-error null in a REQUIRED column
export const nullId: RowInputOf<Orders> = { id: null, open };
// @ts-expect-error null in a REPEATED column
export const nullItems: RowInputOf<Orders> = { id: 1, open, items: null };
// @ts-expect-error an unknown column of a record
export const unknownInner: RowInputOf<Orders> = { id: 1, open, items: [{ sku: "tea", price: 5 }] };

const schema = rowSchema(orders);
expectTypeOf(schema.parse({}).id).toEqualTypeOf<string>();
expectTypeOf(schema.parse({}).total).toEqualTypeOf<string | undefined>();
expectTypeOf(schema).toExtend<StandardSchema<NewOrder>>();
rowSchema(orders, { json: "text" });
// @ts-expect-error another form
rowSchema(orders, { json: "string" });
