import { readdirSync, readFileSync } from "node:fs";
import { beforeAll, expect, test } from "vitest";
import { folderOf, outputOf, programOf } from "./support/guide.js";
import { type Outcome, printedBy, runPrograms } from "./support/run-programs.js";

const root = new URL("../", import.meta.url);
const folder = new URL("docs/guides/", root);
const guides = readdirSync(folder).filter((name) => name !== "README.md");
/** The guides, and the page of the reference about names. */
const names = [...guides, "../naming.md"];
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

test.each(programs)("%s leads to how its program is run, and names the packages to install", (name) => {
  const page = pageOf(name);
  expect(page).toMatch(/\]\((guides\/)?README\.md#run-a-guide\)/);
  const imported = [...programOf(page).matchAll(/ from "([^"]+)"/g)].map(([, from = ""]) => from);
  const beside = imported.filter((from) => !/^(node:|fourfold\b|\.\/)/.test(from)).map(packageOf);
  for (const each of beside) expect(page).toMatch(new RegExp(`\`npm i (-D )?([^\`]* )?${each}( [^\`]*)?\``));
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

test("the list of guides has each guide under its title, and the README leads to the list", () => {
  const list = pageOf("README.md");
  for (const name of guides) expect(list).toContain(`- [${/^# (.+)$/m.exec(pageOf(name))?.[1]}](${name}): `);
  expect(readFileSync(new URL("README.md", root), "utf8")).toContain("(docs/guides/README.md)");
});

test.each(guides)("%s ends with at most three links to where to go next", (name) => {
  const [, steps = "", ...others] = pageOf(name).split("\n## Next steps\n\n");
  expect(others).toEqual([]);
  expect(steps).not.toContain("\n#");
  for (const item of steps.trim().split(/\n(?! )/)) expect(item).toMatch(/^- .*\]\(/);
  expect(steps.match(/\]\(/g)?.length).toBeLessThanOrEqual(3);
});

test("no passage of 20 words stands on two pages", () => {
  const pages = ["docs/", "docs/areas/", "docs/decisions/", "docs/guides/"].flatMap((from) =>
    readdirSync(new URL(from, root))
      .filter((name) => name.endsWith(".md") && name !== "api-report.md")
      .map((name) => from + name),
  );
  const first = new Map<string, string>();
  const repeated = ["README.md", ...pages].flatMap((path) => {
    const prose = readFileSync(new URL(path, root), "utf8").replaceAll(/^```[\s\S]*?^```$|^\|.*$/gm, "");
    const passages = prose.split(/\n\s*\n|\n(?=- )/).flatMap((paragraph) => {
      const words = paragraph.trim().split(/\s+/);
      return words.slice(19).map((_, index) => words.slice(index, index + 20).join(" "));
    });
    return passages.filter((passage) => {
      const other = first.get(passage);
      if (other === undefined) first.set(passage, path);
      return other !== undefined && other !== path;
    });
  });
  expect(repeated).toEqual([]);
});
