import { createClient, type TableInput } from "fourfold";
import {
  type ApplyTablesOptions,
  type DefinedTable,
  defineConfig,
  defineSchema,
  defineTable,
  planTables,
  type RowOf,
  type TableDefinition,
  type TableProperties,
  type TablesPlan,
  type ViewQuery,
} from "fourfold/tables";
import { expectTypeOf } from "vitest";

// The literal types of columns are kept, in both forms of a schema, with or without `as const`.
const orders = defineTable("sales.orders", {
  description: "One row per order",
  schema: [
    { name: "id", type: "INTEGER", mode: "REQUIRED" },
    { name: "day", type: "DATE", description: null },
    { name: "lines", type: "RECORD", mode: "REPEATED", fields: [{ name: "sku", type: "STRING" }] },
  ],
  timePartitioning: { type: "DAY", field: "day" },
});
type OrdersRow = RowOf<typeof orders.schema>;
interface Expected {
  id: string;
  day: string | null;
  lines: { sku: string | null }[];
}
expectTypeOf<OrdersRow>().branded.toEqualTypeOf<Expected>();
expectTypeOf(orders.schema.fields[0].name).toEqualTypeOf<"id">();

const inObject = defineTable("sales.orders", {
  schema: { fields: [{ name: "id", type: "integer", mode: "required" }] },
});
expectTypeOf<RowOf<typeof inObject.schema>>().toEqualTypeOf<{ id: string }>();

const defined = defineTable("a.b", { schema: defineSchema([{ name: "id", type: "FLOAT", mode: "REPEATED" }]) });
expectTypeOf<RowOf<typeof defined.schema>>().toEqualTypeOf<{ id: number[] }>();

const columns = [{ name: "id", type: "INTEGER", mode: "REQUIRED" }] as const;
export const annotated: DefinedTable<typeof columns> = defineTable("sales.orders", { schema: columns });
expectTypeOf<RowOf<typeof annotated.schema>>().toEqualTypeOf<{ id: string }>();

// Without a schema there is none.
const described = defineTable("sales.orders", { description: "x" });
expectTypeOf(described.schema).toEqualTypeOf<undefined>();

// A spread copy is a definition, and so is a plain object with the same properties.
export const copy: TableDefinition = { ...orders, description: "x" };
export const renamed = defineTable("sales.orders_eu", { ...orders, labels: { team: null } });
expectTypeOf<RowOf<typeof renamed.schema>>().branded.toEqualTypeOf<Expected>();
export const definitions: readonly TableDefinition[] = [orders, described, { table: "sales.new", schema: columns }];

// Google's names, and null, which clears.
defineTable("a.b", {
  description: null,
  schema: null,
  labels: { team: null },
  biglakeConfiguration: {
    connectionId: "a.b.c",
    storageUri: "gs://b/t",
    fileFormat: "PARQUET",
    tableFormat: "ICEBERG",
  },
});

// A foreign key can omit the project of the referenced table, but not its dataset.
const columnReferences = [{ referencingColumn: "a", referencedColumn: "b" }];
defineTable("a.b", {
  tableConstraints: {
    primaryKey: null,
    foreignKeys: [
      { referencedTable: { datasetId: "a", tableId: "c" }, columnReferences },
      { name: "other", referencedTable: { projectId: "p", datasetId: "a", tableId: "c" }, columnReferences },
    ],
  },
});
defineTable("a.b", { tableConstraints: { foreignKeys: null } });
// @ts-expect-error no dataset
defineTable("a.b", { tableConstraints: { foreignKeys: [{ referencedTable: { tableId: "c" }, columnReferences }] } });
// @ts-expect-error a misspelled property of a foreign key
defineTable("a.b", { tableConstraints: { foreignKeys: [{ referencedTabel: {}, columnReferences }] } });

// Names of columns are completed; a computed name is accepted, and so is a name from another definition.
declare const computed: string;
defineTable("a.b", {
  schema: columns,
  timePartitioning: { type: "DAY", field: computed },
  clustering: { fields: ["id", "other", computed] },
  tableConstraints: { primaryKey: { columns: [computed] } },
});
defineTable("a.b", {
  ...orders,
  rangePartitioning: { field: computed, range: { start: "0", end: "9", interval: "1" } },
});
export const properties: TableProperties = { clustering: { fields: [computed] } };
defineTable("a.b", { ...properties, schema: columns });

// What must not compile.
// @ts-expect-error a name of a column is a string
defineTable("a.b", { schema: columns, clustering: { fields: [5] } });
// @ts-expect-error a misspelled property of a primary key
defineTable("a.b", { schema: columns, tableConstraints: { primaryKey: { colums: ["id"] } } });
// @ts-expect-error a misspelled property of a schema
defineTable("a.b", { schema: { feilds: columns } });
// @ts-expect-error a string as schema
defineTable("a.b", { schema: "id INT64" });
// @ts-expect-error a misspelled property
defineTable("a.b", { descripton: "x" });
// @ts-expect-error a misspelled property of a property
defineTable("a.b", { timePartitioning: { type: "DAY", feld: "day" } });
// @ts-expect-error a misspelled property of a column
defineTable("a.b", { schema: [{ name: "a", type: "STRING", mod: "REQUIRED" }] });
// @ts-expect-error the same in an object
defineTable("a.b", { schema: { fields: [{ name: "a", type: "STRING", mod: "REQUIRED" }] } });
// @ts-expect-error the same further down
defineTable("a.b", { schema: [{ name: "a", type: "RECORD", fields: [{ name: "b", type: "STRING", maxlength: 5 }] }] });
// @ts-expect-error the name is the first argument
defineTable("a.b", { tableReference: { projectId: "p", datasetId: "a", tableId: "b" } });
// @ts-expect-error a column has a type
defineTable("a.b", { schema: [{ name: "a" }] });
// @ts-expect-error output only
defineTable("a.b", { numRows: "5" });
// @ts-expect-error a definition is frozen
orders.description = "x";
// @ts-expect-error a copy has a name, too
export const nameless: TableDefinition = { description: "x" };

// The query of a view is a string or a function, in a definition only. Columns keep their literal types beside a function.
const revenue = defineTable("sales.revenue", {
  schema: [{ name: "day", type: "DATE" }],
  view: { query: ({ table }) => `SELECT day FROM ${table("sales.orders")}`, useLegacySql: false },
});
expectTypeOf<RowOf<typeof revenue.schema>>().branded.toEqualTypeOf<{ day: string | null }>();
expectTypeOf(revenue.view).toEqualTypeOf<TableProperties["view"]>();
const query: ViewQuery = ({ table }) => `SELECT 1 FROM ${table("sales.orders")}`;
export const total: TableDefinition = defineTable("sales.total", { materializedView: { query } });
defineTable("sales.copy", { ...revenue, view: { query: "SELECT 1" } });
expectTypeOf<TablesPlan["tables"][number]["wanted"]["view"]>().not.toEqualTypeOf(revenue.view);
// @ts-expect-error a function is not async
defineTable("a.b", { view: { query: async () => "SELECT 1" } });
// @ts-expect-error a function returns a string
defineTable("a.b", { view: { query: () => 5 } });
// @ts-expect-error a name is a string
defineTable("a.b", { view: { query: ({ table }) => table(revenue) } });
// @ts-expect-error a misspelled property of a view
defineTable("a.b", { view: { query: "SELECT 1", useLegacySQL: false } });
// @ts-expect-error the input of the service is a string
export const input: TableInput["view"] = { query: () => "SELECT 1" };

// A foreign key can name its table.
defineTable("a.b", { tableConstraints: { foreignKeys: [{ referencedTable: "a.c", columnReferences }] } });
// @ts-expect-error a name is a string
defineTable("a.b", { tableConstraints: { foreignKeys: [{ referencedTable: 5, columnReferences }] } });

// Every function accepts the id of a dataset, and settings.
const client = createClient();
const datasets = { sales: { name: "sales_eu", location: "EU" }, crm: "crm_test", web: { location: undefined } };
expectTypeOf(planTables).toBeCallableWith(client.warehouse, [orders], { projectId: "shop", datasets });
expectTypeOf(defineConfig).toBeCallableWith({ client: () => client, tables: "schemas", projectId: "shop", datasets });
// @ts-expect-error the setting is called location
planTables(client.warehouse, [orders], { projectId: "shop", datasets: { sales: { region: "EU" } } });
// @ts-expect-error a location is a string
planTables(client.warehouse, [orders], { projectId: "shop", datasets: { sales: { location: 5 } } });
expectTypeOf<ApplyTablesOptions["createDatasets"]>().toEqualTypeOf<boolean | undefined>();
