export type { EntitySeeds } from "./entities-seeds.js";
export type { EntitySeed } from "./entity-seed.js";
export type { EnvironmentSeed, EnvironmentSeeds } from "./environments-service.js";
export type { OperationFailure } from "./environments-store.js";
export type { Fault, FaultMatch } from "./fault.js";
export type { Faults } from "./faults.js";
export type { SandboxGatewayOptions } from "./gateway.js";
export type { GatewayBackend } from "./gateway-backend.js";
export type { IssuedTokenOptions, WrongToken } from "./issued-token.js";
export type { SandboxIssuer } from "./issuer.js";
export type { JournalEntry } from "./journal.js";
export {
  createSandbox,
  type Sandbox,
  type SandboxClientOptions,
  type SandboxOptions,
  type SandboxSnapshot,
} from "./sandbox.js";
export type { SandboxFetch } from "./services-fetch.js";
export type { SigningAlgorithm } from "./signing-key.js";
export type { DatasetSeed, ProjectSeed, TableSeed, WarehouseSeeds } from "./warehouse-seeds.js";
