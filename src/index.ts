/**
 * The clients, functions, types and errors of all areas except the sandbox: BigQuery tables, Knowledge Graph Search,
 * Cloud Composer, API Gateway and Cloud Endpoints.
 *
 * @module
 * @see {@link https://cloud.google.com/bigquery/docs/reference/rest | BigQuery reference}
 * @see {@link https://cloud.google.com/composer/docs/reference/rest/v1beta1/projects.locations.environments | Cloud Composer reference}
 * @see {@link https://developers.google.com/knowledge-graph/reference/rest/v1 | Knowledge Graph Search reference}
 * @see {@link https://cloud.google.com/api-gateway/docs/authenticating-users-jwt | Using JWT to authenticate users} with API Gateway
 *
 * @example
 * import { createClient } from "fourfold";
 * import { GoogleAuth } from "google-auth-library";
 *
 * const client = createClient({ auth: new GoogleAuth({ scopes: "https://www.googleapis.com/auth/cloud-platform" }) });
 * const table = await client.warehouse.tables.get({ projectId: "my-project", datasetId: "sales", tableId: "orders" });
 * const environment = await client.environments.get("projects/my-project/locations/europe-west1/environments/reports");
 * console.log(table.numRows, environment.state);
 */
export * from "./area-surface.js";
export * from "./auth/index.js";
export type { DriftEvent, RequestEvent, ResponseEvent, RetryEvent, WarningEvent } from "./call/events.js";
export { type Client, type CreateClientOptions, createClient } from "./client.js";
export * from "./entities/index.js";
export * from "./environments/index.js";
export { RowError } from "./errors/row-error.js";
export { ApplyTablesError, StalePlanError } from "./errors/table-errors.js";
export * from "./gateway/index.js";
export { type Patch, type PatchSchema, patchOf } from "./schema/patch.js";
export { type Permissions, permissions, type Scopes, scopes } from "./scopes.js";
export { createService, type Service, type ServiceOptions } from "./service.js";
export * from "./warehouse/index.js";
