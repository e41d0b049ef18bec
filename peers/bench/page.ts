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
  return `# Beside the peers

Written by \`${command}\`; do not edit. The last column tells how many times as much the peer takes: above 1 speaks for
fourfold.

Everything comes from one run on one machine, ${rounds} rounds of each comparison (${typeRounds} where the compiler is timed), the two sides
taking turns. The figures are medians, the ratios are medians of the ratios of each round. Figures of another machine
differ, ratios much less.

## Paging

Both sides read pages that a server in another process has ready, without compression, and look at one member of every
item. fourfold validates every page; the peers do not.

${tableOf(paging)}

${paging
  .map(goalText)
  .filter((text) => text !== undefined)
  .map((text) => `- ${text}`)
  .join("\n")}

## Loading

A new process for every sample: the time that \`import\` takes, and by how much the resident memory grows.

${tableOf(imports)}

## Bundling

A file of one line that makes a client, bundled with its dependencies for Node, minified and gzipped. What fourfold weighs in
a browser, where the peers do not go, \`npm run check:package\` tells.

${tableOf(bundles)}

## Type checking

The same file of one line: what the compiler tells as total time and memory, with \`skipLibCheck\`. The
compiler's own libraries are in all figures; the types of Node are where a package asks for them.

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
  return ["| what | fourfold | peer | its figure | ratio |", "| --- | ---: | --- | ---: | ---: |", ...lines].join("\n");
}

/** Two significant digits; all digits before the decimal point. */
function figure(value: number): string {
  return value >= 99.5 ? value.toFixed(0) : value.toPrecision(2);
}

function times(ratio: number): string {
  return `${ratio >= 10 ? ratio.toFixed(0) : ratio.toFixed(1)} ×`;
}
