import { readdirSync, readFileSync } from "node:fs";
import { beforeAll, expect, test } from "vitest";
import { folderOf, outputOf, programOf } from "./support/guide.js";
import { type Outcome, printedBy, runPrograms } from "./support/run-programs.js";

const folder = new URL("../docs/guides/", import.meta.url);
/** The guides, and the page of the reference about names. */
const names = [...readdirSync(folder).filter((name) => name.endsWith(".md")), "../naming.md"];
const pageOf = (name: string) => readFileSync(new URL(name, folder), "utf8");
const programs = names.filter((name) => programOf(pageOf(name)).trim() !== "");

test("most guides are programs", () => {
  expect(names.filter((name) => !programs.includes(name))).toEqual(["tables-in-ci.md"]); // its workflow has its own test
});

/** The outcome of the program of each page. Tests for Node's own test runner run after a program, so they need a process. */
const outcomes = new Map<string, Outcome>();
beforeAll(async () => {
  const isAlone = (name: string) => programOf(pageOf(name)).includes('from "node:test"');
  for (const group of [programs.filter((name) => !isAlone(name)), ...programs.filter(isAlone).map((name) => [name])]) {
    const sources = group.map(pageOf).map((page) => ({ source: programOf(page), folder: folderOf(page) }));
    const ended = await runPrograms(sources);
    for (const [index, name] of group.entries()) outcomes.set(name, ended[index] as Outcome); // one for each
  }
}, 120_000);

test.each(programs)("%s is a program that runs, and prints what the page says", (name) => {
  const printed = printedBy(outcomes.get(name));
  const promised = outputOf(pageOf(name));
  if (promised !== "") expect(printed).toBe(promised);
});

/** The package of an import, such as `@scope/name` for `@scope/name/part`. */
const packageOf = (from: string) => /^(@[^/]+\/)?[^/]+/.exec(from)?.[0];

test.each(programs)("%s names its file and the packages to install", (name) => {
  const page = pageOf(name);
  expect(page).toContain("`page.mts`");
  const imported = [...programOf(page).matchAll(/ from "([^"]+)"/g)].map(([, from = ""]) => from);
  const beside = imported.filter((from) => !/^(node:|fourfold\b|\.\/)/.test(from)).map(packageOf);
  for (const each of beside) expect(page).toMatch(new RegExp(`\`npm i (-D )?([^\`]* )?${each}( [^\`]*)?\``));
});

test("every path that a guide links to exists", () => {
  for (const name of names) {
    for (const [, path = ""] of pageOf(name).matchAll(/\]\(([^)#:]+)(?:#[\w-]+)?\)/g)) {
      expect(() => readFileSync(new URL(path, new URL(name, folder))), `${name}: ${path}`).not.toThrow(/ENOENT/);
    }
  }
});

test("the README leads to every guide", () => {
  const readme = readFileSync(new URL("../../README.md", folder), "utf8");
  for (const name of names) expect(readme).toContain(`(docs/guides/${name})`.replace("guides/../", ""));
});
