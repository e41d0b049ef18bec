import { readdirSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { diagnose } from "./support/compile.js";
import { programOf, programsOf } from "./support/guide.js";

const root = new URL("../", import.meta.url);
const guides = readdirSync(new URL("docs/guides/", root)).filter((name) => name !== "README.md");
const textOf = (path: string) => readFileSync(new URL(path, root), "utf8");
const areas = readdirSync(new URL("docs/areas/", root)).map((name) => `docs/areas/${name}`);
const programs = ["README.md", ...areas].flatMap((path) => programsOf(textOf(path)));

const rows = programs.find(({ heading }) => heading === "Keep a schema in code")?.source ?? "";
const misspelled = rows.replace('{ id: "1", items', '{ id: "1", itms');
const page = (name: string) => programOf(textOf(`docs/${name}`));

const [, invalidMask = "", message = ""] =
  /`(environmentUpdate\.fromMask\(.*), …\)` is rejected with the\nmessage "([^"]+)"/s.exec(
    textOf("docs/areas/environments.md"),
  ) ?? [];

const found = diagnose(
  new Map([
    ...guides.map((name): [string, string] => {
      const program = page(`guides/${name}`);
      const folder = / from "\.\//.test(program) ? "examples/generated" : "docs/guides";
      return [`${folder}/${name.replace(/md$/, "ts")}`, program];
    }),
    ["docs/errors.ts", page("errors.md")],
    ["docs/naming.ts", page("naming.md")],
    [
      "docs/rules.ts",
      `import { type Auth, createClient } from "fourfold";\ndeclare const auth: Auth;\n${page("rules.md")}`,
    ],
    ...programs.map(({ source }, index): [string, string] => [`program-${index}.mts`, source]),
    ["misspelled.mts", misspelled],
    ["mask.mts", `import { environmentUpdate } from "fourfold";\n${invalidMask}, { config: { nodeCount: 4 } });`],
  ]),
);

test("the TypeScript of every guide and of the pages about errors and rules compiles", () => {
  expect(found.filter(({ file }) => /^(docs|examples)\//.test(file))).toEqual([]);
});

test("the programs of the README and of the areas compile, except for the lines that they mark as errors", () => {
  expect(misspelled).not.toBe(rows);
  const others = found.filter(({ file }) => !/^(docs|examples)\//.test(file));
  expect(others.map(({ file }) => file)).toEqual(["misspelled.mts", "mask.mts"]);
  expect(others[0]?.message).toContain("itms");
  expect(others[1]?.message).toContain(message.replaceAll(/\s+/g, " "));
});
