// npm run bench: ratios of one run, measured side by side. Absolute times mean little on a shared machine.
import { fork } from "node:child_process";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import type { Naming } from "fourfold/naming";
import type { ProjectList } from "fourfold/warehouse";
import { compare } from "./measure.js";

// What users install, not the sources: a loader for TypeScript adds work of its own to every function.
const built = new URL("../dist/warehouse/index.js", import.meta.url).href;
const { createWarehouse }: typeof import("fourfold/warehouse") = await import(built);
const { googleNaming, vendorNaming }: typeof import("fourfold/naming") = await import(
  new URL("../dist/naming/index.js", import.meta.url).href
);

interface Row {
  readonly what: string;
  readonly figure: string;
  readonly limit: string;
  readonly holds: boolean;
}

const rows: Row[] = [];
const only = process.argv[2];

function ratioRow(what: string, result: { measured: number; baseline: number; ratio: number }, limit: number): void {
  const { measured, baseline, ratio } = result;
  const figure = `${ratio.toFixed(2)} × (${measured.toFixed(0)} ms to ${baseline.toFixed(0)} ms)`;
  rows.push({ what, figure, limit: `${limit} ×`, holds: ratio <= limit });
  console.log(`${what}: ${figure}, at most ${limit} ×`);
}

const server = fork(fileURLToPath(new URL("server.ts", import.meta.url)), { execArgv: ["--import", "tsx"] });
const port = await new Promise<number>((resolve) => {
  server.once("message", (message) => resolve((message as { port: number }).port));
});

/** The listing as the client hands it out, validation on. Returns the number of items. */
async function throughClient(path: string, maxResults?: number): Promise<number> {
  const warehouse = createWarehouse({ baseUrl: `http://127.0.0.1:${port}/${path}` });
  let letters = 0;
  let items = 0;
  for await (const project of warehouse.projects.list({ maxResults })) {
    letters += project.friendlyName?.length ?? 0;
    items += 1;
  }
  return letters > 0 ? items : 0;
}

/** The same with nothing but `fetch` and `JSON.parse`. */
async function byHand(path: string, maxResults?: number): Promise<number> {
  let letters = 0;
  let items = 0;
  let token: string | undefined;
  do {
    const url = new URL(`http://127.0.0.1:${port}/${path}/warehouse/v2/projects`);
    if (maxResults !== undefined) url.searchParams.set("maxResults", String(maxResults));
    if (token !== undefined) url.searchParams.set("pageToken", token);
    const response = await fetch(url);
    const page: ProjectList = JSON.parse(await response.text());
    for (const project of page.projects ?? []) {
      letters += project.friendlyName?.length ?? 0;
      items += 1;
    }
    token = page.nextPageToken;
  } while (token !== undefined);
  return letters > 0 ? items : 0;
}

function expectItems(expected: number, run: () => Promise<number>): () => Promise<void> {
  return async () => {
    const items = await run();
    if (items !== expected) throw new Error(`expected ${expected} items, got ${items}`);
  };
}

async function paging(): Promise<void> {
  const small = await compare(
    expectItems(100_000, () => throughClient("100000")),
    expectItems(100_000, () => byHand("100000")),
    7,
  );
  ratioRow("100 000 projects at 50 a page, against fetch + JSON.parse", small, 1.6);
  const large = await compare(
    expectItems(200_000, () => throughClient("200000", 1_000)),
    expectItems(200_000, () => byHand("200000", 1_000)),
    9,
  );
  ratioRow("200 000 projects at 1 000 a page, against fetch + JSON.parse", large, 1.5);
}

const wide = {
  kind: "warehouse#table",
  etag: "abc",
  id: "p:d.wide",
  tableReference: { projectId: "p", datasetId: "d", tableId: "wide" },
  schema: {
    fields: Array.from({ length: 10_000 }, (_, n) => ({
      name: `column_${n}`,
      type: n % 3 === 0 ? "STRING" : "INTEGER",
      mode: "NULLABLE",
      description: `What column ${n} holds`,
    })),
  },
  numBytes: "0",
  type: "TABLE",
};

async function wideTable(): Promise<void> {
  const text = JSON.stringify(wide);
  const warehouse = createWarehouse({ baseUrl: "http://localhost", fetch: async () => new Response(text) });
  const result = await compare(
    async () => {
      for (let n = 0; n < 10; n += 1) await warehouse.tables.get(wide.tableReference);
    },
    () => {
      for (let n = 0; n < 10; n += 1) JSON.parse(text);
    },
    25,
  );
  ratioRow("a table of 10 000 columns, read and validated, against JSON.parse alone", result, 6);
}

/** Names of a brand are exchanged where they can stand, so that the size of a table does not count. */
async function names(): Promise<void> {
  const text = JSON.stringify({ ...wide, biglakeConfiguration: { storageUri: "gs://bucket/wide/" } });
  const reader = (naming: Naming) => {
    const warehouse = createWarehouse({
      naming,
      baseUrl: "http://localhost",
      fetch: async () => new Response(text),
    });
    return async () => {
      for (let n = 0; n < 10; n += 1) await warehouse.tables.get(wide.tableReference);
    };
  };
  const result = await compare(reader(googleNaming), reader(vendorNaming), 25);
  ratioRow("the same table in the names of googleNaming, against vendorNaming", result, 1.15);
}

async function prefetch(): Promise<void> {
  const warehouse = createWarehouse({ baseUrl: `http://127.0.0.1:${port}/1000-20` });
  const run = (ahead: number) => async () => {
    for await (const page of warehouse.projects.list({ prefetch: ahead }).pages()) {
      if (page.projects?.length !== 50) throw new Error("a page of another size");
      await sleep(20);
    }
  };
  ratioRow(
    "prefetch: 1 with 20 ms latency and 20 ms work a page, against none",
    await compare(run(1), run(0), 7),
    0.65,
  );
}

async function memory(): Promise<void> {
  const warehouse = createWarehouse({ baseUrl: `http://127.0.0.1:${port}/1000000` });
  const heapNow = () => {
    globalThis.gc?.();
    return process.memoryUsage().heapUsed;
  };
  let items = 0;
  let start = 0;
  let highest = 0;
  for await (const _ of warehouse.projects.list()) {
    items += 1;
    // The first pages fill caches that stay.
    if (items === 50_000) start = heapNow();
    else if (items % 100_000 === 0) highest = Math.max(highest, heapNow());
  }
  if (items !== 1_000_000) throw new Error(`expected 1 000 000 items, got ${items}`);
  const grown = (highest - start) / 1024 / 1024;
  const what = "heap growth over 1 000 000 items at 50 a page";
  rows.push({ what, figure: `${grown.toFixed(1)} MB`, limit: "20 MB", holds: grown < 20 });
  console.log(`${what}: ${grown.toFixed(1)} MB, under 20 MB`);
}

const parts = { paging, wideTable, names, prefetch, memory };
for (const [name, part] of Object.entries(parts)) if (only === undefined || only === name) await part();
server.disconnect();

const broken = rows.filter(({ holds }) => !holds);
for (const { what, figure, limit } of broken) console.error(`OVER ITS LIMIT: ${what}: ${figure}, limit ${limit}`);
process.exitCode = broken.length > 0 ? 1 : 0;
