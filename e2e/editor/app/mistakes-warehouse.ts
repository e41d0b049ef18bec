// Mistakes with tables and schemas.
import { createClient, decimalRange, int64, pickDecimalTarget, Table, type TableFieldSchema, type TableInput, type TablePatch, toDate } from "fourfold";
import { defineSchema, defineTable, ensureTable, planTablePatch, type RowOf } from "fourfold/tables";

const { warehouse } = createClient({ baseUrl: "https://services.test" });
const { tables } = warehouse;
const orders = { projectId: "shop", datasetId: "sales", tableId: "orders" };
const defined = defineTable("sales.orders", { schema: [{ name: "id", type: "INTEGER" }] });
const columns = defineSchema([{ name: "id", type: "INTEGER", mode: "REQUIRED" }]);
declare const table: Table;
const fields: TableFieldSchema[] = [];

// mistake: modify that changes its table
tables.modify(orders, (current) => {
  current.labels = { team: "data" };
});

// mistake: modify that changes its table and returns it
tables.modify(orders, (current) => {
  current.description = "All orders.";
  return current;
});

// rejected: modify that returns null
tables.modify(orders, () => null);

// rejected: a patch in place of the function of modify
tables.modify(orders, { description: "All orders." });

// rejected: modify that returns a misspelt field
tables.modify(orders, () => ({ descripton: "All orders." }));

// mistake: an etag in a patch
tables.patch(orders, { etag: "etag", description: "All orders." });

// rejected: an etag in an insert
tables.insert({ tableReference: orders, etag: "etag" });

// rejected: an output-only field in an insert
tables.insert({ tableReference: orders, numRows: "5" });

// rejected: an output-only field in a patch
tables.patch(orders, { creationTime: null });

// mistake: an output-only field of a table that was read
table.numRows = "5";

// rejected: a misspelt field in an insert
tables.insert({ tableReference: orders, freindlyName: "Orders" });

// rejected: a misspelt field in a patch
tables.patch(orders, { expirationtime: 5 });

// rejected: a misspelt nested field in a patch
tables.patch(orders, { timePartitioning: { expiration: 5 } });

// rejected: an insert without a reference
tables.insert({ schema: { fields: [] } });

// mistake: a reference without a table
tables.get({ projectId: "shop", datasetId: "sales" });

// rejected: a reference as text
tables.get("shop.sales.orders");

// rejected: a misspelt part of a reference
tables.get({ projectId: "shop", datasetId: "sales", tableID: "orders" });

// rejected: a reference of a dataset that is not a reference
tables.list("shop.sales");

// mistake: selectedFields as an object
tables.get(orders, { selectedFields: { id: true } });

// rejected: selectedFields as numbers
tables.get(orders, { selectedFields: [1, 2] });

// rejected: a null that a required field does not allow
tables.patch(orders, { tableReference: null });

// rejected: a null for the query of a view
tables.patch(orders, { view: { query: null } });

// mistake: a null in an insert
tables.insert({ tableReference: orders, description: null });

// rejected: a null in a column of a patch
tables.patch(orders, { schema: { fields: [{ name: "id", type: "STRING", description: null }] } });

// rejected: a column without a type
tables.insert({ tableReference: orders, schema: { fields: [{ name: "id" }] } });

// rejected: a list of columns in place of a schema
tables.insert({ tableReference: orders, schema: [{ name: "id", type: "STRING" }] });

// rejected: a number as a label
tables.insert({ tableReference: orders, labels: { year: 2026 } });

// mistake: a boolean as INT64
tables.patch(orders, { expirationTime: true });

// rejected: a Date as INT64
tables.patch(orders, { expirationTime: new Date() });

// rejected: INT64 used as a number
export const rows: number = table.numRows ?? 0;

// rejected: arithmetic with INT64
export const half = table.numBytes! / 2;

// rejected: INT64 compared with a number
export const isEmpty = table.numRows === 0;

// rejected: any text as the INT64 of a table
export const expiring: Pick<Table, "expirationTime"> = { expirationTime: "tomorrow" };

// rejected: a number as the INT64 of a column that was read
fields.push({ name: "id", type: "STRING", maxLength: 40 });

// rejected: a boolean given to int64
int64(true);

// mistake: null given to toDate
toDate(null);

// mistake: a promise in place of a table
planTablePatch(tables.get(orders), { tableReference: orders });

// mistake: a promise in place of a table in an update
tables.update(tables.get(orders));

// rejected: a result without await
export const label = tables.get(orders).labels;

// rejected: a field that may be missing
export const first = table.schema.fields;

// rejected: a misspelt field of a table that was read
export const description = table.descripton;

// mistake: a desired table with an output-only field
planTablePatch(table, { tableReference: orders, numBytes: "5" });

// rejected: a misspelt option of ensure
ensureTable(warehouse, { tableReference: orders }, { extraColumns: "drop" });

// rejected: a misspelt field of a column in defineSchema
defineSchema([{ name: "id", type: "STRING", maxLenght: 40 }]);

// mistake: a column without a name in defineSchema
defineSchema([{ type: "STRING" }]);

// rejected: columns without a list in defineSchema
defineSchema({ id: "INTEGER" });

// mistake: a misspelt field of a column in defineTable
defineTable("sales.orders", { schema: [{ name: "id", type: "STRING", maxLenght: 40 }] });

// rejected: a misspelt field of a nested column in defineTable
defineTable("sales.orders", {
  schema: { fields: [{ name: "r", type: "RECORD", fields: [{ name: "id", type: "STRING", maxLenght: 40 }] }] },
});

// mistake: a misspelt property of a table in defineTable
defineTable("sales.orders", { descripton: "Orders", schema: [{ name: "id", type: "STRING" }] });

// mistake: a definition in place of a table
tables.insert(defined);

// mistake: a number in a row where INT64 is text
export const row: RowOf<typeof columns> = { id: 1 };

// rejected: a row with a column that does not exist
export const extra: RowOf<typeof columns> = { id: "1", total: "5" };

// rejected: a null in a required column
export const empty: RowOf<typeof columns> = { id: null };

// mistake: decimalRange without a type
decimalRange({ precision: 10, scale: 2 });

// rejected: pickDecimalTarget with a type that is not decimal
pickDecimalTarget(["FLOAT64", "NUMERIC"], { precision: "many" as unknown as object });

// rejected: an input that is assigned to a table
export const assigned: Table = { tableReference: orders, expirationTime: 5 } satisfies TableInput;

// rejected: permissions as one text
tables.testIamPermissions(orders, "tables.get");

// rejected: an IAM policy with a misspelt field
tables.setIamPolicy(orders, { binding: [] });

// rejected: a patch with a misspelt enum field in a constant
export const patch: TablePatch = { timePartitioning: { type: 5 } };

// rejected: Table as a class
new Table();
