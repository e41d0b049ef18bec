import { execFile } from "node:child_process";
import { promisify } from "node:util";
import type { MemoryRow } from "./page.js";
import { spaced } from "./paging.js";
import { withServer } from "./serve.js";
import { spreadOf } from "./turns.js";
import type { WalkName } from "./walks.js";

const run = promisify(execFile);
const endless = { maxResults: 1_000, total: 1_000_000 };

const sides: readonly { readonly what: string; readonly name: string; readonly walk: WalkName }[] = [
  { what: "projects", name: "fourfold", walk: "ourProjects" },
  { what: "projects", name: "googleapis, manual paging", walk: "googleapisProjects" },
  { what: "tables", name: "fourfold", walk: "ourTables" },
  { what: "tables", name: "@google-cloud/bigquery (getTablesStream)", walk: "bigqueryStream" },
];

/** Measures the memory of iterations over a million items, each in a new process. */
export function compareMemory(rounds: number, total = endless.total): Promise<MemoryRow[]> {
  const listing = { ...endless, total };
  return withServer([listing], async (baseUrl) => {
    const samples = sides.map((): Sample[] => []);
    for (let round = 0; round < rounds; round += 1) {
      for (const [index, { walk }] of sides.entries()) samples[index]?.push(await sample(walk, baseUrl, listing));
    }
    return sides.map(({ what, name }, index): MemoryRow => {
      const figures = samples[index] ?? [];
      return {
        what: `${spaced(total)} ${what}, ${spaced(listing.maxResults)} a page`,
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
  walk: WalkName,
  baseUrl: string,
  { maxResults, total }: { readonly maxResults: number; readonly total: number },
): Promise<Sample> {
  const code = `
    const { walks } = await import(${JSON.stringify(new URL("walks.ts", import.meta.url).href)});
    const heap = () => { gc(); return process.memoryUsage().heapUsed / 1e6; };
    // Warm-up, so that the client loads its code: a list with one page.
    await walks[${JSON.stringify(walk)}](${JSON.stringify(`${baseUrl}/one`)}, ${maxResults});
    const before = heap();
    const items = await walks[${JSON.stringify(walk)}](${JSON.stringify(baseUrl)}, ${maxResults});
    if (items !== ${total}) throw new Error("expected ${total} items, got " + items);
    const growth = heap() - before;
    console.log(JSON.stringify({ peak: process.resourceUsage().maxRSS * 1024 / 1e6, growth }));
  `;
  // Node removes the types itself: a loader would add its own memory.
  const args = ["--expose-gc", "--experimental-strip-types", "--no-warnings", "--input-type=module", "-e", code];
  const { stdout } = await run(process.execPath, args, { timeout: 120_000 });
  return JSON.parse(stdout);
}
