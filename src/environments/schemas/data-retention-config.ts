import type { Fields, SchemaOf } from "../../core/schema/fields.js";
import { integer, openObject, opt } from "../../core/schema/schema.js";
import { enumValue } from "./enum-value.js";

/**
 * Retention of the metadata of Airflow.
 *
 * @see Spec: environments, "(B) Environment update" (fields of the real service)
 */
export interface AirflowMetadataRetentionPolicyConfig
  extends Fields<typeof airflowMetadataRetentionPolicyConfigShape> {}

const airflowMetadataRetentionPolicyConfigShape = {
  /** Whether old metadata is deleted: `RETENTION_MODE_ENABLED` or `RETENTION_MODE_DISABLED`. */
  retentionMode: opt(enumValue<"RETENTION_MODE_ENABLED" | "RETENTION_MODE_DISABLED">()),
  /** Number of days for which metadata is kept. */
  retentionDays: opt(integer()),
};

/** Schema of `AirflowMetadataRetentionPolicyConfig`, with `parse` and `safeParse`. */
export const AirflowMetadataRetentionPolicyConfig: SchemaOf<AirflowMetadataRetentionPolicyConfig> =
  /* @__PURE__ */ openObject(airflowMetadataRetentionPolicyConfigShape);

/**
 * Storage of the logs of tasks.
 *
 * @see Spec: environments, "(B) Environment update" (fields of the real service)
 */
export interface TaskLogsRetentionConfig extends Fields<typeof taskLogsRetentionConfigShape> {}

const taskLogsRetentionConfigShape = {
  /** Where the logs are stored: `CLOUD_LOGGING_AND_CLOUD_STORAGE` or `CLOUD_LOGGING_ONLY`. */
  storageMode: opt(enumValue<"CLOUD_LOGGING_AND_CLOUD_STORAGE" | "CLOUD_LOGGING_ONLY">()),
};

/** Schema of `TaskLogsRetentionConfig`, with `parse` and `safeParse`. */
export const TaskLogsRetentionConfig: SchemaOf<TaskLogsRetentionConfig> =
  /* @__PURE__ */ openObject(taskLogsRetentionConfigShape);

/**
 * Retention of the data in the database of Airflow, and of the logs of tasks.
 *
 * @see Spec: environments, "(B) Environment update" (fields of the real service)
 */
export interface DataRetentionConfig extends Fields<typeof dataRetentionConfigShape> {}

const dataRetentionConfigShape = {
  /** Number of days for which event records are kept in the database: a positive integer, or 0 to keep all. */
  airflowDatabaseRetentionDays: opt(integer()),
  /** Retention of the metadata of Airflow. */
  airflowMetadataRetentionConfig: opt(AirflowMetadataRetentionPolicyConfig),
  /** Storage of the logs of tasks. */
  taskLogsRetentionConfig: opt(TaskLogsRetentionConfig),
};

/** Schema of `DataRetentionConfig`, with `parse` and `safeParse`. */
export const DataRetentionConfig: SchemaOf<DataRetentionConfig> = /* @__PURE__ */ openObject(dataRetentionConfigShape);
