import { AREAS, assertClientOptions, type ClientOptions, createAreaContext } from "./client-options.js";
import { type Entities, entitiesOver } from "./entities/client.js";
import type { EntityRuleSettings } from "./entities/rules.js";
import { type Environments, environmentsOver } from "./environments/client.js";
import type { EnvironmentRuleSettings } from "./environments/rules.js";
import { ENTITY_RULES, ENVIRONMENT_RULES, WAREHOUSE_RULES } from "./naming/rule-ids.js";
import { type Warehouse, warehouseOver } from "./warehouse/client.js";
import type { WarehouseRuleSettings } from "./warehouse/rules/rule-builders.js";

/** A client for BigQuery, Knowledge Graph Search and Cloud Composer. */
export interface Client {
  /** BigQuery: projects, tables and their IAM policies. */
  readonly warehouse: Warehouse;
  /** Knowledge Graph Search. */
  readonly entities: Entities;
  /** Cloud Composer environments: updates and operations. */
  readonly environments: Environments;
}

/** Severities of the rules of all areas, by rule id. */
export type ClientRuleSettings = WarehouseRuleSettings & EntityRuleSettings & EnvironmentRuleSettings;

/** Options of {@link createClient}. */
export interface CreateClientOptions extends ClientOptions<ClientRuleSettings> {}

/**
 * Creates one client for BigQuery, Knowledge Graph Search and Cloud Composer.
 *
 * @param options - Credentials, addresses and settings. Default: Google's services, without credentials.
 * @returns The client. Creating it sends no request.
 * @throws {RequestError} If an option is invalid or unknown, with all issues.
 *
 * @example
 * const client = createClient({ auth: bearer(() => fetchToken()) });
 * for await (const project of client.warehouse.projects.list()) console.log(project.friendlyName);
 */
export function createClient(options: CreateClientOptions = {}): Client {
  // Checks all areas together, so that each issue is reported once.
  const ruleIds = Object.keys({ ...WAREHOUSE_RULES, ...ENTITY_RULES, ...ENVIRONMENT_RULES });
  assertClientOptions("createClient", AREAS, options, ruleIds);
  return {
    warehouse: warehouseOver(createAreaContext("warehouse", options)),
    entities: entitiesOver(createAreaContext("entities", options)),
    environments: environmentsOver(createAreaContext("environments", options)),
  };
}
