import type { Clock } from "../../http/clock.js";
import type { Method } from "../../method/method.js";
import type { Naming } from "../../naming/naming.js";
import { mergePatch } from "../../values/merge-patch.js";
import { isObject, valueAt } from "../../values/objects.js";
import { warehouseMethods } from "../../warehouse/methods.js";
import { etagOf, hexOf } from "../etag.js";
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
import { badMember, listedErrorBody, ServiceError } from "../service-error.js";
import { checkSettings, createTableCheck, type TableCheck } from "./accept-table.js";
import { readDataset, readDatasetFilter, readFlag, readNewDataset, showDataset, showDatasetEntry } from "./datasets.js";
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
import { withReturnedNames } from "./stored-form.js";
import { readTableParameters, showListEntry, showTable, type TableForm } from "./tables.js";

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
  showDataset(dataset: StoredDataset): RouteResult;
  showTable(table: StoredTable, form?: Partial<TableForm>): RouteResult;
}

/** Creates an empty BigQuery service. */
export function createWarehouseService({ naming, clock }: { naming: Naming; clock: Clock }): WarehouseService {
  const store = new WarehouseStore(clock);
  const settings = checkSettings(naming);
  const kindOf = (resource: string) => `${naming.servicePath}#${resource}`;
  // URL of a resource; undefined if the naming profile has no address.
  const linkOf = (path: string) =>
    naming.addresses?.warehouse && `${naming.addresses.warehouse}/${naming.servicePath}/v2/${path}`;
  const context: Context = {
    store,
    accept: createTableCheck(store, clock, settings),
    route: (method, handle) => routeOf(method, naming, handle),
    kindOf,
    showDataset(dataset) {
      const [project, id] = [dataset.projectId, dataset.datasetId].map(encodeURIComponent);
      const selfLink = linkOf(`projects/${project}/datasets/${id}`);
      return tagged(showDataset(dataset, { kind: kindOf("dataset"), selfLink }));
    },
    showTable(table, form) {
      const { location } = store.ensureDataset(table.projectId, table.datasetId).body;
      const shown = showTable(table, { kind: kindOf("table"), selfLink: linkOf(pathOf(table)), location, ...form });
      return tagged(naming.name === "google" ? withReturnedNames(shown) : shown);
    },
  };
  return {
    name: "warehouse",
    routes: [
      ...datasetRoutes(context),
      ...datasetChangeRoutes(context),
      ...tableRoutes(context),
      ...policyRoutes(context),
    ],
    seeds: createWarehouseSeeds({ store, clock, settings, show: (table) => context.showTable(table).body }),
    errorBody: listedErrorBody,
    authenticate: requireToken,
    store,
  };
}

/** The routes of projects and datasets. */
function datasetRoutes({ store, route, kindOf, showDataset }: Context): Route[] {
  const { projects, datasets } = warehouseMethods;
  return [
    route(projects.list, ({ query }) => {
      const { items, nextPageToken } = takePage({ name: "projects", items: store.projects }, query);
      // As in the service: the page is filled first and then filtered, so it can be short or empty.
      const shown = items
        .filter(({ serviceEnabled }) => serviceEnabled)
        .map((project) => showProject(project, kindOf("project")));
      const kind = kindOf("projectList");
      return tagged({ kind, nextPageToken, projects: unlessEmpty(shown), totalItems: shown.length });
    }),
    route(datasets.list, (call) => {
      const { projectId } = tableKey(call);
      const isListed = readDatasetFilter(call.query);
      const items = store.datasetsOf(projectId).filter(isListed);
      const page = takePage({ name: `datasets of ${projectId}`, items }, call.query);
      const shown = page.items.map((dataset) => showDatasetEntry(dataset, kindOf("dataset")));
      return tagged({ kind: kindOf("datasetList"), nextPageToken: page.nextPageToken, datasets: unlessEmpty(shown) });
    }),
    route(datasets.get, (call) => {
      const { projectId, datasetId } = tableKey(call);
      return showDataset(store.dataset(projectId, datasetId));
    }),
    route(datasets.insert, (call) => {
      const { projectId } = tableKey(call);
      checkReference(call, "datasetReference");
      const { datasetId, body } = readNewDataset(call.body);
      if (store.findDataset(projectId, datasetId) !== undefined) {
        throw new ServiceError({ status: 409, message: `Already Exists: Dataset ${projectId}:${datasetId}` });
      }
      return showDataset(store.insertDataset(projectId, datasetId, body));
    }),
  ];
}

/** The routes that change a dataset. The client has no methods for them, so they have the path of `get`. */
function datasetChangeRoutes({ store, route, showDataset }: Context): Route[] {
  const change = (method: Route["method"], propose: (live: JsonObject, body: JsonObject) => unknown): Route => ({
    ...route(warehouseMethods.datasets.get, (call) => {
      checkReference(call, "datasetReference");
      const { projectId, datasetId } = tableKey(call);
      const dataset = store.dataset(projectId, datasetId);
      assertFresh(call.headers, dataset);
      if (!isObject(call.body)) throw badMember("", "the body must be an object");
      store.replaceDataset(dataset, readDataset(propose(dataset.body, call.body)));
      return showDataset(dataset);
    }),
    method,
  });
  const remove = route(warehouseMethods.datasets.get, (call) => {
    const { projectId, datasetId } = tableKey(call);
    const dataset = store.dataset(projectId, datasetId);
    if (!readFlag(call.query, "deleteContents") && store.tablesOf(dataset).length > 0) {
      const message = `Dataset ${projectId}:${datasetId} is still in use`;
      throw new ServiceError({ status: 400, reason: "resourceInUse", message });
    }
    store.removeDataset(dataset);
    return { status: 204 };
  });
  return [
    change("PATCH", (live, body) => mergePatch(live, body)),
    change("PUT", ({ location, access }, body) => ({ location, access, ...body })),
    { ...remove, method: "DELETE" },
  ];
}

/** The routes of tables. */
function tableRoutes({ store, accept, route, kindOf, showTable }: Context): Route[] {
  const { tables } = warehouseMethods;
  const change = (call: ServiceCall, propose: (live: JsonObject) => unknown): RouteResult => {
    const autodetect = readFlag(call.query, "autodetect_schema");
    checkReference(call, "tableReference");
    const table = store.table(tableKey(call));
    assertFresh(call.headers, table);
    store.replace(table, accept(propose(table.body), { table, autodetect }));
    return showTable(table);
  };
  return [
    route(tables.list, (call) => {
      const { projectId, datasetId } = tableKey(call);
      const all = store.tablesOf(store.dataset(projectId, datasetId));
      const listing = { name: `tables of ${projectId}:${datasetId}`, items: all, positionOf: sequenceOf };
      const { items, nextPageToken } = takePage(listing, call.query);
      const shown = items.map((table) => showListEntry(table, kindOf("table")));
      return tagged({ kind: kindOf("tableList"), nextPageToken, tables: unlessEmpty(shown), totalItems: all.length });
    }),
    route(tables.get, (call) => showTable(store.table(tableKey(call)), readTableParameters(call.query))),
    route(tables.insert, (call) => {
      checkReference(call, "tableReference");
      const body = accept(call.body);
      const { projectId, datasetId } = tableKey(call);
      const dataset = store.dataset(projectId, datasetId);
      const tableId = String((body.tableReference as JsonObject).tableId); // validated just before
      const key = { projectId, datasetId, tableId };
      if (store.find(key) !== undefined) {
        const message = `Already Exists: Table ${tableIdOf(key)}`;
        throw new ServiceError({ status: 409, message });
      }
      return showTable(store.insert(dataset, tableId, body));
    }),
    route(tables.patch, (call) => {
      const { body } = call;
      if (!isObject(body)) throw badMember("", "the body must be an object");
      return change(call, (live) => mergePatch(filterIn(body) ? withoutFilter(live) : live, body));
    }),
    route(tables.update, (call) => change(call, () => call.body)),
    route(tables.delete, (call) => {
      const table = store.table(tableKey(call));
      assertFresh(call.headers, table, "failedPrecondition");
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

const sequenceOf = ({ sequence }: StoredTable) => sequence;

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

function showProject({ projectId, friendlyName }: StoredProject, kind: string): JsonObject {
  // Twelve digits that are derived from the id.
  const numericId = String((BigInt(`0x${hexOf(projectId)}`) % 900_000_000_000n) + 100_000_000_000n);
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
 * The real service has two reasons for a stale etag; in the sandbox, the DELETE of a table gets its own.
 *
 * @throws {ServiceError} 412 if the resource has changed since the client read it.
 */
function assertFresh(headers: Headers, { etag }: { readonly etag: string }, reason?: string): void {
  const tags = (headers.get("if-match") ?? "*").split(",").map((tag) => tag.trim());
  if (tags.includes(etag) || tags.join() === "*") return;
  const message = "Precondition check failed: the resource has changed since it was read";
  const details = [{ message, location: "If-Match", locationType: "header" } as const];
  throw new ServiceError({ status: 412, message, ...(reason === undefined ? { details } : { reason }) });
}
