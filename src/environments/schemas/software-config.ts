import * as z from "zod/mini";
import { integer, openObject, opt, stringMap } from "../../core/schema/schema.js";
import type { SchemaOf, ShapeOf } from "../../core/schema/shape-of.js";
import { enumValue } from "./enum-value.js";

/**
 * Data lineage integration of an environment.
 *
 * @see Spec: environments, "Updatable paths", `config.softwareConfig.cloudDataLineageIntegration` (fields of the real
 * service)
 */
export interface CloudDataLineageIntegration {
  /** Whether the environment reports data lineage. */
  enabled?: boolean | undefined;
}

/** Schema of `CloudDataLineageIntegration`, with `parse` and `safeParse`. */
export const CloudDataLineageIntegration: SchemaOf<CloudDataLineageIntegration> = /* @__PURE__ */ openObject({
  enabled: opt(z.boolean()),
} satisfies ShapeOf<CloudDataLineageIntegration>);

/**
 * Software of an environment.
 *
 * @see Spec: environments, "Updatable paths"
 */
export interface SoftwareConfig {
  /**
   * Version of Cloud Composer and Airflow, such as `composer-2.9.7-airflow-2.9.3`; `parseImageVersion` parses it.
   *
   * An update upgrades in place: downgrades and other major versions of Cloud Composer or Airflow are not allowed.
   */
  imageVersion?: string | undefined;
  /**
   * Python packages to install in addition to those of the image. The key is the name of the package, which may contain
   * dots. The value is its extras and version, such as `==1.12.0` or `[devel,gcp_api]`; the empty string means any
   * version.
   */
  pypiPackages?: Record<string, string> | undefined;
  /**
   * Airflow configuration (Google: `airflowConfigOverrides`). Keys have the form `section-property`, such as
   * `core-parallelism`.
   *
   * A section contains no dash, bracket or dot; a property contains no equals sign, semicolon or dot.
   */
  orchestratorConfigOverrides?: Record<string, string> | undefined;
  /**
   * Environment variables of schedulers, workers and web server. They can only be changed together: a mask cannot name
   * a single variable.
   */
  envVariables?: Record<string, string> | undefined;
  /**
   * Number of schedulers: a positive integer, not greater than `nodeCount`.
   *
   * Only for images `composer-1.*.*-airflow-2.*.*`.
   */
  schedulerCount?: number | undefined;
  /** Data lineage integration. */
  cloudDataLineageIntegration?: CloudDataLineageIntegration | undefined;
  /** Major version of Python: `2` or `3`. Cannot be changed by an update. */
  pythonVersion?: string | undefined;
  /**
   * Whether the web server loads plugins: `PLUGINS_ENABLED` or `PLUGINS_DISABLED`. Default: `PLUGINS_ENABLED`. Only for
   * images `composer-3-airflow-*.*.*-build.*` and newer. The spec does not list this path: update it with
   * `environmentUpdate.unlisted`.
   */
  webServerPluginsMode?: "PLUGINS_ENABLED" | "PLUGINS_DISABLED" | (string & {}) | number | undefined;
  /**
   * Whether audit logs are replicated: `AUDIT_LOGS_REPLICATION_ENABLED` or `AUDIT_LOGS_REPLICATION_DISABLED`. Only for
   * images `composer-3-airflow-*.*.*-build.*` and newer. The spec lists no updatable path for it.
   */
  auditLogsReplicationMode?:
    | "AUDIT_LOGS_REPLICATION_ENABLED"
    | "AUDIT_LOGS_REPLICATION_DISABLED"
    | (string & {})
    | number
    | undefined;
}

/** Schema of `SoftwareConfig`, with `parse` and `safeParse`. */
export const SoftwareConfig: SchemaOf<SoftwareConfig> = /* @__PURE__ */ openObject({
  imageVersion: opt(z.string()),
  pypiPackages: opt(stringMap()),
  orchestratorConfigOverrides: opt(stringMap()),
  envVariables: opt(stringMap()),
  schedulerCount: opt(integer()),
  cloudDataLineageIntegration: opt(CloudDataLineageIntegration),
  pythonVersion: opt(z.string()),
  webServerPluginsMode: opt(enumValue()),
  auditLogsReplicationMode: opt(enumValue()),
} satisfies ShapeOf<SoftwareConfig>);
