import { execFile } from "node:child_process";
import { promisify } from "node:util";
import type { IterationName } from "./iterations.js";
import type { Row } from "./page.js";
import { folder, pairs } from "./pairs.js";
import { withServer } from "./serve.js";
import { inTurns, type Sample } from "./turns.js";

const run = promisify(execFile);

/** Compares the cost of loading a package, each time in a new process. */
export async function compareImports(rounds: number): Promise<Row[]> {
  const rows: Row[] = [];
  for (const { peer, ours } of pairs) {
    const { ms, megabytes } = await inTurns(loading(peer.name), loading(ours.name), rounds);
    rows.push({ what: `import of ${ours.name}`, peerName: peer.name, unit: "ms", ...ms });
    rows.push({ what: `import of ${ours.name}, memory`, peerName: peer.name, unit: "MB", ...megabytes });
  }
  return rows;
}

const onePage = { maxResults: 50, total: 50 };

/** Compares programs that load a client, create it and read the only page of a list, each time in a new process. */
export function compareFirstPages(rounds: number): Promise<Row[]> {
  return withServer([onePage], async (baseUrl) => {
    const peer = firstPage("bigqueryPages", baseUrl);
    const rows: Row[] = [];
    for (const { name, iteration } of [
      { name: "fourfold/warehouse", iteration: "ourWarehouseTables" },
      { name: "fourfold", iteration: "ourTables" },
    ] as const) {
      const { ms } = await inTurns(peer, firstPage(iteration, baseUrl), rounds);
      rows.push({ what: `first page with ${name}`, peerName: "@google-cloud/bigquery", unit: "ms", ...ms });
    }
    return rows;
  });
}

const firstPage = (iteration: IterationName, baseUrl: string): Sample<"ms"> => {
  const file = JSON.stringify(new URL("iterations.ts", import.meta.url).href);
  return inNewProcess(`
    const { iterations } = await import(${file});
    const start = performance.now();
    const items = await iterations.${iteration}(${JSON.stringify(baseUrl)}, ${onePage.maxResults});
    if (items !== ${onePage.total}) throw new Error("expected one page, got " + items + " items");
    console.log(JSON.stringify({ ms: performance.now() - start }));
  `);
};

const loading = (name: string): Sample<"ms" | "megabytes"> =>
  inNewProcess(`
    const before = process.memoryUsage().rss;
    const start = performance.now();
    await import(${JSON.stringify(name)});
    const ms = performance.now() - start;
    console.log(JSON.stringify({ ms, megabytes: (process.memoryUsage().rss - before) / 1e6 }));
  `);

/** A sample that a program prints. Node removes the types of what it loads: a loader would add its own time. */
const inNewProcess =
  <Metric extends string>(code: string): Sample<Metric> =>
  async () => {
    const flags = ["--experimental-strip-types", "--no-warnings", "--input-type=module"];
    const { stdout } = await run(process.execPath, [...flags, "-e", code], { cwd: folder, timeout: 120_000 });
    return JSON.parse(stdout);
  };
