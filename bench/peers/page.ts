import type { Spread } from "../spread.js";
import type { Figures, Profile } from "./profile.js";
import type { Comparison } from "./turns.js";

/** A comparison with a peer. */
export interface Row extends Comparison {
  readonly what: string;
  readonly peerName: string;
  readonly unit: "ms" | "s" | "MB" | "kB";
  /** Intended maximum of fourfold's figure, as a multiple of the peer's. Reported, not enforced. */
  readonly goal?: number | undefined;
}

/** The memory of one iteration, in megabytes. */
export interface MemoryRow {
  readonly what: string;
  readonly name: string;
  readonly peak: Spread;
  readonly growth: Spread;
}

/** All data of the page. */
export interface Results {
  readonly command: string;
  readonly versions: Readonly<Record<string, string>>;
  readonly rounds: number;
  readonly paging: readonly Row[];
  readonly memory: readonly MemoryRow[];
  readonly imports: readonly Row[];
  readonly firstPages: readonly Row[];
  readonly bundles: readonly Row[];
  readonly types: readonly Row[];
  /** The time or size by category, for goals that are missed. */
  readonly profiles: readonly Profile[];
}

/** A row as one line of text. */
export function rowText(row: Row): string {
  const { what, peerName, unit, ours, peer } = row;
  const figures = `${what}: ${spread(ours)} ${unit}; ${peerName}: ${spread(peer)} ${unit}; ${[ratio(row), range(row)].join(" ").trim()}`;
  return row.goal === undefined ? figures : `${figures}; ${goalText(row)}`;
}

/** A row of the memory as one line of text. */
export function memoryText({ what, name, peak, growth }: MemoryRow): string {
  return `${what}: ${name}: peak ${spread(peak)} MB, heap growth ${spread(growth)} MB`;
}

/** docs/benchmarks.md, written from the results of one run. */
export function benchmarksPage(results: Results): string {
  const { command, versions, rounds, paging, memory, imports, firstPages, bundles, types, profiles } = results;
  const goals = [...paging, ...imports, ...firstPages, ...bundles, ...types].filter(({ goal }) => goal !== undefined);
  return `# Comparison with Google's clients

A ratio is fourfold's figure divided by that of Google's client: below 1, fourfold is faster or smaller.

| question | ratios | details |
| --- | --- | --- |
| Is it fast at reading lists? It validates every page, the others do not. | ${ratios(paging)} | [Paging](#paging) |
| How much memory does a long list need? | ${peaks(memory)} | [Memory](#memory) |
| Does a program start quickly? | ${ratios(rowsIn("ms", imports))} | [Loading](#loading) |
| How large is an app or a cloud function with it? | ${ratios(bundles)} | [Bundling](#bundling) |
| Does it slow down the compiler and the editor? | ${ratios(rowsIn("s", types))} | [Type checking](#type-checking) |

## Paging

Both sides read pages from a server in another process, without compression, and access one field of every item.
fourfold validates every page; the peers do not.

${tableOf(paging)}

## Memory

Each sample runs in a new process. The peak is the maximum resident memory of the process, which includes the code of the
client. The growth is the increase of the heap, measured after garbage collection, from the end of a one-page list to the
end of the whole list.

| task | client | peak, MB | growth, MB |
| --- | --- | ---: | ---: |
${memory.map(({ what, name, peak, growth }) => `| ${what} | ${name} | ${spread(peak)} | ${spread(growth)} |`).join("\n")}

## Loading

Each sample runs in a new process: the time of \`import\`, and the growth of the resident memory.

${tableOf(imports)}

A program that loads a client, creates it and reads one page of tables from a local server, each time in a new process:

${tableOf(firstPages)}

## Bundling

A one-line file that creates a client, bundled with its dependencies for Node, minified and gzipped. Builds are
deterministic, so there is no range. \`npm run test:package -- contents\` prints the size of fourfold in a browser, which the peers do
not support.

${tableOf(bundles)}

## Type checking

Total time and memory as reported by the compiler, with \`skipLibCheck\`: of two programs of 200 lines that do the same with
tables, and of the same one-line files. The first completion is the time until an editor that has just opened the program
completes a property of a table. All figures include the compiler's own libraries; the types of Node are included if a
package requires them.

${tableOf(types)}

## How it was measured

All figures come from one run on one machine: ${rounds} rounds of each comparison, in which the two sides alternate. Each
figure is the median of all rounds, with the lowest and highest in parentheses. Each ratio is the median of the ratios per
round; the range is the lowest and highest of them. On another machine, the figures will differ, but the ratios much less.

\`${command}\` measures them again and writes this page. The versions were:

${Object.entries(versions)
  .map(([name, version]) => `- ${name} ${version}`)
  .join("\n")}

## Goals

The project's own goals are reported, not enforced.

| task | peer | goal | ratio | range | result |
| --- | --- | ---: | ---: | ---: | --- |
${goals.map(goalLine).join("\n")}
${profiles.length === 0 ? "" : profilesText(profiles)}`;
}

const rowsIn = (unit: Row["unit"], rows: readonly Row[]) => rows.filter((row) => row.unit === unit);

/** The lowest and the highest ratio of several comparisons. */
function ratios(rows: readonly Row[]): string {
  const medians = rows.map(({ ratio: { median } }) => median);
  return `${times(Math.min(...medians))} to ${times(Math.max(...medians))} ×`;
}

/** The peak of fourfold for each task, divided by the peak of the other client. */
function peaks(rows: readonly MemoryRow[]): string {
  const own = rows.filter(({ name }) => name === "fourfold");
  const found = own.flatMap(({ what, peak }) =>
    rows.filter((each) => each.what === what && each.name !== "fourfold").map((each) => peak.median / each.peak.median),
  );
  return `${times(Math.min(...found))} to ${times(Math.max(...found))} ×`;
}

function profilesText(profiles: readonly Profile[]): string {
  const sections = profiles.map(({ what, peerName, unit, ours, theirs }) => {
    const rows = categoriesOf(ours, theirs).map(
      ([category, own, other]) => `| ${category} | ${part(own)} | ${part(other)} |`,
    );
    const header = `| ${unit === "ms" ? "time spent in" : "package"} | fourfold, ${unit} | ${peerName}, ${unit} |`;
    return [`### ${what}, compared with ${peerName}`, "", header, "| --- | ---: | ---: |", ...rows].join("\n");
  });
  return `
## Where the time goes

For the goals that are missed: CPU profiles, each in its own process; times are per iteration. Functions are grouped by package, fourfold's own by module.
Native code other than JSON.parse counts toward its caller. Sizes are minified and not compressed.

${sections.join("\n\n")}
`;
}

/** Categories with less than this share of a side are added up as "other". */
const MIN_SHARE = 0.02;

/** The figures of both sides by category, the largest of fourfold first. */
function categoriesOf(ours: Figures, theirs: Figures): [category: string, ours: number, theirs: number][] {
  const total = (figures: Figures) => [...figures.values()].reduce((sum, figure) => sum + figure, 0);
  const [ourTotal, theirTotal] = [total(ours), total(theirs)];
  const all = [...new Set([...ours.keys(), ...theirs.keys()])].map((category): [string, number, number] => {
    return [category, ours.get(category) ?? 0, theirs.get(category) ?? 0];
  });
  const isLarge = ([, own, other]: [string, number, number]) =>
    own >= ourTotal * MIN_SHARE || other >= theirTotal * MIN_SHARE;
  const large = all.filter(isLarge).sort((a, b) => b[1] - a[1] || b[2] - a[2]);
  const sum = (index: 1 | 2) => large.reduce((left, row) => left - row[index], index === 1 ? ourTotal : theirTotal);
  return [...large, ["other", sum(1), sum(2)], ["total", ourTotal, theirTotal]];
}

const part = (value: number) => (Math.abs(value) < 0.05 ? "–" : value.toFixed(1));

function tableOf(rows: readonly Row[]): string {
  const lines = rows.map((row) => {
    const { what, peerName, unit, ours, peer } = row;
    const cells = [what, `${spread(ours)} ${unit}`, peerName, `${spread(peer)} ${unit}`, ratio(row), range(row)];
    return `| ${cells.join(" | ")} |`;
  });
  const header = "| task | fourfold | peer | peer's figure | ratio | range |";
  return [header, "| --- | ---: | --- | ---: | ---: | ---: |", ...lines].join("\n");
}

function goalLine(row: Row): string {
  const cells = [row.what, row.peerName, `${row.goal} ×`, ratio(row), range(row), goalText(row)];
  return `| ${cells.join(" | ")} |`;
}

/** Whether a goal is met, and if not, by how much it is missed. */
function goalText({ ratio: { median }, goal = Number.NaN }: Row): string {
  return median <= goal ? "met" : `missed by ${((median / goal - 1) * 100).toFixed(0)} %`;
}

const times = (value: number) => value.toFixed(2);

const ratio = ({ ratio }: Row) => `${times(ratio.median)} ×`;

/** The lowest and the highest ratio of a round. */
function range({ ratio: { lowest, highest } }: Row): string {
  return lowest === highest ? "" : `${times(lowest)}–${times(highest)}`;
}

const spread = (figures: Spread) => withRange(figures, figure);

/** A median with its range, which is omitted if all figures are the same. */
function withRange({ median, lowest, highest }: Spread, show: (value: number) => string): string {
  const [middle, low, high] = [median, lowest, highest].map(show);
  return low === high ? `${middle}` : `${middle} (${low}–${high})`;
}

/** Two significant digits; all digits before the decimal point. */
function figure(value: number): string {
  if (Math.abs(value) < 0.095) return value.toFixed(2);
  return Math.abs(value) >= 99.5 ? value.toFixed(0) : value.toPrecision(2);
}
