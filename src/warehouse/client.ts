import { type MethodCaller, methodCaller } from "../call/call.js";
import type { Clock } from "../call/clock.js";
import type { ClientEvent } from "../call/events.js";
import type { RuleSettings } from "../checks/rules.js";
import { type AreaContext, assertClientOptions, type ClientOptions, createAreaContext } from "../client-options.js";
import { createDatasets, type Datasets } from "./datasets.js";
import { createProjects, type Projects } from "./methods.js";
import { type WarehouseRuleId, warehouseRules } from "./rules/warehouse-rules.js";
import { contexts } from "./sequence.js";
import { createTables, type Tables } from "./tables.js";

/**
 * Client for BigQuery: projects, datasets and tables.
 *
 * @see {@link https://cloud.google.com/bigquery/docs/reference/rest | BigQuery reference}
 */
export interface Warehouse extends MethodCaller {
  /** Projects with BigQuery in which the caller has a role. */
  readonly projects: Projects;
  /** BigQuery datasets of a project. */
  readonly datasets: Datasets;
  /** BigQuery tables and their IAM policies. */
  readonly tables: Tables;
  /** Clock of the client, for functions of `fourfold/tables`. */
  readonly clock: Clock;
  /** Passes an event to the client's `onEvent`, for functions of `fourfold/tables`. */
  readonly emit: (event: ClientEvent) => void;
}

/** Options of {@link createWarehouse}. */
export interface WarehouseOptions extends ClientOptions {
  /** Severities of individual rules: `error` rejects the request, `warn` emits an event, `off` skips the rule. */
  rules?: RuleSettings<WarehouseRuleId> | undefined;
}

/**
 * Creates a client for BigQuery only. `createClient` creates one for all areas.
 *
 * @param options - Credentials, base URL and settings. Default: BigQuery, without credentials.
 * @returns The client. Creating it sends no request.
 * @throws {RequestError} If an option is invalid or unknown, with all issues.
 * @see {@link https://cloud.google.com/bigquery/docs/reference/rest | BigQuery reference}
 *
 * @example
 * import { createWarehouse } from "fourfold/warehouse";
 * import { GoogleAuth } from "google-auth-library";
 *
 * const warehouse = createWarehouse({ auth: new GoogleAuth({ scopes: "https://www.googleapis.com/auth/cloud-platform" }) });
 * const table = await warehouse.tables.get({ projectId: "my-project", datasetId: "sales", tableId: "orders" });
 */
export function createWarehouse(options: WarehouseOptions = {}): Warehouse {
  assertClientOptions("createWarehouse", ["warehouse"], options, warehouseRules);
  return warehouseOver(createAreaContext("warehouse", options));
}

/** Creates the client from a context. */
export function warehouseOver(context: AreaContext): Warehouse {
  const emit = (event: ClientEvent) => context.emit(event);
  contexts.set(emit, context);
  return {
    ...methodCaller(context),
    projects: createProjects(context),
    datasets: createDatasets(context),
    tables: createTables(context),
    clock: context.clock,
    emit,
  };
}
