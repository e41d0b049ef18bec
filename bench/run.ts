// npm run bench: ratios of one run, measured side by side. Absolute times mean little on a shared machine.
import { execFileSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import type { TableRow } from "fourfold/tables";
import type { ProjectList, Table } from "fourfold/warehouse";
import ky from "ky";
import { type Comparison, compare, inTurns, startServer } from "./measure.js";
import { flat, nested, ROWS } from "./rows.js";

// The built package, as users install it: a TypeScript loader would add its own overhead to every function.
const built = new URL("../dist/warehouse/index.js", import.meta.url).href;
const { createWarehouse }: typeof import("fourfold/warehouse") = await import(built);
const tables: typeof import("fourfold/tables") = await import(new URL("../dist/tables/index.js", import.meta.url).href);
const { planTablePatch, rowDecoder, rowSchema } = tables;

const exceeded: string[] = [];
const only = process.argv[2];
const ROUNDS = 7;
const server = await startServer();

function report(line: string, holds: boolean): void {
  console.log(line);
  if (!holds) exceeded.push(line);
}

function reportRatio(what: string, { measured, baseline, ratio, lowest, highest }: Comparison, limit: number): void {
  const spread = `${lowest.toFixed(2)} to ${highest.toFixed(2)}`;
  const figure = `${ratio.toFixed(2)} × (${spread}; ${measured.toFixed(0)} ms to ${baseline.toFixed(0)} ms)`;
  report(`${what}: ${figure}, at most ${limit} ×`, ratio <= limit);
}

/** Lists through the client, with validation, and returns the number of items. */
async function throughClient(total: number, maxResults: number): Promise<number> {
  const warehouse = createWarehouse({ baseUrl: `${server.url}/${total}` });
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
async function byHand(getText: GetText, total: number, maxResults: number): Promise<number> {
  let letters = 0;
  let items = 0;
  let token: string | undefined;
  do {
    const url = new URL(`${server.url}/${total}/bigquery/v2/projects?maxResults=${maxResults}`);
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
  for (const [baseline, getText, total, size] of [
    ["ky", throughKy, 100_000, 50],
    ["fetch", throughFetch, 200_000, 1_000],
  ] as const) {
    const result = await compare(
      expectItems(total, () => throughClient(total, size)),
      expectItems(total, () => byHand(getText, total, size)),
      ROUNDS,
    );
    reportRatio(`${total} projects at ${size} a page, against ${baseline} and JSON.parse`, result, 1.35);
  }
}

/** Loading the package, against loading its dependencies, each time in a new process. */
async function imports(): Promise<void> {
  const loading = (load: string) => async () => {
    const code = `const start = performance.now(); ${load}; console.log(performance.now() - start);`;
    const root = fileURLToPath(new URL("..", import.meta.url));
    return Number(execFileSync(process.execPath, ["--input-type=module", "-e", code], { cwd: root, encoding: "utf8" }));
  };
  const ours = loading(`await import(${JSON.stringify(built)})`);
  const dependencies = loading('await Promise.all([import("zod"), import("ky")])');
  const result = await inTurns(ours, dependencies, 15);
  reportRatio("import of fourfold/warehouse, against zod and ky", result, 1.2);
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
  reportRatio("a table of 10 000 columns, parsed and validated, against JSON.parse", result, 3);
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
    reportRatio(`a plan of two tables of ${count} columns, against JSON.parse of one`, result, 15);
  }
}

async function memory(): Promise<void> {
  const warehouse = createWarehouse({ baseUrl: `${server.url}/1000000` });
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
  report(`heap growth over 1 000 000 items at 50 a page: ${grown.toFixed(1)} MB, under 20 MB`, grown < 20);
}

/** Decodes and checks rows, against `JSON.parse` of the texts of the same rows. */
async function tableRows(): Promise<void> {
  for (const { what, columns, text } of [flat, nested]) {
    const response = text();
    const decode = rowDecoder(columns, columns);
    const schema = rowSchema(columns);
    const responseRows: TableRow[] = JSON.parse(response);
    const rows = responseRows.map(decode);
    const json = JSON.stringify(rows);
    const decoded = await compare(
      () => expectRows(responseRows.map(decode)),
      () => expectRows(JSON.parse(response)),
      ROUNDS,
    );
    reportRatio(`rowDecoder of ${ROWS} rows with ${what}, against JSON.parse of the response`, decoded, 1.5);
    const checked = await compare(
      () => expectRows(rows.map((row) => schema.parse(row))),
      () => expectRows(JSON.parse(json)),
      ROUNDS,
    );
    reportRatio(`rowSchema of ${ROWS} rows with ${what}, against JSON.parse of these rows`, checked, 1);
  }
}

function expectRows(rows: readonly unknown[]): void {
  if (rows.length !== ROWS) throw new Error(`expected ${ROWS} rows, got ${rows.length}`);
}

const parts = { paging, imports, wideTable, plans, tableRows, memory };
for (const [name, part] of Object.entries(parts)) if (only === undefined || only === name) await part();
server.close();

for (const line of exceeded) console.error(`LIMIT EXCEEDED: ${line}`);
process.exitCode = exceeded.length > 0 ? 1 : 0;
