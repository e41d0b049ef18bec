import type { Issue } from "../../errors/request-error.js";
import { shown } from "../../values/describe.js";
import { issuesAt } from "../../values/issue-path.js";
import { isObject } from "../../values/objects.js";
import type { JsonObject } from "../fake-service.js";
import { badParameter } from "../service-error.js";
import { type StoredTable, type TableKey, tableIdOf } from "./store.js";

/** Statistics that every table reports; the sandbox stores no rows. */
const STATISTICS = {
  numBytes: "0",
  numLongTermBytes: "0",
  numRows: "0",
  numTotalLogicalBytes: "0",
  numActiveLogicalBytes: "0",
  numLongTermLogicalBytes: "0",
};

/** How to present a table. */
interface TableForm {
  readonly kind: string;
  /** Location of the dataset. */
  readonly location: unknown;
}

/** Returns a table as `get` returns it: the fields that were set, and the fields that the service sets itself. */
export function showTable(table: StoredTable, { kind, location }: TableForm): JsonObject {
  const { etag, body, creationTime, lastModifiedTime, reported } = table;
  const set = { creationTime, lastModifiedTime, location, ...STATISTICS, ...reported };
  return { kind, id: tableIdOf(table), etag, ...body, ...partitionFilter(table), ...set, type: tableTypeOf(table) };
}

/** Returns the filter by partition: a required one also in its deprecated place, no filter only for external tables. */
function partitionFilter(table: StoredTable): JsonObject {
  const { requirePartitionFilter, timePartitioning } = table.body;
  if (requirePartitionFilter !== true) {
    return { requirePartitionFilter: tableTypeOf(table) === "EXTERNAL" ? false : undefined };
  }
  return isObject(timePartitioning) ? { timePartitioning: { ...timePartitioning, requirePartitionFilter } } : {};
}

/** Returns a table as an entry of a list. */
export function showListEntry(table: StoredTable, kind: string): JsonObject {
  const { body } = table;
  const { view } = body;
  const entry = {
    kind,
    id: tableIdOf(table),
    tableReference: body.tableReference,
    friendlyName: body.friendlyName,
    type: tableTypeOf(table),
    labels: body.labels,
    creationTime: table.creationTime,
    expirationTime: body.expirationTime,
    timePartitioning: body.timePartitioning,
    rangePartitioning: body.rangePartitioning,
    clustering: body.clustering,
    requirePartitionFilter: body.requirePartitionFilter,
    view: isObject(view) ? { useLegacySql: view.useLegacySql, privacyPolicy: view.privacyPolicy } : undefined,
  };
  return entry; // JSON omits undefined values
}

/** Returns the type of a table, such as `VIEW`. */
export function tableTypeOf({ body, reported }: Pick<StoredTable, "body" | "reported">): string {
  if (reported.type === "SNAPSHOT" || reported.snapshotDefinition !== undefined) return "SNAPSHOT";
  if (body.materializedView !== undefined) return "MATERIALIZED_VIEW";
  if (body.view !== undefined) return "VIEW";
  return body.externalDataConfiguration === undefined ? "TABLE" : "EXTERNAL";
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

const VIEWS: readonly string[] = ["TABLE_METADATA_VIEW_UNSPECIFIED", "BASIC", "STORAGE_STATS", "FULL"];

/** Returns the part of a table that the parameters of `get` select. @throws {ServiceError} If the view is unknown. */
export function selectedPart(table: JsonObject, query: URLSearchParams): JsonObject {
  const view = query.get("view") ?? "STORAGE_STATS";
  if (!VIEWS.includes(view)) throw badParameter("view", `must be one of ${VIEWS.join(", ")}, got ${view}`);
  const isShown = ([name]: [string, unknown]) => view !== "BASIC" || !/^(num|lastModifiedTime$)/.test(name);
  const part: JsonObject = Object.fromEntries(Object.entries(table).filter(isShown));
  const names = query.get("selectedFields");
  return names && isObject(part.schema) ? { ...part, schema: selectColumns(part.schema, names.split(",")) } : part;
}

/** Lists the issues of the ids of a table. */
export function referenceIssues({ tableReference }: JsonObject): Issue[] {
  const { projectId, datasetId, tableId } = Object(tableReference) as Partial<TableKey>;
  return issuesAt("tableReference", segmentIssues({ projectId, datasetId, tableId }));
}

/** Lists the issues of ids, each of which must be a single path segment. */
export function segmentIssues(ids: JsonObject): Issue[] {
  const isSegment = (id: unknown) => typeof id === "string" && /^(?!\.{1,2}$)[^/\p{Cc}\p{Surrogate}]+$/u.test(id);
  const form = 'must be a segment of a path: no slash or control character, not empty, "." or ".."';
  const wrong = Object.entries(ids).filter(([, id]) => !isSegment(id));
  return wrong.map(([path, id]) => ({ path, message: `${form}, got ${shown(id)}`, rule: "id" }));
}
