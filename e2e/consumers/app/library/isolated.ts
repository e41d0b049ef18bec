// The same library with the types of its exports written out, as isolatedDeclarations requires.
import {
  type Client,
  createClient,
  type EnvironmentUpdate,
  environmentUpdate,
  type SafeParseResult,
  Table,
} from "fourfold";
import { type DefinedSchema, defineSchema } from "fourfold/tables";

export { type Entity, isFourfoldError, Table } from "fourfold";

export const parse = (value: unknown): SafeParseResult<Table> => Table.safeParse(value);
export const TableSchema: typeof Table = Table;
export const SchemaOfColumns: (typeof Table)["shape"]["schema"] = Table.shape.schema;
export const connect = (baseUrl: string): Client => createClient({ baseUrl });
const columns = [{ name: "id", type: "INTEGER", mode: "REQUIRED" }] as const;
export const schema: DefinedSchema<typeof columns> = defineSchema(columns);
export const relabel = (team: string): EnvironmentUpdate => environmentUpdate.labels({ team });
