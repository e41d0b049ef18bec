// A library over the packed package. The compiler writes the types of its exports, which must not name packages that it
// does not depend on, such as zod.
import { createClient, environmentUpdate, Table, type TableInput, type TablePatch } from "fourfold";
import { defineSchema, type RowOf } from "fourfold/tables";
import { TableFieldSchema } from "fourfold/warehouse";

export { type Entity, isFourfoldError, Table } from "fourfold";

export const parse = (value: unknown) => Table.safeParse(value);
export const parseField = (value: unknown) => TableFieldSchema.parse(value);
export const TableSchema = Table;
export const SchemaOfColumns = Table.shape.schema;
export const connect = (baseUrl: string) => createClient({ baseUrl });
export const columns = defineSchema([{ name: "id", type: "INTEGER", mode: "REQUIRED" }]);
export type Row = RowOf<typeof columns>;
export const relabel = (team: string) => environmentUpdate.labels({ team });
export const readTable = (client: ReturnType<typeof connect>, tableId: string) =>
  client.warehouse.tables.get({ projectId: "p", datasetId: "d", tableId });
export const columnsOf = (table: TableInput) => table.schema?.fields;
export const clearKey = (patch: TablePatch) => ({ ...patch.tableConstraints, primaryKey: null });
