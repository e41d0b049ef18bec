import type { Comparison } from "../../bench/measure.js";

/** A comparison: the medians of the peer and of fourfold, and their ratio. */
export interface Row extends Comparison {
  readonly what: string;
  readonly peer: string;
  readonly unit: "ms" | "s" | "MB" | "kB";
  /** Intended maximum of fourfold's figure, as a multiple of the peer's. Only reported. */
  readonly goal?: number | undefined;
}

/** All data of the page. */
export interface Results {
  readonly command: string;
  readonly versions: Readonly<Record<string, string>>;
  readonly rounds: number;
  readonly typeRounds: number;
  readonly paging: readonly Row[];
  readonly imports: readonly Row[];
  readonly bundles: readonly Row[];
  readonly types: readonly Row[];
}

/** A row as one line of text. */
export function rowText({ what, peer, unit, measured, baseline, ratio }: Row): string {
  return `${what}: ${figure(baseline)} ${unit}; ${peer}: ${figure(measured)} ${unit}; ${times(ratio)}`;
}

/** Whether a row reaches its goal, as one line of text; undefined if it has none. */
export function goalText({ what, peer, ratio, goal }: Row): string | undefined {
  if (goal === undefined) return undefined;
  const share = 1 / ratio;
  return `${what}: ${share.toFixed(2)} × the time of ${peer}, goal ${goal} × ${share <= goal ? "reached" : "missed"}`;
}

/** docs/benchmarks.md, written from the results of one run. */
export function benchmarksPage(results: Results): string {
  const { command, versions, rounds, typeRounds, paging, imports, bundles, types } = results;
  return `# Comparison with Google's clients

Written by \`${command}\`; do not edit. The last column is the peer's figure divided by fourfold's: above 1, fourfold
is faster or smaller.

All figures come from one run on one machine: ${rounds} rounds of each comparison (${typeRounds} for the compiler), in which the two sides
alternate. Figures are medians, and ratios are medians of the ratios of each round. On another machine, the figures
differ, and the ratios differ much less.

## Paging

Both sides read prebuilt pages from a server in another process, without compression, and access one field of every
item. fourfold validates every page; the peers do not.

${tableOf(paging)}

${paging
  .map(goalText)
  .filter((text) => text !== undefined)
  .map((text) => `- ${text}`)
  .join("\n")}

## Loading

A new process for every sample: the time of \`import\`, and the growth of the resident memory.

${tableOf(imports)}

## Bundling

A one-line file that creates a client, bundled with its dependencies for Node, minified and gzipped. \`npm run check:package\`
prints the size of fourfold in a browser, which the peers do not support.

${tableOf(bundles)}

## Type checking

The same one-line file: total time and memory as reported by the compiler, with \`skipLibCheck\`. All figures include the
compiler's own libraries; the types of Node are included if a package requires them.

${tableOf(types)}

## Versions

${Object.entries(versions)
  .map(([name, version]) => `- ${name} ${version}`)
  .join("\n")}
`;
}

function tableOf(rows: readonly Row[]): string {
  const lines = rows.map(
    ({ what, peer, unit, measured, baseline, ratio }) =>
      `| ${what} | ${figure(baseline)} ${unit} | ${peer} | ${figure(measured)} ${unit} | ${times(ratio)} |`,
  );
  return ["| what | fourfold | peer | peer's figure | ratio |", "| --- | ---: | --- | ---: | ---: |", ...lines].join(
    "\n",
  );
}

/** Two significant digits; all digits before the decimal point. */
function figure(value: number): string {
  return value >= 99.5 ? value.toFixed(0) : value.toPrecision(2);
}

function times(ratio: number): string {
  return `${ratio >= 10 ? ratio.toFixed(0) : ratio.toFixed(1)} ×`;
}
