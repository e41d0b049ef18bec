/**
 * A sandbox of BigQuery, Knowledge Graph Search, Cloud Composer and a gateway in memory, with state, faults and tokens, for
 * tests without an account or a network.
 *
 * @module
 *
 * @example
 * import { createClient } from "fourfold";
 * import { createSandbox } from "fourfold/testing";
 *
 * const sandbox = createSandbox();
 * sandbox.warehouse.datasets.add({ projectId: "my-project", datasetId: "sales" });
 * const client = createClient(sandbox.clientOptions);
 */
export type { EntitySeed } from "./entities/corpus.js";
export type { EntitySeeds } from "./entities/service.js";
export type { EnvironmentSeed, EnvironmentSeeds } from "./environments/service.js";
export type { Fault, FaultMatch, Faults } from "./faults.js";
export type { GatewayBackend } from "./gateway/backend.js";
export type { SandboxGatewayOptions } from "./gateway/gateway.js";
export type { IssuedTokenOptions, SandboxIssuer, WrongToken } from "./issuer.js";
export type { JournalEntry } from "./journal.js";
export type { RouteHandler, RouteRequest } from "./method-route.js";
export {
  createSandbox,
  type Sandbox,
  type SandboxClientOptions,
  type SandboxOptions,
  type SandboxSnapshot,
} from "./sandbox.js";
export type { SandboxFetch } from "./services-fetch.js";
export { encodeRows } from "./warehouse/encode-rows.js";
export type { DatasetSeed, ProjectSeed, TableSeed, WarehouseSeeds } from "./warehouse/seeds.js";
