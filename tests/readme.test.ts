import { existsSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";
import { build } from "esbuild";
import { beforeAll, expect, test } from "vitest";
import manifest from "../package.json" with { type: "json" };
import { type PageProgram, programsOf } from "./support/guide.js";
import { type Outcome, printedBy, runPrograms } from "./support/run-programs.js";

const root = new URL("../", import.meta.url);
const textOf = (path: string) => readFileSync(new URL(path, root), "utf8");
const readme = textOf("README.md");

const programs = programsOf(readme);

/** Programs with other packages. */
const isWith = (name: string, { source }: PageProgram) => source.includes(`from "${name}"`);
const [run, others] = [false, true].map((isOther) =>
  programs.filter((program) => isWith("@google-cloud/bigquery", program) === isOther),
) as [PageProgram[], PageProgram[]]; // two filters

test("every TypeScript block is a program with an output", () => {
  expect(programs).toHaveLength(readme.match(/^```ts$/gm)?.length ?? 0);
  expect(others).toHaveLength(1); // bench/peers runs it
});

let outcomes: Outcome[] = [];
beforeAll(async () => {
  outcomes = await runPrograms(
    run.map((program) => {
      const account = isWith("google-auth-library", program)
        ? 'import { signIn } from "./tests/support/google-account.js";\nsignIn();\n'
        : "";
      return { source: account + program.source };
    }),
  );
}, 60_000);

test.each(run.map((program, index) => ({ ...program, index })))(
  "the program under $heading prints its output",
  ({ output, index }) => {
    expect(printedBy(outcomes[index])).toBe(output);
  },
);

test("the first call has at most six lines, the other programs 14", () => {
  const lines = ({ source }: PageProgram) =>
    source.split("\n").filter((line) => line !== "" && !line.startsWith("//")).length;
  const [first, ...rest] = programs.map(lines);
  expect(first).toBeLessThanOrEqual(6);
  expect(Math.max(...rest)).toBeLessThanOrEqual(14);
});

test("every path that it links to exists", () => {
  const links = [...readme.matchAll(/\]\((?!https?:)([^)#]+)(?:#[\w-]+)?\)/g)].map(([, link = ""]) => link);
  expect(links.length).toBeGreaterThan(20);
  for (const link of links) expect(existsSync(new URL(link, root)), link).toBe(true);
});

test("it has at most 600 words besides code", () => {
  const prose = readme.replaceAll(/^```.*?^```$/gms, "");
  expect(prose.trim().split(/\s+/).length).toBeLessThanOrEqual(600);
});

test("the versions and the dependencies are those of package.json", () => {
  expect(readme).toContain(`Node ${manifest.engines.node.replace(">=", "")}+,`);
  expect(readme).toContain(`fourfold-${manifest.version}.tgz`);
  const [, named = ""] = /^Dependencies: (.+?)\./m.exec(readme) ?? [];
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
  expect(Number(/jose \((\d+) kB\)/.exec(textOf("docs/compatibility.md"))?.[1])).toBe(Math.round(size));
});
