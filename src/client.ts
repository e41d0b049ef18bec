import {
  type AnyClientOptions,
  AREAS,
  assertClientOptions,
  type ClientOptions,
  createAreaContext,
} from "./client-options.js";
import { type Entities, entitiesOver } from "./entities/client.js";
import { type EntityRuleId, entityRules } from "./entities/rules.js";
import { type Environments, environmentsOver } from "./environments/client.js";
import { type EnvironmentRuleId, environmentRules } from "./environments/rules.js";
import type { Area, Naming } from "./naming/naming.js";
import type { NamedRules } from "./naming/rule-names.js";
import { type Warehouse, warehouseOver } from "./warehouse/client.js";
import { type WarehouseRuleId, warehouseRules } from "./warehouse/rules/table-rules.js";

/** A client for all areas. */
export interface Client {
  /** Projects and tables of the data warehouse. */
  readonly warehouse: Warehouse;
  /** Search for entities. */
  readonly entities: Entities;
  /** Managed environments, their updates and operations. */
  readonly environments: Environments;
}

/** Severities of the rules of all areas, by rule id. */
export type ClientRuleSettings = Pick<NamedRules, WarehouseRuleId | EntityRuleId | EnvironmentRuleId>;

/** Options of {@link createClient}. */
export type CreateClientOptions<N extends Naming | undefined = Naming> = ClientOptions<Area, ClientRuleSettings, N>;

/**
 * Creates one client for all areas.
 *
 * @param options - Address, credentials and settings of all areas. `baseUrl` is required unless the naming profile has
 * the addresses.
 * @returns The client. Creating it sends no request.
 * @throws {RequestError} If an option is invalid or unknown, with all issues.
 *
 * @example
 * const client = createClient({ baseUrl: "http://127.0.0.1:8787", auth: bearer(() => fetchToken()) });
 * for await (const project of client.warehouse.projects.list()) console.log(project.friendlyName);
 */
export function createClient<N extends Naming | undefined = undefined>(options: CreateClientOptions<N>): Client;
export function createClient(options: AnyClientOptions): Client {
  // Checks all areas together, so that each issue is reported once.
  assertClientOptions("createClient", AREAS, options, [...warehouseRules, ...entityRules, ...environmentRules]);
  return {
    warehouse: warehouseOver(createAreaContext("warehouse", options)),
    entities: entitiesOver(createAreaContext("entities", options)),
    environments: environmentsOver(createAreaContext("environments", options)),
  };
}
