// node --expose-gc --import tsx bench/many-tables.ts, after npm run build: time and memory of getTables.
import { fork } from "node:child_process";
import { fileURLToPath } from "node:url";
import type { TableReference } from "fourfold/warehouse";

const built = (area: string) => new URL(`../dist/${area}/index.js`, import.meta.url).href;
const { createWarehouse }: typeof import("fourfold/warehouse") = await import(built("warehouse"));
const { getTables }: typeof import("fourfold/tables") = await import(built("tables"));

const reference = (n: number): TableReference => ({ projectId: "p", datasetId: "d", tableId: `t${n}` });
let exceeded = false;

function row(what: string, figure: number, limit: number, unit: string): void {
  exceeded ||= figure > limit;
  console.log(`${what}: ${figure.toFixed(2)} ${unit}, at most ${limit} ${unit}`);
}

/** Reads 300 tables from a local server with a latency of 60 ms, with `getTables` and in a loop. */
async function time(): Promise<void> {
  const server = fork(fileURLToPath(new URL("server.ts", import.meta.url)), { execArgv: ["--import", "tsx"] });
  const port = await new Promise<number>((resolve) => {
    server.once("message", (message) => resolve((message as { port: number }).port));
  });
  const references = Array.from({ length: 300 }, (_, n) => reference(n));
  const warehouse = () => createWarehouse({ baseUrl: `http://127.0.0.1:${port}/tables-60` });
  const start = performance.now();
  const { tables } = warehouse();
  for (const each of references) await tables.get(each, { view: "BASIC" });
  const loop = performance.now() - start;
  for (const concurrency of [undefined, 20]) {
    const from = performance.now();
    let count = 0;
    for await (const { table } of getTables(warehouse(), references, { concurrency })) if (table) count += 1;
    const all = performance.now() - from;
    if (count !== references.length) throw new Error(`expected ${references.length} tables, got ${count}`);
    const times = `${all.toFixed(0)} ms to ${loop.toFixed(0)} ms`;
    row(`300 tables at 60 ms, concurrency ${concurrency ?? 8}, against a loop (${times})`, all / loop, 0.25, "×");
  }
  server.disconnect();
}

/** Reads 100 000 tables on a clock that takes no real time, and measures the heap on the way. */
async function memory(): Promise<void> {
  const text = JSON.stringify({ etag: "e", schema: { fields: [{ name: "id", type: "INTEGER" }] } });
  let now = 0;
  const clock = {
    now: () => now,
    sleep: async (ms: number) => {
      now += ms;
    },
  };
  const warehouse = createWarehouse({ clock, fetch: async () => new Response(text) });
  function* references() {
    for (let n = 0; n < 100_000; n += 1) yield reference(n);
  }
  const heapNow = () => {
    globalThis.gc?.();
    return process.memoryUsage().heapUsed;
  };
  const start = heapNow();
  let highest = 0;
  let count = 0;
  for await (const { table } of getTables(warehouse, references(), { concurrency: 50 })) {
    if (table === undefined) throw new Error("a table could not be read");
    count += 1;
    if (count % 10_000 === 0) highest = Math.max(highest, heapNow());
  }
  if (count !== 100_000) throw new Error(`expected 100 000 tables, got ${count}`);
  row("heap growth over 100 000 tables", (highest - start) / 1024 / 1024, 30, "MB");
}

await time();
await memory();
process.exitCode = exceeded ? 1 : 0;
