import * as z from "zod/mini";
import { openObject, opt, outputOnly, stringMap } from "../../core/schema/schema.js";
import type { SchemaOf, ShapeOf } from "../../core/schema/shape-of.js";
import { enumValue } from "./enum-value.js";
import { EnvironmentConfig } from "./environment-config.js";

/**
 * State of an environment: `CREATING`, `RUNNING`, `UPDATING`, `HIBERNATED`, `DELETING` or `ERROR`. Other strings are
 * possible, because the service may add values.
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
 * @see Spec: environments, "(B) Environment update" (fields of the real service)
 */
export interface StorageConfig {
  /** Name of the bucket, without a scheme. */
  bucket?: string | undefined;
}

/** Schema of `StorageConfig`, with `parse` and `safeParse`. */
export const StorageConfig: SchemaOf<StorageConfig> = /* @__PURE__ */ openObject({
  bucket: opt(z.string()),
} satisfies ShapeOf<StorageConfig>);

/**
 * A Cloud Composer environment. In a response, every field can be absent; unknown fields are kept.
 *
 * @see Spec: environments, "(B) Environment update" (fields of the real service)
 */
export interface Environment {
  /** Full name of the environment: `projects/p/locations/l/environments/e`. */
  name?: string | undefined;
  /** Configuration of the environment. */
  config?: EnvironmentConfig | undefined;
  /** Unique id of the environment. A later environment with the same name has a different one. Output only. */
  readonly uuid?: string | undefined;
  /**
   * State of the environment: `CREATING`, `RUNNING`, `UPDATING`, `HIBERNATED`, `DELETING` or `ERROR`; possibly a number.
   * Updates are accepted while it is `RUNNING`. Output only.
   */
  readonly state?: EnvironmentState | number | undefined;
  /** Mode of the environment, such as `DEVELOPMENT`, which determines the available features. */
  mode?: string | undefined;
  /** Creation time, as an RFC 3339 string. Output only. */
  readonly createTime?: string | undefined;
  /** Time of the last modification, as an RFC 3339 string. Output only. */
  readonly updateTime?: string | undefined;
  /** Labels to organize environments. */
  labels?: Record<string, string> | undefined;
  /** Storage of the environment. */
  storageConfig?: StorageConfig | undefined;
  /** Reserved for the service. Output only. */
  readonly satisfiesPzs?: boolean | undefined;
  /** Reserved for the service. Output only. */
  readonly satisfiesPzi?: boolean | undefined;
}

/** Schema of `Environment`, with `parse` and `safeParse`. */
export const Environment: SchemaOf<Environment> = /* @__PURE__ */ openObject({
  name: opt(z.string()),
  config: opt(EnvironmentConfig),
  uuid: outputOnly(z.string()),
  state: outputOnly(enumValue()),
  mode: opt(z.string()),
  createTime: outputOnly(z.string()),
  updateTime: outputOnly(z.string()),
  labels: opt(stringMap()),
  storageConfig: opt(StorageConfig),
  satisfiesPzs: outputOnly(z.boolean()),
  satisfiesPzi: outputOnly(z.boolean()),
} satisfies ShapeOf<Environment>);
