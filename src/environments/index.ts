/**
 * Cloud Composer: a client that updates environments and waits for operations, and functions that plan updates and
 * create valid update masks.
 *
 * @module
 * @see {@link https://cloud.google.com/composer/docs/reference/rest/v1beta1/projects.locations.environments | Cloud Composer reference}
 *
 * @example
 * import { createEnvironments } from "fourfold/environments";
 * import { GoogleAuth } from "google-auth-library";
 *
 * const environments = createEnvironments({ auth: new GoogleAuth({ scopes: "https://www.googleapis.com/auth/cloud-platform" }) });
 * const name = "projects/my-project/locations/europe-west1/environments/reports";
 * await environments.ensure(name, { labels: { team: "data" } });
 */
export * from "../area-surface.js";
export type {
  FailedOperation,
  MaskedUpdate,
  OperationStatus,
} from "../errors/environment-errors.js";
export { ApplyEnvironmentError, OperationError } from "../errors/environment-errors.js";
export type { DeepReadonly, OptionalFieldSchema, RequiredFieldSchema, SchemaOf } from "../schema/fields.js";
export {
  type ApplyOptions,
  type ApplyStep,
  createEnvironments,
  type EnsuredEnvironment,
  type Environments,
  type EnvironmentsOptions,
  type PatchEnvironmentOptions,
} from "./client.js";
export {
  type EnvironmentReference,
  formatEnvironmentName,
  type LocationReference,
  parseEnvironmentName,
} from "./environment-name.js";
export { compareImageVersions, type ImageVersion, parseImageVersion, type VersionNumbers } from "./image-version.js";
export { environmentMethods } from "./methods.js";
export type { OperationHandle, WaitOptions } from "./operation-handle.js";
export {
  AllowedIpRange,
  DatabaseConfig,
  EncryptionConfig,
  Environment,
  EnvironmentConfig,
  EnvironmentList,
  type EnvironmentSize,
  type EnvironmentState,
  MaintenanceWindow,
  RecoveryConfig,
  ScheduledSnapshotsConfig,
  StorageConfig,
  WebServerConfig,
  WebServerNetworkAccessControl,
} from "./schemas/environment.js";
export {
  CidrBlock,
  IPAllocationPolicy,
  MasterAuthorizedNetworksConfig,
  NetworkingConfig,
  NodeConfig,
  PrivateClusterConfig,
  PrivateEnvironmentConfig,
  TrafficRoutingConfig,
} from "./schemas/networks.js";
export { type DoneOperation, Operation, type OperationMetadata, type RunningOperation } from "./schemas/operation.js";
export {
  AirflowMetadataRetentionPolicyConfig,
  CloudDataLineageIntegration,
  DataRetentionConfig,
  SoftwareConfig,
  TaskLogsRetentionConfig,
  TriggererResource,
  WebServerResource,
  WorkerResource,
  WorkloadResource,
  WorkloadsConfig,
} from "./schemas/software.js";
export {
  type EnvironmentUpdateConstructors,
  environmentUpdate,
  type MapReplacement,
  type ParseEnvironmentUpdateOptions,
  parseEnvironmentUpdate,
  parseUpdateMask,
} from "./update/build.js";
export type { EnvironmentUpdate, ReadonlyEnvironment } from "./update/check.js";
export { type UpdatablePath, updatablePaths } from "./update/paths.js";
export {
  type DesiredEnvironment,
  type DesiredFields,
  type PlanEnvironmentUpdatesOptions,
  planEnvironmentUpdates,
} from "./update/plan.js";
export { type EnvironmentRuleId, environmentRules } from "./update/rules.js";
