import type { Clock } from "../../core/clock.js";
import { issuesBeside, plainIssue } from "../../core/issue-path.js";
import { mergePatch } from "../../core/merge-patch.js";
import type { Method } from "../../core/method.js";
import { isObject, isSame, valueAt } from "../../core/objects.js";
import type { Issue } from "../../errors/request-error.js";
import type { Naming } from "../../naming/index.js";
import { warehouseMethods } from "../../warehouse/methods.js";
import { checkTable } from "../../warehouse/rules/check-table.js";
import type { Draft } from "../../warehouse/rules/patterns.js";
import type { FindTable } from "../../warehouse/rules/rule-builders.js";
import { schemaProblems } from "../../warehouse/rules/schema-problems.js";
import { serviceSettings } from "../../warehouse/rules/table-rules.js";
import type { Table } from "../../warehouse/schemas/table.js";
import { etagOf } from "../etag.js";
import type { FakeService, JsonObject, Route, RouteResult, ServiceCall } from "../fake-service.js";
import { routeOf } from "../method-route.js";
import { takePage } from "../paging.js";
import { badMember, brokenRules, listedErrorBody, ServiceError } from "../service-error.js";
import { readDatasetFilter, readFlag, readNewDataset, showDataset, showDatasetEntry } from "./datasets.js";
import { getPolicy, setPolicy, testPermissions } from "./policies.js";
import { createWarehouseSeeds, type WarehouseSeeds } from "./seeds.js";
import {
  type StoredDataset,
  type StoredProject,
  type StoredTable,
  type TableKey,
  tableIdOf,
  WarehouseStore,
} from "./store.js";
import { storedForm, withDerivedColumns, withReturnedNames, withServiceSpelling } from "./stored-form.js";
import { changeIssues, insertIssues } from "./table-issues.js";
import { readTableParameters, referenceIssues, showListEntry, showTable, type TableForm, typeOf } from "./tables.js";

/** BigQuery in memory: projects, datasets, tables and their access policies. */
export interface WarehouseService extends FakeService {
  /** Adds projects, datasets and tables without a request. */
  readonly seeds: WarehouseSeeds;
}

const STALE = "Precondition check failed: the table has changed since it was read";

/** Creates an empty BigQuery service. */
export function createWarehouseService(options: { readonly naming: Naming; readonly clock: Clock }): WarehouseService {
  const { naming, clock } = options;
  const isGoogle = naming.name === "google";
  const store = new WarehouseStore(clock);
  const { openValues, rules } = serviceSettings(naming);
  const settings = isGoogle ? { ...rules, "time-partitioning-expiration-short": "error" as const } : rules;
  const kindOf = (resource: string) => `${naming.servicePath}#${resource}`;
  /** Finds the tables that the keys of a table reference. Tables of other projects are not known. */
  const referencedBy =
    (table: unknown): FindTable =>
    (reference) => {
      if (reference.projectId !== valueAt(table, ["tableReference", "projectId"])) return undefined;
      return (store.find(reference as TableKey)?.body ?? null) as Draft<Table> | null; // validated when it was stored
    };
  /** @throws {ServiceError} 400 if a table breaks a rule, or if the service rejects it or its change. */
  const accept = (input: unknown, change?: { readonly table: StoredTable; readonly autodetect: boolean }) => {
    const now = clock.now();
    const given = withServiceSpelling(input);
    const keys = valueAt(given, ["tableConstraints", "foreignKeys"]);
    // A key that the table already has is not checked again.
    const isNew = !isSame(keys, valueAt(change?.table.body, ["tableConstraints", "foreignKeys"]));
    const referenced = isNew ? referencedBy(given) : undefined;
    const { body, errors } = checkTable(given, { complete: true, now, openValues, rules: settings, referenced });
    const issues = [...errors, ...referenceIssues(body, errors)];
    if (change === undefined) {
      assertAccepted(issues, [...columnIssues(body), ...insertIssues(body, now)]);
      // The default expiration of the dataset does not replace null.
      return { ...storedForm(body, {}), ...(body.expirationTime === null ? { expirationTime: null } : {}) };
    }
    const { table, autodetect } = change;
    const next = withDerivedColumns(table.body, body, autodetect);
    assertAccepted(issues, [...columnIssues(next), ...changeIssues({ ...table.body, type: typeOf(table) }, next)]);
    return storedForm(next, table.body);
  };
  const linkOf = (path: string) =>
    naming.addresses?.warehouse && `${naming.addresses.warehouse}/${naming.servicePath}/v2/${path}`;
  const show = (table: StoredTable, form: Partial<TableForm> = {}): RouteResult => {
    const { location } = store.ensureDataset(table.projectId, table.datasetId).body;
    const shown = showTable(table, { kind: kindOf("table"), selfLink: linkOf(pathOf(table)), location, ...form });
    return tagged(isGoogle ? withReturnedNames(shown) : shown);
  };

  const listProjects = (call: ServiceCall): RouteResult => {
    const listing = { name: "projects", items: store.projects, positionOf: (_: unknown, index: number) => index };
    const { items, nextPageToken } = takePage<StoredProject>(listing, call.query);
    // As in the service: the page is filled first and then filtered, so it can be short or empty.
    const projects = items
      .filter(({ serviceEnabled }) => serviceEnabled)
      .map((project) => showProject(project, kindOf("project")));
    return tagged({
      kind: kindOf("projectList"),
      nextPageToken,
      projects: unlessEmpty(projects),
      totalItems: projects.length,
    });
  };

  const listDatasets = (call: ServiceCall): RouteResult => {
    const { projectId } = tableKey(call);
    const isListed = readDatasetFilter(call.query);
    // Datasets are never deleted, so the index of a dataset does not change.
    const items = [...store.project(projectId).datasets.values()]
      .map((dataset, index) => ({ dataset, index }))
      .filter(({ dataset }) => isListed(dataset));
    const name = `datasets of ${projectId}`;
    const page = takePage({ name, items, positionOf: ({ index }) => index }, call.query);
    const datasets = page.items.map(({ dataset }) => showDatasetEntry(dataset, kindOf("dataset")));
    return tagged({ kind: kindOf("datasetList"), nextPageToken: page.nextPageToken, datasets: unlessEmpty(datasets) });
  };

  const getDataset = (call: ServiceCall): RouteResult => {
    const { projectId, datasetId } = tableKey(call);
    return showStored(store.dataset(projectId, datasetId));
  };

  const insertDataset = (call: ServiceCall): RouteResult => {
    const { projectId } = tableKey(call);
    checkReference(call, "datasetReference");
    const { datasetId, body } = readNewDataset(call.body);
    if (store.ensureProject(projectId).datasets.has(datasetId)) {
      throw new ServiceError({ status: 409, message: `Already Exists: Dataset ${projectId}:${datasetId}` });
    }
    return showStored(store.insertDataset(projectId, datasetId, body));
  };

  const showStored = (dataset: StoredDataset): RouteResult => {
    const path = `projects/${encodeURIComponent(dataset.projectId)}/datasets/${encodeURIComponent(dataset.datasetId)}`;
    return tagged(showDataset(dataset, { kind: kindOf("dataset"), selfLink: linkOf(path) }));
  };

  const listTables = (call: ServiceCall): RouteResult => {
    const { projectId, datasetId } = tableKey(call);
    const all = [...store.dataset(projectId, datasetId).tables.values()];
    const name = `tables of ${projectId}:${datasetId}`;
    const { items, nextPageToken } = takePage({ name, items: all, positionOf: ({ sequence }) => sequence }, call.query);
    const tables = items.map((table) => showListEntry(table, kindOf("table")));
    return tagged({ kind: kindOf("tableList"), nextPageToken, tables: unlessEmpty(tables), totalItems: all.length });
  };

  const getTable = (call: ServiceCall): RouteResult =>
    show(store.table(tableKey(call)), readTableParameters(call.query));

  const insertTable = (call: ServiceCall): RouteResult => {
    checkReference(call, "tableReference");
    const body = accept(call.body);
    const { projectId, datasetId } = tableKey(call);
    const dataset = store.dataset(projectId, datasetId);
    const tableId = String((body.tableReference as JsonObject).tableId); // validated just before
    if (dataset.tables.has(tableId)) {
      throw new ServiceError({
        status: 409,
        message: `Already Exists: Table ${tableIdOf({ projectId, datasetId, tableId })}`,
      });
    }
    return show(store.insert(dataset, tableId, body));
  };

  const patchTable = (call: ServiceCall): RouteResult => {
    if (!isObject(call.body)) throw badMember("", "the body must be an object");
    return changeTable(call, (live, body) => mergePatch(filterIn(body) ? withoutFilter(live) : live, body));
  };

  const updateTable = (call: ServiceCall): RouteResult => changeTable(call, (_, body) => body);

  const changeTable = (call: ServiceCall, propose: (live: JsonObject, body: unknown) => unknown): RouteResult => {
    const autodetect = readFlag(call.query, "autodetect_schema");
    checkReference(call, "tableReference");
    const table = store.table(tableKey(call));
    if (isStale(call.headers, table)) {
      const details = [{ message: STALE, location: "If-Match", locationType: "header" } as const];
      throw new ServiceError({ status: 412, message: STALE, details });
    }
    const body = accept(propose(table.body, call.body), { table, autodetect });
    store.replace(table, body);
    return show(table);
  };

  const deleteTable = (call: ServiceCall): RouteResult => {
    const table = store.table(tableKey(call));
    if (isStale(call.headers, table)) {
      throw new ServiceError({ status: 412, reason: "failedPrecondition", message: STALE });
    }
    store.remove(table);
    return { status: 204 };
  };

  const { projects, datasets, tables } = warehouseMethods;
  const route = (method: Method, handle: Route["handle"]) => routeOf(method, naming, handle);
  const onTable = (handle: (table: StoredTable, body: unknown) => JsonObject): Route["handle"] => {
    return (call) => ({ body: handle(store.table(tableKey(call)), call.body) });
  };
  return {
    name: "warehouse",
    routes: [
      route(projects.list, listProjects),
      route(datasets.list, listDatasets),
      route(datasets.get, getDataset),
      route(datasets.insert, insertDataset),
      route(tables.list, listTables),
      route(tables.insert, insertTable),
      route(tables.get, getTable),
      route(tables.patch, patchTable),
      route(tables.update, updateTable),
      route(tables.delete, deleteTable),
      route(tables.getIamPolicy, onTable(getPolicy)),
      route(tables.setIamPolicy, onTable(setPolicy)),
      route(
        tables.testIamPermissions,
        onTable((_, body) => testPermissions(body)),
      ),
    ],
    seeds: createWarehouseSeeds({
      store,
      clock,
      service: { openValues, rules: settings },
      show: (stored) => show(stored).body,
    }),
    errorBody: listedErrorBody,
    store,
  };
}

function columnIssues({ schema }: JsonObject): Issue[] {
  return schemaProblems(schema).map(plainIssue);
}

/** @throws {ServiceError} 400 with the issues of the rules, and those of the service at other paths. */
function assertAccepted(issues: readonly Issue[], serviceIssues: readonly Issue[]): void {
  const all = [...issues, ...issuesBeside(serviceIssues, issues)];
  if (all.length > 0) throw brokenRules(all);
}

/** Returns a list, or undefined if it is empty: as in the service, an empty list is absent. */
function unlessEmpty<T>(list: readonly T[]): readonly T[] | undefined {
  return list.length === 0 ? undefined : list;
}

/** A response with its etag in the header and the body; if the body has none, the hash of the body. */
function tagged(body: JsonObject): RouteResult {
  const etag = String(body.etag ?? etagOf(body));
  return { headers: { etag }, body: { ...body, etag } };
}

/** Whether a patch sets the partition filter, in the table or in its time partitioning. The service keeps both equal. */
function filterIn(patch: unknown): boolean {
  const older = valueAt(patch, ["timePartitioning", "requirePartitionFilter"]);
  return (valueAt(patch, ["requirePartitionFilter"]) ?? older) !== undefined;
}

function withoutFilter({ requirePartitionFilter: _, timePartitioning, ...others }: JsonObject): JsonObject {
  if (!isObject(timePartitioning)) return others;
  const { requirePartitionFilter: __, ...partitioning } = timePartitioning;
  return { ...others, timePartitioning: partitioning };
}

function showProject({ projectId, numericId, friendlyName }: StoredProject, kind: string): JsonObject {
  return { kind, id: projectId, numericId, projectReference: { projectId }, friendlyName };
}

function pathOf({ projectId, datasetId, tableId }: TableKey): string {
  const [project, dataset, table] = [projectId, datasetId, tableId].map(encodeURIComponent);
  return `projects/${project}/datasets/${dataset}/tables/${table}`;
}

function tableKey({ ids }: ServiceCall): TableKey {
  const { projectId = "", datasetId = "", tableId = "" } = ids;
  return { projectId, datasetId, tableId };
}

/** @throws {ServiceError} If the reference in a body does not match the path. */
function checkReference({ ids, body }: ServiceCall, field: string): void {
  const reference = isObject(body) ? body[field] : undefined;
  if (!isObject(reference)) return;
  for (const [name, id] of Object.entries(ids)) {
    const given = reference[name];
    if (given === undefined || given === null || given === id) continue;
    throw badMember(`${field}.${name}`, `${JSON.stringify(given)} does not match ${id} in the path`);
  }
}

/**
 * Whether the table has changed since the client read it. The real service has two error bodies for this case; in the
 * sandbox, PATCH and PUT get one of them, and DELETE gets the other.
 */
function isStale(headers: Headers, { etag }: StoredTable): boolean {
  const tags = (headers.get("if-match") ?? "*").split(",").map((tag) => tag.trim());
  return !tags.includes(etag) && tags.join() !== "*";
}
