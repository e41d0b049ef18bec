// npm run bench:peers [-- --quick]: compares fourfold with Google's clients. Writes docs/benchmarks.md; nothing with --quick.
import { execFile } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { parseArgs, promisify } from "node:util";
import { gzipSync } from "node:zlib";
import { BigQuery } from "@google-cloud/bigquery";
import { build } from "esbuild";
import { type Comparison, compare, inTurns, type Sample, startServer } from "../measure.js";
import { flat, ROWS } from "../rows.js";
import {
  bigqueryPages,
  bigqueryStream,
  googleapisProjects,
  type Iteration,
  ourProjects,
  ourTables,
} from "./iterations.js";

const folder = fileURLToPath(new URL(".", import.meta.url));
const { quick } = parseArgs({ options: { quick: { type: "boolean", default: false } } }).values;
const rounds = quick ? 1 : 9;
const lines: string[] = [];

function report(what: string, peer: string, unit: "ms" | "MB" | "kB", result: Comparison): void {
  const { measured, baseline, ratio, lowest, highest } = result;
  const range = lowest === highest ? "" : ` (${lowest.toFixed(2)}–${highest.toFixed(2)})`;
  const cells = [
    what,
    `${figure(measured)} ${unit}`,
    peer,
    `${figure(baseline)} ${unit}`,
    `${ratio.toFixed(2)} ×${range}`,
  ];
  console.log(cells.join("; "));
  lines.push(`| ${cells.join(" | ")} |`);
}

/** Two significant digits; all digits before the decimal point. */
const figure = (value: number) => (value >= 99.5 ? value.toFixed(0) : value.toPrecision(2));

/** The iteration over lists that a server in another process serves. */
async function comparePaging(): Promise<void> {
  const server = await startServer();
  const sizes = { small: [10_000, 50], large: [50_000, 1_000] } as const;
  const stream = "@google-cloud/bigquery (getTablesStream)";
  const pages = "@google-cloud/bigquery (getTables)";
  const comparisons: [what: string, size: keyof typeof sizes, ours: Iteration, peer: string, theirs: Iteration][] = [
    ["projects", "small", ourProjects, "googleapis", googleapisProjects],
    ["projects", "large", ourProjects, "googleapis", googleapisProjects],
    ["tables", "small", ourTables, stream, bigqueryStream],
    ["tables", "small", ourTables, pages, bigqueryPages],
    ["tables", "large", ourTables, pages, bigqueryPages],
  ];
  for (const [what, size, ours, peer, theirs] of comparisons) {
    const [total, maxResults] = sizes[size];
    const side = (iterate: Iteration) => async () => {
      const items = await iterate(server.url, maxResults);
      if (items !== total) throw new Error(`expected ${total} items, got ${items}`);
    };
    const result = await compare(side(ours), side(theirs), rounds);
    report(`${spaced(total)} ${what}, ${spaced(maxResults)} a page`, peer, "ms", result);
  }
  server.close();
}

/** A number with spaces between thousands. */
const spaced = (count: number) => count.toLocaleString("en").replaceAll(",", " ");

/** Both convert the same rows, in one process. */
async function compareRows(): Promise<void> {
  const built = new URL("../../dist/tables/index.js", import.meta.url).href;
  const { rowDecoder }: typeof import("fourfold/tables") = await import(built);
  const rows: { f: { v: unknown }[] }[] = JSON.parse(flat.text());
  const decode = rowDecoder(flat.columns, flat.columns);
  const options = { listParams: { "formatOptions.useInt64Timestamp": false } }; // timestamps are seconds as a float
  const result = await compare(
    () => void rows.map(decode),
    () => void BigQuery.mergeSchemaWithRows_({ fields: flat.columns }, rows, options as never),
    rounds,
  );
  report(`${spaced(ROWS)} rows, decoded`, "@google-cloud/bigquery", "ms", result);
}

/** An entry point, the peer with the same functions, and for each one line that creates a client. */
const pairs = [
  {
    name: "fourfold",
    line: 'import { createClient } from "fourfold"; export const client = createClient();',
    peer: "googleapis",
    peerLine: 'import { google } from "googleapis"; export const client = google.bigquery("v2");',
  },
  {
    name: "fourfold/warehouse",
    line: 'import { createWarehouse } from "fourfold/warehouse"; export const client = createWarehouse();',
    peer: "@google-cloud/bigquery",
    peerLine: 'import { BigQuery } from "@google-cloud/bigquery"; export const client = new BigQuery();',
  },
  {
    name: "fourfold/entities",
    line: 'import { createEntities } from "fourfold/entities"; export const client = createEntities();',
    peer: "@googleapis/kgsearch",
    peerLine: 'import { kgsearch } from "@googleapis/kgsearch"; export const client = kgsearch("v1");',
  },
  {
    name: "fourfold/environments",
    line: 'import { createEnvironments } from "fourfold/environments"; export const client = createEnvironments();',
    peer: "@google-cloud/orchestration-airflow",
    peerLine:
      'import { v1 } from "@google-cloud/orchestration-airflow"; export const client = new v1.EnvironmentsClient();',
  },
];

/** The cost of loading a package, each time in a new process. */
async function compareImports(): Promise<void> {
  const loading = (name: string, unit: "ms" | "MB"): Sample => {
    const read = unit === "ms" ? "performance.now()" : "process.memoryUsage().rss / 1e6";
    const code = `const before = ${read}; await import("${name}"); console.log(${read} - before);`;
    const args = ["--input-type=module", "-e", code];
    return async () => Number((await promisify(execFile)(process.execPath, args, { cwd: folder })).stdout);
  };
  for (const { name, peer } of pairs) {
    for (const unit of ["ms", "MB"] as const) {
      const result = await inTurns(loading(name, unit), loading(peer, unit), rounds);
      report(`import of ${name}${unit === "MB" ? ", memory" : ""}`, peer, unit, result);
    }
  }
}

/** The bundles of a one-line file for a server, including dependencies, minified and gzipped. */
async function compareBundles(): Promise<void> {
  const kilobytesOf = (contents: string) => async () => {
    const { outputFiles } = await build({
      stdin: { contents, resolveDir: folder },
      ...{ bundle: true, minify: true, write: false, logLevel: "error" },
      ...{ format: "cjs", platform: "node", target: "node20" }, // the peers use Node modules
    });
    return gzipSync(outputFiles[0]?.contents ?? "").byteLength / 1_000;
  };
  for (const { name, line, peer, peerLine } of pairs) {
    report(`bundle of ${name}`, peer, "kB", await inTurns(kilobytesOf(line), kilobytesOf(peerLine), 1));
  }
}

await comparePaging();
await compareRows();
await compareImports();
await compareBundles();

const installed = ["googleapis", ...pairs.slice(1).map(({ peer }) => peer)].map((name) => [
  name,
  `node_modules/${name}`,
]);
const versions = [["fourfold", "../.."], ...installed, ["esbuild", "../../node_modules/esbuild"]].map(
  ([name, path]) => `- ${name} ${JSON.parse(readFileSync(`${folder}${path}/package.json`, "utf8")).version}`,
);
const page = `# Compared with Google's clients

A ratio is fourfold's figure divided by that of Google's client: below 1, fourfold is faster or smaller. fourfold validates
every page, the others do not.

| task | fourfold | Google's client | its figure | ratio |
| --- | ---: | --- | ---: | ---: |
${lines.join("\n")}

- **Lists**: pages from a server in another process, without compression; one field of every item is read.
- **Imports**: each time in a new process.
- **Bundles**: a one-line file that creates a client, with its dependencies, for Node, minified and gzipped.

All figures come from one run on one machine: ${rounds} rounds in which the two sides alternate. A figure is the median, a ratio the median of
the ratios of the rounds, with the lowest and the highest in parentheses. \`npm run bench:peers\` measures again and writes this page.
The versions were:

${versions.join("\n")}
- Node ${process.versions.node}
`;
if (!quick) writeFileSync(new URL("../../docs/benchmarks.md", import.meta.url), page);
