import { type Client, createClient, type DatasetReference, type TableReference } from "fourfold";
import type { Sandbox } from "fourfold/testing";

/** The project of all resources. */
const projectId = "soak";
/** Contains tables that do not change. */
export const still: DatasetReference = { projectId, datasetId: "still" };
/** Contains tables that belong to one caller each. */
export const own: DatasetReference = { projectId, datasetId: "own" };
/** Contains tables that all callers change. */
const shared: DatasetReference = { projectId, datasetId: "shared" };

const three = (count: number) => Array.from({ length: count }, (_, index) => `n${String(index).padStart(3, "0")}`);

/** Ids of the tables in `still`, in the order of the list. */
export const stillTables: readonly string[] = three(130);
/** Ids of the projects in the list, in order. */
export const listedProjects: readonly string[] = [projectId, ...three(70).filter((_, index) => index % 3 !== 0)];
/** The tables that all callers change. */
export const sharedTables: readonly TableReference[] = three(4).map((tableId) => ({ ...shared, tableId }));

/** The table of one caller. */
export const ownTable = (tableId: string): TableReference => ({ ...own, tableId });
/** The environment of one caller. */
export const environmentName = (id: string) => `projects/${projectId}/locations/here/environments/${id}`;

/** Creates the fixtures in an empty sandbox. */
export function addFixtures({ warehouse }: Sandbox): void {
  warehouse.datasets.add(own);
  for (const tableId of stillTables) warehouse.tables.add({ tableReference: { ...still, tableId } });
  for (const tableReference of sharedTables) warehouse.tables.add({ tableReference, description: "" });
  for (const [index, id] of three(70).entries())
    warehouse.projects.add({ projectId: id, serviceEnabled: index % 3 !== 0 });
}

/** A client that calls the sandbox without faults. */
export function faultFreeClient(sandbox: Sandbox): Client {
  return createClient(sandbox.clientOptions);
}
