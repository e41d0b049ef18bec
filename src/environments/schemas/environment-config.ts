import * as z from "zod/mini";
import { integer, openObject, opt } from "../../core/schema/schema.js";
import type { SchemaOf, ShapeOf } from "../../core/schema/shape-of.js";
import { enumValue } from "./enum-value.js";
import { NodeConfig } from "./node-config.js";
import { SoftwareConfig } from "./software-config.js";
import { WorkloadsConfig } from "./workloads-config.js";

/** Sizes of an environment that are known; the service may have others. */
export type EnvironmentSize =
  | "ENVIRONMENT_SIZE_SMALL"
  | "ENVIRONMENT_SIZE_MEDIUM"
  | "ENVIRONMENT_SIZE_LARGE"
  | (string & {});

/**
 * A range of addresses that may reach the web server.
 *
 * @see Spec: environments, "Updatable paths", `config.webServerNetworkAccessControl` (fields of the real service)
 */
export interface AllowedIpRange {
  /** An address or a range of them in CIDR notation, such as `192.168.0.0/16` or `2001:db8::/32`. */
  value?: string | undefined;
  /** What the range is for, for people to read; at most 300 characters. */
  description?: string | undefined;
}

export const AllowedIpRange: SchemaOf<AllowedIpRange> = /* @__PURE__ */ openObject({
  value: opt(z.string()),
  description: opt(z.string()),
} satisfies ShapeOf<AllowedIpRange>);

/**
 * Who may reach the web server over the network.
 *
 * @see Spec: environments, "Updatable paths", `config.webServerNetworkAccessControl` (fields of the real service)
 */
export interface WebServerNetworkAccessControl {
  /** The ranges that may reach it; what is not in one of them may not. */
  allowedIpRanges?: AllowedIpRange[] | undefined;
}

export const WebServerNetworkAccessControl: SchemaOf<WebServerNetworkAccessControl> = /* @__PURE__ */ openObject({
  allowedIpRanges: opt(z.array(AllowedIpRange)),
} satisfies ShapeOf<WebServerNetworkAccessControl>);

/**
 * The database behind the engine.
 *
 * @see Spec: environments, "Updatable paths", `config.databaseConfig.machineType`
 */
export interface DatabaseConfig {
  /**
   * Machine type of the database: `db-n1-standard-2`, `-4`, `-8` or `-16`.
   *
   * Only for images `<product>-1.*.*-<engine>-*.*.*`.
   */
  machineType?: string | undefined;
  /** Zone that the database is in. No update changes it. */
  zone?: string | undefined;
}

export const DatabaseConfig: SchemaOf<DatabaseConfig> = /* @__PURE__ */ openObject({
  machineType: opt(z.string()),
  zone: opt(z.string()),
} satisfies ShapeOf<DatabaseConfig>);

/**
 * The web server of the engine.
 *
 * @see Spec: environments, "Updatable paths", `config.webServerConfig.machineType`
 */
export interface WebServerConfig {
  /**
   * Machine type of the web server: `<product>-n1-webserver-2`, `-4` or `-8`, with the product of the image.
   *
   * Only for images `<product>-1.*.*-<engine>-*.*.*`.
   */
  machineType?: string | undefined;
}

export const WebServerConfig: SchemaOf<WebServerConfig> = /* @__PURE__ */ openObject({
  machineType: opt(z.string()),
} satisfies ShapeOf<WebServerConfig>);

/**
 * When parts of the environment may be taken down for maintenance.
 *
 * @see Spec: environments, "Updatable paths", `config.maintenanceWindow` (fields of the real service)
 */
export interface MaintenanceWindow {
  /** When the first window begins, as an RFC 3339 text. */
  startTime: string;
  /** When the first window ends, as an RFC 3339 text, after `startTime`; only the length counts. */
  endTime: string;
  /** How it recurs: an RFC 5545 `RRULE` with `FREQ=DAILY` or `FREQ=WEEKLY;BYDAY=…`, such as `FREQ=WEEKLY;BYDAY=TU,WE`. */
  recurrence: string;
}

export const MaintenanceWindow: SchemaOf<MaintenanceWindow> = /* @__PURE__ */ openObject({
  startTime: z.string(),
  endTime: z.string(),
  recurrence: z.string(),
} satisfies ShapeOf<MaintenanceWindow>);

/**
 * The key that an environment is encrypted with. No update changes it.
 *
 * @see Spec: environments, "(B) Environment update" (fields of the real service)
 */
export interface EncryptionConfig {
  /** Name of the customer's own key; absent for one of the service's. */
  kmsKeyName?: string | undefined;
}

export const EncryptionConfig: SchemaOf<EncryptionConfig> = /* @__PURE__ */ openObject({
  kmsKeyName: opt(z.string()),
} satisfies ShapeOf<EncryptionConfig>);

/**
 * Snapshots of the environment that the service takes by itself.
 *
 * @see Spec: environments, "(B) Environment update" (fields of the real service)
 */
export interface ScheduledSnapshotsConfig {
  /** Whether snapshots are taken. */
  enabled?: boolean | undefined;
  /** Address of the folder that the snapshots are stored in. */
  snapshotLocation?: string | undefined;
  /** When snapshots are taken, as a cron expression such as `0 4 * * *`. */
  snapshotCreationSchedule?: string | undefined;
  /** Time zone of the schedule, such as `UTC+01`. */
  timeZone?: string | undefined;
}

export const ScheduledSnapshotsConfig: SchemaOf<ScheduledSnapshotsConfig> = /* @__PURE__ */ openObject({
  enabled: opt(z.boolean()),
  snapshotLocation: opt(z.string()),
  snapshotCreationSchedule: opt(z.string()),
  timeZone: opt(z.string()),
} satisfies ShapeOf<ScheduledSnapshotsConfig>);

/**
 * How an environment can be recovered.
 *
 * @see Spec: environments, "(B) Environment update" (fields of the real service)
 */
export interface RecoveryConfig {
  /** Scheduled snapshots. Not among the spec's paths: `config.recoveryConfig.scheduledSnapshotsConfig` is unlisted. */
  scheduledSnapshotsConfig?: ScheduledSnapshotsConfig | undefined;
}

export const RecoveryConfig: SchemaOf<RecoveryConfig> = /* @__PURE__ */ openObject({
  scheduledSnapshotsConfig: opt(ScheduledSnapshotsConfig),
} satisfies ShapeOf<RecoveryConfig>);

/**
 * How an environment is set up. Members that are not typed are kept all the same.
 *
 * @see Spec: environments, "Updatable paths"
 */
export interface EnvironmentConfig {
  /** Number of nodes of the cluster: an integer of at least 3. Only for images `<product>-1.*.*-<engine>-*.*.*`. */
  nodeCount?: number | undefined;
  /** The software inside. */
  softwareConfig?: SoftwareConfig | undefined;
  /** The machines of the cluster. */
  nodeConfig?: NodeConfig | undefined;
  /** Who may reach the web server over the network; without it, everybody may. */
  webServerNetworkAccessControl?: WebServerNetworkAccessControl | undefined;
  /** The database behind the engine. */
  databaseConfig?: DatabaseConfig | undefined;
  /** The web server of the engine. */
  webServerConfig?: WebServerConfig | undefined;
  /** When parts of the environment may be taken down for maintenance. */
  maintenanceWindow?: MaintenanceWindow | undefined;
  /** What the components get of the cluster. Only for images `<product>-2.*.*-<engine>-*.*.*` and newer. */
  workloadsConfig?: WorkloadsConfig | undefined;
  /** Size of what the service runs by itself; the service may send a number. Only for images `<product>-2.*.*-<engine>-*.*.*` and newer. */
  environmentSize?: EnvironmentSize | number | undefined;
  /** The key that the environment is encrypted with. */
  encryptionConfig?: EncryptionConfig | undefined;
  /** Whether the environment outlives the loss of a zone: `HIGH_RESILIENCE`, or absent. Not among the spec's paths. */
  resilienceMode?: "HIGH_RESILIENCE" | (string & {}) | number | undefined;
  /** How the environment can be recovered. Not among the spec's paths. */
  recoveryConfig?: RecoveryConfig | undefined;
}

export const EnvironmentConfig: SchemaOf<EnvironmentConfig> = /* @__PURE__ */ openObject({
  nodeCount: opt(integer()),
  softwareConfig: opt(SoftwareConfig),
  nodeConfig: opt(NodeConfig),
  webServerNetworkAccessControl: opt(WebServerNetworkAccessControl),
  databaseConfig: opt(DatabaseConfig),
  webServerConfig: opt(WebServerConfig),
  maintenanceWindow: opt(MaintenanceWindow),
  workloadsConfig: opt(WorkloadsConfig),
  environmentSize: opt(enumValue<EnvironmentSize>()),
  encryptionConfig: opt(EncryptionConfig),
  resilienceMode: opt(enumValue<"HIGH_RESILIENCE" | (string & {})>()),
  recoveryConfig: opt(RecoveryConfig),
} satisfies ShapeOf<EnvironmentConfig>);
