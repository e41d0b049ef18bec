import {
  createClient,
  decimalRange,
  int64,
  pickDecimalTarget,
  Table,
  type TableFieldSchema,
  type TableInput,
  type TablePatch,
  toDate,
} from "fourfold";
import { defineTable } from "fourfold/tables";
import {
  type Dataset,
  type DatasetInput,
  type DatasetList,
  type DatasetListEntry,
  type DatasetReference,
  type Datasets,
  type EnsuredDataset,
  type Int64,
  Dataset as schema,
} from "fourfold/warehouse";
import { expectTypeOf } from "vitest";

// Mistakes with tables and schemas.
const { warehouse } = createClient({ baseUrl: "https://services.test" });
const { tables } = warehouse;
const orders = { projectId: "shop", datasetId: "sales", tableId: "orders" };
const defined = defineTable("sales.orders", { schema: [{ name: "id", type: "INTEGER" }] });
declare const table: Table;
const fields: TableFieldSchema[] = [];
tables.modify(orders, (current) => {
  // @ts-expect-error: modify that changes its table
  current.labels = { team: "data" };
  return undefined;
});
tables.modify(orders, (current) => {
  // @ts-expect-error: modify that changes its table and returns it
  current.description = "All orders.";
  return current;
});
// @ts-expect-error: modify that returns null
tables.modify(orders, () => null);
// @ts-expect-error: a patch in place of the function of modify
tables.modify(orders, { description: "All orders." });
// @ts-expect-error: modify that returns a misspelt field
tables.modify(orders, () => ({ descripton: "All orders." }));
// @ts-expect-error: an etag in a patch
tables.patch(orders, { etag: "etag", description: "All orders." });
// @ts-expect-error: an etag in an insert
tables.insert({ tableReference: orders, etag: "etag" });
// @ts-expect-error: a reference without a table
tables.get({ projectId: "shop", datasetId: "sales" });
// @ts-expect-error: a reference as text
tables.get("shop.sales.orders");
// @ts-expect-error: a misspelt part of a reference
tables.get({ projectId: "shop", datasetId: "sales", tableID: "orders" });
// @ts-expect-error: a reference of a dataset that is not a reference
tables.list("shop.sales");
// @ts-expect-error: selectedFields as an object
tables.get(orders, { selectedFields: { id: true } });
// @ts-expect-error: selectedFields as numbers
tables.get(orders, { selectedFields: [1, 2] });
// @ts-expect-error: a list of columns in place of a schema
tables.insert({ tableReference: orders, schema: [{ name: "id", type: "STRING" }] });
// @ts-expect-error: a Date as INT64
tables.patch(orders, { expirationTime: new Date() });
// @ts-expect-error: INT64 used as a number
export const rows: number = table.numRows ?? 0;
// @ts-expect-error: arithmetic with INT64
export const half = table.numBytes! / 2;
// @ts-expect-error: INT64 compared with a number
export const isEmpty = table.numRows === 0;
// @ts-expect-error: any text as the INT64 of a table
export const expiring: Pick<Table, "expirationTime"> = { expirationTime: "tomorrow" };
// @ts-expect-error: a number as the INT64 of a column that was read
fields.push({ name: "id", type: "STRING", maxLength: 40 });
// @ts-expect-error: a boolean given to int64
int64(true);
// @ts-expect-error: null given to toDate
toDate(null);
// @ts-expect-error: a promise in place of a table in an update
tables.update(tables.get(orders));
// @ts-expect-error: a result without await
export const label = tables.get(orders).labels;
// @ts-expect-error: a field that may be missing
export const first = table.schema.fields;
// @ts-expect-error: a definition in place of a table
tables.insert(defined);
// @ts-expect-error: decimalRange without a type
decimalRange({ precision: 10, scale: 2 });
// @ts-expect-error: pickDecimalTarget with a type that is not decimal
pickDecimalTarget(["FLOAT64", "NUMERIC"], { precision: "many" as unknown as object });
// @ts-expect-error: an input that is assigned to a table
export const assigned: Table = { tableReference: orders, expirationTime: 5 } satisfies TableInput;
// @ts-expect-error: permissions as one text
tables.testIamPermissions(orders, "tables.get");
// @ts-expect-error: an IAM policy with a misspelt field
tables.setIamPolicy(orders, { binding: [] });
// @ts-expect-error: a patch with a misspelt enum field in a constant
export const patch: TablePatch = { timePartitioning: { type: 5 } };
// @ts-expect-error: Table as a class
new Table();

declare const dataset: Dataset;
declare const datasets: Datasets;
const datasetReference: DatasetReference = { projectId: "p", datasetId: "d" };

// --- What is read ----------------------------------------------------------------------------------------------------

expectTypeOf(schema.parse({})).toEqualTypeOf<Dataset>();
expectTypeOf(dataset.defaultTableExpirationMs).toEqualTypeOf<Int64 | undefined>();
expectTypeOf(dataset.access![0]!.dataset!.dataset).toEqualTypeOf<DatasetReference | undefined>();
expectTypeOf(dataset.linkedDatasetMetadata!.linkState).not.toBeAny();
expectTypeOf(datasets.list({ projectId: "p" }).firstPage()).resolves.toEqualTypeOf<DatasetList>();
expectTypeOf(datasets.list({ projectId: "p" }).toArray({ limit: 1 })).resolves.toEqualTypeOf<DatasetListEntry[]>();
expectTypeOf<EnsuredDataset["change"]>().toEqualTypeOf<"created" | "unchanged">();
// @ts-expect-error set by the service
dataset.etag = "e";
// @ts-expect-error set by the service
dataset.type = "DEFAULT";

// --- Requests --------------------------------------------------------------------------------------------------------

const copy: DatasetInput = { ...dataset, datasetReference };
void copy;
void datasets.insert({ datasetReference, location: "EU", defaultTableExpirationMs: 3_600_000n, labels: { a: "b" } });
void datasets.insert({ datasetReference, access: [{ role: "READER", specialGroup: "projectReaders" }] as const });
// @ts-expect-error a dataset has a reference
void datasets.ensure({ location: "EU" });
// @ts-expect-error set by the service
void datasets.insert({ datasetReference, creationTime: "0" });
// @ts-expect-error only a patch clears
void datasets.ensure({ datasetReference, description: null });
// @ts-expect-error a project, not its id
datasets.list("p");
// @ts-expect-error not an option of the list
datasets.list({ projectId: "p" }, { labels: "a" });
