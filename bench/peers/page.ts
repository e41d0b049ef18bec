import type { Spread } from "../spread.js";
import type { Comparison } from "./turns.js";

/** A comparison with a peer. */
export interface Row extends Comparison {
  readonly what: string;
  readonly peerName: string;
  readonly unit: "ms" | "MB" | "kB";
}

/** A row as one line of text. */
export const rowText = (row: Row): string => cellsOf(row).join("; ");

/** docs/benchmarks.md, written from the results of one run. */
export function benchmarksPage(
  rows: readonly Row[],
  rounds: number,
  versions: Readonly<Record<string, string>>,
): string {
  return `# Compared with Google's clients

A ratio is fourfold's figure divided by that of Google's client: below 1, fourfold is faster or smaller. fourfold validates
every page, the others do not.

| task | fourfold | Google's client | its figure | ratio |
| --- | ---: | --- | ---: | ---: |
${rows.map((row) => `| ${cellsOf(row).join(" | ")} |`).join("\n")}

- **Lists**: pages from a server in another process, without compression; one field of every item is read.
- **Imports and first pages**: each time in a new process. A first page includes loading and creating the client.
- **Bundles**: a one-line file that creates a client, with its dependencies, for Node, minified and gzipped.

All figures come from one run on one machine: ${rounds} rounds in which the two sides alternate. A figure is the median, a ratio the median of
the ratios of the rounds, with the lowest and the highest in parentheses. \`npm run bench:peers\` measures again and writes this page.
The versions were:

${Object.entries(versions)
  .map(([name, version]) => `- ${name} ${version}`)
  .join("\n")}
`;
}

function cellsOf({ what, peerName, unit, ours, peer, ratio }: Row): string[] {
  const { median, lowest, highest } = ratio;
  const range = lowest === highest ? "" : ` (${lowest.toFixed(2)}–${highest.toFixed(2)})`;
  return [what, `${figure(ours)} ${unit}`, peerName, `${figure(peer)} ${unit}`, `${median.toFixed(2)} ×${range}`];
}

/** Two significant digits; all digits before the decimal point. */
const figure = ({ median }: Spread) => (median >= 99.5 ? median.toFixed(0) : median.toPrecision(2));
