import type { RuleSettings } from "./checks/rules.js";
import { AREAS, assertClientOptions, type ClientOptions, createAreaContext } from "./client-options.js";
import { type Entities, entitiesOver } from "./entities/client.js";
import { type EntityRuleId, entityRules } from "./entities/rules.js";
import { type Environments, environmentsOver } from "./environments/client.js";
import { type EnvironmentRuleId, environmentRules } from "./environments/update/rules.js";
import { type Warehouse, warehouseOver } from "./warehouse/client.js";
import { type WarehouseRuleId, warehouseRules } from "./warehouse/rules/warehouse-rules.js";

/**
 * A client for BigQuery, Knowledge Graph Search and Cloud Composer. `call` and `list`, for your own methods, are on each
 * area: `client.warehouse.call(…)`.
 *
 * @see {@link https://cloud.google.com/bigquery/docs/reference/rest | BigQuery reference}
 * @see {@link https://cloud.google.com/composer/docs/reference/rest/v1beta1/projects.locations.environments | Cloud Composer reference}
 * @see {@link https://developers.google.com/knowledge-graph/reference/rest/v1 | Knowledge Graph Search reference}
 */
export interface Client {
  /** BigQuery: projects, datasets, tables and their IAM policies. */
  readonly warehouse: Warehouse;
  /** Knowledge Graph Search: people, places and things. */
  readonly entities: Entities;
  /** Cloud Composer environments: updates and operations. */
  readonly environments: Environments;
}

/** Options of {@link createClient}. */
export interface CreateClientOptions extends ClientOptions {
  /** Severities of individual rules: `error` rejects the request, `warn` emits an event, `off` skips the rule. */
  rules?: RuleSettings<WarehouseRuleId | EntityRuleId | EnvironmentRuleId> | undefined;
}

/**
 * Creates one client for BigQuery, Knowledge Graph Search and Cloud Composer.
 *
 * @param options - Credentials, base URL and settings. Default: Google's services, without credentials.
 * @returns The client. Creating it sends no request.
 * @throws {RequestError} If an option is invalid or unknown, with all issues.
 * @see {@link https://cloud.google.com/bigquery/docs/reference/rest | BigQuery reference}
 * @see {@link https://cloud.google.com/composer/docs/reference/rest/v1beta1/projects.locations.environments | Cloud Composer reference}
 * @see {@link https://developers.google.com/knowledge-graph/reference/rest/v1 | Knowledge Graph Search reference}
 *
 * @example
 * import { createClient } from "fourfold";
 * import { GoogleAuth } from "google-auth-library";
 *
 * const client = createClient({ auth: new GoogleAuth({ scopes: "https://www.googleapis.com/auth/cloud-platform" }) });
 * for await (const project of client.warehouse.projects.list()) console.log(project.friendlyName);
 */
export function createClient(options: CreateClientOptions = {}): Client {
  // Checks all areas together, so that each issue is reported once.
  assertClientOptions("createClient", AREAS, options, [...warehouseRules, ...entityRules, ...environmentRules]);
  return {
    warehouse: warehouseOver(createAreaContext("warehouse", options)),
    entities: entitiesOver(createAreaContext("entities", options)),
    environments: environmentsOver(createAreaContext("environments", options)),
  };
}
