import { readFileSync } from "node:fs";
import { budgets } from "../e2e/package/sizes.js";
import manifest from "../package.json" with { type: "json" };

/** A comparison in docs/benchmarks.json. */
interface Row {
  readonly what: string;
  readonly unit: string;
  readonly peerName: string;
  readonly ours: { readonly median: number };
  readonly peer: { readonly median: number };
  readonly ratio: { readonly median: number };
}

type Comparisons = Readonly<Record<"paging" | "imports" | "bundles" | "types", readonly Row[]>>;

/** Fills in what the home page says about the package, from the files that the checks write. */
export function withFacts(page: string): string {
  return page.replace("<!-- tagline -->", manifest.description).replace("<!-- numbers -->", numbers());
}

/** The comparisons of docs/benchmarks.json that the home page shows, and what they mean. */
const SHOWN: readonly (readonly [group: keyof Comparisons, what: string, name: string])[] = [
  ["paging", "10 000 tables, 50 a page", "List 10 000 BigQuery tables"],
  ["imports", "import of fourfold/warehouse, time", "Import the BigQuery client"],
  ["imports", "import of fourfold/environments, time", "Import the Composer client"],
  ["bundles", "bundle of fourfold/warehouse", "Bundle the BigQuery client"],
  ["bundles", "bundle of fourfold/environments", "Bundle the Composer client"],
  ["types", "types of fourfold/warehouse, time", "Check the types of a line with it"],
];

function numbers(): string {
  const results: Comparisons = JSON.parse(readFileSync(new URL("../docs/benchmarks.json", import.meta.url), "utf8"));
  const rows = SHOWN.map(([group, what, name]) => {
    const row = results[group].findLast((each) => each.what === what);
    if (row === undefined) throw new Error(`docs/benchmarks.json has no "${what}"`);
    const { ours, peer, peerName, unit, ratio } = row;
    const other = `${figure(peer.median)} ${unit}, ${peerName.replace(/ \(.*/, "")}`;
    return `| ${name} | ${figure(ours.median)} ${unit} | ${other} | ${ratio.median.toFixed(2)} × |`;
  });
  const size = (name: string) => `${budgets[name]?.kilobytes} kB`;
  return [
    "| | fourfold | Google's client | ratio |",
    "| --- | ---: | --- | ---: |",
    ...rows,
    "",
    `Below 1, fourfold is faster or smaller; it validates every page, the others do not. In a browser, with zod and ky, minified and gzipped, \`createWarehouse\` is at most ${size('{ createWarehouse } from "fourfold/warehouse"')} and \`readUserInfo\` ${size('{ readUserInfo } from "fourfold/gateway/user-info"')}; a check enforces that. [All figures](/benchmarks.md)`,
  ].join("\n");
}

/** Three significant digits at most. */
const figure = (value: number) => (value >= 100 ? value.toFixed(0) : String(Number(value.toPrecision(2))));
