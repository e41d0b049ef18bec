import { existsSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";
import { build } from "esbuild";
import { beforeAll, expect, test } from "vitest";
import { budgets, shownSizes } from "../e2e/package/sizes.js";
import manifest from "../package.json" with { type: "json" };
import { programsOf } from "./support/guide.js";
import { type Outcome, printedBy, runPrograms } from "./support/run-programs.js";

const root = new URL("../", import.meta.url);
const textOf = (path: string) => readFileSync(new URL(path, root), "utf8");
const readme = textOf("README.md");

const programs = programsOf(readme);

test("every TypeScript block is a program with an output", () => {
  expect(programs).toHaveLength(readme.match(/^```ts$/gm)?.length ?? 0);
});

let outcomes: Outcome[] = [];
beforeAll(async () => {
  outcomes = await runPrograms(programs);
}, 60_000);

test.each(programs.map((program, index) => ({ ...program, index })))(
  "the program under $heading prints its output",
  ({ output, index }) => {
    expect(printedBy(outcomes[index])).toBe(output);
  },
);

test("the first program is the first example", () => {
  const [, ...lines] = textOf("examples/00-four-areas.ts").split("\n");
  expect(programs[0]?.source).toBe(lines.join("\n"));
});

test("every path that it links to exists", () => {
  const links = [...readme.matchAll(/\]\((?!https?:)([^)#]+)(?:#[\w-]+)?\)/g)].map(([, link = ""]) => link);
  expect(links.length).toBeGreaterThan(20);
  for (const link of links) expect(existsSync(new URL(link, root)), link).toBe(true);
});

test("it has at most 800 words", () => {
  expect(readme.trim().split(/\s+/).length).toBeLessThanOrEqual(800);
});

test("the sizes are within the limits that the package check enforces", () => {
  const sizes = shownSizes(readme);
  expect(sizes.size).toBeGreaterThanOrEqual(9);
  for (const [what, size] of sizes) expect(size, what).toBeLessThanOrEqual(budgets[what]?.kilobytes ?? 0);
});

test("the versions and the dependencies are those of package.json", () => {
  expect(readme).toContain(`Node ${manifest.engines.node.replace(">=", "")}+,`);
  expect(readme).toContain(`fourfold-${manifest.version}.tgz`);
  const [, named = ""] = /^Dependencies: (.+)\.$/m.exec(readme) ?? [];
  expect(named.split(", ").sort()).toEqual(Object.keys(manifest.dependencies).sort());
});

test("the size of jose is that of the installed version", async () => {
  const { outputFiles } = await build({
    stdin: { contents: 'export * from "jose";', resolveDir: fileURLToPath(root) },
    bundle: true,
    minify: true,
    format: "esm",
    platform: "browser",
    write: false,
  });
  const size = gzipSync(outputFiles[0]?.contents ?? "").byteLength / 1_000;
  expect(Number(/jose \((\d+) kB\)/.exec(readme)?.[1])).toBe(Math.round(size));
});
