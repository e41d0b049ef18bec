/** Path template of the datasets of a project. */
export const DATASETS = "/{servicePath}/v2/projects/{projectId}/datasets";
/** Path template of a dataset. */
export const DATASET = `${DATASETS}/{datasetId}`;
/** Path template of the tables of a dataset. */
export const TABLES = `${DATASET}/tables`;
/** Path template of a table. */
export const TABLE = `${TABLES}/{tableId}`;

/** Scopes of methods that only read, by last path segment; `warehouse` becomes the service path of the profile. */
export const READ: readonly string[] = [
  "warehouse.readonly",
  "warehouse",
  "cloud-platform.read-only",
  "cloud-platform",
];
/** Scopes of methods that write. */
export const WRITE: readonly string[] = ["warehouse", "cloud-platform"];
