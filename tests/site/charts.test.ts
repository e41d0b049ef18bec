import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { withCharts } from "../../site/charts.js";

interface Chart {
  readonly title: string | undefined;
  /** Labels, and the name and the figure of each bar. */
  readonly texts: readonly (string | undefined)[];
  /** Lengths of the bars, in percent. */
  readonly lengths: readonly number[];
}

function chartsOf(page: string): Chart[] {
  const found = [...withCharts(page).matchAll(/<figure class="chart">.*?<\/figure>/gs)].map(([chart]) => chart);
  return found.map((chart) => ({
    title: /<p id="chart-\d+-title"[^>]*>(.*): bar chart<\/p>/.exec(chart)?.[1],
    texts: [...chart.matchAll(/<p(?: class="label")?>(.*?)<\/p>/g)].map(([, text]) => text),
    lengths: [...chart.matchAll(/<div class="bar [^>]* style="width: ([\d.]+)%"/g)].map(([, length]) => Number(length)),
  }));
}

const plain = (heading: string, ...rows: string[]) =>
  [
    `## ${heading}`,
    "",
    "| what | fourfold | peer | peer's figure | ratio |",
    "| --- | ---: | --- | ---: | ---: |",
    ...rows,
    "",
  ].join("\n");
const ranged = (heading: string, ...rows: string[]) =>
  [
    `## ${heading}`,
    "",
    "| what | fourfold | peer | peer's figure | ratio | range |",
    "| --- | ---: | --- | ---: | ---: | ---: |",
    ...rows,
    "",
  ].join("\n");

test.each([
  [
    "Paging",
    plain("Paging", "| 10 000 tables, 50 a page | 50 ms | bigquery | 200 ms | 4.0 × |"),
    ranged("Paging", "| 10 000 tables, 50 a page | 50 (48–61) ms | bigquery | 200 (181–220) ms | 0.25 × | 0.24–0.29 |"),
    ["10 000 tables, 50 a page", "50 ms fourfold", "200 ms bigquery"],
  ],
  [
    "Loading",
    plain("Loading", "| import of fourfold, memory | 30 MB | googleapis | 120 MB | 4.0 × |"),
    ranged("Loading", "| import of fourfold, memory | 30 (29–31) MB | googleapis | 120 MB | 0.25 × | 0.24–0.26 |"),
    ["import of fourfold, memory", "30 MB fourfold", "120 MB googleapis"],
  ],
  [
    "Bundling",
    plain("Bundling", "| bundle of fourfold | 52 kB | googleapis | 208 kB | 4.0 × |"),
    ranged("Bundling", "| bundle of fourfold | 52 kB | googleapis | 208 kB | 0.25 × |  |"),
    ["bundle of fourfold", "52 kB fourfold", "208 kB googleapis"],
  ],
  [
    "Type checking",
    plain("Type checking", "| types of fourfold, time | 0.65 s | googleapis | 2.6 s | 4.0 × |"),
    ranged(
      "Type checking",
      "| types of fourfold, time | 0.65 (0.61–0.70) s | googleapis | 2.6 (2.5–2.7) s | 0.25 × | 0.24–0.27 |",
    ),
    ["types of fourfold, time", "0.65 s fourfold", "2.6 s googleapis"],
  ],
])("figures with and without ranges get the same chart: %s", (title, withoutRanges, withRanges, texts) => {
  expect(chartsOf(withoutRanges)).toEqual([{ title, texts, lengths: [25, 100] }]);
  expect(chartsOf(withRanges)).toEqual([{ title, texts, lengths: [25, 100] }]);
});

test("a table with units in its header compares the rows with the same label, column by column", () => {
  const page = `## Memory

| what | client | peak, MB | growth, MB |
| --- | --- | ---: | ---: |
| projects | fourfold | 100 (98–103) | 0.50 (-0.10–0.90) |
| projects | googleapis | 200 | 1.0 |
| tables | fourfold | 120 (110–125) | -0.20 (-0.30–0.10) |
| tables | bigquery | 160 (150–170) | 12 |
`;
  const texts = [
    ...["projects: peak", "100 MB fourfold", "200 MB googleapis"],
    ...["projects: growth", "0.50 MB fourfold", "1.0 MB googleapis"],
    ...["tables: peak", "120 MB fourfold", "160 MB bigquery"],
    ...["tables: growth", "-0.20 MB fourfold", "12 MB bigquery"],
  ];
  expect(chartsOf(page)).toEqual([{ title: "Memory", texts, lengths: [50, 100, 50, 100, 75, 100, 0.5, 100] }]);
});

test("tables of ratios, of goals and of profiles are not changed", () => {
  const page = `## Goals

| what | peer | goal | ratio | range | result |
| --- | --- | ---: | ---: | ---: | --- |
| bundle of fourfold | googleapis | 0.5 × | 0.25 × | 0.24–0.26 | reached |

### 10 000 projects, compared with googleapis

| time of | fourfold, ms | googleapis, ms |
| --- | ---: | ---: |
| zod | 12.0 | 0.1 |
`;
  expect(withCharts(page)).toBe(page);
});

test("the charts of docs/benchmarks.md precede the tables of its comparisons, and the tables are kept", () => {
  const page = readFileSync(new URL("../../docs/benchmarks.md", import.meta.url), "utf8");
  const titles = chartsOf(page).map(({ title }) => title);
  expect(titles).toEqual(expect.arrayContaining(["Paging", "Loading", "Bundling", "Type checking"]));
  expect(withCharts(page).replaceAll(/<figure.*?<\/figure>\n\n/gs, "")).toBe(page);
});
