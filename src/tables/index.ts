/**
 * BigQuery tables as code: definitions, plans that make the tables of a project match them, and typed rows. The
 * functions take `client.warehouse`, and use its methods and its settings.
 *
 * @module
 * @see {@link https://cloud.google.com/bigquery/docs/reference/rest/v2/tables | tables} in the BigQuery reference
 *
 * @example
 * import { createClient } from "fourfold";
 * import { applyTables, defineTable, planTables } from "fourfold/tables";
 * import { GoogleAuth } from "google-auth-library";
 *
 * const orders = defineTable("sales.orders", { schema: [{ name: "id", type: "INTEGER", mode: "REQUIRED" }] });
 * const client = createClient({ auth: new GoogleAuth({ scopes: "https://www.googleapis.com/auth/cloud-platform" }) });
 * const plan = await planTables(client.warehouse, [orders], { projectId: "shop" });
 * await applyTables(client.warehouse, plan);
 */
export { ApiError, CredentialsError, NetworkError, ResponseError, TimeoutError } from "../errors/call-errors.js";
export { FourfoldError } from "../errors/fourfold-error.js";
export { isFourfoldError } from "../errors/is-fourfold-error.js";
export { type Issue, RequestError } from "../errors/request-error.js";
export { RowError } from "../errors/row-error.js";
export { ApplyTablesError, StalePlanError } from "../errors/table-errors.js";
export {
  type AppliedTables,
  type ApplyTablesOptions,
  applyTables,
} from "./apply/apply-tables.js";
export { type EnsureTableOptions, ensureTable } from "./apply/ensure-table.js";
export type { WrittenTable } from "./apply/write-table.js";
export type { PlanTableOptions } from "./compare/compare-tables.js";
export type { IgnoredTables } from "./compare/ignored-fields.js";
export { defineConfig, type TablesConfig } from "./config.js";
export { type DefinedSchema, defineSchema } from "./define-schema.js";
export {
  type DefinedTable,
  type DefinitionConstraints,
  type DefinitionForeignKey,
  type DefinitionInput,
  type DefinitionMaterializedView,
  type DefinitionSchema,
  type DefinitionTableReference,
  type DefinitionTableSchema,
  type DefinitionView,
  defineTable,
  type TableDefinition,
  type TableProperties,
} from "./define-table.js";
export { type ConcurrencyOptions, type GetTablesOptions, getTables, type ReadTable } from "./get-tables.js";
export type {
  PlannedChange,
  PlannedTable,
  TablesPlan,
  WantedDefinition,
} from "./plan/plan-data.js";
export { planTablePatch } from "./plan/plan-table-patch.js";
export { type PlanTablesOptions, planTables } from "./plan/plan-tables.js";
export { type RowDecoderOptions, rowDecoder, type TableRow } from "./rows/row-decoder.js";
export { type RowSchemaOptions, rowSchema } from "./rows/row-schema.js";
export type { RowForms, RowInputOf, RowOf, RowSource } from "./rows/row-types.js";
export { type TableSourceOptions, tableSource } from "./source/table-source.js";
export type { TablesClient } from "./tables-call.js";
export type { QueryContext, ViewQuery } from "./view-query.js";
