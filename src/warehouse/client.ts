import {
  type AnyClientOptions,
  type AreaContext,
  assertClientOptions,
  type ClientOptions,
  createAreaContext,
} from "../client-options.js";
import { type MethodCaller, methodCaller } from "../core/method-caller.js";
import type { Naming } from "../naming/naming.js";
import { createTables } from "./create-tables.js";
import { createProjects, type Projects } from "./projects.js";
import { type WarehouseRuleSettings, warehouseRules } from "./rules/table-rules.js";
import type { Tables } from "./tables.js";

/** The warehouse: projects and tables. */
export interface Warehouse extends MethodCaller {
  /** The projects that the caller may see. */
  readonly projects: Projects;
  /** The tables of a dataset, and who may do what with them. */
  readonly tables: Tables;
}

/** Options of {@link createWarehouse}. */
export type WarehouseOptions<N extends Naming | undefined = Naming> = ClientOptions<
  "warehouse",
  WarehouseRuleSettings,
  N
>;

/**
 * Makes a client of the warehouse alone; `createClient` makes one of all areas.
 *
 * @throws {RequestError} when an option cannot be used.
 *
 * @example
 * const warehouse = createWarehouse({ baseUrl: "https://warehouse.example", auth: bearer(fetchToken) });
 * const table = await warehouse.tables.get({ projectId, datasetId, tableId });
 */
export function createWarehouse<N extends Naming | undefined = undefined>(options: WarehouseOptions<N>): Warehouse;
export function createWarehouse(options: AnyClientOptions): Warehouse {
  assertClientOptions("createWarehouse", ["warehouse"], options, warehouseRules);
  return warehouseOver(createAreaContext("warehouse", options));
}

/** Creates the client from a context. */
export function warehouseOver(context: AreaContext): Warehouse {
  return { ...methodCaller(context), projects: createProjects(context), tables: createTables(context) };
}
