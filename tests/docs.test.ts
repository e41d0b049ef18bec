import { existsSync, readdirSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { errorsPage } from "../docs/generators/errors-page.js";
import { llmsPage, subpaths } from "../docs/generators/llms-page.js";
import { methodsPage } from "../docs/generators/methods-page.js";
import { RETRYABLE_REASONS, RETRYABLE_STATUS } from "../src/http/retry.js";
import { wireNames } from "../src/naming/translate.js";

test("docs/methods.md matches the method tables", () => {
  const page = readFileSync(new URL("../docs/methods.md", import.meta.url), "utf8");
  expect(page, "run npm run docs").toBe(methodsPage());
});

/** The pages in `docs/` that are part of the package. */
const shipped = ["", "decisions/", "guides/"].flatMap((folder) =>
  readdirSync(new URL(`../docs/${folder}`, import.meta.url))
    .filter((name) => name.endsWith(".md") && name !== "api-report.md")
    .map((name) => `docs/${folder}${name}`),
);

test("the guide to retries names every status and reason that is retried", () => {
  const section = guideOf("errors-and-retries").split("\n## Which calls are retried\n")[1]?.split("\n\n")[0] ?? "";
  for (const cause of [...RETRYABLE_STATUS, ...RETRYABLE_REASONS]) expect(section).toContain(String(cause));
});

test("docs/errors.md has every code and the output of its example", { timeout: 60_000 }, async () => {
  const page = readFileSync(new URL("../docs/errors.md", import.meta.url), "utf8");
  expect(page, "run npm run docs").toBe(await errorsPage());
});

test("llms.txt is up to date, and its links work", () => {
  const page = readFileSync(new URL("../llms.txt", import.meta.url), "utf8");
  expect(page, "run npm run docs").toBe(llmsPage());
  const links = [...page.matchAll(/\]\(([^)]+)\)/g)].map(([, path = ""]) => path);
  expect(links.length).toBeGreaterThan(20);
  for (const path of links) expect(existsSync(new URL(`../${path}`, import.meta.url)), path).toBe(true);
});

test("llms.txt names the exports of each subpath", () => {
  const report = readFileSync(new URL("../docs/api-report.md", import.meta.url), "utf8");
  const exported = report.split("\n\n").flatMap((section) => {
    const [from = "", ...declarations] = section.split("\n");
    const names = declarations.map(
      (line) => /^(?:abstract )?(?:const|function|interface|type|class) (\w+)/.exec(line)?.[1],
    );
    return from
      .replace(/^\/\/ /, "")
      .split(", ")
      .flatMap((subpath) => names.map((name) => `${subpath} ${name}`));
  });
  const named = Object.entries(subpaths).flatMap(([subpath, { names }]) =>
    names.map((name) => `${subpath.replace(/^\./, "fourfold")} ${name}`),
  );
  expect(exported).toEqual(expect.arrayContaining(named));
});

const pageOf = (name: string) => readFileSync(new URL(`../docs/${name}.md`, import.meta.url), "utf8");
const guideOf = (name: string) => pageOf(`guides/${name}`);
/** The rows of the table under a heading of a page, cell by cell. */
const rowsUnder = (page: string, heading: string) => {
  const section = pageOf(page).split(`\n## ${heading}\n`)[1]?.split("\n## ")[0] ?? "";
  const rows = section.split("\n").filter((line) => line.startsWith("| `"));
  return rows.map((row) => row.split("|").map((cell) => cell.trim().replaceAll("`", "")));
};

test("the page about names on the wire has each name that differs", () => {
  const differing = wireNames.map(({ name, wire }) => [name, wire]);
  const rows = rowsUnder("naming", "Fields, values and masks").map(([, name = "", wire]) => [name, wire]);
  expect(rows).toHaveLength(new Set(rows.map(([name]) => name)).size);
  expect(Object.fromEntries(rows)).toEqual(Object.fromEntries(differing));
});

test.each([...shipped, "README.md", "AGENTS.md", "CONTRIBUTING.md"])("%s runs the installed command only", (path) => {
  // The name is not registered: without --no, npx could install an unrelated package.
  expect(readFileSync(new URL(`../${path}`, import.meta.url), "utf8")).not.toMatch(/npx (-y |--yes )?fourfold/);
});
