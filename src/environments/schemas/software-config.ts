import * as z from "zod/mini";
import type { Fields, SchemaOf } from "../../core/schema/fields.js";
import { integer, openObject, opt, stringMap } from "../../core/schema/schema.js";
import { enumValue } from "./enum-value.js";

/**
 * Data lineage integration of an environment.
 *
 * @see Spec: environments, "Updatable paths", `config.softwareConfig.cloudDataLineageIntegration` (fields of the real
 * service)
 */
export interface CloudDataLineageIntegration extends Fields<typeof cloudDataLineageIntegrationShape> {}

const cloudDataLineageIntegrationShape = {
  /** Whether the environment reports data lineage. */
  enabled: opt(z.boolean()),
};

/** Schema of `CloudDataLineageIntegration`, with `parse` and `safeParse`. */
export const CloudDataLineageIntegration: SchemaOf<CloudDataLineageIntegration> = /* @__PURE__ */ openObject(
  cloudDataLineageIntegrationShape,
);

/**
 * Software of an environment.
 *
 * @see Spec: environments, "Updatable paths"
 */
export interface SoftwareConfig extends Fields<typeof softwareConfigShape> {}

const softwareConfigShape = {
  /**
   * Version of Cloud Composer and Airflow, such as `composer-2.9.7-airflow-2.9.3`; `parseImageVersion` parses it.
   *
   * An update upgrades in place: downgrades and other major versions of Cloud Composer or Airflow are not allowed.
   */
  imageVersion: opt(z.string()),
  /**
   * Python packages to install in addition to those of the image. The key is the name of the package, which may contain
   * dots. The value is its extras and version, such as `==1.12.0` or `[devel,gcp_api]`; the empty string means any
   * version.
   */
  pypiPackages: opt(stringMap()),
  /**
   * Airflow configuration (Google: `airflowConfigOverrides`). Keys have the form `section-property`, such as
   * `core-parallelism`.
   *
   * A section contains no dash, bracket or dot; a property contains no equals sign, semicolon or dot.
   */
  orchestratorConfigOverrides: opt(stringMap()),
  /**
   * Environment variables of schedulers, workers and web server. They can only be changed together: a mask cannot name
   * a single variable.
   */
  envVariables: opt(stringMap()),
  /**
   * Number of schedulers: a positive integer, not greater than `nodeCount`.
   *
   * Only for images `composer-1.*.*-airflow-2.*.*`.
   */
  schedulerCount: opt(integer()),
  /** Data lineage integration. */
  cloudDataLineageIntegration: opt(CloudDataLineageIntegration),
  /** Major version of Python: `2` or `3`. Cannot be changed by an update. */
  pythonVersion: opt(z.string()),
  /**
   * Whether the web server loads plugins: `PLUGINS_ENABLED` or `PLUGINS_DISABLED`. Default: `PLUGINS_ENABLED`. Only for
   * images `composer-3-airflow-*.*.*-build.*` and newer. The spec does not list this path: update it with
   * `environmentUpdate.unlisted`.
   */
  webServerPluginsMode: opt(enumValue<"PLUGINS_ENABLED" | "PLUGINS_DISABLED">()),
  /**
   * Whether audit logs are replicated: `AUDIT_LOGS_REPLICATION_ENABLED` or `AUDIT_LOGS_REPLICATION_DISABLED`. Only for
   * images `composer-3-airflow-*.*.*-build.*` and newer. The spec lists no updatable path for it.
   */
  auditLogsReplicationMode: opt(enumValue<"AUDIT_LOGS_REPLICATION_ENABLED" | "AUDIT_LOGS_REPLICATION_DISABLED">()),
};

/** Schema of `SoftwareConfig`, with `parse` and `safeParse`. */
export const SoftwareConfig: SchemaOf<SoftwareConfig> = /* @__PURE__ */ openObject(softwareConfigShape);
