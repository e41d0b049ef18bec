import { readdirSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { diagnose } from "./support/compile.js";
import { programOf, readmePrograms } from "./support/guide.js";

const root = new URL("../", import.meta.url);
const guides = readdirSync(new URL("docs/guides/", root)).filter((name) => name.endsWith(".md"));
const readme = readFileSync(new URL("README.md", root), "utf8");
const programs = readmePrograms(readme);

const rows = programs.find(({ heading }) => heading.startsWith("Warehouse"))?.source ?? "";
const misspelled = rows.replace('{ id: "1", items', '{ id: "1", itms');
const page = (name: string) => programOf(readFileSync(new URL(`docs/${name}`, root), "utf8"));

const [, invalidMask = "", message = ""] =
  /`(environmentUpdate\.fromMask\(.*), …\)` does not compile, with the message "([^"]+)"/s.exec(readme) ?? [];

const found = diagnose(
  new Map([
    ...guides.map((name): [string, string] => [`docs/guides/${name.replace(/md$/, "ts")}`, page(`guides/${name}`)]),
    ["docs/errors.ts", page("errors.md")],
    [
      "docs/rules.ts",
      `import { type Auth, createClient } from "fourfold";\ndeclare const auth: Auth;\n${page("rules.md")}`,
    ],
    ...programs.map(({ source }, index): [string, string] => [`readme-${index}.mts`, source]),
    ["misspelled.mts", misspelled],
    ["mask.mts", `import { environmentUpdate } from "fourfold";\n${invalidMask}, { config: { nodeCount: 4 } });`],
  ]),
);

test("the TypeScript of every guide and of the pages about errors and rules compiles", () => {
  expect(found.filter(({ file }) => file.startsWith("docs/"))).toEqual([]);
});

test("the programs of the README compile, and what it says does not compile does not", () => {
  expect(misspelled).not.toBe(rows);
  const ofReadme = found.filter(({ file }) => !file.startsWith("docs/"));
  expect(ofReadme.map(({ file }) => file)).toEqual(["misspelled.mts", "mask.mts"]);
  expect(ofReadme[0]?.message).toContain("itms");
  expect(ofReadme[1]?.message).toContain(message.replaceAll(/\s+/g, " "));
});
