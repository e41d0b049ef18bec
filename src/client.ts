import { type AnyClientOptions, AREAS, assertClientOptions, type ClientOptions } from "./client-options.js";
import { createEntities, type Entities } from "./entities/client.js";
import type { EntityRuleId } from "./entities/rules.js";
import { createEnvironments, type Environments } from "./environments/client.js";
import type { EnvironmentRuleId } from "./environments/rules.js";
import type { Area, Naming } from "./naming/naming.js";
import { createWarehouse, type Warehouse } from "./warehouse/client.js";
import type { WarehouseRuleId } from "./warehouse/rules/table-rules.js";

/** All areas over one set of options. */
export interface Client {
  /** Projects and tables of the data warehouse. */
  readonly warehouse: Warehouse;
  /** The search for entities. */
  readonly entities: Entities;
  /** Managed environments, and the updates of them. */
  readonly environments: Environments;
}

/** Options of {@link createClient}. */
export type CreateClientOptions<N extends Naming | undefined = Naming | undefined> = ClientOptions<
  Area,
  WarehouseRuleId | EntityRuleId | EnvironmentRuleId,
  N
>;

/**
 * Makes one client of all areas.
 *
 * @throws {RequestError} when an option cannot be used.
 *
 * @example
 * const client = createClient({ baseUrl: "http://127.0.0.1:8787", auth: bearer(() => fetchToken()) });
 * for await (const project of client.warehouse.projects.list()) console.log(project.friendlyName);
 */
export function createClient<N extends Naming | undefined = undefined>(options: CreateClientOptions<N>): Client;
export function createClient(given: AnyClientOptions): Client {
  // Here for all areas at once: each would say the same again.
  assertClientOptions("createClient", AREAS, given);
  const options = given as CreateClientOptions; // as the signature above demands
  return {
    warehouse: createWarehouse(options),
    entities: createEntities(options),
    environments: createEnvironments(options),
  };
}
