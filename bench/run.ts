// npm run bench: ratios of one run, measured side by side. Absolute times mean little on a shared machine.
import { execFileSync, fork } from "node:child_process";
import { fileURLToPath } from "node:url";
import type { ProjectList, Table } from "fourfold/warehouse";
import ky from "ky";
import { compare, comparison, inTurns, type SpreadComparison, timed } from "./measure.js";
import { compareRows } from "./rows.js";

// The built package, as users install it: a TypeScript loader would add its own overhead to every function.
const built = new URL("../dist/warehouse/index.js", import.meta.url).href;
const { createWarehouse }: typeof import("fourfold/warehouse") = await import(built);
const tables: typeof import("fourfold/tables") = await import(new URL("../dist/tables/index.js", import.meta.url).href);
const { planTablePatch } = tables;

interface Row {
  readonly what: string;
  readonly figure: string;
  readonly limit: string;
  readonly holds: boolean;
}

const rows: Row[] = [];
const only = process.argv[2];
const ROUNDS = 7;

/** Prints a comparison; with a limit, fails if the ratio exceeds it. */
function ratioRow(what: string, result: SpreadComparison, limit?: number): void {
  const { measured, baseline, ratio, lowest, highest } = result;
  const spread = `${lowest.toFixed(2)} to ${highest.toFixed(2)}`;
  const figure = `${ratio.toFixed(2)} × (${spread}; ${measured.toFixed(0)} ms to ${baseline.toFixed(0)} ms)`;
  if (limit !== undefined) rows.push({ what, figure, limit: `${limit} ×`, holds: ratio <= limit });
  console.log(`${what}: ${figure}, ${limit === undefined ? "no limit" : `at most ${limit} ×`}`);
}

const server = fork(fileURLToPath(new URL("server.ts", import.meta.url)), { execArgv: ["--import", "tsx"] });
const port = await new Promise<number>((resolve) => {
  server.once("message", (message) => resolve((message as { port: number }).port));
});

/** Lists through the client, with validation, and returns the number of items. */
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

/** Returns the text of a response. */
type GetText = (url: URL) => Promise<string>;

const throughFetch: GetText = async (url) => (await fetch(url)).text();
const throughKy: GetText = (url) => ky(url, { retry: 0 }).text();

/** The same loop by hand, with `JSON.parse`. */
async function byHand(getText: GetText, path: string, maxResults?: number): Promise<number> {
  let letters = 0;
  let items = 0;
  let token: string | undefined;
  do {
    const url = new URL(`http://127.0.0.1:${port}/${path}/bigquery/v2/projects`);
    if (maxResults !== undefined) url.searchParams.set("maxResults", String(maxResults));
    if (token !== undefined) url.searchParams.set("pageToken", token);
    const page: ProjectList = JSON.parse(await getText(url));
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
  const sides = (total: number, maxResults?: number) => ({
    client: timed(expectItems(total, () => throughClient(`${total}`, maxResults))),
    ky: timed(expectItems(total, () => byHand(throughKy, `${total}`, maxResults))),
    fetch: timed(expectItems(total, () => byHand(throughFetch, `${total}`, maxResults))),
  });
  const inTurnsWarm = async (each: ReturnType<typeof sides>) => {
    for (const sample of Object.values(each)) await sample();
    return inTurns(each, ROUNDS);
  };
  const small = await inTurnsWarm(sides(100_000));
  ratioRow("100 000 projects at 50 a page, against ky + JSON.parse", comparison(small.client, small.ky), 1.35);
  ratioRow("100 000 projects at 50 a page, against fetch + JSON.parse", comparison(small.client, small.fetch));
  const large = await inTurnsWarm(sides(200_000, 1_000));
  ratioRow("200 000 projects at 1 000 a page, against fetch + JSON.parse", comparison(large.client, large.fetch), 1.35);
  ratioRow("200 000 projects at 1 000 a page, against ky + JSON.parse", comparison(large.client, large.ky));
}

/** Loading the package, against loading its dependencies, each time in a new process. */
async function imports(): Promise<void> {
  const loading = (load: string) => async () => {
    const code = `const start = performance.now(); ${load}; console.log(performance.now() - start);`;
    const root = fileURLToPath(new URL("..", import.meta.url));
    return Number(execFileSync(process.execPath, ["--input-type=module", "-e", code], { cwd: root, encoding: "utf8" }));
  };
  const figures = await inTurns(
    {
      package: loading(`await import(${JSON.stringify(built)})`),
      dependencies: loading('await Promise.all([import("zod/mini"), import("ky")])'),
    },
    15,
  );
  ratioRow(
    "import of fourfold/warehouse, against zod/mini and ky",
    comparison(figures.package, figures.dependencies),
    1.2,
  );
}

const wide = {
  kind: "bigquery#table",
  etag: "abc",
  id: "p:d.wide",
  tableReference: { projectId: "p", datasetId: "d", tableId: "wide" },
  schema: {
    fields: Array.from({ length: 10_000 }, (_, n) => ({
      name: `column_${n}`,
      type: n % 3 === 0 ? "STRING" : "INTEGER",
      mode: "NULLABLE",
      description: `Content of column ${n}`,
    })),
  },
  numBytes: "0" as const,
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
  ratioRow("a table of 10 000 columns, parsed and validated, against JSON.parse", result, 3);
}

/** A plan visits each column once: its time grows linearly with the number of columns. */
async function plans(): Promise<void> {
  for (const count of [1_000, 5_000, 10_000]) {
    const fields = wide.schema.fields.slice(0, count);
    const live: Table = { ...wide, numBytes: "0", schema: { fields } };
    // The type alias of every column differs, and the description of every tenth; the order differs too.
    const desired = {
      tableReference: wide.tableReference,
      schema: {
        fields: fields
          .map((field, n) => ({
            ...field,
            type: field.type === "INTEGER" ? "INT64" : field.type,
            ...(n % 10 === 0 ? { description: "Another text" } : {}),
          }))
          .reverse(),
      },
    };
    const text = JSON.stringify(live);
    const result = await compare(
      () => {
        for (let n = 0; n < 10; n += 1) {
          const patch = planTablePatch(live, desired);
          if (patch?.schema?.fields?.length !== count) throw new Error("a plan without the schema");
        }
      },
      () => {
        for (let n = 0; n < 10; n += 1) JSON.parse(text);
      },
      15,
    );
    ratioRow(`a plan of two tables of ${count} columns, against JSON.parse of one`, result, 15);
  }
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
    // The first pages fill caches that are kept.
    if (items === 50_000) start = heapNow();
    else if (items % 100_000 === 0) highest = Math.max(highest, heapNow());
  }
  if (items !== 1_000_000) throw new Error(`expected 1 000 000 items, got ${items}`);
  const grown = (highest - start) / 1024 / 1024;
  const what = "heap growth over 1 000 000 items at 50 a page";
  rows.push({ what, figure: `${grown.toFixed(1)} MB`, limit: "20 MB", holds: grown < 20 });
  console.log(`${what}: ${grown.toFixed(1)} MB, under 20 MB`);
}

async function tableRows(): Promise<void> {
  for await (const { what, result, limit } of compareRows(tables, ROUNDS)) ratioRow(what, result, limit);
}

const parts = { paging, imports, wideTable, plans, tableRows, memory };
for (const [name, part] of Object.entries(parts)) if (only === undefined || only === name) await part();
server.disconnect();

const exceeded = rows.filter(({ holds }) => !holds);
for (const { what, figure, limit } of exceeded) console.error(`LIMIT EXCEEDED: ${what}: ${figure}, limit ${limit}`);
process.exitCode = exceeded.length > 0 ? 1 : 0;
