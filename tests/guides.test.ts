import { existsSync, readdirSync, readFileSync } from "node:fs";
import { beforeAll, expect, test } from "vitest";
import { outputOf, programOf } from "./support/guide.js";
import { type Outcome, printedBy, runPrograms } from "./support/run-programs.js";

const root = new URL("../", import.meta.url);
const folder = new URL("docs/guides/", root);
const guides = readdirSync(folder).filter((name) => name !== "README.md");
/** The guides, and the pages of the reference about names and schemas. */
const names = [...guides, "../naming.md", "../schemas.md"];
const pageOf = (name: string) => readFileSync(new URL(name, folder), "utf8");
const programs = names.filter((name) => programOf(pageOf(name)).trim() !== "");

test("most guides are programs", () => {
  // e2e/consumers runs Jest, bench/peers the calls of Google's clients.
  const others = ["environments-in-code.md", "from-google-clients.md", "jest.md", "tables-in-ci.md"];
  expect(names.filter((name) => !programs.includes(name))).toEqual(others);
});

/** The first block of a page, which a reader can run as it is. */
const firstOf = (name: string) => /^```ts\n(.*?)^```$/ms.exec(pageOf(name))?.[1] ?? "";

/** The outcomes of the first block and of the whole program of each page. Tests for Node's own test runner run after a program, so they need a process. */
const outcomes = new Map<string, Outcome>();
const firstOutcomes = new Map<string, Outcome>();
beforeAll(async () => {
  const isAlone = (name: string) => programOf(pageOf(name)).includes('from "node:test"');
  for (const group of [programs.filter((name) => !isAlone(name)), ...programs.filter(isAlone).map((name) => [name])]) {
    const sources = [...group.map((name) => programOf(pageOf(name))), ...group.map(firstOf)];
    const ended = await runPrograms(sources.map((source) => ({ source })));
    for (const [index, name] of group.entries()) {
      outcomes.set(name, ended[index] as Outcome); // one for each
      firstOutcomes.set(name, ended[index + group.length] as Outcome);
    }
  }
}, 120_000);

test.each(programs)("%s is a program that runs, and prints what the page says", (name) => {
  const printed = printedBy(outcomes.get(name));
  const promised = outputOf(pageOf(name));
  if (promised !== "") expect(printed).toBe(promised);
});

test.each(programs)("the first block of %s runs as it stands", (name) => {
  expect(outputOf(pageOf(name))).toContain(printedBy(firstOutcomes.get(name)).split("TAP version")[0]);
});

test.each(guides)("%s has at most 800 words", (name) => {
  expect(pageOf(name).trim().split(/\s+/).length).toBeLessThanOrEqual(800);
});

const anchorsOf = (page: string) =>
  [...page.matchAll(/^#+ (.+)$/gm)].map(([, heading = ""]) =>
    heading
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N} _-]/gu, "")
      .replaceAll(" ", "-"),
  );

const pages = ["docs/guides/", "docs/methods/", "docs/decisions/", "docs/", ""].flatMap((path) =>
  readdirSync(new URL(path, root))
    .filter((name) => name.endsWith(".md") && name !== "api-report.md")
    .map((name) => path + name),
);

test.each(pages)("every link of %s leads to a file, and to a heading that exists", (page) => {
  const text = readFileSync(new URL(page, root), "utf8");
  for (const [, path = "", anchor] of text.matchAll(/\]\(([^)#:\s]*)(?:#([\w-]+))?\)/g)) {
    const target = new URL(path === "" ? page : path, path === "" ? root : new URL(page, root));
    expect(existsSync(target), `${page}: ${path}`).toBe(true);
    if (anchor !== undefined) expect(anchorsOf(readFileSync(target, "utf8")), `${page}: ${path}`).toContain(anchor);
  }
});
