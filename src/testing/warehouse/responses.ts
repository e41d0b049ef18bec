import { isObject } from "../../values/objects.js";
import { hashOf } from "../etag.js";
import type { JsonObject } from "../fake-service.js";
import { badParameter } from "../service-error.js";
import { type StoredDataset, type StoredProject, type StoredTable, tableIdOf } from "./store.js";

// Resources as responses contain them, without `kind`. JSON omits undefined values.

/** Returns a project as an entry of a list. */
export function showProject({ projectId, friendlyName }: StoredProject): JsonObject {
  return { id: projectId, numericId: String(hashOf(projectId)), projectReference: { projectId }, friendlyName };
}

/** Returns a dataset as `get` returns it: the fields that were set, and the fields that the service sets itself. */
export function showDataset(dataset: StoredDataset): JsonObject {
  const { projectId, datasetId, etag, body, creationTime, lastModifiedTime } = dataset;
  const datasetReference = { projectId, datasetId };
  const set = { creationTime, lastModifiedTime, type: "DEFAULT" };
  return { id: `${projectId}:${datasetId}`, etag, datasetReference, ...body, ...set };
}

/** Returns a dataset as an entry of a list. */
export function showDatasetEntry({ projectId, datasetId, body }: StoredDataset): JsonObject {
  const { labels, friendlyName, location } = body;
  const datasetReference = { projectId, datasetId };
  return { id: `${projectId}:${datasetId}`, datasetReference, labels, friendlyName, location, type: "DEFAULT" };
}

/** Statistics that every table reports; the sandbox stores no rows. */
const STATISTICS = {
  numBytes: "0",
  numLongTermBytes: "0",
  numRows: "0",
  numTotalLogicalBytes: "0",
  numActiveLogicalBytes: "0",
  numLongTermLogicalBytes: "0",
};

/**
 * Returns a table as `get` returns it: the fields that were set, and the fields that the service sets itself.
 *
 * @param location - Location of the dataset.
 */
export function showTable(table: StoredTable, location: unknown): JsonObject {
  const { etag, body, creationTime, lastModifiedTime, reported } = table;
  const set = { creationTime, lastModifiedTime, location, ...STATISTICS, ...reported };
  return { id: tableIdOf(table), etag, ...body, ...partitionFilter(table), ...set, type: tableTypeOf(table) };
}

/** Returns `requirePartitionFilter`: `true` in the deprecated property, too; `false` only in external tables. */
function partitionFilter(table: StoredTable): JsonObject {
  const { requirePartitionFilter, timePartitioning } = table.body;
  if (requirePartitionFilter !== true) {
    return { requirePartitionFilter: tableTypeOf(table) === "EXTERNAL" ? false : undefined, timePartitioning };
  }
  const mirrored = isObject(timePartitioning) ? { ...timePartitioning, requirePartitionFilter } : undefined;
  return { requirePartitionFilter, timePartitioning: mirrored };
}

/** Returns a table as an entry of a list. */
export function showTableEntry(table: StoredTable): JsonObject {
  const { tableReference, friendlyName, labels, expirationTime, view } = table.body;
  const { rangePartitioning, clustering } = table.body;
  return {
    id: tableIdOf(table),
    tableReference,
    friendlyName,
    type: tableTypeOf(table),
    labels,
    creationTime: table.creationTime,
    expirationTime,
    ...partitionFilter(table),
    rangePartitioning,
    clustering,
    view: isObject(view) ? { useLegacySql: view.useLegacySql, privacyPolicy: view.privacyPolicy } : undefined,
  };
}

/** Returns the type of a table, such as `VIEW`. */
export function tableTypeOf({ body, reported }: Pick<StoredTable, "body" | "reported">): string {
  if (reported.type === "SNAPSHOT" || reported.snapshotDefinition !== undefined) return "SNAPSHOT";
  if (body.materializedView !== undefined) return "MATERIALIZED_VIEW";
  if (body.view !== undefined) return "VIEW";
  return body.externalDataConfiguration === undefined ? "TABLE" : "EXTERNAL";
}

const VIEWS: readonly string[] = ["TABLE_METADATA_VIEW_UNSPECIFIED", "BASIC", "STORAGE_STATS", "FULL"];

/** Returns the part of a table that the parameters of `get` select. @throws {ServiceError} If the view is unknown. */
export function selectedPart(table: JsonObject, query: URLSearchParams): JsonObject {
  const view = query.get("view") ?? "STORAGE_STATS";
  if (!VIEWS.includes(view)) throw badParameter("view", `must be one of ${VIEWS.join(", ")}, got ${view}`);
  const isShown = (name: string) => view !== "BASIC" || !/^(num|lastModifiedTime$)/.test(name);
  const part: JsonObject = Object.fromEntries(Object.entries(table).filter(([name]) => isShown(name)));
  const names = query.get("selectedFields");
  return names && isObject(part.schema) ? { ...part, schema: selectColumns(part.schema, names.split(",")) } : part;
}

/** Selects the named columns, `outer.inner` for nested ones; unknown names are ignored. */
function selectColumns(schema: JsonObject, names: readonly string[]): JsonObject {
  if (!Array.isArray(schema.fields)) return schema;
  const fields = schema.fields.flatMap((field: JsonObject) => {
    const name = String(field.name);
    if (names.includes(name)) return [field];
    const nested = names.filter((entry) => entry.startsWith(`${name}.`)).map((entry) => entry.slice(name.length + 1));
    return nested.length === 0 ? [] : [selectColumns(field, nested)];
  });
  return { ...schema, fields };
}
