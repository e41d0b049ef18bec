import { integer, openObject, opt } from "../../core/schema/schema.js";
import type { SchemaOf, ShapeOf } from "../../core/schema/shape-of.js";
import { enumValue } from "./enum-value.js";

/**
 * Retention of the metadata of Airflow.
 *
 * @see Spec: environments, "(B) Environment update" (fields of the real service)
 */
export interface AirflowMetadataRetentionPolicyConfig {
  /** Whether old metadata is deleted: `RETENTION_MODE_ENABLED` or `RETENTION_MODE_DISABLED`. */
  retentionMode?: "RETENTION_MODE_ENABLED" | "RETENTION_MODE_DISABLED" | (string & {}) | number | undefined;
  /** Number of days for which metadata is kept. */
  retentionDays?: number | undefined;
}

/** Schema of `AirflowMetadataRetentionPolicyConfig`, with `parse` and `safeParse`. */
export const AirflowMetadataRetentionPolicyConfig: SchemaOf<AirflowMetadataRetentionPolicyConfig> =
  /* @__PURE__ */ openObject({
    retentionMode: opt(enumValue()),
    retentionDays: opt(integer()),
  } satisfies ShapeOf<AirflowMetadataRetentionPolicyConfig>);

/**
 * Storage of the logs of tasks.
 *
 * @see Spec: environments, "(B) Environment update" (fields of the real service)
 */
export interface TaskLogsRetentionConfig {
  /** Where the logs are stored: `CLOUD_LOGGING_AND_CLOUD_STORAGE` or `CLOUD_LOGGING_ONLY`. */
  storageMode?: "CLOUD_LOGGING_AND_CLOUD_STORAGE" | "CLOUD_LOGGING_ONLY" | (string & {}) | number | undefined;
}

/** Schema of `TaskLogsRetentionConfig`, with `parse` and `safeParse`. */
export const TaskLogsRetentionConfig: SchemaOf<TaskLogsRetentionConfig> = /* @__PURE__ */ openObject({
  storageMode: opt(enumValue()),
} satisfies ShapeOf<TaskLogsRetentionConfig>);

/**
 * Retention of the data in the database of Airflow, and of the logs of tasks.
 *
 * @see Spec: environments, "(B) Environment update" (fields of the real service)
 */
export interface DataRetentionConfig {
  /** Number of days for which event records are kept in the database: a positive integer, or 0 to keep all. */
  airflowDatabaseRetentionDays?: number | undefined;
  /** Retention of the metadata of Airflow. */
  airflowMetadataRetentionConfig?: AirflowMetadataRetentionPolicyConfig | undefined;
  /** Storage of the logs of tasks. */
  taskLogsRetentionConfig?: TaskLogsRetentionConfig | undefined;
}

/** Schema of `DataRetentionConfig`, with `parse` and `safeParse`. */
export const DataRetentionConfig: SchemaOf<DataRetentionConfig> = /* @__PURE__ */ openObject({
  airflowDatabaseRetentionDays: opt(integer()),
  airflowMetadataRetentionConfig: opt(AirflowMetadataRetentionPolicyConfig),
  taskLogsRetentionConfig: opt(TaskLogsRetentionConfig),
} satisfies ShapeOf<DataRetentionConfig>);
