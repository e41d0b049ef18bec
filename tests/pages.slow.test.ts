import { readdirSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { diagnose } from "./support/compile.js";
import { programOf, programsOf } from "./support/guide.js";

const root = new URL("../", import.meta.url);
const guides = readdirSync(new URL("docs/guides/", root)).filter((name) => name !== "README.md");
const textOf = (path: string) => readFileSync(new URL(path, root), "utf8");
const readme = textOf("README.md");
/** The programs, except the one with a client of Google, which bench/peers runs. */
const programs = programsOf(readme).filter(({ source }) => !source.includes('from "@google-cloud/'));
const page = (name: string) => programOf(textOf(`docs/${name}`));

/** The call of the README that does not compile, and the message that it states. */
const [, invalidMask = "", message = ""] =
  /\/\/ (environmentUpdate\.fromMask\(.*), …\) does not compile:\n\/\/ {3}"([^"]+)"/.exec(readme) ?? [];

const found = diagnose(
  new Map([
    ...guides.map((name): [string, string] => [`docs/guides/${name.replace(/md$/, "ts")}`, page(`guides/${name}`)]),
    ["docs/schemas.ts", page("schemas.md")],
    ["docs/naming.ts", page("naming.md")],
    [
      "docs/rules.ts",
      `import { type Auth, createClient } from "fourfold";\ndeclare const auth: Auth;\n${page("rules.md")}`,
    ],
    ...programs.map(({ source }, index): [string, string] => [`program-${index}.mts`, source]),
    ["mask.mts", `import { environmentUpdate } from "fourfold";\n${invalidMask}, { config: { nodeCount: 4 } });`],
  ]),
);

test("the TypeScript of every guide, of the reference and of the README compiles", () => {
  expect(found.filter(({ file }) => file !== "mask.mts")).toEqual([]);
});

test("the mask that the README marks as an error does not compile, with the message that it states", () => {
  const [mask, ...others] = found.filter(({ file }) => file === "mask.mts");
  expect(others).toEqual([]);
  expect(message).not.toBe("");
  expect(mask?.message).toContain(message);
});
