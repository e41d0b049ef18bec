import * as z from "zod/mini";
import { integer, openObject, opt } from "../../core/schema/schema.js";
import type { SchemaOf, ShapeOf } from "../../core/schema/shape-of.js";

/**
 * Resources of a component with a fixed number of instances.
 *
 * @see Spec: environments, "Updatable paths", `config.workloadsConfig` (fields of the real service)
 */
export interface WorkloadResource {
  /** Number of instances. */
  count?: number | undefined;
  /** CPUs of each instance, as request and limit; may be a fraction. */
  cpu?: number | undefined;
  /** Memory of each instance, in gigabytes. */
  memoryGb?: number | undefined;
  /** Disk size of each instance, in gigabytes. */
  storageGb?: number | undefined;
}

/** Schema of `WorkloadResource`, with `parse` and `safeParse`. */
export const WorkloadResource: SchemaOf<WorkloadResource> = /* @__PURE__ */ openObject({
  count: opt(integer()),
  cpu: opt(z.number()),
  memoryGb: opt(z.number()),
  storageGb: opt(z.number()),
} satisfies ShapeOf<WorkloadResource>);

/**
 * Resources of the workers, whose number is scaled automatically.
 *
 * @see Spec: environments, "Updatable paths", `config.workloadsConfig` (fields of the real service)
 */
export interface WorkerResource {
  /** Minimum number of workers. */
  minCount?: number | undefined;
  /** Maximum number of workers. */
  maxCount?: number | undefined;
  /** CPUs of each worker, as request and limit; may be a fraction. */
  cpu?: number | undefined;
  /** Memory of each worker, in gigabytes. */
  memoryGb?: number | undefined;
  /** Disk size of each worker, in gigabytes. */
  storageGb?: number | undefined;
}

/** Schema of `WorkerResource`, with `parse` and `safeParse`. */
export const WorkerResource: SchemaOf<WorkerResource> = /* @__PURE__ */ openObject({
  minCount: opt(integer()),
  maxCount: opt(integer()),
  cpu: opt(z.number()),
  memoryGb: opt(z.number()),
  storageGb: opt(z.number()),
} satisfies ShapeOf<WorkerResource>);

/**
 * Cluster resources of the components of an environment.
 *
 * @see Spec: environments, "Updatable paths", `config.workloadsConfig` (fields of the real service)
 */
export interface WorkloadsConfig {
  /** Resources of the schedulers. */
  scheduler?: WorkloadResource | undefined;
  /** Resources of the web server. */
  webServer?: WorkloadResource | undefined;
  /** Resources of the workers. */
  worker?: WorkerResource | undefined;
  /** Resources of the triggerers. */
  triggerer?: WorkloadResource | undefined;
  /** Resources of the DAG processors, if they are a separate component. */
  dagProcessor?: WorkloadResource | undefined;
}

/** Schema of `WorkloadsConfig`, with `parse` and `safeParse`. */
export const WorkloadsConfig: SchemaOf<WorkloadsConfig> = /* @__PURE__ */ openObject({
  scheduler: opt(WorkloadResource),
  webServer: opt(WorkloadResource),
  worker: opt(WorkerResource),
  triggerer: opt(WorkloadResource),
  dagProcessor: opt(WorkloadResource),
} satisfies ShapeOf<WorkloadsConfig>);
