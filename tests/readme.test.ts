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

test("the README has at most 900 words, and each of its programs at most 12 lines", () => {
  expect(readme.trim().split(/\s+/).length).toBeLessThanOrEqual(900);
  for (const { path, source } of programs) {
    if (path === "README.md") expect(source.trim().split("\n").length).toBeLessThanOrEqual(12);
  }
});

test("the README says on its first screen what does not exist yet", () => {
  expect(readme.split("\n## ")[0]).toContain("not on npm, never run against the live services");
});

test("the README names the commands for a clone on its first screen", () => {
  const lines = readme.split("\n").slice(0, 24);
  for (const command of ["npm ci && npm run demo", "npm ci && npm test"]) {
    expect(lines.filter((line) => line === command || line.startsWith(`${command} `))).toHaveLength(1);
    expect(manifest.scripts).toHaveProperty(command.split(" ").at(-1) ?? "");
  }
});

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

test("the README counts the tasks of the guide about migration", () => {
  const guide = textOf("docs/guides/migration.md");
  const tasks = guide.match(/^## \d+\. /gm) ?? [];
  const words = ["one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"];
  const count = words[tasks.length - 1];
  expect(readme).toContain(`[${count} tasks with both](docs/guides/migration.md)`);
  expect(guide).toContain(`This page shows ${count} tasks`);
});

test("each comparison with another tool has its date", () => {
  const section = readme.split("\n## Compared with\n")[1]?.split("\n## ")[0] ?? "";
  const tools = section.split("\n").filter((line) => line.startsWith("- "));
  expect(tools.flatMap((line) => line.match(/\*\*(.+?)\*\*/g))).toEqual([
    "**Google's clients**",
    "**Terraform**",
    "**Dataform**",
    "**dbt**",
    "**Emulators**",
  ]);
  for (const line of tools) expect(line).toMatch(/\((?:[^()]+, )?[A-Z]\w+ 20\d\d\)/);
});

/** The pages that a page of the repository links to. */
const linksOf = (path: string): string[] =>
  [...textOf(path).matchAll(/\]\((?!https?:)([^)#]+\.md)(?:#[\w-]+)?\)/g)].map(([, link = ""]) =>
    posix.join(posix.dirname(path), link),
  );

test.each([
  ["decodes the header of the caller", "decodeUserInfo("],
  ["lists projects", "projects.list()"],
  ["finds credentials", "applicationDefault()"],
  ["calls a generated method", "service.call(tasksInsert,"],
  ["decodes rows", "rowDecoder("],
])("code that %s is at most two clicks from the README", (_, code) => {
  const oneClick = linksOf("README.md");
  const reached = new Set([...oneClick, ...oneClick.flatMap(linksOf)]);
  const found = [...reached].filter((path) => (textOf(path).match(/^```ts$.*?^```$/gms) ?? []).join().includes(code));
  expect(found).not.toEqual([]);
});

test("version, dependencies, runtimes and compilers are those of the manifests", () => {
  const consumers = JSON.parse(textOf("e2e/consumers/package.json")).dependencies;
  const compilers = Object.keys(consumers).flatMap((name) => /^typescript-(.*)$/.exec(name)?.[1] ?? []);
  const [, lowest, highest] = /\*\*TypeScript\*\*: ([\d.]+) or newer, tested up to ([\d.]+)\./.exec(prose) ?? [];
  expect(compilers).toContain(lowest);
  expect(compilers.sort().at(-1)).toBe(highest);
  expect(prose).toContain(`**Status**: ${manifest.version}, not on npm`);
  expect(readme).toContain(`fourfold-${manifest.version}.tgz`);
  expect(prose).toContain(`Node ${manifest.engines.node.replace(">=", "")} or newer`);
  expect(prose).toContain("It depends on zod, ky and jose only.");
  expect(Object.keys(manifest.dependencies).sort()).toEqual(["jose", "ky", "zod"]);
});

test("the commands exist", () => {
  const scripts = [...readme.matchAll(/npm run ([\w:-]+)/g)].map(([, script = ""]) => script);
  expect(scripts).toContain("demo");
  expect(Object.keys(manifest.scripts)).toEqual(expect.arrayContaining(scripts));
  // The name is not registered: without --no, npx would install a package of someone else.
  expect(readme).not.toMatch(/npx fourfold/);
});

test("the clients of Google that run against the sandbox are those that are installed for it", () => {
  const [, list = ""] = /Google's own clients \(([^)]+)\) run/.exec(prose) ?? [];
  const installed = Object.keys(JSON.parse(textOf("bench/peers/package.json")).dependencies);
  expect(list.split(", ").length).toBe(3);
  expect(installed).toEqual(expect.arrayContaining(list.split(", ")));
});

test("the versions in docs/compatibility.md are those that the consumers test installs", () => {
  const section = readFileSync(new URL("docs/compatibility.md", root), "utf8");
  const installed = ["", "jest-29/", "jest-30/"].flatMap((folder) => {
    const file = readFileSync(new URL(`e2e/consumers/${folder}package.json`, root), "utf8");
    return Object.entries<string>(JSON.parse(file).dependencies);
  });
  const compilers = installed.flatMap(([name]) => /^typescript-(.+)/.exec(name)?.[1] ?? []);
  expect(section).toContain(`| ${compilers.at(0)} (the minimum) to ${compilers.at(-1)},`);
  for (const tool of ["tsx", "ts-node", "Vitest", "esbuild", "Rollup", "webpack", "Vite", "Jest"]) {
    const versions = installed.filter(([name]) => name === tool.toLowerCase()).map(([, version]) => version);
    const majors = versions.map((version) => /^(0\.)?\d+/.exec(version)?.[0]);
    expect(section).toMatch(new RegExp(`\\b${tool} ${majors.join(" and ")}\\b`));
  }
});
