import type { Clock } from "../../call/clock.js";
import type { Method } from "../../call/method.js";
import type { Naming } from "../../naming/naming.js";
import { mergePatch } from "../../values/merge-patch.js";
import { isObject, valueAt } from "../../values/objects.js";
import { warehouseMethods } from "../../warehouse/methods.js";
import { sandboxSettings } from "../../warehouse/rules/service-settings.js";
import { etagOf } from "../etag.js";
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
import { alreadyExists, assertObject, badMember, listedErrorBody, readFlag, ServiceError } from "../service-error.js";
import { acceptDataset, newDatasetId, readDatasetFilter } from "./accept-dataset.js";
import { createTableCheck, type TableCheck } from "./accept-table.js";
import { getPolicy, setPolicy, testPermissions } from "./policies.js";
import { selectedPart, showDataset, showDatasetEntry, showProject, showTable, showTableEntry } from "./responses.js";
import { createWarehouseSeeds, type WarehouseSeeds } from "./seeds.js";
import { type StoredDataset, type StoredTable, type TableKey, tableIdOf, WarehouseStore } from "./store.js";

/** State and settings that the routes of the service share. */
interface Context {
  readonly store: WarehouseStore;
  readonly accept: TableCheck;
  route(method: Method, handle: Route["handle"]): Route;
  /** Adds the `kind` of a resource. */
  withKind(resource: string, fields: JsonObject): JsonObject;
  /** Returns a table as `get` returns it. */
  show(table: StoredTable): JsonObject;
}

/** Creates BigQuery in memory, without projects. */
export function createWarehouseService({
  naming,
  clock,
}: {
  naming: Naming;
  clock: Clock;
}): FakeService<WarehouseSeeds> {
  const store = new WarehouseStore(clock);
  const settings = sandboxSettings(naming);
  const withKind = (resource: string, fields: JsonObject) => ({ kind: `${naming.servicePath}#${resource}`, ...fields });
  const show = (table: StoredTable) => withKind("table", showTable(table, store.dataset(table).body.location));
  const context: Context = {
    store,
    accept: createTableCheck(store, clock, settings),
    route: (method, handle) => routeOf(method, naming, handle),
    withKind,
    show,
  };
  return {
    name: "warehouse",
    routes: [...listRoutes(context), ...datasetRoutes(context), ...tableRoutes(context), ...policyRoutes(context)],
    seeds: createWarehouseSeeds({ store, clock, settings, show }),
    errorBody: listedErrorBody,
    authenticate: requireToken,
    store,
  };
}

/** The routes that list projects, datasets and tables. */
function listRoutes({ store, route, withKind }: Context): Route[] {
  const { projects, datasets, tables } = warehouseMethods;
  const entries = (resource: string, list: readonly JsonObject[]) =>
    unlessEmpty(list.map((entry) => withKind(resource, entry)));
  return [
    route(projects.list, ({ query }) => {
      const { items, nextPageToken } = takePage("projects", store.state.projects, query);
      // As in the service: the page is filled first and then filtered, so it can be short or empty.
      const shown = items.filter(({ serviceEnabled }) => serviceEnabled).map(showProject);
      const page = { nextPageToken, projects: entries("project", shown), totalItems: shown.length };
      return tagged(withKind("projectList", page));
    }),
    route(datasets.list, ({ ids: { projectId = "" }, query }) => {
      const listed = store.datasetsOf(projectId).filter(readDatasetFilter(query));
      const { items, nextPageToken } = takePage(`datasets of ${projectId}`, listed, query);
      const page = { nextPageToken, datasets: entries("dataset", items.map(showDatasetEntry)) };
      return tagged(withKind("datasetList", page));
    }),
    route(tables.list, (call) => {
      const dataset = store.dataset(keyIn(call));
      const all = store.tablesOf(dataset);
      const name = `tables of ${dataset.projectId}:${dataset.datasetId}`;
      const { items, nextPageToken } = takePage(name, all, call.query, "maxResults", ({ sequence }) => sequence);
      const page = { nextPageToken, tables: entries("table", items.map(showTableEntry)), totalItems: all.length };
      return tagged(withKind("tableList", page));
    }),
  ];
}

/** The routes of a dataset. The client has no methods that change one, so their routes have the path of `get`. */
function datasetRoutes({ store, route, withKind }: Context): Route[] {
  const { get, insert } = warehouseMethods.datasets;
  const routeFor = (method: Route["method"], handle: Route["handle"]) => ({ ...route(get, handle), method });
  const respond = (dataset: StoredDataset) => tagged(withKind("dataset", showDataset(dataset)));
  const change = (call: ServiceCall, propose: (live: JsonObject) => unknown) => {
    const dataset = store.dataset(keyIn(call));
    checkReference(call, "datasetReference");
    assertFresh(call.headers, dataset);
    store.replaceDataset(dataset, acceptDataset(propose(dataset.body), showDataset(dataset)));
    return respond(dataset);
  };
  return [
    route(get, (call) => respond(store.dataset(keyIn(call)))),
    route(insert, (call) => {
      checkReference(call, "datasetReference");
      const body = acceptDataset(call.body);
      const key = { ...keyIn(call), datasetId: newDatasetId(call.body) };
      if (store.findDataset(key) !== undefined) throw alreadyExists(`Dataset ${key.projectId}:${key.datasetId}`);
      return respond(store.insertDataset(key, body));
    }),
    routeFor("PATCH", (call) => change(call, (live) => mergePatch(live, call.body))),
    routeFor("PUT", (call) => change(call, () => call.body)),
    routeFor("DELETE", (call) => {
      const dataset = store.dataset(keyIn(call));
      if (!readFlag(call.query, "deleteContents") && store.tablesOf(dataset).length > 0) {
        const message = `Dataset ${dataset.projectId}:${dataset.datasetId} is still in use`;
        throw new ServiceError({ status: 400, reason: "resourceInUse", message });
      }
      store.removeDataset(dataset);
      return { status: 204 };
    }),
  ];
}

/** The routes of a table. */
function tableRoutes({ store, accept, route, show }: Context): Route[] {
  const { tables } = warehouseMethods;
  const change = (call: ServiceCall, propose: (live: JsonObject) => unknown): RouteResult => {
    const autodetect = readFlag(call.query, "autodetect_schema");
    checkReference(call, "tableReference");
    const table = store.table(keyIn(call));
    assertFresh(call.headers, table);
    store.replace(table, accept(propose(table.body), { table, autodetect }));
    return tagged(show(table));
  };
  return [
    route(tables.get, (call) => tagged(selectedPart(show(store.table(keyIn(call))), call.query))),
    route(tables.insert, (call) => {
      checkReference(call, "tableReference");
      const body = accept(call.body);
      const tableId = String((body.tableReference as JsonObject).tableId); // validated just before
      const key = { ...keyIn(call), tableId };
      if (store.find(key) !== undefined) throw alreadyExists(`Table ${tableIdOf(key)}`);
      const shown = show(store.insert(key, body));
      // As in the service, only this response has a schema for a table without columns.
      return tagged(shown.type === "TABLE" ? { schema: {}, ...shown } : shown);
    }),
    route(tables.patch, (call) => {
      assertObject(call.body);
      return change(call, (live) => mergePatch(withoutOldFilter(live, call.body), call.body));
    }),
    route(tables.update, (call) => change(call, () => call.body)),
    route(tables.delete, (call) => {
      const table = store.table(keyIn(call));
      assertFresh(call.headers, table);
      store.remove(table);
      return { status: 204 };
    }),
  ];
}

/** Returns a live table without its partition filter if a patch sets the deprecated property instead. */
function withoutOldFilter(live: JsonObject, patch: unknown): JsonObject {
  const { requirePartitionFilter: _, ...others } = live;
  return valueAt(patch, ["timePartitioning", "requirePartitionFilter"]) === undefined ? live : others;
}

/** The routes of the access policies of tables. */
function policyRoutes({ store, route }: Context): Route[] {
  const { tables } = warehouseMethods;
  const onTable = (method: Method, handle: (table: StoredTable, body: unknown) => JsonObject) =>
    route(method, (call) => ({ body: handle(store.table(keyIn(call)), call.body) }));
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

/** Returns the ids in the path; empty if the path has none. */
function keyIn({ ids }: ServiceCall): TableKey {
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
