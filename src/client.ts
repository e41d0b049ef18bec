import type { ClientOptions } from "./client-options.js";
import { createWarehouse, type Warehouse } from "./warehouse/client.js";
import type { WarehouseRuleId } from "./warehouse/rules/table-rules.js";

/** All areas over one set of options. */
export interface Client {
  /** Projects and tables of the data warehouse. */
  readonly warehouse: Warehouse;
}

/** Options of {@link createClient}. */
export type CreateClientOptions = ClientOptions<"warehouse", WarehouseRuleId>;

/**
 * Makes one client of all areas.
 *
 * @throws {RequestError} when an option cannot be used.
 *
 * @example
 * const client = createClient({ baseUrl: "http://127.0.0.1:8787", auth: bearer(() => fetchToken()) });
 * for await (const project of client.warehouse.projects.list()) console.log(project.friendlyName);
 */
export function createClient(options: CreateClientOptions): Client {
  return { warehouse: createWarehouse(options) };
}
