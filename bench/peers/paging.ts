import { type IterationName, iterations } from "./iterations.js";
import type { Row } from "./page.js";
import { withServer } from "./serve.js";
import { inTurns, type Sample } from "./turns.js";

interface ListComparison {
  readonly what: string;
  readonly maxResults: number;
  readonly total: number;
  readonly peerName: string;
  readonly theirs: IterationName;
  readonly ours: IterationName;
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
  { ...projects, ...small },
  { ...projects, ...large },
  { ...tables, ...small, ...stream },
  { ...tables, ...small, ...pages },
  { ...tables, ...large, ...pages },
];

/** Times the iteration over lists that a server in another process serves. */
export function comparePaging(rounds: number): Promise<Row[]> {
  return withServer([small, large], async (baseUrl) => {
    const rows: Row[] = [];
    for (const { what, maxResults, total, peerName, theirs, ours } of comparisons) {
      const side = (name: IterationName) => timed(() => iterations[name](baseUrl, maxResults), total);
      const [first, second] = [side(theirs), side(ours)];
      for (let warmUp = 0; warmUp < 2; warmUp += 1) {
        await first();
        await second();
      }
      const { ms } = await inTurns(first, second, rounds);
      rows.push({ what: `${spaced(total)} ${what}, ${spaced(maxResults)} a page`, peerName, unit: "ms", ...ms });
    }
    return rows;
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
const spaced = (count: number) => count.toLocaleString("en").replaceAll(",", " ");
