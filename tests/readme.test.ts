import { readdirSync, readFileSync } from "node:fs";
import { posix } from "node:path";
import { beforeAll, expect, test } from "vitest";
import { shownSizes } from "../e2e/package/readme-table.js";
import { budgets } from "../e2e/package/sizes.js";
import { programsOf } from "./support/guide.js";
import { type Outcome, printedBy, runPrograms } from "./support/run-programs.js";

const root = new URL("../", import.meta.url);
const textOf = (path: string) => readFileSync(new URL(path, root), "utf8");
const readme = textOf("README.md");

const areas = readdirSync(new URL("docs/areas/", root)).map((name) => `docs/areas/${name}`);
const pages = ["README.md", ...areas].map((path) => ({ path, text: textOf(path) }));
const programs = pages.flatMap(({ path, text }) => programsOf(text).map((program) => ({ path, ...program })));

test("every TypeScript block is a program with an output", () => {
  const blocks = pages.flatMap(({ text }) => text.match(/^```ts$/gm) ?? []);
  expect(programs).toHaveLength(blocks.length);
});

let outcomes: Outcome[] = [];
beforeAll(async () => {
  outcomes = await runPrograms(programs);
}, 60_000);

test.each(programs.map((program, index) => ({ ...program, index })))(
  "$path: the program under $heading prints its output",
  ({ output, index }) => {
    expect(printedBy(outcomes[index])).toBe(output);
  },
);

test.each([
  ["The four areas", "examples/00-four-areas.ts"],
  ["Create and list tables", "examples/00-quick-start.ts"],
])("the program under %s is the example %s", (title, file) => {
  const [, ...lines] = textOf(file).split("\n");
  const program = programs.find(({ heading }) => heading === title);
  expect(program?.source).toBe(lines.join("\n"));
});

test.each(pages)("every path that $path links to exists", ({ path, text }) => {
  const links = [...text.matchAll(/\]\((?!https?:)([^)#]+)(?:#[\w-]+)?\)/g)].map(([, link = ""]) => link);
  expect(links.length).toBeGreaterThan(path === "README.md" ? 20 : 2);
  for (const link of links)
    expect(() => readFileSync(new URL(posix.join(posix.dirname(path), link), root)), link).not.toThrow(/ENOENT/);
});

test("the sizes are within the limits that the package check enforces", () => {
  const sizes = shownSizes(readme);
  expect(sizes.size).toBeGreaterThanOrEqual(9);
  for (const [what, size] of sizes) expect(size, what).toBeLessThanOrEqual(budgets[what]?.kilobytes ?? 0);
});
