import type { OwnFacts } from "../call/method.js";

/** Path template of the datasets of a project. */
export const DATASETS = "/{servicePath}/v2/projects/{projectId}/datasets";
/** Path template of a dataset. */
export const DATASET = `${DATASETS}/{datasetId}`;
/** Path template of the tables of a dataset. */
export const TABLES = `${DATASET}/tables`;
/** Path template of a table. */
export const TABLE = `${TABLES}/{tableId}`;

/** Last path segments of the scopes of methods that only read. `warehouse` is replaced by the profile's service path. */
export const READ: readonly string[] = [
  "warehouse.readonly",
  "warehouse",
  "cloud-platform.read-only",
  "cloud-platform",
];
/** Scopes of methods that write. */
export const WRITE: readonly string[] = ["warehouse", "cloud-platform"];

/**
 * Data of methods that write metadata. BigQuery limits these methods to five updates of a table in 10 s, and to 10 new
 * tables per second, so the usual backoff of 1 s, 2 s and 4 s would end before 10 s have passed.
 */
export const METADATA_WRITE: OwnFacts = { smallQuota: true };
