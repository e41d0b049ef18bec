import { readdirSync, readFileSync } from "node:fs";
import { beforeAll, describe, expect, test } from "vitest";
import { folderOf, outputOf, programOf } from "./support/guide.js";
import { type Outcome, printedBy, runPrograms } from "./support/run-programs.js";

const root = new URL("../", import.meta.url);
const folder = new URL("docs/guides/", root);
const guides = readdirSync(folder).filter((name) => name !== "README.md");
/** The guides, and the pages of the reference about names and schemas. */
const names = [...guides, "../naming.md", "../schemas.md"];
const pageOf = (name: string) => readFileSync(new URL(name, folder), "utf8");
const programs = names.filter((name) => programOf(pageOf(name)).trim() !== "");

test("most guides are programs", () => {
  expect(names.filter((name) => !programs.includes(name))).toEqual(["jest.md", "tables-in-ci.md"]); // e2e/consumers runs Jest
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

const anchorsOf = (page: string) =>
  [...page.matchAll(/^#+ (.+)$/gm)].map(([, heading = ""]) =>
    heading
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N} _-]/gu, "")
      .replaceAll(" ", "-"),
  );

test("every link of a guide leads to a file, and to a heading that exists", () => {
  for (const name of [...names, "README.md"]) {
    for (const [, path = "", anchor] of pageOf(name).matchAll(/\]\(([^)#:]*)(?:#([\w-]+))?\)/g)) {
      const target = readFileSync(new URL(path, new URL(name, folder)), "utf8");
      if (anchor !== undefined) expect(anchorsOf(target), `${name}: ${path}`).toContain(anchor);
    }
  }
});
