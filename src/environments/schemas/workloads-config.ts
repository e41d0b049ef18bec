import * as z from "zod/mini";
import type { Fields, SchemaOf } from "../../core/schema/fields.js";
import { integer, openObject, opt } from "../../core/schema/schema.js";

/**
 * Resources of a component with a fixed number of instances.
 *
 * @see Spec: environments, "Updatable paths", `config.workloadsConfig` (fields of the real service)
 */
export interface WorkloadResource extends Fields<typeof workloadResourceShape> {}

const workloadResourceShape = {
  /** Number of instances. */
  count: opt(integer()),
  /** CPUs of each instance, as request and limit; may be a fraction. */
  cpu: opt(z.number()),
  /** Memory of each instance, in gigabytes. */
  memoryGb: opt(z.number()),
  /** Disk size of each instance, in gigabytes. */
  storageGb: opt(z.number()),
};

/** Schema of `WorkloadResource`, with `parse` and `safeParse`. */
export const WorkloadResource: SchemaOf<WorkloadResource> = /* @__PURE__ */ openObject(workloadResourceShape);

/**
 * Resources of the workers, whose number is scaled automatically.
 *
 * @see Spec: environments, "Updatable paths", `config.workloadsConfig` (fields of the real service)
 */
export interface WorkerResource extends Fields<typeof workerResourceShape> {}

const workerResourceShape = {
  /** Minimum number of workers. */
  minCount: opt(integer()),
  /** Maximum number of workers. */
  maxCount: opt(integer()),
  /** CPUs of each worker, as request and limit; may be a fraction. */
  cpu: opt(z.number()),
  /** Memory of each worker, in gigabytes. */
  memoryGb: opt(z.number()),
  /** Disk size of each worker, in gigabytes. */
  storageGb: opt(z.number()),
};

/** Schema of `WorkerResource`, with `parse` and `safeParse`. */
export const WorkerResource: SchemaOf<WorkerResource> = /* @__PURE__ */ openObject(workerResourceShape);

/**
 * Cluster resources of the components of an environment.
 *
 * @see Spec: environments, "Updatable paths", `config.workloadsConfig` (fields of the real service)
 */
export interface WorkloadsConfig extends Fields<typeof workloadsConfigShape> {}

const workloadsConfigShape = {
  /** Resources of the schedulers. */
  scheduler: opt(WorkloadResource),
  /** Resources of the web server. */
  webServer: opt(WorkloadResource),
  /** Resources of the workers. */
  worker: opt(WorkerResource),
  /** Resources of the triggerers. */
  triggerer: opt(WorkloadResource),
  /** Resources of the DAG processors, if they are a separate component. */
  dagProcessor: opt(WorkloadResource),
};

/** Schema of `WorkloadsConfig`, with `parse` and `safeParse`. */
export const WorkloadsConfig: SchemaOf<WorkloadsConfig> = /* @__PURE__ */ openObject(workloadsConfigShape);
