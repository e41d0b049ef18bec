// npm run bench:peers [-- --quick]: compares fourfold with Google's clients. Writes docs/benchmarks.md, and the same figures as
// docs/benchmarks.json; nothing with --quick.
import { readFileSync, writeFileSync } from "node:fs";
import { parseArgs } from "node:util";
import { compareBundles } from "./bundles.js";
import { compareFirstPages, compareImports } from "./imports.js";
import { compareMemory } from "./memory.js";
import { benchmarksPage, memoryText, type Results, type Row, rowText } from "./page.js";
import { comparePaging } from "./paging.js";
import type { Profile } from "./profile.js";
import { compareTypes } from "./types.js";

const { quick } = parseArgs({ options: { quick: { type: "boolean", default: false } } }).values;
const rounds = quick ? 1 : 9;
const started = performance.now();

function show(rows: Row[]): Row[] {
  for (const row of rows) console.log(rowText(row));
  console.log(`after ${((performance.now() - started) / 60_000).toFixed(1)} minutes`);
  return rows;
}

const paging = await comparePaging(rounds);
show(paging.rows);
const imports = await compareImports(rounds);
show(imports.rows);
const firstPages = show(await compareFirstPages(rounds));
const bundles = await compareBundles();
show(bundles.rows);
const types = show(await compareTypes(rounds));
const memory = await compareMemory(rounds, quick ? 20_000 : undefined);
for (const row of memory) console.log(memoryText(row));

const results: Results = {
  command: "npm run bench:peers",
  rounds,
  paging: paging.rows,
  memory,
  imports: imports.rows,
  firstPages,
  bundles: bundles.rows,
  types,
  profiles: [...paging.profiles, ...imports.profiles, ...bundles.profiles],
  versions: {
    fourfold: versionOf("../.."),
    googleapis: versionOf("./node_modules/googleapis"),
    "@google-cloud/bigquery": versionOf("./node_modules/@google-cloud/bigquery"),
    "@googleapis/kgsearch": versionOf("./node_modules/@googleapis/kgsearch"),
    "@google-cloud/orchestration-airflow": versionOf("./node_modules/@google-cloud/orchestration-airflow"),
    typescript: versionOf("../../node_modules/typescript"),
    esbuild: versionOf("../../node_modules/esbuild"),
    Node: process.versions.node,
  },
};

const page = benchmarksPage(results);
if (quick) {
  console.log(page);
  console.log("one round is not representative, so no file is changed");
} else {
  writeFileSync(new URL("../../docs/benchmarks.md", import.meta.url), page);
  const profiles = results.profiles.map(asObject);
  writeFileSync(
    new URL("../../docs/benchmarks.json", import.meta.url),
    `${JSON.stringify({ ...results, profiles }, null, 2)}\n`,
  );
  console.log("now write the figures of the README: npm run test:package -- contents --update");
}

function asObject({ ours, theirs, ...named }: Profile): object {
  return { ...named, ours: Object.fromEntries(ours), theirs: Object.fromEntries(theirs) };
}

function versionOf(folder: string): string {
  return JSON.parse(readFileSync(new URL(`${folder}/package.json`, import.meta.url), "utf8")).version;
}
