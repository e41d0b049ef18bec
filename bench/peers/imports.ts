import { execFile } from "node:child_process";
import { promisify } from "node:util";
import type { IterationName } from "./iterations.js";
import type { Row } from "./page.js";
import { folder, pairs } from "./pairs.js";
import { importCode, importing, type Profile, profileOf } from "./profile.js";
import { withServer } from "./serve.js";
import { inTurns, type Sample } from "./turns.js";

const run = promisify(execFile);

/** Compares the cost of loading a package, each time in a new process. */
export async function compareImports(rounds: number): Promise<{ rows: Row[]; profiles: Profile[] }> {
  const rows: Row[] = [];
  const profiles: Profile[] = [];
  for (const { peer, ours, importGoal } of pairs) {
    const { ms, megabytes } = await inTurns(loading(peer.name), loading(ours.name), rounds);
    const time = { what: `import of ${ours.name}, time`, peerName: peer.name, unit: "ms" } as const;
    rows.push({ ...time, goal: importGoal, ...ms });
    rows.push({ what: `import of ${ours.name}, memory`, peerName: peer.name, unit: "MB", ...megabytes });
    if (importGoal === undefined || ms.ratio.median <= importGoal) continue;
    const profile = ({ name }: { readonly name: string }) => profileOf(importing(name));
    profiles.push({ ...time, ours: await profile(ours), theirs: await profile(peer) });
  }
  return { rows, profiles };
}

const onePage = { maxResults: 50, total: 50 };

/** Compares programs that load a client, create it and read the only page of a list, each time in a new process. */
export function compareFirstPages(rounds: number): Promise<Row[]> {
  return withServer([onePage], async (baseUrl) => {
    const peer = firstPage("bigqueryPages", baseUrl);
    const rows: Row[] = [];
    for (const { name, iteration, goal } of [
      { name: "fourfold/warehouse", iteration: "ourWarehouseTables", goal: 1.25 },
      { name: "fourfold", iteration: "ourTables", goal: 1.4 },
    ] as const) {
      const { ms } = await inTurns(peer, firstPage(iteration, baseUrl), rounds);
      rows.push({ what: `first page with ${name}`, peerName: "@google-cloud/bigquery", unit: "ms", goal, ...ms });
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
    ${importCode(name)}
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
