import * as z from "zod/mini";
import type { Fields, SchemaOf } from "../../core/schema/fields.js";
import { openObject, opt, outputOnly, stringMap } from "../../core/schema/schema.js";
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
export interface StorageConfig extends Fields<typeof storageConfigShape> {}

const storageConfigShape = {
  /** Name of the bucket, without a scheme. */
  bucket: opt(z.string()),
};

/** Schema of `StorageConfig`, with `parse` and `safeParse`. */
export const StorageConfig: SchemaOf<StorageConfig> = /* @__PURE__ */ openObject(storageConfigShape);

/**
 * A Cloud Composer environment. In a response, every field can be absent; unknown fields are kept.
 *
 * @see Spec: environments, "(B) Environment update" (fields of the real service)
 */
export interface Environment extends Fields<typeof environmentShape> {}

const environmentShape = {
  /** Full name of the environment: `projects/p/locations/l/environments/e`. */
  name: opt(z.string()),
  /** Configuration of the environment. */
  config: opt(EnvironmentConfig),
  /** Unique id of the environment. A later environment with the same name has a different one. Output only. */
  uuid: outputOnly(z.string()),
  /**
   * State of the environment: `CREATING`, `RUNNING`, `UPDATING`, `HIBERNATED`, `DELETING` or `ERROR`; possibly a number.
   * Updates are accepted while it is `RUNNING`. Output only.
   */
  state: outputOnly(enumValue<EnvironmentState>()),
  /** Mode of the environment, such as `DEVELOPMENT`, which determines the available features. */
  mode: opt(z.string()),
  /** Creation time, as an RFC 3339 string. Output only. */
  createTime: outputOnly(z.string()),
  /** Time of the last modification, as an RFC 3339 string. Output only. */
  updateTime: outputOnly(z.string()),
  /** Labels to organize environments. */
  labels: opt(stringMap()),
  /** Storage of the environment. */
  storageConfig: opt(StorageConfig),
  /** Reserved for the service. Output only. */
  satisfiesPzs: outputOnly(z.boolean()),
  /** Reserved for the service. Output only. */
  satisfiesPzi: outputOnly(z.boolean()),
};

/** Schema of `Environment`, with `parse` and `safeParse`. */
export const Environment: SchemaOf<Environment> = /* @__PURE__ */ openObject(environmentShape);
