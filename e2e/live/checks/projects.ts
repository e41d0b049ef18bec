import { deleteDataset, getDataset, insertDataset, runQuery } from "../methods.js";
import { outcome, typesOf } from "../observe.js";
import { QUERY } from "../prepare-sandbox.js";
import type { Check } from "../run-checks.js";

/** Maximum number of projects to search for the project of the run. */
const MAX_PROJECTS = 5_000;

const datasetChecks: readonly Check[] = [
  {
    name: "datasets: insert, get and delete with user-defined methods",
    run: async ({ client: { warehouse }, names: { projectId, ownDataset: datasetId } }) => {
      const reference = { projectId, datasetId };
      const body = { datasetReference: reference, location: "US", description: "Created by fourfold's live test." };
      const show = ({ kind, id, datasetReference, location }: Readonly<Record<string, unknown>>) => ({
        kind,
        id,
        datasetReference,
        location,
      });
      return {
        insert: await outcome(warehouse.call(insertDataset, { projectId, body }), show),
        "insert again": await outcome(warehouse.call(insertDataset, { projectId, body }), show),
        get: await outcome(warehouse.call(getDataset, reference), show),
        delete: await outcome(warehouse.call(deleteDataset, { ...reference, query: { deleteContents: true } })),
        "get after delete": await outcome(warehouse.call(getDataset, reference), show),
      };
    },
  },
  {
    name: "datasets: ensure, insert and get",
    run: async ({ client: { warehouse }, names: { projectId, ownDataset: datasetId } }) => {
      const { datasets } = warehouse;
      const reference = { projectId, datasetId };
      const desired = { datasetReference: reference, location: "US" };
      return {
        ensure: await outcome(datasets.ensure(desired), ({ change }) => change),
        "ensure again": await outcome(datasets.ensure(desired), ({ change }) => change),
        insert: await outcome(datasets.insert(desired), typesOf),
        get: await outcome(datasets.get(reference), ({ datasetReference, location }) => ({
          datasetReference,
          location,
        })),
        delete: await outcome(warehouse.call(deleteDataset, { ...reference, query: { deleteContents: true } })),
      };
    },
  },
];

const queryCheck: Check = {
  name: "jobs: query with a user-defined method",
  run: async ({ client: { warehouse }, names: { projectId, dataset } }) => {
    const common = { useLegacySql: false, timeoutMs: 30_000, location: "US" } as const;
    return {
      query: await outcome(
        warehouse.call(runQuery, { projectId, body: { ...common, query: QUERY, requestId: dataset } }),
        ({ kind, jobComplete, schema, rows, totalRows }) => ({ kind, jobComplete, schema, rows, totalRows }),
      ),
      "invalid query": await outcome(
        warehouse.call(runQuery, { projectId, body: { ...common, query: "SELECTED 1", requestId: `${dataset}_2` } }),
      ),
    };
  },
};

const listCheck: Check = {
  name: "projects: list",
  run: async ({ client: { warehouse }, names: { projectId } }) => {
    let types: unknown = "not listed";
    let seen = 0;
    for await (const project of warehouse.projects.list({ maxResults: 1_000 })) {
      seen += 1;
      if (project.projectReference?.projectId === projectId) types = typesOf(project);
      if (types !== "not listed" || seen === MAX_PROJECTS) break;
    }
    const page = await warehouse.projects.list({ maxResults: 1 }).firstPage();
    const { nextPageToken: _, ...always } = page;
    return { "the project of the run": types, page: typesOf(always), kind: page.kind };
  },
};

/** Checks of projects, datasets and queries. */
export const projectChecks: readonly Check[] = [listCheck, ...datasetChecks, queryCheck];
