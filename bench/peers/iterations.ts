// Iterations over lists of BigQuery. Each one loads only its own client.
import type { GetTablesOptions, GetTablesResponse } from "@google-cloud/bigquery";

const dataset = { projectId: "bench", datasetId: "sales" };
const auth = { getAccessToken: () => "bench" };

// The built package, as users install it: a TypeScript loader would add its own overhead to every function.
const ourWarehouse = async (baseUrl: string) => {
  const built = new URL("../../dist/index.js", import.meta.url).href;
  const { createClient, googleNaming }: typeof import("fourfold") = await import(built);
  return createClient({ naming: googleNaming, baseUrl, auth }).warehouse;
};

const theirDataset = async (baseUrl: string) => {
  const { BigQuery } = await import("@google-cloud/bigquery");
  const { OAuth2Client } = await import("google-auth-library");
  const authClient = new OAuth2Client();
  authClient.setCredentials({ access_token: "bench" });
  return new BigQuery({ projectId: dataset.projectId, apiEndpoint: baseUrl, authClient }).dataset(dataset.datasetId);
};

/** Iterates over the items of a list, accesses one field of each, and returns their number. */
export type Iteration = (baseUrl: string, maxResults: number) => Promise<number>;

async function count<Item>(items: AsyncIterable<Item>, read: (item: Item) => unknown): Promise<number> {
  let total = 0;
  for await (const item of items) if (read(item)) total += 1;
  return total;
}

export const ourProjects: Iteration = async (baseUrl, maxResults) =>
  count((await ourWarehouse(baseUrl)).projects.list({ maxResults }), ({ friendlyName }) => friendlyName);

export const ourTables: Iteration = async (baseUrl, maxResults) =>
  count((await ourWarehouse(baseUrl)).tables.list(dataset, { maxResults }), ({ tableReference }) => tableReference);

export const googleapisProjects: Iteration = async (baseUrl, maxResults) => {
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
};

/** The client's own iterator. It has no page size: `maxResults` limits the number of items. */
export const bigqueryStream: Iteration = async (baseUrl) =>
  count((await theirDataset(baseUrl)).getTablesStream(), ({ id }) => id);

export const bigqueryPages: Iteration = async (baseUrl, maxResults) => {
  const tables = await theirDataset(baseUrl);
  let items = 0;
  let query: GetTablesOptions | undefined = { maxResults, autoPaginate: false };
  while (query !== undefined) {
    const response: GetTablesResponse = await tables.getTables(query);
    for (const { id } of response[0]) if (id) items += 1;
    query = response[1] ?? undefined;
  }
  return items;
};
