import type { Issue } from "../../errors/request-error.js";
import { shown } from "../../values/describe.js";
import { issuesAt } from "../../values/issue-path.js";
import { isObject, valueAt } from "../../values/objects.js";
import type { JsonObject } from "../fake-service.js";
import { badParameter } from "../service-error.js";
import { type StoredTable, type TableKey, tableIdOf } from "./store.js";

/** Statistics that every table reports; the sandbox stores no rows. */
const STORAGE_STATISTICS = [
  "numBytes",
  "numLongTermBytes",
  "numRows",
  "numTotalLogicalBytes",
  "numActiveLogicalBytes",
  "numLongTermLogicalBytes",
  "numTotalPhysicalBytes",
  "numActivePhysicalBytes",
  "numLongTermPhysicalBytes",
  "numTimeTravelPhysicalBytes",
] as const;

/** How to present a table. */
export interface TableForm {
  readonly kind: string;
  /** URL of the table; undefined if the naming profile has no address. */
  readonly selfLink: string | undefined;
  /** Location of the dataset. */
  readonly location: unknown;
  /** Whether to omit the storage statistics. */
  readonly basic?: boolean | undefined;
  /** Columns to include in the schema. Default: all. */
  readonly selectedFields?: readonly string[] | undefined;
}

/** Returns a table as `get` returns it: the fields that were set, and the fields that the service sets itself. */
export function showTable(
  table: StoredTable,
  { kind, selfLink, location, basic, selectedFields }: TableForm,
): JsonObject {
  const { tableReference, ...settable } = withDerived(table);
  const reported = Object.entries(table.reported).filter(([name]) => !(basic && isStatistic(name)));
  const response: JsonObject = {
    kind,
    id: tableIdOf(table),
    etag: table.etag,
    selfLink,
    tableReference,
    ...settable,
    creationTime: table.creationTime,
    lastModifiedTime: basic ? undefined : table.lastModifiedTime,
    location,
    ...(basic ? {} : statisticsOf(table.body)),
    ...Object.fromEntries(reported),
    type: typeOf(table),
  };
  return selectedFields === undefined || !isObject(response.schema)
    ? response
    : { ...response, schema: selectFields(response.schema, selectedFields) };
}

/** Returns a table as an entry of a list. */
export function showListEntry(table: StoredTable, kind: string): JsonObject {
  const body = withMirroredFilter(table.body);
  const { view } = body;
  const entry = {
    kind,
    id: tableIdOf(table),
    tableReference: body.tableReference,
    friendlyName: body.friendlyName,
    type: typeOf(table),
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
export function typeOf({ body, reported }: Pick<StoredTable, "body" | "reported">): string {
  if (reported.type === "SNAPSHOT" || reported.snapshotDefinition !== undefined) return "SNAPSHOT";
  if (body.materializedView !== undefined) return "MATERIALIZED_VIEW";
  if (body.view !== undefined) return "VIEW";
  return body.externalDataConfiguration === undefined ? "TABLE" : "EXTERNAL";
}

function statisticsOf(body: JsonObject): JsonObject {
  const isPartitioned = body.timePartitioning !== undefined || body.rangePartitioning !== undefined;
  const names = isPartitioned ? [...STORAGE_STATISTICS, "numPartitions"] : STORAGE_STATISTICS;
  return Object.fromEntries(names.map((name) => [name, "0"]));
}

function isStatistic(name: string): boolean {
  return name.startsWith("num");
}

/** The fields that requests may set, with those that the service adds. */
function withDerived({ body, creationTime }: StoredTable): JsonObject {
  const { materializedView, timePartitioning, rangePartitioning } = body;
  const field = valueAt(timePartitioning ?? rangePartitioning, ["field"]);
  return {
    ...withMirroredFilter(body),
    // There is no data, so nothing is computed after creation.
    ...(isObject(materializedView) ? { materializedView: { ...materializedView, lastRefreshTime: creationTime } } : {}),
    ...(field === undefined ? {} : { partitionDefinition: { partitionedColumn: [{ field }] } }),
  };
}

/** The service copies a required filter of a table into its time partitioning. */
function withMirroredFilter(body: JsonObject): JsonObject {
  const { requirePartitionFilter, timePartitioning } = body;
  if (requirePartitionFilter !== true || !isObject(timePartitioning)) return body;
  return { ...body, timePartitioning: { ...timePartitioning, requirePartitionFilter } };
}

/** Selects the named columns, `outer.inner` for nested ones; unknown names are ignored. */
function selectFields(schema: JsonObject, names: readonly string[]): JsonObject {
  if (!Array.isArray(schema.fields)) return schema;
  const fields = schema.fields.flatMap((field: JsonObject) => {
    const name = String(field.name);
    if (names.includes(name)) return [field];
    const nested = names.filter((entry) => entry.startsWith(`${name}.`)).map((entry) => entry.slice(name.length + 1));
    return nested.length === 0 ? [] : [selectFields(field, nested)];
  });
  return { ...schema, fields };
}

const VIEWS: readonly string[] = ["TABLE_METADATA_VIEW_UNSPECIFIED", "BASIC", "STORAGE_STATS", "FULL"];

/**
 * Parses the parameters of `get`.
 *
 * @throws {ServiceError} If the view is unknown.
 */
export function readTableParameters(query: URLSearchParams): Pick<TableForm, "basic" | "selectedFields"> {
  const view = query.get("view") ?? "STORAGE_STATS";
  if (!VIEWS.includes(view)) throw badParameter("view", `must be one of ${VIEWS.join(", ")}, got ${view}`);
  const selected = query.getAll("selectedFields").join(",");
  const selectedFields = selected === "" ? undefined : selected.split(",").map((name) => name.trim());
  return { basic: view === "BASIC", selectedFields };
}

/** Lists the issues of the ids of a table. */
export function referenceIssues({ tableReference }: JsonObject): Issue[] {
  const { projectId, datasetId, tableId } = Object(tableReference) as Partial<TableKey>;
  return issuesAt("tableReference", idIssues({ projectId, datasetId, tableId }));
}

/** Lists the issues of ids, each of which must be a single path segment. */
export function idIssues(ids: JsonObject): Issue[] {
  const isSegment = (id: unknown) => typeof id === "string" && /^(?!\.{1,2}$)[^/\p{Cc}\p{Surrogate}]+$/u.test(id);
  const form = 'must be a segment of a path: no slash or control character, not empty, "." or ".."';
  const wrong = Object.entries(ids).filter(([, id]) => !isSegment(id));
  return wrong.map(([path, id]) => ({ path, message: `${form}, got ${shown(id)}`, rule: "id" }));
}
