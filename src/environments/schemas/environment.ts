import * as z from "zod";
import type { Fields } from "../../schema/fields.js";
import { boolean, integer, numberedEnum, openObject, opt, outputOnly, string, stringMap } from "../../schema/schema.js";
import { MasterAuthorizedNetworksConfig, NodeConfig, PrivateEnvironmentConfig } from "./networks.js";
import { DataRetentionConfig, SoftwareConfig, WorkloadsConfig } from "./software.js";

const ENVIRONMENT_SIZES = [
  "ENVIRONMENT_SIZE_SMALL",
  "ENVIRONMENT_SIZE_MEDIUM",
  "ENVIRONMENT_SIZE_LARGE",
  "ENVIRONMENT_SIZE_EXTRA_LARGE",
] as const;

/**
 * Size of the infrastructure that Cloud Composer manages: `ENVIRONMENT_SIZE_SMALL`, `ENVIRONMENT_SIZE_MEDIUM`,
 * `ENVIRONMENT_SIZE_LARGE` or `ENVIRONMENT_SIZE_EXTRA_LARGE`. Other strings are possible, because Cloud Composer may add
 * values.
 *
 * @see {@link https://cloud.google.com/composer/docs/reference/rest/v1beta1/projects.locations.environments#EnvironmentSize | EnvironmentSize} in the Cloud Composer reference
 */
export type EnvironmentSize = (typeof ENVIRONMENT_SIZES)[number] | (string & {});

/**
 * An IP range that can access the web server.
 *
 * @see {@link https://cloud.google.com/composer/docs/reference/rest/v1beta1/projects.locations.environments#AllowedIpRange | AllowedIpRange} in the Cloud Composer reference
 */
export interface AllowedIpRange extends Fields<typeof allowedIpRangeShape> {}

const allowedIpRangeShape = {
  /** IP address, or IP range in CIDR notation: `192.168.0.0/16` or `2001:db8::/32`. */
  value: opt(string),
  /** Description for users. At most 300 characters. */
  description: opt(string),
};

/** Schema of `AllowedIpRange`, with `parse` and `safeParse`. */
export const AllowedIpRange = openObject<AllowedIpRange>(allowedIpRangeShape);

/**
 * Network access to the web server.
 *
 * @see {@link https://cloud.google.com/composer/docs/reference/rest/v1beta1/projects.locations.environments#WebServerNetworkAccessControl | WebServerNetworkAccessControl} in the Cloud Composer reference
 */
export interface WebServerNetworkAccessControl extends Fields<typeof webServerNetworkAccessControlShape> {}

const webServerNetworkAccessControlShape = {
  /** IP ranges that can access the web server; all others are blocked. */
  allowedIpRanges: opt(z.array(AllowedIpRange)),
};

/** Schema of `WebServerNetworkAccessControl`, with `parse` and `safeParse`. */
export const WebServerNetworkAccessControl = openObject<WebServerNetworkAccessControl>(
  webServerNetworkAccessControlShape,
);

/**
 * Database of Airflow.
 *
 * @see {@link https://cloud.google.com/composer/docs/reference/rest/v1beta1/projects.locations.environments#DatabaseConfig | DatabaseConfig} in the Cloud Composer reference
 */
export interface DatabaseConfig extends Fields<typeof databaseConfigShape> {}

const databaseConfigShape = {
  /**
   * Machine type of the database: `db-n1-standard-2`, `db-n1-standard-4`, `db-n1-standard-8` or `db-n1-standard-16`.
   *
   * Only for images `composer-1.*.*-airflow-*.*.*`.
   */
  machineType: opt(string),
  /** Zone of the database. Cannot be changed by an update. */
  zone: opt(string),
};

/** Schema of `DatabaseConfig`, with `parse` and `safeParse`. */
export const DatabaseConfig = openObject<DatabaseConfig>(databaseConfigShape);

/**
 * Web server of Airflow.
 *
 * @see {@link https://cloud.google.com/composer/docs/reference/rest/v1beta1/projects.locations.environments#WebServerConfig | WebServerConfig} in the Cloud Composer reference
 */
export interface WebServerConfig extends Fields<typeof webServerConfigShape> {}

const webServerConfigShape = {
  /**
   * Machine type of the web server: `composer-n1-webserver-2`, `composer-n1-webserver-4` or `composer-n1-webserver-8`.
   *
   * Only for images `composer-1.*.*-airflow-*.*.*`.
   */
  machineType: opt(string),
};

/** Schema of `WebServerConfig`, with `parse` and `safeParse`. */
export const WebServerConfig = openObject<WebServerConfig>(webServerConfigShape);

/**
 * Time window in which components of the environment can be unavailable because of maintenance.
 *
 * @see {@link https://cloud.google.com/composer/docs/reference/rest/v1beta1/projects.locations.environments#MaintenanceWindow | MaintenanceWindow} in the Cloud Composer reference
 */
export interface MaintenanceWindow extends Fields<typeof maintenanceWindowShape> {}

const maintenanceWindowShape = {
  /** Start of the first window, as an RFC 3339 string. */
  startTime: string,
  /** End of the first window, as an RFC 3339 string, after `startTime`. Determines only the duration of the windows. */
  endTime: string,
  /** Recurrence, as an RFC 5545 `RRULE`: `FREQ=DAILY`, or `FREQ=WEEKLY;BYDAY=…` such as `FREQ=WEEKLY;BYDAY=TU,WE`. */
  recurrence: string,
};

/** Schema of `MaintenanceWindow`, with `parse` and `safeParse`. */
export const MaintenanceWindow = openObject<MaintenanceWindow>(maintenanceWindowShape);

/**
 * Encryption key of an environment. Cannot be changed by an update.
 *
 * @see {@link https://cloud.google.com/composer/docs/reference/rest/v1beta1/projects.locations.environments#EncryptionConfig | EncryptionConfig} in the Cloud Composer reference
 */
export interface EncryptionConfig extends Fields<typeof encryptionConfigShape> {}

const encryptionConfigShape = {
  /** Resource name of the customer-managed key; absent for a key of Cloud Composer. */
  kmsKeyName: opt(string),
};

/** Schema of `EncryptionConfig`, with `parse` and `safeParse`. */
export const EncryptionConfig = openObject<EncryptionConfig>(encryptionConfigShape);

/**
 * Scheduled snapshots of an environment.
 *
 * @see {@link https://cloud.google.com/composer/docs/reference/rest/v1beta1/projects.locations.environments#ScheduledSnapshotsConfig | ScheduledSnapshotsConfig} in the Cloud Composer reference
 */
export interface ScheduledSnapshotsConfig extends Fields<typeof scheduledSnapshotsConfigShape> {}

const scheduledSnapshotsConfigShape = {
  /** Whether scheduled snapshots are enabled. */
  enabled: opt(boolean),
  /** URI of the folder for the snapshots. */
  snapshotLocation: opt(string),
  /** Schedule of the snapshots, as a cron expression such as `0 4 * * *`. */
  snapshotCreationSchedule: opt(string),
  /** Time zone of the schedule, such as `UTC+01`. */
  timeZone: opt(string),
};

/** Schema of `ScheduledSnapshotsConfig`, with `parse` and `safeParse`. */
export const ScheduledSnapshotsConfig = openObject<ScheduledSnapshotsConfig>(scheduledSnapshotsConfigShape);

/**
 * Recovery settings of an environment.
 *
 * @see {@link https://cloud.google.com/composer/docs/reference/rest/v1beta1/projects.locations.environments#RecoveryConfig | RecoveryConfig} in the Cloud Composer reference
 */
export interface RecoveryConfig extends Fields<typeof recoveryConfigShape> {}

const recoveryConfigShape = {
  /**
   * Scheduled snapshots. `updatablePaths` does not list the path `config.recoveryConfig.scheduledSnapshotsConfig`:
   * update it with `environmentUpdate.unlisted`.
   */
  scheduledSnapshotsConfig: opt(ScheduledSnapshotsConfig),
};

/** Schema of `RecoveryConfig`, with `parse` and `safeParse`. */
export const RecoveryConfig = openObject<RecoveryConfig>(recoveryConfigShape);

/**
 * Configuration of an environment. Unknown fields are kept.
 *
 * @see {@link https://cloud.google.com/composer/docs/reference/rest/v1beta1/projects.locations.environments#EnvironmentConfig | EnvironmentConfig} in the Cloud Composer reference
 */
export interface EnvironmentConfig extends Fields<typeof environmentConfigShape> {}

const environmentConfigShape = {
  /** Number of nodes of the cluster: an integer of at least 3. Only for images `composer-1.*.*-airflow-*.*.*`. */
  nodeCount: opt(integer),
  /** Software of the environment. */
  softwareConfig: opt(SoftwareConfig),
  /** Nodes of the cluster. */
  nodeConfig: opt(NodeConfig),
  /** Network access to the web server. Default: all IP addresses can access it. */
  webServerNetworkAccessControl: opt(WebServerNetworkAccessControl),
  /** Database of Airflow. */
  databaseConfig: opt(DatabaseConfig),
  /** Web server of Airflow. */
  webServerConfig: opt(WebServerConfig),
  /** Time window in which components of the environment can be unavailable because of maintenance. */
  maintenanceWindow: opt(MaintenanceWindow),
  /** Cluster resources of the components. Only for images `composer-2.*.*-airflow-*.*.*` and newer. */
  workloadsConfig: opt(WorkloadsConfig),
  /**
   * Size of the infrastructure that Cloud Composer manages: `ENVIRONMENT_SIZE_SMALL`, `ENVIRONMENT_SIZE_MEDIUM`,
   * `ENVIRONMENT_SIZE_LARGE` or `ENVIRONMENT_SIZE_EXTRA_LARGE`; in a response, possibly a number. Only for images
   * `composer-2.*.*-airflow-*.*.*` and newer.
   */
  environmentSize: opt(numberedEnum<EnvironmentSize>(...ENVIRONMENT_SIZES)),
  /** Encryption key of the environment. Cannot be changed by an update. */
  encryptionConfig: opt(EncryptionConfig),
  /**
   * `HIGH_RESILIENCE` if the environment is resilient to the failure of a zone; absent otherwise. `updatablePaths`
   * does not list this path: update it with `environmentUpdate.unlisted`.
   */
  resilienceMode: opt(numberedEnum("HIGH_RESILIENCE")),
  /** Recovery settings. */
  recoveryConfig: opt(RecoveryConfig),
  /** Private networking of the environment. */
  privateEnvironmentConfig: opt(PrivateEnvironmentConfig),
  /**
   * Networks that can access the control plane of the cluster. Default: none if the environment is private, all otherwise.
   * `updatablePaths` does not list this path: update it with `environmentUpdate.unlisted`.
   */
  masterAuthorizedNetworksConfig: opt(MasterAuthorizedNetworksConfig),
  /**
   * Retention of the data in the database of Airflow. `updatablePaths` does not list this path: update it with
   * `environmentUpdate.unlisted`.
   */
  dataRetentionConfig: opt(DataRetentionConfig),
  /** Cluster that runs the environment, as a resource name. Output only. */
  gkeCluster: outputOnly(string),
  /** Cloud Storage URI of the folder of the DAGs. Output only. */
  dagGcsPrefix: outputOnly(string),
  /** URL of the Airflow web server. Output only. */
  airflowUri: outputOnly(string),
  /** URL of the Airflow web server for external identities, which sign in with workforce identity federation. Output only. */
  airflowByoidUri: outputOnly(string),
};

/** Schema of `EnvironmentConfig`, with `parse` and `safeParse`. */
export const EnvironmentConfig = openObject<EnvironmentConfig>(environmentConfigShape);

/**
 * State of an environment: `CREATING`, `RUNNING`, `UPDATING`, `HIBERNATED`, `DELETING` or `ERROR`. Other strings are
 * possible, because Cloud Composer may add values.
 *
 * @see {@link https://cloud.google.com/composer/docs/reference/rest/v1beta1/projects.locations.environments#Environment | Environment} in the Cloud Composer reference
 */
export type EnvironmentState =
  | "CREATING"
  | "RUNNING"
  | "UPDATING"
  | "HIBERNATED"
  | "DELETING"
  | "ERROR"
  | (string & {});

/**
 * Storage of an environment.
 *
 * @see {@link https://cloud.google.com/composer/docs/reference/rest/v1beta1/projects.locations.environments#StorageConfig | StorageConfig} in the Cloud Composer reference
 */
export interface StorageConfig extends Fields<typeof storageConfigShape> {}

const storageConfigShape = {
  /** Name of the bucket, without a scheme. */
  bucket: opt(string),
};

/** Schema of `StorageConfig`, with `parse` and `safeParse`. */
export const StorageConfig = openObject<StorageConfig>(storageConfigShape);

/**
 * A Cloud Composer environment. In a response, every field can be absent; unknown fields are kept.
 *
 * @see {@link https://cloud.google.com/composer/docs/reference/rest/v1beta1/projects.locations.environments#Environment | Environment} in the Cloud Composer reference
 */
export interface Environment extends Fields<typeof environmentShape> {}

const environmentShape = {
  /** Full name of the environment: `projects/p/locations/l/environments/e`. */
  name: opt(string),
  /** Configuration of the environment. */
  config: opt(EnvironmentConfig),
  /** Unique id of the environment. A later environment with the same name has a different id. Output only. */
  uuid: outputOnly(string),
  /**
   * State of the environment: `CREATING`, `RUNNING`, `UPDATING`, `HIBERNATED`, `DELETING` or `ERROR`; possibly a number.
   * Updates are accepted while it is `RUNNING`. Output only.
   */
  state: outputOnly(numberedEnum<EnvironmentState>("CREATING", "RUNNING", "UPDATING", "DELETING", "ERROR")),
  /** Mode of the environment, such as `DEVELOPMENT`, which determines the available features; in a response, possibly a number. */
  mode: opt(numberedEnum("DEVELOPMENT")),
  /** Creation time, as an RFC 3339 string. Output only. */
  createTime: outputOnly(string),
  /** Time of the last modification, as an RFC 3339 string. Output only. */
  updateTime: outputOnly(string),
  /**
   * Labels to organize environments. Keys and values have at most 63 characters: lower-case letters, letters without case,
   * digits, underscores and dashes. A key starts with a letter.
   */
  labels: opt(stringMap),
  /** Storage of the environment. */
  storageConfig: opt(StorageConfig),
  /** Reserved for Cloud Composer. Output only. */
  satisfiesPzs: outputOnly(boolean),
  /** Reserved for Cloud Composer. Output only. */
  satisfiesPzi: outputOnly(boolean),
};

/** Schema of `Environment`, with `parse` and `safeParse`. */
export const Environment = openObject<Environment>(environmentShape);

/**
 * One page of the environments in a location. Output only.
 *
 * @see {@link https://cloud.google.com/composer/docs/reference/rest/v1beta1/projects.locations.environments/list | projects.locations.environments.list} in the Cloud Composer reference
 */
export interface EnvironmentList extends Fields<typeof environmentListShape> {}

const environmentListShape = {
  /** Environments of the page; absent if there are none. */
  environments: opt(z.array(Environment)),
  /** Token of the next page; absent on the last page. */
  nextPageToken: opt(string),
};

/** Schema of `EnvironmentList`, with `parse` and `safeParse`. */
export const EnvironmentList = openObject<EnvironmentList>(environmentListShape);
