// Iterations over lists. Each one loads only its own client. Node runs this file without a loader, in the processes that
// measure memory and profiles.
import type { GetTablesOptions, GetTablesResponse } from "@google-cloud/bigquery";

const dataset = { projectId: "bench-project", datasetId: "bench" };

// The built package, as users install it: a TypeScript loader would add its own overhead to every function.
const ourClient = async (baseUrl: string) => {
  const built = new URL("../../dist/index.js", import.meta.url).href;
  const { createClient, googleNaming }: typeof import("fourfold") = await import(built);
  return createClient({ naming: googleNaming, baseUrl, auth });
};

const auth = { getAccessToken: () => "bench" };

const theirDataset = async (baseUrl: string) => {
  const [{ BigQuery }, { OAuth2Client }] = await Promise.all([
    import("@google-cloud/bigquery"),
    import("google-auth-library"),
  ]);
  const { projectId, datasetId } = dataset;
  const authClient = new OAuth2Client();
  authClient.setCredentials({ access_token: "bench" });
  return new BigQuery({ projectId, apiEndpoint: baseUrl, authClient }).dataset(datasetId);
};

/** Iterates over the items of a list, accesses one field of each, and returns their number. */
export type Iteration = (baseUrl: string, maxResults: number) => Promise<number>;

/** The iterations, by client and list. */
export const iterations = {
  ourProjects: async (baseUrl, maxResults) => {
    const { warehouse } = await ourClient(baseUrl);
    let items = 0;
    for await (const { friendlyName } of warehouse.projects.list({ maxResults })) if (friendlyName) items += 1;
    return items;
  },
  ourTables: async (baseUrl, maxResults) => {
    const { warehouse } = await ourClient(baseUrl);
    let items = 0;
    for await (const { tableReference } of warehouse.tables.list(dataset, { maxResults }))
      if (tableReference) items += 1;
    return items;
  },
  /** The same with the entry point that has only the warehouse. */
  ourWarehouseTables: async (baseUrl, maxResults) => {
    const built = new URL("../../dist/warehouse/index.js", import.meta.url).href;
    const { createWarehouse }: typeof import("fourfold/warehouse") = await import(built);
    let items = 0;
    for await (const { tableReference } of createWarehouse({ baseUrl, auth }).tables.list(dataset, { maxResults }))
      if (tableReference) items += 1;
    return items;
  },
  googleapisProjects: async (baseUrl, maxResults) => {
    const everyApi: string = "googleapis"; // typed by one of its APIs, because all of them take minutes to check
    const { google }: { google: typeof import("googleapis/build/src/apis/bigquery/index.js") } = await import(everyApi);
    const auth = new google.auth.OAuth2();
    auth.setCredentials({ access_token: "bench" });
    const { projects } = google.bigquery({ version: "v2", auth, rootUrl: `${baseUrl}/` });
    let items = 0;
    let pageToken: string | undefined;
    do {
      const { data } = await projects.list({ maxResults, ...(pageToken === undefined ? {} : { pageToken }) });
      for (const { friendlyName } of data.projects ?? []) if (friendlyName) items += 1;
      pageToken = data.nextPageToken ?? undefined;
    } while (pageToken !== undefined);
    return items;
  },
  // The client's own iterator. It has no page size: `maxResults` limits the number of items.
  bigqueryStream: async (baseUrl) => {
    let items = 0;
    for await (const { id } of (await theirDataset(baseUrl)).getTablesStream()) if (id) items += 1;
    return items;
  },
  bigqueryPages: async (baseUrl, maxResults) => {
    const tables = await theirDataset(baseUrl);
    let items = 0;
    let query: GetTablesOptions | undefined = { maxResults, autoPaginate: false };
    while (query !== undefined) {
      const response: GetTablesResponse = await tables.getTables(query);
      for (const { id } of response[0]) if (id) items += 1;
      query = response[1] ?? undefined;
    }
    return items;
  },
} satisfies Record<string, Iteration>;

/** The name of an iteration. */
export type IterationName = keyof typeof iterations;
