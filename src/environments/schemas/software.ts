import type { Fields } from "../../schema/fields.js";
import { boolean, integer, number, numberedEnum, openObject, opt, string, stringMap } from "../../schema/schema.js";

/**
 * Data lineage integration of an environment.
 *
 * @see {@link https://cloud.google.com/composer/docs/reference/rest/v1beta1/projects.locations.environments#CloudDataLineageIntegration | CloudDataLineageIntegration} in the Cloud Composer reference
 */
export interface CloudDataLineageIntegration extends Fields<typeof cloudDataLineageIntegrationShape> {}

const cloudDataLineageIntegrationShape = {
  /** Whether the environment reports data lineage. */
  enabled: opt(boolean),
};

/** Schema of `CloudDataLineageIntegration`, with `parse` and `safeParse`. */
export const CloudDataLineageIntegration = openObject<CloudDataLineageIntegration>(cloudDataLineageIntegrationShape);

/**
 * Software of an environment.
 *
 * @see {@link https://cloud.google.com/composer/docs/reference/rest/v1beta1/projects.locations.environments#SoftwareConfig | SoftwareConfig} in the Cloud Composer reference
 */
export interface SoftwareConfig extends Fields<typeof softwareConfigShape> {}

const softwareConfigShape = {
  /**
   * Version of Cloud Composer and Airflow, such as `composer-2.9.7-airflow-2.9.3`; `parseImageVersion` parses it.
   *
   * An update upgrades in place: downgrades and other major versions of Cloud Composer or Airflow are not allowed.
   */
  imageVersion: opt(string),
  /**
   * Python packages to install in addition to those of the image. The key is the name of the package, which may contain
   * dots. The value is its extras and version, such as `==1.12.0` or `[devel,gcp_api]`; the empty string means any
   * version.
   */
  pypiPackages: opt(stringMap),
  /**
   * Airflow configuration. Keys have the form `section-property`, such as
   * `core-parallelism`.
   *
   * A section contains no dash, bracket or dot; a property contains no equals sign, semicolon or dot.
   */
  airflowConfigOverrides: opt(stringMap),
  /**
   * Environment variables of schedulers, workers and web server. They can only be changed together: a mask cannot name
   * a single variable.
   *
   * A name contains letters, digits and underscores, and does not start with a digit. Names such as `GCS_BUCKET` are reserved;
   * for settings of Airflow (`AIRFLOW__CORE__PARALLELISM`), use `airflowConfigOverrides`.
   */
  envVariables: opt(stringMap),
  /**
   * Number of schedulers: a positive integer, not greater than `nodeCount`.
   *
   * Only for images `composer-1.*.*-airflow-2.*.*`.
   */
  schedulerCount: opt(integer),
  /** Data lineage integration. */
  cloudDataLineageIntegration: opt(CloudDataLineageIntegration),
  /** Major version of Python: `2` or `3`. Cannot be changed by an update. */
  pythonVersion: opt(string),
  /**
   * Whether the web server loads plugins: `PLUGINS_ENABLED` or `PLUGINS_DISABLED`. Default: `PLUGINS_ENABLED`. Only for
   * images `composer-3-airflow-*.*.*-build.*` and newer. `updatablePaths` does not list this path: update it with
   * `environmentUpdate.unlisted`.
   */
  webServerPluginsMode: opt(numberedEnum("PLUGINS_DISABLED", "PLUGINS_ENABLED")),
  /**
   * Whether audit logs are replicated: `AUDIT_LOGS_REPLICATION_ENABLED` or `AUDIT_LOGS_REPLICATION_DISABLED`. Only for
   * images `composer-3-airflow-*.*.*-build.*` and newer. `updatablePaths` lists no path for it.
   */
  auditLogsReplicationMode: opt(numberedEnum("AUDIT_LOGS_REPLICATION_DISABLED", "AUDIT_LOGS_REPLICATION_ENABLED")),
};

/** Schema of `SoftwareConfig`, with `parse` and `safeParse`. */
export const SoftwareConfig = openObject<SoftwareConfig>(softwareConfigShape);

/**
 * Resources of a component with a fixed number of instances.
 *
 * @see {@link https://cloud.google.com/composer/docs/reference/rest/v1beta1/projects.locations.environments#WorkloadsConfig | WorkloadsConfig} in the Cloud Composer reference
 */
export interface WorkloadResource extends Fields<typeof workloadResourceShape> {}

const workloadResourceShape = {
  /** Number of instances. */
  count: opt(integer),
  /** CPUs of each instance, as request and limit; may be a fraction. */
  cpu: opt(number),
  /** Memory of each instance, in gigabytes. */
  memoryGb: opt(number),
  /** Disk size of each instance, in gigabytes. */
  storageGb: opt(number),
};

/** Schema of `WorkloadResource`, with `parse` and `safeParse`. */
export const WorkloadResource = openObject<WorkloadResource>(workloadResourceShape);

/**
 * Resources of the web server, of which there is one.
 *
 * @see {@link https://cloud.google.com/composer/docs/reference/rest/v1beta1/projects.locations.environments#WorkloadsConfig | WorkloadsConfig} in the Cloud Composer reference
 */
export interface WebServerResource extends Fields<typeof webServerResourceShape> {}

const webServerResourceShape = {
  /** CPUs of the web server, as request and limit; may be a fraction. */
  cpu: opt(number),
  /** Memory of the web server, in gigabytes. */
  memoryGb: opt(number),
  /** Disk size of the web server, in gigabytes. */
  storageGb: opt(number),
};

/** Schema of `WebServerResource`, with `parse` and `safeParse`. */
export const WebServerResource = openObject<WebServerResource>(webServerResourceShape);

/**
 * Resources of the triggerers, which have no disk.
 *
 * @see {@link https://cloud.google.com/composer/docs/reference/rest/v1beta1/projects.locations.environments#WorkloadsConfig | WorkloadsConfig} in the Cloud Composer reference
 */
export interface TriggererResource extends Fields<typeof triggererResourceShape> {}

const triggererResourceShape = {
  /** Number of triggerers. */
  count: opt(integer),
  /** CPUs of each triggerer, as request and limit; may be a fraction. */
  cpu: opt(number),
  /** Memory of each triggerer, in gigabytes. */
  memoryGb: opt(number),
};

/** Schema of `TriggererResource`, with `parse` and `safeParse`. */
export const TriggererResource = openObject<TriggererResource>(triggererResourceShape);

/**
 * Resources of the workers, whose number is scaled automatically.
 *
 * @see {@link https://cloud.google.com/composer/docs/reference/rest/v1beta1/projects.locations.environments#WorkloadsConfig | WorkloadsConfig} in the Cloud Composer reference
 */
export interface WorkerResource extends Fields<typeof workerResourceShape> {}

const workerResourceShape = {
  /** Minimum number of workers. */
  minCount: opt(integer),
  /** Maximum number of workers. */
  maxCount: opt(integer),
  /** CPUs of each worker, as request and limit; may be a fraction. */
  cpu: opt(number),
  /** Memory of each worker, in gigabytes. */
  memoryGb: opt(number),
  /** Disk size of each worker, in gigabytes. */
  storageGb: opt(number),
};

/** Schema of `WorkerResource`, with `parse` and `safeParse`. */
export const WorkerResource = openObject<WorkerResource>(workerResourceShape);

/**
 * Cluster resources of the components of an environment.
 *
 * @see {@link https://cloud.google.com/composer/docs/reference/rest/v1beta1/projects.locations.environments#WorkloadsConfig | WorkloadsConfig} in the Cloud Composer reference
 */
export interface WorkloadsConfig extends Fields<typeof workloadsConfigShape> {}

const workloadsConfigShape = {
  /** Resources of the schedulers. */
  scheduler: opt(WorkloadResource),
  /** Resources of the web server. */
  webServer: opt(WebServerResource),
  /** Resources of the workers. */
  worker: opt(WorkerResource),
  /** Resources of the triggerers. */
  triggerer: opt(TriggererResource),
  /** Resources of the DAG processors, if they are a separate component. */
  dagProcessor: opt(WorkloadResource),
};

/** Schema of `WorkloadsConfig`, with `parse` and `safeParse`. */
export const WorkloadsConfig = openObject<WorkloadsConfig>(workloadsConfigShape);

/**
 * Retention of the metadata of Airflow.
 *
 * @see {@link https://cloud.google.com/composer/docs/reference/rest/v1beta1/projects.locations.environments#AirflowMetadataRetentionPolicyConfig | AirflowMetadataRetentionPolicyConfig} in the Cloud Composer reference
 */
export interface AirflowMetadataRetentionPolicyConfig
  extends Fields<typeof airflowMetadataRetentionPolicyConfigShape> {}

const airflowMetadataRetentionPolicyConfigShape = {
  /** Whether old metadata is deleted: `RETENTION_MODE_ENABLED` or `RETENTION_MODE_DISABLED`. */
  retentionMode: opt(numberedEnum("RETENTION_MODE_ENABLED", "RETENTION_MODE_DISABLED")),
  /** Number of days for which metadata is kept. */
  retentionDays: opt(integer),
};

/** Schema of `AirflowMetadataRetentionPolicyConfig`, with `parse` and `safeParse`. */
export const AirflowMetadataRetentionPolicyConfig = openObject<AirflowMetadataRetentionPolicyConfig>(
  airflowMetadataRetentionPolicyConfigShape,
);

/**
 * Storage of the logs of tasks.
 *
 * @see {@link https://cloud.google.com/composer/docs/reference/rest/v1beta1/projects.locations.environments#TaskLogsRetentionConfig | TaskLogsRetentionConfig} in the Cloud Composer reference
 */
export interface TaskLogsRetentionConfig extends Fields<typeof taskLogsRetentionConfigShape> {}

const taskLogsRetentionConfigShape = {
  /** Where the logs are stored: `CLOUD_LOGGING_AND_CLOUD_STORAGE` or `CLOUD_LOGGING_ONLY`. */
  storageMode: opt(numberedEnum("CLOUD_LOGGING_AND_CLOUD_STORAGE", "CLOUD_LOGGING_ONLY")),
};

/** Schema of `TaskLogsRetentionConfig`, with `parse` and `safeParse`. */
export const TaskLogsRetentionConfig = openObject<TaskLogsRetentionConfig>(taskLogsRetentionConfigShape);

/**
 * Retention of data in the Airflow database, and of task logs.
 *
 * @see {@link https://cloud.google.com/composer/docs/reference/rest/v1beta1/projects.locations.environments#DataRetentionConfig | DataRetentionConfig} in the Cloud Composer reference
 */
export interface DataRetentionConfig extends Fields<typeof dataRetentionConfigShape> {}

const dataRetentionConfigShape = {
  /** Number of days for which event records are kept in the database: a positive integer, or 0 to keep all. */
  airflowDatabaseRetentionDays: opt(integer),
  /** Retention of the metadata of Airflow. */
  airflowMetadataRetentionConfig: opt(AirflowMetadataRetentionPolicyConfig),
  /** Storage of the logs of tasks. */
  taskLogsRetentionConfig: opt(TaskLogsRetentionConfig),
};

/** Schema of `DataRetentionConfig`, with `parse` and `safeParse`. */
export const DataRetentionConfig = openObject<DataRetentionConfig>(dataRetentionConfigShape);
