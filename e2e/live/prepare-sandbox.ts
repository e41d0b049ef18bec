import type { Sandbox } from "fourfold/testing";
import type * as z from "zod";
import { type Dataset, deleteDataset, getDataset, insertDataset, listDatasets, runQuery } from "./methods.js";

/** The only query that the simulated service can run. */
export const QUERY = "SELECT 1 AS number, 'a' AS text, CAST(NULL AS STRING) AS nothing";

/** The state of the methods that `prepareSandbox` adds to the sandbox. */
export interface Prepared {
  /** Ids of the existing datasets, `project:dataset`. */
  readonly datasets: ReadonlySet<string>;
}

/** An entity that exists in the live service. */
export const ENTITY = {
  "@id": "/m/0dl567",
  "@type": ["Person", "Thing"],
  name: "Taylor Swift",
  description: "American singer-songwriter",
  detailedDescription: {
    articleBody: "Taylor Alison Swift is an American singer-songwriter.",
    url: "https://en.wikipedia.org/wiki/Taylor_Swift",
    license:
      "https://en.wikipedia.org/wiki/Wikipedia:Text_of_Creative_Commons_Attribution-ShareAlike_3.0_Unported_License",
  },
  image: { contentUrl: "https://pictures.example/0dl567.jpg", url: "https://pictures.example/0dl567" },
  url: "https://www.taylorswift.com/",
};

/** Adds a project, an entity, and methods for datasets and queries to a sandbox, to the extent that the checks need them. */
export function prepareSandbox(sandbox: Sandbox, projectId: string): Prepared {
  sandbox.warehouse.projects.add({ projectId, friendlyName: projectId });
  sandbox.entities.add(ENTITY);
  const datasets = new Map<string, z.output<typeof Dataset>>();
  sandbox.route(insertDataset, ({ body }) => {
    const { datasetReference: reference, location } = body;
    const id = `${reference.projectId}:${reference.datasetId}`;
    if (datasets.has(id)) return failure(409, "duplicate", "ALREADY_EXISTS", `Already Exists: Dataset ${id}`);
    sandbox.warehouse.datasets.add({ ...reference, location });
    const dataset = { kind: "bigquery#dataset", id, datasetReference: reference, location };
    datasets.set(id, dataset);
    return dataset;
  });
  const missing = (id: string) => failure(404, "notFound", "NOT_FOUND", `Not found: Dataset ${id}`);
  sandbox.route(getDataset, ({ params: { projectId, datasetId } }) => {
    const id = `${projectId}:${datasetId}`;
    return datasets.get(id) ?? missing(id);
  });
  sandbox.route(deleteDataset, ({ params: { projectId, datasetId } }) => {
    const id = `${projectId}:${datasetId}`;
    return datasets.delete(id) ? new Response(null, { status: 204 }) : missing(id);
  });
  sandbox.route(listDatasets, () => ({ kind: "bigquery#datasetList", datasets: [...datasets.values()] }));
  sandbox.route(runQuery, ({ body, params: { projectId } }) => {
    if (body.query !== QUERY) {
      const [word] = body.query.split(" ");
      return failure(400, "invalidQuery", "INVALID_ARGUMENT", `Syntax error: Unexpected identifier "${word}" at [1:1]`);
    }
    const column = (name: string, type: string) => ({ name, type, mode: "NULLABLE" });
    return {
      kind: "bigquery#queryResponse",
      jobReference: { projectId, jobId: "job-1", location: body.location },
      jobComplete: true,
      schema: { fields: [column("number", "INTEGER"), column("text", "STRING"), column("nothing", "STRING")] },
      rows: [{ f: [{ v: "1" }, { v: "a" }, { v: null }] }],
      totalRows: "1",
    };
  });
  return {
    get datasets() {
      return new Set(datasets.keys());
    },
  };
}

function failure(code: number, reason: string, status: string, message: string): Response {
  const errors = [{ domain: "global", reason, message }];
  return Response.json({ error: { code, message, errors, status } }, { status: code });
}
