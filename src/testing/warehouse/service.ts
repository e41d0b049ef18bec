import type { Clock } from "../../call/clock.js";
import type { Method } from "../../call/method.js";
import type { Naming } from "../../naming/naming.js";
import { mergePatch } from "../../values/merge-patch.js";
import { isObject } from "../../values/objects.js";
import { warehouseMethods } from "../../warehouse/methods.js";
import { sandboxSettings } from "../../warehouse/rules/warehouse-rules.js";
import { etagOf, hashOf } from "../etag.js";
import {
  type FakeService,
  type JsonObject,
  type Route,
  type RouteResult,
  requireToken,
  type ServiceCall,
} from "../fake-service.js";
import { routeOf } from "../method-route.js";
import { takePage } from "../paging.js";
import { badMember, listedErrorBody, readFlag, ServiceError } from "../service-error.js";
import { createTableCheck, type TableCheck } from "./accept-table.js";
import { readDataset, readDatasetFilter, readNewDataset, showDataset, showDatasetEntry } from "./datasets.js";
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
import { selectedPart, showListEntry, showTable } from "./tables.js";

/** BigQuery in memory: projects, datasets, tables and their access policies. */
export interface WarehouseService extends FakeService {
  /** Adds projects, datasets and tables without a request. */
  readonly seeds: WarehouseSeeds;
}

/** State and settings that the routes of the service share. */
interface Context {
  readonly store: WarehouseStore;
  readonly accept: TableCheck;
  route(method: Method, handle: Route["handle"]): Route;
  /** The `kind` of a resource. */
  kindOf(resource: string): string;
  /** The dataset in the path. @throws {ServiceError} 404 if it does not exist. */
  datasetOf(call: ServiceCall): StoredDataset;
  showTable(table: StoredTable): JsonObject;
}

/** Creates an empty BigQuery service. */
export function createWarehouseService({ naming, clock }: { naming: Naming; clock: Clock }): WarehouseService {
  const store = new WarehouseStore(clock);
  const settings = sandboxSettings(naming);
  const kindOf = (resource: string) => `${naming.servicePath}#${resource}`;
  const show = (table: StoredTable) => {
    const { location } = store.ensureDataset(table.projectId, table.datasetId).body;
    return showTable(table, { kind: kindOf("table"), location });
  };
  const context: Context = {
    store,
    accept: createTableCheck(store, clock, settings),
    route: (method, handle) => routeOf(method, naming, handle),
    kindOf,
    datasetOf: ({ ids: { projectId = "", datasetId = "" } }) => store.dataset(projectId, datasetId),
    showTable: show,
  };
  return {
    name: "warehouse",
    routes: [
      ...datasetRoutes(context),
      ...datasetChangeRoutes(context),
      ...tableRoutes(context),
      ...policyRoutes(context),
    ],
    seeds: createWarehouseSeeds({ store, clock, settings, show }),
    errorBody: listedErrorBody,
    authenticate: requireToken,
    store,
  };
}

/** The routes of projects and datasets. */
function datasetRoutes({ store, route, kindOf, datasetOf }: Context): Route[] {
  const { projects, datasets } = warehouseMethods;
  return [
    route(projects.list, ({ query }) => {
      const { items, nextPageToken } = takePage("projects", store.projects, query);
      // As in the service: the page is filled first and then filtered, so it can be short or empty.
      const shown = items
        .filter(({ serviceEnabled }) => serviceEnabled)
        .map((project) => showProject(project, kindOf("project")));
      const kind = kindOf("projectList");
      return tagged({ kind, nextPageToken, projects: unlessEmpty(shown), totalItems: shown.length });
    }),
    route(datasets.list, ({ ids: { projectId = "" }, query }) => {
      const listed = store.datasetsOf(projectId).filter(readDatasetFilter(query));
      const { items, nextPageToken } = takePage(`datasets of ${projectId}`, listed, query);
      const shown = items.map((dataset) => showDatasetEntry(dataset, kindOf("dataset")));
      return tagged({ kind: kindOf("datasetList"), nextPageToken, datasets: unlessEmpty(shown) });
    }),
    route(datasets.get, (call) => tagged(showDataset(datasetOf(call), kindOf("dataset")))),
    route(datasets.insert, (call) => {
      const { projectId } = tableKey(call);
      checkReference(call, "datasetReference");
      const { datasetId, body } = readNewDataset(call.body);
      if (store.findDataset(projectId, datasetId) !== undefined) {
        throw new ServiceError({ status: 409, message: `Already Exists: Dataset ${projectId}:${datasetId}` });
      }
      return tagged(showDataset(store.insertDataset(projectId, datasetId, body), kindOf("dataset")));
    }),
  ];
}

/** The routes that change a dataset. The client has no methods for them, so they have the path of `get`. */
function datasetChangeRoutes({ store, route, kindOf, datasetOf }: Context): Route[] {
  const routeFor = (method: Route["method"], handle: Route["handle"]): Route => ({
    ...route(warehouseMethods.datasets.get, handle),
    method,
  });
  const change = (call: ServiceCall, propose: (live: JsonObject) => unknown) => {
    const dataset = datasetOf(call);
    checkReference(call, "datasetReference");
    assertFresh(call.headers, dataset);
    store.replaceDataset(dataset, readDataset(propose(dataset.body)));
    return tagged(showDataset(dataset, kindOf("dataset")));
  };
  return [
    routeFor("PATCH", (call) => change(call, (live) => mergePatch(live, call.body))),
    routeFor("PUT", (call) => change(call, ({ location }) => ({ location, ...Object(call.body) }))),
    routeFor("DELETE", (call) => {
      const dataset = datasetOf(call);
      if (!readFlag(call.query, "deleteContents") && store.tablesOf(dataset).length > 0) {
        const message = `Dataset ${dataset.projectId}:${dataset.datasetId} is still in use`;
        throw new ServiceError({ status: 400, reason: "resourceInUse", message });
      }
      store.removeDataset(dataset);
      return { status: 204 };
    }),
  ];
}

/** The routes of tables. */
function tableRoutes({ store, accept, route, kindOf, datasetOf, showTable }: Context): Route[] {
  const { tables } = warehouseMethods;
  const change = (call: ServiceCall, propose: (live: JsonObject) => unknown): RouteResult => {
    const autodetect = readFlag(call.query, "autodetect_schema");
    checkReference(call, "tableReference");
    const table = store.table(tableKey(call));
    assertFresh(call.headers, table);
    store.replace(table, accept(propose(table.body), { table, autodetect }));
    return tagged(showTable(table));
  };
  return [
    route(tables.list, (call) => {
      const dataset = datasetOf(call);
      const all = store.tablesOf(dataset);
      const name = `tables of ${dataset.projectId}:${dataset.datasetId}`;
      const { items, nextPageToken } = takePage(name, all, call.query, "maxResults", ({ sequence }) => sequence);
      const shown = items.map((table) => showListEntry(table, kindOf("table")));
      return tagged({ kind: kindOf("tableList"), nextPageToken, tables: unlessEmpty(shown), totalItems: all.length });
    }),
    route(tables.get, (call) => tagged(selectedPart(showTable(store.table(tableKey(call))), call.query))),
    route(tables.insert, (call) => {
      checkReference(call, "tableReference");
      const body = accept(call.body);
      const dataset = datasetOf(call);
      const tableId = String((body.tableReference as JsonObject).tableId); // validated just before
      const key = { ...dataset, tableId };
      if (store.find(key) !== undefined) {
        const message = `Already Exists: Table ${tableIdOf(key)}`;
        throw new ServiceError({ status: 409, message });
      }
      const shown = showTable(store.insert(dataset, tableId, body));
      // As in the service, only this response has a schema for a table without columns.
      return tagged(shown.type === "TABLE" ? { schema: {}, ...shown } : shown);
    }),
    route(tables.patch, (call) => {
      const { body } = call;
      if (!isObject(body)) throw badMember("", "the body must be an object");
      return change(call, (live) => mergePatch(live, body));
    }),
    route(tables.update, (call) => change(call, () => call.body)),
    route(tables.delete, (call) => {
      const table = store.table(tableKey(call));
      assertFresh(call.headers, table);
      store.remove(table);
      return { status: 204 };
    }),
  ];
}

/** The routes of the access policies of tables. */
function policyRoutes({ store, route }: Context): Route[] {
  const { tables } = warehouseMethods;
  const onTable = (method: Method, handle: (table: StoredTable, body: unknown) => JsonObject) =>
    route(method, (call) => ({ body: handle(store.table(tableKey(call)), call.body) }));
  return [
    onTable(tables.getIamPolicy, getPolicy),
    onTable(tables.setIamPolicy, setPolicy),
    onTable(tables.testIamPermissions, (_, body) => testPermissions(body)),
  ];
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

function showProject({ projectId, friendlyName }: StoredProject, kind: string): JsonObject {
  const numericId = String(hashOf(projectId));
  return { kind, id: projectId, numericId, projectReference: { projectId }, friendlyName };
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

/** @throws {ServiceError} 412 if a dataset or table has changed since the client read it. */
function assertFresh(headers: Headers, { etag }: StoredDataset | StoredTable): void {
  const tags = (headers.get("if-match") ?? "*").split(",").map((tag) => tag.trim());
  if (tags.includes(etag) || tags.join() === "*") return;
  const message = "Precondition check failed: the resource has changed since it was read";
  throw new ServiceError({ status: 412, message, details: [{ message, location: "If-Match" }] });
}
