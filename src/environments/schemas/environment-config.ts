import * as z from "zod/mini";
import { integer, openObject, opt, outputOnly } from "../../core/schema/schema.js";
import type { SchemaOf, ShapeOf } from "../../core/schema/shape-of.js";
import { DataRetentionConfig } from "./data-retention-config.js";
import { enumValue } from "./enum-value.js";
import { MasterAuthorizedNetworksConfig } from "./master-authorized-networks-config.js";
import { NodeConfig } from "./node-config.js";
import { PrivateEnvironmentConfig } from "./private-environment-config.js";
import { SoftwareConfig } from "./software-config.js";
import { WorkloadsConfig } from "./workloads-config.js";

/**
 * Size of the infrastructure that the service manages: `ENVIRONMENT_SIZE_SMALL`, `ENVIRONMENT_SIZE_MEDIUM`,
 * `ENVIRONMENT_SIZE_LARGE` or `ENVIRONMENT_SIZE_EXTRA_LARGE`. Other strings are possible, because the service may add values.
 */
export type EnvironmentSize =
  | "ENVIRONMENT_SIZE_SMALL"
  | "ENVIRONMENT_SIZE_MEDIUM"
  | "ENVIRONMENT_SIZE_LARGE"
  | "ENVIRONMENT_SIZE_EXTRA_LARGE"
  | (string & {});

/**
 * An IP range that can access the web server.
 *
 * @see Spec: environments, "Updatable paths", `config.webServerNetworkAccessControl` (fields of the real service)
 */
export interface AllowedIpRange {
  /** IP address, or IP range in CIDR notation: `192.168.0.0/16` or `2001:db8::/32`. */
  value?: string | undefined;
  /** Description for users. At most 300 characters. */
  description?: string | undefined;
}

/** Schema of `AllowedIpRange`, with `parse` and `safeParse`. */
export const AllowedIpRange: SchemaOf<AllowedIpRange> = /* @__PURE__ */ openObject({
  value: opt(z.string()),
  description: opt(z.string()),
} satisfies ShapeOf<AllowedIpRange>);

/**
 * Network access to the web server.
 *
 * @see Spec: environments, "Updatable paths", `config.webServerNetworkAccessControl` (fields of the real service)
 */
export interface WebServerNetworkAccessControl {
  /** IP ranges that can access the web server; all others are blocked. */
  allowedIpRanges?: AllowedIpRange[] | undefined;
}

/** Schema of `WebServerNetworkAccessControl`, with `parse` and `safeParse`. */
export const WebServerNetworkAccessControl: SchemaOf<WebServerNetworkAccessControl> = /* @__PURE__ */ openObject({
  allowedIpRanges: opt(z.array(AllowedIpRange)),
} satisfies ShapeOf<WebServerNetworkAccessControl>);

/**
 * Database of Airflow.
 *
 * @see Spec: environments, "Updatable paths", `config.databaseConfig.machineType`
 */
export interface DatabaseConfig {
  /**
   * Machine type of the database: `db-n1-standard-2`, `db-n1-standard-4`, `db-n1-standard-8` or `db-n1-standard-16`.
   *
   * Only for images `composer-1.*.*-airflow-*.*.*`.
   */
  machineType?: string | undefined;
  /** Zone of the database. Cannot be changed by an update. */
  zone?: string | undefined;
}

/** Schema of `DatabaseConfig`, with `parse` and `safeParse`. */
export const DatabaseConfig: SchemaOf<DatabaseConfig> = /* @__PURE__ */ openObject({
  machineType: opt(z.string()),
  zone: opt(z.string()),
} satisfies ShapeOf<DatabaseConfig>);

/**
 * Web server of Airflow.
 *
 * @see Spec: environments, "Updatable paths", `config.webServerConfig.machineType`
 */
export interface WebServerConfig {
  /**
   * Machine type of the web server: `composer-n1-webserver-2`, `composer-n1-webserver-4` or `composer-n1-webserver-8`.
   *
   * Only for images `composer-1.*.*-airflow-*.*.*`.
   */
  machineType?: string | undefined;
}

/** Schema of `WebServerConfig`, with `parse` and `safeParse`. */
export const WebServerConfig: SchemaOf<WebServerConfig> = /* @__PURE__ */ openObject({
  machineType: opt(z.string()),
} satisfies ShapeOf<WebServerConfig>);

/**
 * Time window in which components of the environment can be unavailable because of maintenance.
 *
 * @see Spec: environments, "Updatable paths", `config.maintenanceWindow` (fields of the real service)
 */
export interface MaintenanceWindow {
  /** Start of the first window, as an RFC 3339 string. */
  startTime: string;
  /** End of the first window, as an RFC 3339 string, after `startTime`. Determines only the duration of the windows. */
  endTime: string;
  /** Recurrence, as an RFC 5545 `RRULE`: `FREQ=DAILY`, or `FREQ=WEEKLY;BYDAY=…` such as `FREQ=WEEKLY;BYDAY=TU,WE`. */
  recurrence: string;
}

/** Schema of `MaintenanceWindow`, with `parse` and `safeParse`. */
export const MaintenanceWindow: SchemaOf<MaintenanceWindow> = /* @__PURE__ */ openObject({
  startTime: z.string(),
  endTime: z.string(),
  recurrence: z.string(),
} satisfies ShapeOf<MaintenanceWindow>);

/**
 * Encryption key of an environment. Cannot be changed by an update.
 *
 * @see Spec: environments, "(B) Environment update" (fields of the real service)
 */
export interface EncryptionConfig {
  /** Resource name of the customer-managed key; absent for a key of the service. */
  kmsKeyName?: string | undefined;
}

/** Schema of `EncryptionConfig`, with `parse` and `safeParse`. */
export const EncryptionConfig: SchemaOf<EncryptionConfig> = /* @__PURE__ */ openObject({
  kmsKeyName: opt(z.string()),
} satisfies ShapeOf<EncryptionConfig>);

/**
 * Scheduled snapshots of an environment.
 *
 * @see Spec: environments, "(B) Environment update" (fields of the real service)
 */
export interface ScheduledSnapshotsConfig {
  /** Whether scheduled snapshots are enabled. */
  enabled?: boolean | undefined;
  /** Address of the folder for the snapshots. */
  snapshotLocation?: string | undefined;
  /** Schedule of the snapshots, as a cron expression such as `0 4 * * *`. */
  snapshotCreationSchedule?: string | undefined;
  /** Time zone of the schedule, such as `UTC+01`. */
  timeZone?: string | undefined;
}

/** Schema of `ScheduledSnapshotsConfig`, with `parse` and `safeParse`. */
export const ScheduledSnapshotsConfig: SchemaOf<ScheduledSnapshotsConfig> = /* @__PURE__ */ openObject({
  enabled: opt(z.boolean()),
  snapshotLocation: opt(z.string()),
  snapshotCreationSchedule: opt(z.string()),
  timeZone: opt(z.string()),
} satisfies ShapeOf<ScheduledSnapshotsConfig>);

/**
 * Recovery settings of an environment.
 *
 * @see Spec: environments, "(B) Environment update" (fields of the real service)
 */
export interface RecoveryConfig {
  /**
   * Scheduled snapshots. The spec does not list the path `config.recoveryConfig.scheduledSnapshotsConfig`: update it
   * with `environmentUpdate.unlisted`.
   */
  scheduledSnapshotsConfig?: ScheduledSnapshotsConfig | undefined;
}

/** Schema of `RecoveryConfig`, with `parse` and `safeParse`. */
export const RecoveryConfig: SchemaOf<RecoveryConfig> = /* @__PURE__ */ openObject({
  scheduledSnapshotsConfig: opt(ScheduledSnapshotsConfig),
} satisfies ShapeOf<RecoveryConfig>);

/**
 * Configuration of an environment. Unknown fields are kept.
 *
 * @see Spec: environments, "Updatable paths"
 */
export interface EnvironmentConfig {
  /** Number of nodes of the cluster: an integer of at least 3. Only for images `composer-1.*.*-airflow-*.*.*`. */
  nodeCount?: number | undefined;
  /** Software of the environment. */
  softwareConfig?: SoftwareConfig | undefined;
  /** Nodes of the cluster. */
  nodeConfig?: NodeConfig | undefined;
  /** Network access to the web server. Default: all IP addresses can access it. */
  webServerNetworkAccessControl?: WebServerNetworkAccessControl | undefined;
  /** Database of Airflow. */
  databaseConfig?: DatabaseConfig | undefined;
  /** Web server of Airflow. */
  webServerConfig?: WebServerConfig | undefined;
  /** Time window in which components of the environment can be unavailable because of maintenance. */
  maintenanceWindow?: MaintenanceWindow | undefined;
  /** Cluster resources of the components. Only for images `composer-2.*.*-airflow-*.*.*` and newer. */
  workloadsConfig?: WorkloadsConfig | undefined;
  /**
   * Size of the infrastructure that the service manages: `ENVIRONMENT_SIZE_SMALL`, `ENVIRONMENT_SIZE_MEDIUM`,
   * `ENVIRONMENT_SIZE_LARGE` or `ENVIRONMENT_SIZE_EXTRA_LARGE`; in a response, possibly a number. Only for images
   * `composer-2.*.*-airflow-*.*.*` and newer.
   */
  environmentSize?: EnvironmentSize | number | undefined;
  /** Encryption key of the environment. Cannot be changed by an update. */
  encryptionConfig?: EncryptionConfig | undefined;
  /**
   * `HIGH_RESILIENCE` if the environment is resilient to the failure of a zone; absent otherwise. The spec does not
   * list this path: update it with `environmentUpdate.unlisted`.
   */
  resilienceMode?: "HIGH_RESILIENCE" | (string & {}) | number | undefined;
  /** Recovery settings. */
  recoveryConfig?: RecoveryConfig | undefined;
  /** Private networking of the environment. */
  privateEnvironmentConfig?: PrivateEnvironmentConfig | undefined;
  /**
   * Networks that can access the control plane of the cluster. Default: none if the environment is private, all otherwise.
   * The spec does not list this path: update it with `environmentUpdate.unlisted`.
   */
  masterAuthorizedNetworksConfig?: MasterAuthorizedNetworksConfig | undefined;
  /**
   * Retention of the data in the database of Airflow. The spec does not list this path: update it with
   * `environmentUpdate.unlisted`.
   */
  dataRetentionConfig?: DataRetentionConfig | undefined;
  /** Cluster that runs the environment, as a resource name. Output only. */
  readonly gkeCluster?: string | undefined;
  /** Cloud Storage address of the folder of the DAGs. Output only. */
  readonly dagGcsPrefix?: string | undefined;
  /** URL of the Airflow web server. Output only. */
  readonly airflowUri?: string | undefined;
  /** URL of the Airflow web server for external identities, which sign in with workforce identity federation. Output only. */
  readonly airflowByoidUri?: string | undefined;
}

/** Schema of `EnvironmentConfig`, with `parse` and `safeParse`. */
export const EnvironmentConfig: SchemaOf<EnvironmentConfig> = /* @__PURE__ */ openObject({
  nodeCount: opt(integer()),
  softwareConfig: opt(SoftwareConfig),
  nodeConfig: opt(NodeConfig),
  webServerNetworkAccessControl: opt(WebServerNetworkAccessControl),
  databaseConfig: opt(DatabaseConfig),
  webServerConfig: opt(WebServerConfig),
  maintenanceWindow: opt(MaintenanceWindow),
  workloadsConfig: opt(WorkloadsConfig),
  environmentSize: opt(enumValue()),
  encryptionConfig: opt(EncryptionConfig),
  resilienceMode: opt(enumValue()),
  recoveryConfig: opt(RecoveryConfig),
  privateEnvironmentConfig: opt(PrivateEnvironmentConfig),
  masterAuthorizedNetworksConfig: opt(MasterAuthorizedNetworksConfig),
  dataRetentionConfig: opt(DataRetentionConfig),
  gkeCluster: outputOnly(z.string()),
  dagGcsPrefix: outputOnly(z.string()),
  airflowUri: outputOnly(z.string()),
  airflowByoidUri: outputOnly(z.string()),
} satisfies ShapeOf<EnvironmentConfig>);
