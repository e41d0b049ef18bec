import * as z from "zod/mini";
import { openObject, opt, outputOnly, stringMap } from "../../core/schema/schema.js";
import type { SchemaOf, ShapeOf } from "../../core/schema/shape-of.js";
import { enumValue } from "./enum-value.js";
import { EnvironmentConfig } from "./environment-config.js";

/** States of an environment that are known; the service may have others. */
export type EnvironmentState = "CREATING" | "RUNNING" | "UPDATING" | "DELETING" | "ERROR" | (string & {});

/**
 * Where an environment keeps its files.
 *
 * @see Spec: environments, "(B) Environment update" (fields of the real service)
 */
export interface StorageConfig {
  /** Name of the bucket, without a scheme before it. */
  bucket?: string | undefined;
}

export const StorageConfig: SchemaOf<StorageConfig> = /* @__PURE__ */ openObject({
  bucket: opt(z.string()),
} satisfies ShapeOf<StorageConfig>);

/**
 * A managed environment in which workflows run. Any member of an answer may be missing, and members that are not typed
 * are kept.
 *
 * @see Spec: environments, "(B) Environment update" (fields of the real service)
 */
export interface Environment {
  /** Name of the environment: `projects/p/locations/l/environments/e`. */
  name?: string | undefined;
  /** How the environment is set up. */
  config?: EnvironmentConfig | undefined;
  /** Id of the environment for good: one of the same name that is made later has another. Output only. */
  readonly uuid?: string | undefined;
  /** What it is doing; updates are taken while it is `RUNNING`. May be a number. Output only. */
  readonly state?: EnvironmentState | number | undefined;
  /** What may be set and what is offered, such as `DEVELOPMENT`. */
  mode?: string | undefined;
  /** When it was created, as an RFC 3339 text. Output only. */
  readonly createTime?: string | undefined;
  /** When it was last changed, as an RFC 3339 text. Output only. */
  readonly updateTime?: string | undefined;
  /** Labels to group environments by. */
  labels?: Record<string, string> | undefined;
  /** Where it keeps its files. */
  storageConfig?: StorageConfig | undefined;
  /** Kept for the service's own use. Output only. */
  readonly satisfiesPzs?: boolean | undefined;
}

export const Environment: SchemaOf<Environment> = /* @__PURE__ */ openObject({
  name: opt(z.string()),
  config: opt(EnvironmentConfig),
  uuid: outputOnly(z.string()),
  state: outputOnly(enumValue<EnvironmentState>()),
  mode: opt(z.string()),
  createTime: outputOnly(z.string()),
  updateTime: outputOnly(z.string()),
  labels: opt(stringMap()),
  storageConfig: opt(StorageConfig),
  satisfiesPzs: outputOnly(z.boolean()),
} satisfies ShapeOf<Environment>);
