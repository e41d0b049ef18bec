import { type IterationName, iterations } from "./iterations.js";
import type { Row } from "./page.js";
import { iterating, type Profile, profileOf } from "./profile.js";
import { withServer } from "./serve.js";
import { inTurns, type Sample } from "./turns.js";

interface ListComparison {
  readonly what: string;
  readonly maxResults: number;
  readonly total: number;
  readonly peerName: string;
  readonly theirs: IterationName;
  readonly ours: IterationName;
  readonly goal: number;
}

const small = { maxResults: 50, total: 10_000 };
const large = { maxResults: 1_000, total: 50_000 };
const projects = {
  what: "projects",
  peerName: "googleapis",
  theirs: "googleapisProjects",
  ours: "ourProjects",
} as const;
const tables = { what: "tables", ours: "ourTables" } as const;
const stream = { peerName: "@google-cloud/bigquery (getTablesStream)", theirs: "bigqueryStream" } as const;
const pages = { peerName: "@google-cloud/bigquery (getTables)", theirs: "bigqueryPages" } as const;
const comparisons: readonly ListComparison[] = [
  { ...projects, ...small, goal: 0.8 },
  { ...projects, ...large, goal: 0.95 },
  { ...tables, ...small, ...stream, goal: 0.55 },
  { ...tables, ...small, ...pages, goal: 0.55 },
  { ...tables, ...large, ...pages, goal: 0.6 },
];

/** Times the iteration over lists that a server in another process serves. Profiles lists that miss their goal. */
export function comparePaging(rounds: number): Promise<{ rows: Row[]; profiles: Profile[] }> {
  return withServer([small, large], async (baseUrl) => {
    const rows: Row[] = [];
    const profiles: Profile[] = [];
    for (const { what, maxResults, total, peerName, theirs, ours, goal } of comparisons) {
      const side = (name: IterationName) => timed(() => iterations[name](baseUrl, maxResults), total);
      const [first, second] = [side(theirs), side(ours)];
      for (let warmUp = 0; warmUp < 2; warmUp += 1) {
        await first();
        await second();
      }
      const { ms } = await inTurns(first, second, rounds);
      const named = { what: `${spaced(total)} ${what}, ${spaced(maxResults)} a page`, peerName };
      rows.push({ ...named, unit: "ms", goal, ...ms });
      if (ms.ratio.median <= goal) continue;
      const profile = (name: IterationName) => profileOf(iterating(name, baseUrl, maxResults));
      profiles.push({ ...named, unit: "ms", ours: await profile(ours), theirs: await profile(theirs) });
    }
    return { rows, profiles };
  });
}

function timed(iterate: () => Promise<number>, expected: number): Sample<"ms"> {
  return async () => {
    globalThis.gc?.();
    const start = performance.now();
    const items = await iterate();
    const ms = performance.now() - start;
    if (items !== expected) throw new Error(`expected ${expected} items, got ${items}`);
    return { ms };
  };
}

/** A number with spaces between thousands. */
export const spaced = (count: number) => count.toLocaleString("en").replaceAll(",", " ");
