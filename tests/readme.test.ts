import { readdirSync, readFileSync } from "node:fs";
import { posix } from "node:path";
import { beforeAll, expect, test } from "vitest";
import { shownSizes, speedRows } from "../e2e/package/readme-table.js";
import { budgets } from "../e2e/package/sizes.js";
import { programsOf } from "./support/guide.js";
import { type Outcome, printedBy, runPrograms } from "./support/run-programs.js";

const root = new URL("../", import.meta.url);
const textOf = (path: string) => readFileSync(new URL(path, root), "utf8");
const readme = textOf("README.md");
/** Without line breaks. */
const prose = readme.replaceAll(/\s+/g, " ");
const manifest = JSON.parse(textOf("package.json"));

const areas = readdirSync(new URL("docs/areas/", root)).map((name) => `docs/areas/${name}`);
const pages = ["README.md", ...areas].map((path) => ({ path, text: textOf(path) }));
const programs = pages.flatMap(({ path, text }) => programsOf(text).map((program) => ({ path, ...program })));

test("every TypeScript block is a program with an output", () => {
  const blocks = pages.flatMap(({ text }) => text.match(/^```ts$/gm) ?? []);
  expect(programs).toHaveLength(blocks.length);
  expect(programs.map(({ path, heading }) => `${path}: ${heading}`).sort()).toEqual([
    "README.md: API Gateway",
    "README.md: BigQuery",
    "README.md: Cloud Composer",
    "README.md: Knowledge Graph Search",
    "docs/areas/entities.md: Search by prefix",
    "docs/areas/environments.md: Plan and apply updates",
    "docs/areas/gateway.md: Secure an API and read the caller",
    "docs/areas/testing.md: Test your app",
    "docs/areas/warehouse.md: Create and list tables",
    "docs/areas/warehouse.md: Keep a schema in code",
  ]);
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

test("the program that creates and lists tables is an example", () => {
  const [, ...lines] = textOf("examples/00-quick-start.ts").split("\n");
  const program = programs.find(({ heading }) => heading === "Create and list tables");
  expect(program?.source).toBe(lines.join("\n"));
});

test.each(pages)("every path that $path links to exists", ({ path, text }) => {
  const links = [...text.matchAll(/\]\((?!https?:)([^)#]+)(?:#[\w-]+)?\)/g)].map(([, link = ""]) => link);
  expect(links.length).toBeGreaterThan(path === "README.md" ? 20 : 2);
  for (const link of links)
    expect(() => readFileSync(new URL(posix.join(posix.dirname(path), link), root)), link).not.toThrow(/ENOENT/);
});

test("the README leads to the page of every area", () => {
  for (const path of areas) expect(readme).toContain(`(${path})`);
});

test("the figures about speed are those that the benchmark wrote", () => {
  expect(speedRows().length).toBeGreaterThanOrEqual(3);
  for (const row of speedRows()) expect(readme).toContain(row);
});

const entries = Object.keys(manifest.exports)
  .filter((subpath) => subpath !== "./package.json")
  .map((subpath) => subpath.replace(/^\./, manifest.name));

test.each(entries)("the README names the entry %s", (entry) => {
  expect(readme.split("\n## Entries\n")[1]?.split("\n## ")[0]).toContain(`\`${entry}\``);
});

test("the sizes are within the limits that the package check enforces", () => {
  const sizes = shownSizes(readme);
  expect(sizes.size).toBeGreaterThanOrEqual(9);
  for (const [what, size] of sizes) expect(size, what).toBeLessThanOrEqual(budgets[what]?.kilobytes ?? 0);
});

test("versions and dependencies are those of the manifest", () => {
  expect(readme).toContain(`fourfold-${manifest.version}.tgz`);
  expect(prose).toContain(`Node ${manifest.engines.node.replace(">=", "")} or newer`);
  for (const name of Object.keys(manifest.dependencies)) expect(prose).toContain(name);
});

test("the commands exist", () => {
  const scripts = [...readme.matchAll(/npm run ([\w:-]+)/g)].map(([, script = ""]) => script);
  expect(scripts).toContain("demo");
  expect(Object.keys(manifest.scripts)).toEqual(expect.arrayContaining(scripts));
  // The name is not registered: without --no, npx would install a package of someone else.
  expect(readme).not.toMatch(/npx fourfold/);
});
