import { fork } from "node:child_process";
import { fileURLToPath } from "node:url";
import { BigQuery, type GetTablesOptions, type GetTablesResponse } from "@google-cloud/bigquery";
import { OAuth2Client } from "google-auth-library";
import { google } from "googleapis";
import type { Row } from "./page.js";
import { inTurns, type Side } from "./turns.js";

// The built package, as users install it: a TypeScript loader would add its own overhead to every function.
const built = new URL("../../dist/index.js", import.meta.url).href;
const { createClient, googleNaming }: typeof import("fourfold") = await import(built);

const dataset = { projectId: "bench-project", datasetId: "bench" };

/** Iterates over the items of a list and returns their number. */
type Walk = (baseUrl: string, maxResults: number) => Promise<number>;

const ourProjects: Walk = async (baseUrl, maxResults) => {
  const { warehouse } = createClient({ naming: googleNaming, baseUrl, auth: { getAccessToken: () => "bench" } });
  let items = 0;
  for await (const { friendlyName } of warehouse.projects.list({ maxResults })) if (friendlyName) items += 1;
  return items;
};

const ourTables: Walk = async (baseUrl, maxResults) => {
  const { warehouse } = createClient({ naming: googleNaming, baseUrl });
  let items = 0;
  for await (const { tableReference } of warehouse.tables.list(dataset, { maxResults })) if (tableReference) items += 1;
  return items;
};

const theirProjects: Walk = async (baseUrl, maxResults) => {
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

const theirDataset = (baseUrl: string) => {
  const { projectId, datasetId } = dataset;
  const authClient = new OAuth2Client();
  authClient.setCredentials({ access_token: "bench" });
  return new BigQuery({ projectId, apiEndpoint: baseUrl, authClient }).dataset(datasetId);
};

/** The client's own iterator. It has no page size: `maxResults` limits the number of items. */
const theirTableStream: Walk = async (baseUrl) => {
  let items = 0;
  for await (const { id } of theirDataset(baseUrl).getTablesStream()) if (id) items += 1;
  return items;
};

const theirTables: Walk = async (baseUrl, maxResults) => {
  const tables = theirDataset(baseUrl);
  let items = 0;
  let query: GetTablesOptions | undefined = { maxResults, autoPaginate: false };
  while (query !== undefined) {
    const response: GetTablesResponse = await tables.getTables(query);
    for (const { id } of response[0]) if (id) items += 1;
    query = response[1] ?? undefined;
  }
  return items;
};

interface Listing {
  readonly what: string;
  readonly maxResults: number;
  readonly total: number;
  readonly peer: string;
  readonly theirs: Walk;
  readonly ours: Walk;
  readonly goal?: number;
}

const small = { maxResults: 50, total: 10_000 };
const large = { maxResults: 1_000, total: 50_000 };
const projects = { what: "projects", peer: "googleapis", theirs: theirProjects, ours: ourProjects };
const tables = { what: "tables", peer: "@google-cloud/bigquery", theirs: theirTables, ours: ourTables };
const listings: readonly Listing[] = [
  { ...projects, ...small, goal: 0.8 },
  { ...projects, ...large, goal: 0.95 },
  { ...tables, ...small, peer: `${tables.peer} (getTablesStream)`, theirs: theirTableStream },
  { ...tables, ...small, peer: `${tables.peer} (getTables)` },
  { ...tables, ...large, peer: `${tables.peer} (getTables)` },
];

/** Times the iteration over lists that a server in another process serves. */
export async function comparePaging(rounds: number): Promise<Row[]> {
  const sizes = [small, large].map(({ maxResults, total }) => `${maxResults}:${total}`).join();
  const server = fork(fileURLToPath(new URL("server.ts", import.meta.url)), [sizes], {
    execArgv: ["--import", "tsx"],
  });
  try {
    const port = await new Promise<number>((resolve) => {
      server.once("message", (message) => resolve((message as { port: number }).port)); // the server sends exactly this
    });
    const rows: Row[] = [];
    for (const { what, maxResults, total, peer, theirs, ours, goal } of listings) {
      const side = (walk: Walk) => timed(() => walk(`http://127.0.0.1:${port}`, maxResults), total);
      const [first, second] = [side(theirs), side(ours)];
      await first();
      await second();
      const { ms } = await inTurns(first, second, rounds);
      rows.push({ what: `${spaced(total)} ${what}, ${spaced(maxResults)} a page`, peer, unit: "ms", goal, ...ms });
    }
    return rows;
  } finally {
    server.disconnect();
  }
}

function timed(walk: () => Promise<number>, expected: number): Side<"ms"> {
  return async () => {
    globalThis.gc?.();
    const start = performance.now();
    const items = await walk();
    const ms = performance.now() - start;
    if (items !== expected) throw new Error(`expected ${expected} items, got ${items}`);
    return { ms };
  };
}

const spaced = (count: number) => count.toLocaleString("en").replaceAll(",", " ");
