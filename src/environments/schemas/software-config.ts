import * as z from "zod/mini";
import { integer, openObject, opt, stringMap } from "../../core/schema/schema.js";
import type { SchemaOf, ShapeOf } from "../../core/schema/shape-of.js";

/**
 * Whether the environment reports where its data comes from and goes to.
 *
 * @see Spec: environments, "Updatable paths", `config.softwareConfig.cloudDataLineageIntegration` (fields of the real service)
 */
export interface CloudDataLineageIntegration {
  /** Whether it does. */
  enabled?: boolean | undefined;
}

export const CloudDataLineageIntegration: SchemaOf<CloudDataLineageIntegration> = /* @__PURE__ */ openObject({
  enabled: opt(z.boolean()),
} satisfies ShapeOf<CloudDataLineageIntegration>);

/**
 * The software inside an environment.
 *
 * @see Spec: environments, "Updatable paths"
 */
export interface SoftwareConfig {
  /**
   * Version of product and engine, as in `<product>-2.9.6-<engine>-2.9.3`; `parseImageVersion` takes it apart.
   *
   * Set anew, it upgrades in place: no downgrade, and the major versions of product and engine stay.
   */
  imageVersion?: string | undefined;
  /**
   * Python packages to install beside those of the image: the key is the name of the package, which may hold dots, the
   * value its extras and version, as in `==1.12.0` or `[devel,gcp_api]`; the empty string asks for any version.
   */
  pypiPackages?: Record<string, string> | undefined;
  /**
   * Settings of the engine that differ from its own: the key is `section-property`, as in `core-parallelism`.
   *
   * A section holds no dash, bracket or dot; a property no equals sign, semicolon or dot.
   */
  orchestratorConfigOverrides?: Record<string, string> | undefined;
  /** Environment variables of schedulers, workers and web server. They change all together: no mask names one alone. */
  envVariables?: Record<string, string> | undefined;
  /**
   * Number of schedulers: a positive integer, not greater than `nodeCount`.
   *
   * Only for images `<product>-1.*.*-<engine>-2.*.*`.
   */
  schedulerCount?: number | undefined;
  /** Whether the environment reports where its data comes from and goes to. */
  cloudDataLineageIntegration?: CloudDataLineageIntegration | undefined;
  /** Major version of Python, `2` or `3`. No update changes it. */
  pythonVersion?: string | undefined;
}

export const SoftwareConfig: SchemaOf<SoftwareConfig> = /* @__PURE__ */ openObject({
  imageVersion: opt(z.string()),
  pypiPackages: opt(stringMap()),
  orchestratorConfigOverrides: opt(stringMap()),
  envVariables: opt(stringMap()),
  schedulerCount: opt(integer()),
  cloudDataLineageIntegration: opt(CloudDataLineageIntegration),
  pythonVersion: opt(z.string()),
} satisfies ShapeOf<SoftwareConfig>);
