// npm run bench:peers [-- --quick]: compares fourfold with Google's clients. Writes docs/benchmarks.md; nothing with --quick.
import { readFileSync, writeFileSync } from "node:fs";
import { parseArgs } from "node:util";
import { compareBundles } from "./bundles.js";
import { compareFirstPages, compareImports } from "./imports.js";
import { benchmarksPage, type Row, rowText } from "./page.js";
import { comparePaging } from "./paging.js";

const { quick } = parseArgs({ options: { quick: { type: "boolean", default: false } } }).values;
const rounds = quick ? 1 : 9;
const started = performance.now();

function show(rows: Row[]): Row[] {
  for (const row of rows) console.log(rowText(row));
  console.log(`after ${((performance.now() - started) / 60_000).toFixed(1)} minutes`);
  return rows;
}

const rows = [
  ...show(await comparePaging(rounds)),
  ...show(await compareImports(rounds)),
  ...show(await compareFirstPages(rounds)),
  ...show(await compareBundles()),
];
const versions = {
  fourfold: versionOf("../.."),
  googleapis: versionOf("./node_modules/googleapis"),
  "@google-cloud/bigquery": versionOf("./node_modules/@google-cloud/bigquery"),
  "@googleapis/kgsearch": versionOf("./node_modules/@googleapis/kgsearch"),
  "@google-cloud/orchestration-airflow": versionOf("./node_modules/@google-cloud/orchestration-airflow"),
  esbuild: versionOf("../../node_modules/esbuild"),
  Node: process.versions.node,
};

const page = benchmarksPage(rows, rounds, versions);
if (quick) {
  console.log(page);
  console.log("one round is not representative, so no file is changed");
} else writeFileSync(new URL("../../docs/benchmarks.md", import.meta.url), page);

function versionOf(folder: string): string {
  return JSON.parse(readFileSync(new URL(`${folder}/package.json`, import.meta.url), "utf8")).version;
}
