import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { exampleOutput } from "../../tests/support/example-output.js";
import { examplesOf } from "../playground/examples.js";
import { importsOf, needsNode } from "../playground/imports.js";
import { createTypeChecker } from "../playground/type-checker.js";
import { builds } from "./built-site.js";

const read = (path: string) => readFileSync(fileURLToPath(new URL(`../../${path}`, import.meta.url)), "utf8");
const check = createTypeChecker(JSON.parse(readFileSync(`${builds[0]!.folder}/playground/types.json`, "utf8")));

test("every example that the playground runs compiles with the declarations of the package", () => {
  const files = Object.keys(exampleOutput).map((file) => [file, read(`examples/${file}`)] as const);
  const runnable = files.filter(([, code]) => !importsOf(code).some(needsNode));
  expect(runnable.length).toBeGreaterThan(10);
  for (const [file, code] of runnable) expect(check(code), file).toEqual([]);
});

test("the example that does not compile has the errors that its comments announce", () => {
  const [example] = examplesOf({ "does-not-compile.ts": read("site/playground/does-not-compile.ts") });
  const { code = "" } = example ?? {};
  expect(code).not.toContain("@ts-");
  const problems = check(code);
  expect(problems.map(({ from, to }) => code.slice(from, to))).toEqual([
    "date",
    "clustring",
    "type",
    '["labels.team", "config.nodeCount"]',
  ]);
  expect(problems[1]?.message).toMatch(/Did you mean to write 'clustering'\?$/);
  expect(problems[3]?.message).toContain("a mask can contain only one update type; send several updates");
  for (const { from, line } of problems) expect(code.slice(0, from).split("\n")).toHaveLength(line);
});

test.each([
  ["a syntax error", "let b: = 2;", /Type expected/],
  ["an unknown name", 'import { creat } from "fourfold";\ncreat();', /no exported member.*'creat'/],
  ["a module that is not provided", 'import { a } from "lodash";\na();', /Cannot find module 'lodash'/],
  ["a wrong type", 'const n: number = "1";', /not assignable to type 'number'/],
])("reports %s", (_name, code, message) => {
  expect(check(code)[0]?.message).toMatch(message);
});

test("the number of problems and the length of their messages are limited", () => {
  const problems = check("let a: number = '';\n".repeat(200));
  expect(problems).toHaveLength(50);
  const long = check(`const a: { ${"b: 1; ".repeat(3_000)} } = 1;`);
  for (const { message } of long) expect(message.length).toBeLessThan(2_100);
});
