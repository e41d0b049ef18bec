import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "./packed.js";
import type { Size } from "./sizes.js";

/** A comparison in docs/benchmarks.json, which `npm run bench:peers` writes. */
interface Comparison {
  readonly what: string;
  readonly peerName: string;
  readonly unit: string;
  readonly ours: { readonly median: number };
  readonly ratio: { readonly median: number };
}

/** The comparisons that the README shows, each with its label. */
const COMPARISONS: Readonly<Record<string, string>> = {
  "10 000 tables, 50 a page": "list 10 000 tables, 50 a page",
  "10 000 projects, 50 a page": "list 10 000 projects, 50 a page",
  "import of fourfold/warehouse, time": "import `fourfold/warehouse` in Node",
  "bundle of fourfold/warehouse": "bundle `fourfold/warehouse` for Node",
};

/** The imports whose size in a browser the README shows. */
const IMPORTS = [
  '{ createClient, bearer } from "fourfold"',
  '{ createWarehouse } from "fourfold/warehouse"',
  "fourfold/gateway",
  "fourfold/gateway/user-info",
];

/** Maximum difference between a size in the README and the measured one, as a share of the latter. */
const TOLERANCE = 0.03;

const README = join(root, "README.md");
const TABLE = /(?<=^\| \| fourfold \| ratio to Google's client \|\n)(?:\|.*\n)+/m;

/** The rows about speed, from docs/benchmarks.json. */
export function speedRows(): string[] {
  const results = JSON.parse(readFileSync(join(root, "docs/benchmarks.json"), "utf8"));
  const all: readonly Comparison[] = [...results.paging, ...results.imports, ...results.bundles];
  return Object.entries(COMPARISONS).flatMap(([what, label]) => {
    const row = all.findLast((each) => each.what === what);
    if (row === undefined) return [];
    const { unit, ours, peerName, ratio } = row;
    return [`| ${label} | ${ours.median.toFixed(0)} ${unit} | ${ratio.median.toFixed(2)} × ${peerName} |`];
  });
}

const sizeCell = ({ atOnce, onDemand }: Size) =>
  onDemand === 0 ? `${atOnce.toFixed(1)} kB` : `${atOnce.toFixed(1)} kB + ${onDemand.toFixed(1)} kB on demand`;

/** Writes the table of the README from docs/benchmarks.json and the measured sizes. */
export function writeReadmeTable(sizes: ReadonlyMap<string, Size>): void {
  const rows = IMPORTS.map((what) => {
    const size = sizes.get(what);
    if (size === undefined) throw new Error(`the size of ${what} was not measured`);
    return `| browser: \`${what}\` | ${sizeCell(size)} | |`;
  });
  const readme = readFileSync(README, "utf8");
  if (!TABLE.test(readme)) throw new Error("README.md has no table of speed and size");
  const table = ["|---|---|---|", ...speedRows(), ...rows].map((row) => `${row}\n`).join("");
  writeFileSync(
    README,
    readme.replace(TABLE, () => table),
  );
}

/** Returns the differences between the sizes in the README and the measured ones. */
export function checkReadmeTable(sizes: ReadonlyMap<string, Size>): string[] {
  const shown = shownSizes(readFileSync(README, "utf8"));
  const remedy = "run npm run test:package -- contents --update";
  return IMPORTS.flatMap((what) => {
    const [figures, size] = [shown.get(what), sizes.get(what)];
    if (figures === undefined || size === undefined) return [`README.md: no size of ${what}; ${remedy}`];
    const isClose = isNear(figures.atOnce, size.atOnce) && isNear(figures.onDemand, size.onDemand);
    return isClose ? [] : [`README.md: ${what} is ${sizeCell(size)}, not ${sizeCell(figures)}; ${remedy}`];
  });
}

const isNear = (shown: number, measured: number) => Math.abs(shown - measured) <= Math.max(measured * TOLERANCE, 0.1);

/** The sizes in a browser that the README shows, by import. */
export function shownSizes(readme: string): Map<string, Size> {
  const rows = readme.matchAll(/^\| browser: `(.+?)` \| ([\d.]+) kB(?: \+ ([\d.]+) kB on demand)? \|/gm);
  return new Map(
    [...rows].map(([, what = "", atOnce, onDemand = 0]) => [
      what,
      { atOnce: Number(atOnce), onDemand: Number(onDemand) },
    ]),
  );
}
