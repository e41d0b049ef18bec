import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { spreadOf } from "../spread.js";
import type { IterationName } from "./iterations.js";
import type { MemoryRow } from "./page.js";
import { spaced } from "./paging.js";
import { withServer } from "./serve.js";

const run = promisify(execFile);
const endless = { maxResults: 1_000, total: 1_000_000 };

const sides: readonly { readonly what: string; readonly name: string; readonly iteration: IterationName }[] = [
  { what: "projects", name: "fourfold", iteration: "ourProjects" },
  { what: "projects", name: "googleapis, manual paging", iteration: "googleapisProjects" },
  { what: "tables", name: "fourfold", iteration: "ourTables" },
  { what: "tables", name: "@google-cloud/bigquery (getTablesStream)", iteration: "bigqueryStream" },
];

/** Measures the memory of iterations over a million items, each in a new process. */
export function compareMemory(rounds: number, total = endless.total): Promise<MemoryRow[]> {
  const list = { ...endless, total };
  return withServer([list], async (baseUrl) => {
    const samples = sides.map((): Sample[] => []);
    for (let round = 0; round < rounds; round += 1) {
      for (const [index, { iteration }] of sides.entries())
        samples[index]?.push(await sample(iteration, baseUrl, list));
    }
    return sides.map(({ what, name }, index): MemoryRow => {
      const figures = samples[index] ?? [];
      return {
        what: `${spaced(total)} ${what}, ${spaced(list.maxResults)} a page`,
        name,
        peak: spreadOf(figures.map(({ peak }) => peak)),
        growth: spreadOf(figures.map(({ growth }) => growth)),
      };
    });
  });
}

/** Megabytes: the peak of the resident memory, and the growth of the heap from one page to all pages. */
interface Sample {
  readonly peak: number;
  readonly growth: number;
}

async function sample(
  iteration: IterationName,
  baseUrl: string,
  { maxResults, total }: { readonly maxResults: number; readonly total: number },
): Promise<Sample> {
  const code = `
    const { iterations } = await import(${JSON.stringify(new URL("iterations.ts", import.meta.url).href)});
    const heap = () => { gc(); return process.memoryUsage().heapUsed / 1e6; };
    // Warm-up, so that the client loads its code: a list with one page.
    await iterations[${JSON.stringify(iteration)}](${JSON.stringify(`${baseUrl}/one`)}, ${maxResults});
    const before = heap();
    const items = await iterations[${JSON.stringify(iteration)}](${JSON.stringify(baseUrl)}, ${maxResults});
    if (items !== ${total}) throw new Error("expected ${total} items, got " + items);
    const growth = heap() - before;
    console.log(JSON.stringify({ peak: process.resourceUsage().maxRSS * 1024 / 1e6, growth }));
  `;
  // Node removes the types itself: a loader would add its own memory.
  const args = ["--expose-gc", "--experimental-strip-types", "--no-warnings", "--input-type=module", "-e", code];
  const { stdout } = await run(process.execPath, args, { timeout: 120_000 });
  return JSON.parse(stdout);
}
