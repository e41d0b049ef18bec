import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { budgets } from "../e2e/package/sizes.js";
import { readmePrograms, runProgram } from "./support/guide.js";

const root = new URL("../", import.meta.url);
const textOf = (path: string) => readFileSync(new URL(path, root), "utf8");
const readme = textOf("README.md");
/** Without line breaks. */
const prose = readme.replaceAll(/\s+/g, " ");
const manifest = JSON.parse(textOf("package.json"));

const programs = readmePrograms(readme);

test("every TypeScript block is a program with an output", () => {
  expect(programs).toHaveLength(readme.match(/^```ts$/gm)?.length ?? 0);
  expect(programs.map(({ heading }) => heading)).toEqual([
    "Quick start",
    "Warehouse: BigQuery tables",
    "Entities: Knowledge Graph Search",
    "Environments: Cloud Composer updates",
    "Gateway: API Gateway and Cloud Endpoints",
    "Test your app",
  ]);
});

test.each(programs)("the program under $heading prints its output", { timeout: 60_000 }, ({ source, output }) => {
  expect(runProgram(source)).toBe(output);
});

test("the quick start is an example", () => {
  const [, ...lines] = textOf("examples/00-quick-start.ts").split("\n");
  expect(programs[0]?.source).toBe(lines.join("\n"));
});

test("every linked path exists", () => {
  const links = [...readme.matchAll(/\]\((?!https?:)([^)#]+)(?:#[\w-]+)?\)/g)].map(([, path = ""]) => path);
  expect(links.length).toBeGreaterThan(20);
  for (const path of links) expect(() => readFileSync(new URL(path, root)), path).not.toThrow(/ENOENT/);
});

/** Cells of the table rows, without the header, in a part of the page. */
function rowsOf(markdown: string): string[][] {
  const lines = markdown.split("\n").filter((line) => /^\| (?!-)/.test(line));
  return lines.map((line) => line.split("|").map((cell) => cell.trim().replaceAll("`", "")));
}

const [, speed = "", size = ""] = /^## Speed and size$(.*?)^Bundled for a browser(.*?)^## /ms.exec(readme) ?? [];

test("the ratios are those that the benchmark wrote", () => {
  const [, ...shown] = rowsOf(speed).map(([, what, peer, ratio]) => [what, peer, ratio]);
  const written = rowsOf(textOf("docs/benchmarks.md")).map(([, what, , peer, , ratio]) => [what, peer, ratio]);
  expect(shown.length).toBeGreaterThanOrEqual(5);
  expect(written).toEqual(expect.arrayContaining(shown));
});

test("the sizes are within a tenth of the limits that the package check enforces", () => {
  // Each row contains two imports.
  const [, ...shown] = rowsOf(size)
    .flatMap((cells) => [cells.slice(0, 3), cells.slice(2, 5)])
    .slice(1);
  expect(shown.length).toBeGreaterThanOrEqual(5);
  for (const [, what = "", figure = ""] of shown) {
    const limit = budgets[what]?.kilobytes ?? Number.NaN;
    expect(Number(figure), what).toBeLessThanOrEqual(limit);
    expect(Number(figure), what).toBeGreaterThan(limit * 0.9);
  }
});

test("version, dependencies, runtimes and compilers are those of the manifests", () => {
  const consumers = JSON.parse(textOf("e2e/consumers/package.json")).dependencies;
  const compilers = Object.keys(consumers).flatMap((name) => /^typescript-(.*)$/.exec(name)?.[1] ?? []);
  const [, lowest, highest] = /\*\*TypeScript\*\*: ([\d.]+) or newer, tested up to ([\d.]+)\./.exec(prose) ?? [];
  expect(compilers).toContain(lowest);
  expect(compilers.sort().at(-1)).toBe(highest);
  expect(prose).toContain(`**Status**: ${manifest.version}, not released.`);
  expect(readme).toContain(`fourfold-${manifest.version}.tgz`);
  expect(prose).toContain(`Node ${manifest.engines.node.replace(">=", "")} or newer`);
  expect(prose).toContain("It depends on zod, ky and jose only.");
  expect(Object.keys(manifest.dependencies).sort()).toEqual(["jose", "ky", "zod"]);
});

test("the commands exist", () => {
  const scripts = [...readme.matchAll(/npm run ([\w:-]+)/g)].map(([, script = ""]) => script);
  expect(scripts).toContain("demo");
  expect(Object.keys(manifest.scripts)).toEqual(expect.arrayContaining(scripts));
  expect(readme).toContain("`npm ci && npm run demo`");
  expect(readme).toContain("`npm ci && npm test`");
  // The name is not registered: without --no, npx would install a package of someone else.
  expect(readme).not.toMatch(/npx fourfold/);
});

test("the clients of Google that run against the sandbox are those that are installed for it", () => {
  const [, list = ""] = /Google's own clients \(([^)]+)\) run/.exec(prose) ?? [];
  const installed = Object.keys(JSON.parse(textOf("peers/package.json")).dependencies);
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
