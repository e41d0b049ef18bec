/**
 * The clients, functions, types and errors of all areas except the sandbox: BigQuery tables, Knowledge Graph Search,
 * Cloud Composer, API Gateway and Cloud Endpoints.
 *
 * @module
 */
export * from "./area-surface.js";
export * from "./auth/index.js";
export { type Client, type ClientRuleSettings, type CreateClientOptions, createClient } from "./client.js";
export { type Patch, type PatchSchema, type PatchValue, patchOf } from "./core/schema/patch.js";
export * from "./entities/index.js";
export * from "./environments/index.js";
export * from "./gateway/index.js";
export * from "./naming/index.js";
export { createService, type Service, type ServiceOptions } from "./service.js";
export * from "./warehouse/index.js";
