export type { Auth } from "../core/auth.js";
export type { Clock } from "../core/clock.js";
export {
  type AnyFourfoldError,
  ApiError,
  type ApiErrorCode,
  ApplyError,
  type ErrorCode,
  FourfoldError,
  NetworkError,
  OperationError,
  RequestError,
  type RequestSummary,
  ResponseError,
  TimeoutError,
} from "../core/errors.js";
export type {
  ClientEvent,
  DriftEvent,
  RequestEvent,
  ResponseEvent,
  RetryEvent,
  WarningEvent,
} from "../core/events.js";
export { isFourfoldError } from "../core/is-fourfold-error.js";
export type { MaskedUpdate } from "../core/masked-update.js";
export type {
  DoneOperation,
  FailedOperation,
  OperationMetadata,
  OperationStatus,
  RunningOperation,
} from "../core/operation.js";
export type { Issue, Rule, RuleSettings, Severity } from "../core/rules.js";
export type { CallOptions, RetryOptions } from "../core/transport.js";
export type { ApplyOptions, ApplyStep } from "./apply.js";
export {
  createEnvironments,
  type Environments,
  type EnvironmentsOptions,
  type PatchEnvironmentOptions,
} from "./client.js";
export {
  type EnvironmentReference,
  formatEnvironmentName,
  formatOperationName,
  type OperationReference,
  parseEnvironmentName,
  parseOperationName,
} from "./environment-name.js";
export {
  type EnvironmentUpdateConstructors,
  environmentUpdate,
  type MapEdit,
  type MapReplacement,
  type ValueEdit,
} from "./environment-update.js";
export { compareImageVersions, type ImageVersion, parseImageVersion, type VersionNumbers } from "./image-version.js";
export type { OperationHandle, WaitOptions } from "./operation-handle.js";
export { type ParseEnvironmentUpdateOptions, parseEnvironmentUpdate } from "./parse-update.js";
export { parseUpdateMask } from "./parse-update-mask.js";
export { type Desired, type DesiredEnvironment, planEnvironmentUpdates } from "./plan.js";
export { type EnvironmentRuleId, environmentRules } from "./rules.js";
export { Environment, type EnvironmentState, StorageConfig } from "./schemas/environment.js";
export {
  AllowedIpRange,
  DatabaseConfig,
  EncryptionConfig,
  EnvironmentConfig,
  type EnvironmentSize,
  MaintenanceWindow,
  WebServerConfig,
  WebServerNetworkAccessControl,
} from "./schemas/environment-config.js";
export { NodeConfig } from "./schemas/node-config.js";
export { Operation } from "./schemas/operation.js";
export { CloudDataLineageIntegration, SoftwareConfig } from "./schemas/software-config.js";
export { WorkerResource, WorkloadResource, WorkloadsConfig } from "./schemas/workloads-config.js";
export type { MapPath, MemberPath, UpdatablePath, UpdatablePathRow, WholePath } from "./updatable-paths.js";
export { updatablePaths } from "./updatable-paths.js";
export type { EnvironmentUpdate, UnlistedEnvironmentUpdate } from "./update.js";
