import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { filesIn } from "./built-site.js";

const root = fileURLToPath(new URL("../../", import.meta.url));
const content = `${root}site/.content`;
const textOf = (path: string) => readFileSync(root + path, "utf8");
const pages = filesIn(content, ".md").map((path) => ({ path, text: readFileSync(`${content}/${path}`, "utf8") }));

/** Code without the differences that formatting makes. */
const bare = (code: string) => code.replaceAll(/[\s;]+/g, "");
const blocksOf = (page: string) =>
  [...page.matchAll(/^```(?:ts|tsx|js|typescript)\b[^\n]*\n(.*?)^```$/gms)].map(([, code = ""]) => code);

/** Every TypeScript file in `examples/` that tests/examples.test.ts runs or compiles. */
const examples = ["examples", "examples/adapters"].flatMap((folder) =>
  readdirSync(root + folder)
    .filter((file) => file.endsWith(".ts"))
    .map((file) => textOf(`${folder}/${file}`)),
);

/** Documents whose TypeScript blocks tests/readme, tests/guides, tests/pages.slow and tests/cli/page.test.ts compile or run. */
const documents = [
  "README.md",
  "docs/cli.md",
  "docs/naming.md",
  "docs/rules.md",
  "docs/schemas.md",
  ...readdirSync(`${root}docs/guides`).map((file) => `docs/guides/${file}`),
];

// The blocks of the API reference and of the methods are signatures, and examples that tests/doc-comments.slow.test.ts compiles.
test("every TypeScript block outside the reference is part of an example or a document of the repository", () => {
  const known = new Set([...documents.flatMap((path) => blocksOf(textOf(path))), ...examples].map(bare));
  const withoutTitle = new Set(examples.map((text) => bare(text.slice(text.indexOf("\n") + 1))));
  const unknown = pages
    .filter(({ path }) => !/^(reference|methods)\//.test(path))
    .flatMap(({ path, text }) =>
      blocksOf(text)
        .filter((code) => !known.has(bare(code)) && !withoutTitle.has(bare(code)))
        .map((code) => `${path}: ${code.split("\n")[0]}`),
    );
  expect(unknown).toEqual([]);
});

test("each example page has a short title and its description, and the index lists both", () => {
  const index = pages.find(({ path }) => path === "examples/index.md")?.text ?? "";
  const found = pages.filter(({ path }) => path.startsWith("examples/") && path !== "examples/index.md");
  expect(found).toHaveLength(examples.length);
  for (const { path, text } of found) {
    const [heading = "", description = ""] = text.split("\n\n");
    expect(heading).toMatch(/^# [A-Z].{1,30}$/);
    expect(examples.some((code) => code.startsWith(`// ${description}\n`))).toBe(true);
    const title = heading.slice(2);
    const item = index.split("\n").find((line) => line.startsWith(`- [${title}](/${path}): `)) ?? "";
    expect(item).toMatch(/\): [A-Z]/);
    expect(description.toLowerCase().endsWith(item.slice(item.indexOf("): ") + 3).toLowerCase())).toBe(true);
  }
});
