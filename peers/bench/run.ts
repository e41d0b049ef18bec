// npm run bench:peers [-- --quick]: compares fourfold with Google's clients. Writes docs/benchmarks.md, except with
// --quick.
import { readFileSync, writeFileSync } from "node:fs";
import { parseArgs } from "node:util";
import { compareBundles } from "./bundles.js";
import { compareImports } from "./imports.js";
import { benchmarksPage, goalText, type Row, rowText } from "./page.js";
import { comparePaging } from "./paging.js";
import { compareTypes } from "./types.js";

const { quick } = parseArgs({ options: { quick: { type: "boolean", default: false } } }).values;
const rounds = quick ? 1 : 9;
/** The compiler is slow, and its times vary little. */
const typeRounds = quick ? 1 : 5;

function show(rows: Row[]): Row[] {
  for (const row of rows) console.log([rowText(row), goalText(row)].filter(Boolean).join("\n"));
  return rows;
}

const results = {
  command: "npm run bench:peers",
  rounds,
  typeRounds,
  paging: show(await comparePaging(rounds)),
  imports: show(await compareImports(rounds)),
  bundles: show(await compareBundles()),
  types: show(await compareTypes(typeRounds)),
  versions: {
    fourfold: versionOf("../.."),
    googleapis: versionOf("../node_modules/googleapis"),
    "@google-cloud/bigquery": versionOf("../node_modules/@google-cloud/bigquery"),
    "@googleapis/kgsearch": versionOf("../node_modules/@googleapis/kgsearch"),
    typescript: versionOf("../../node_modules/typescript"),
    esbuild: versionOf("../../node_modules/esbuild"),
    Node: process.versions.node,
  },
};

if (quick) console.log("one round is not representative, so docs/benchmarks.md is unchanged");
else writeFileSync(new URL("../../docs/benchmarks.md", import.meta.url), benchmarksPage(results));

function versionOf(folder: string): string {
  return JSON.parse(readFileSync(new URL(`${folder}/package.json`, import.meta.url), "utf8")).version;
}
