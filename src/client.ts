import {
  type AnyClientOptions,
  AREAS,
  assertClientOptions,
  type ClientOptions,
  createAreaContext,
  type RuleSettings,
} from "./client-options.js";
import { type Entities, entitiesOver } from "./entities/client.js";
import { type EntityRuleId, entityRules } from "./entities/rules.js";
import { type Environments, environmentsOver } from "./environments/client.js";
import { type EnvironmentRuleId, environmentRules } from "./environments/rules.js";
import type { Area, Naming } from "./naming/naming.js";
import { type Warehouse, warehouseOver } from "./warehouse/client.js";
import { type WarehouseRuleId, warehouseRules } from "./warehouse/rules/table-rules.js";

/** All areas over one set of options. */
export interface Client {
  /** Projects and tables of the data warehouse. */
  readonly warehouse: Warehouse;
  /** The search for entities. */
  readonly entities: Entities;
  /** Managed environments, and the updates of them. */
  readonly environments: Environments;
}

/** Severities of the rules of all areas, by rule id. */
export type ClientRuleSettings = RuleSettings<WarehouseRuleId | EntityRuleId | EnvironmentRuleId>;

/** Options of {@link createClient}. */
export type CreateClientOptions<N extends Naming | undefined = Naming> = ClientOptions<Area, ClientRuleSettings, N>;

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
export function createClient(options: AnyClientOptions): Client {
  // Checks all areas together, so that each issue is reported once.
  assertClientOptions("createClient", AREAS, options, [...warehouseRules, ...entityRules, ...environmentRules]);
  return {
    warehouse: warehouseOver(createAreaContext("warehouse", options)),
    entities: entitiesOver(createAreaContext("entities", options)),
    environments: environmentsOver(createAreaContext("environments", options)),
  };
}
