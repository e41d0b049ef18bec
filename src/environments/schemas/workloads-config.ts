import * as z from "zod/mini";
import { integer, openObject, opt } from "../../core/schema/schema.js";
import type { SchemaOf, ShapeOf } from "../../core/schema/shape-of.js";

/**
 * What one sort of component gets, when it runs in a fixed number of copies.
 *
 * @see Spec: environments, "Updatable paths", `config.workloadsConfig` (fields of the real service)
 */
export interface WorkloadResource {
  /** Number of copies. */
  count?: number | undefined;
  /** Processors of each copy, as a request and a limit; may be a fraction. */
  cpu?: number | undefined;
  /** Memory of each copy, in gigabytes. */
  memoryGb?: number | undefined;
  /** Disk of each copy, in gigabytes. */
  storageGb?: number | undefined;
}

export const WorkloadResource: SchemaOf<WorkloadResource> = /* @__PURE__ */ openObject({
  count: opt(integer()),
  cpu: opt(z.number()),
  memoryGb: opt(z.number()),
  storageGb: opt(z.number()),
} satisfies ShapeOf<WorkloadResource>);

/**
 * What the workers get. Their number follows the load, between two bounds.
 *
 * @see Spec: environments, "Updatable paths", `config.workloadsConfig` (fields of the real service)
 */
export interface WorkerResource {
  /** Fewest workers that are kept. */
  minCount?: number | undefined;
  /** Most workers that are started. */
  maxCount?: number | undefined;
  /** Processors of each worker, as a request and a limit; may be a fraction. */
  cpu?: number | undefined;
  /** Memory of each worker, in gigabytes. */
  memoryGb?: number | undefined;
  /** Disk of each worker, in gigabytes. */
  storageGb?: number | undefined;
}

export const WorkerResource: SchemaOf<WorkerResource> = /* @__PURE__ */ openObject({
  minCount: opt(integer()),
  maxCount: opt(integer()),
  cpu: opt(z.number()),
  memoryGb: opt(z.number()),
  storageGb: opt(z.number()),
} satisfies ShapeOf<WorkerResource>);

/**
 * What the components of an environment get of the cluster.
 *
 * @see Spec: environments, "Updatable paths", `config.workloadsConfig` (fields of the real service)
 */
export interface WorkloadsConfig {
  /** The schedulers. */
  scheduler?: WorkloadResource | undefined;
  /** The web server. */
  webServer?: WorkloadResource | undefined;
  /** The workers. */
  worker?: WorkerResource | undefined;
  /** The triggerers. */
  triggerer?: WorkloadResource | undefined;
  /** What reads the files of the workflows, where that is a component of its own. */
  dagProcessor?: WorkloadResource | undefined;
}

export const WorkloadsConfig: SchemaOf<WorkloadsConfig> = /* @__PURE__ */ openObject({
  scheduler: opt(WorkloadResource),
  webServer: opt(WorkloadResource),
  worker: opt(WorkerResource),
  triggerer: opt(WorkloadResource),
  dagProcessor: opt(WorkloadResource),
} satisfies ShapeOf<WorkloadsConfig>);
