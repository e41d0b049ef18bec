import { existsSync, readdirSync, readFileSync } from "node:fs";
import { googleNaming } from "fourfold/naming";
import { expect, test } from "vitest";
import { errorsPage } from "../docs/generators/errors-page.js";
import { llmsPage, subpaths } from "../docs/generators/llms-page.js";
import {
  methodPermissions,
  methodScopes,
  methodsPage,
  pagesWithTable,
  withTable,
} from "../docs/generators/methods-page.js";
import { RETRYABLE_REASONS, RETRYABLE_STATUS } from "../src/core/http/retry.js";
import { METHOD_PERMISSIONS, METHOD_SCOPES } from "../src/naming/method-scopes.js";
import { wireNames } from "../src/naming/wire-names.js";

test("docs/methods.md and the scopes of calls match the method tables", () => {
  const page = readFileSync(new URL("../docs/methods.md", import.meta.url), "utf8");
  expect(page, "run npm run docs").toBe(methodsPage());
  expect(METHOD_SCOPES, "run npm run docs").toEqual(methodScopes());
  expect(METHOD_PERMISSIONS, "run npm run docs").toEqual(methodPermissions());
});

test.each(pagesWithTable)("the table of methods or access in %s matches the method tables", (path) => {
  const page = readFileSync(new URL(`../${path}`, import.meta.url), "utf8");
  expect(page, "run npm run docs").toBe(withTable(path, page));
});

test("the guide to authentication has the scopes, permissions and role of every call", () => {
  const page = guideOf("authentication");
  const rows = page.split("\n").filter((line) => /^\| `(warehouse|entities|environments)\./.test(line));
  expect(rows.length).toBeGreaterThan(20);
  for (const row of rows.filter((line) => line.includes(".update`"))) expect(row).toMatch(/dataEditor|composer\.admin/);
});

/** The pages in `docs/` that are part of the package. */
const shipped = ["", "areas/", "decisions/", "guides/"].flatMap((folder) =>
  readdirSync(new URL(`../docs/${folder}`, import.meta.url))
    .filter((name) => name.endsWith(".md") && name !== "api-report.md")
    .map((name) => `docs/${folder}${name}`),
);

test.each(shipped)("%s has text in every section, and shows all of it without the site", (path) => {
  const page = readFileSync(new URL(`../${path}`, import.meta.url), "utf8");
  const lines = page.replaceAll(/^```.*?^```$/gms, "code").split("\n");
  const visible = lines.filter((line) => line.trim() !== "" && !line.startsWith("<!--"));
  const depth = (line = "# ") => /^#+(?= )/.exec(line)?.[0].length ?? Number.POSITIVE_INFINITY;
  const empty = visible.filter((line, index) => line.startsWith("#") && depth(visible[index + 1]) <= depth(line));
  expect(empty).toEqual([]);
  // A comment may name the file of the code below it, or mark a generated table.
  const blocks = page.split(/\n(?=<!-- (?!end -->))/).slice(1);
  for (const block of blocks) expect(block).toMatch(/^<!-- [^\n]+ -->\n+(```|\|)/);
});

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

test("the guide to Google's services matches the profile", () => {
  const addresses = rowsUnder("guides/real-services", "Addresses").map(([, area, , address]) => [area, address]);
  expect(Object.fromEntries(addresses)).toEqual(googleNaming.addresses);
});

test("the page about names on the wire has each name that differs", () => {
  const differing = Object.values(wireNames).flatMap(({ fields, values = {} }) =>
    [...Object.values(fields), ...Object.values(values)].flatMap((pairs) => Object.entries(pairs)),
  );
  const rows = rowsUnder("naming", "Fields, values and masks").map(([, name = "", wire]) => [name, wire]);
  expect(rows).toHaveLength(new Set(rows.map(([name]) => name)).size);
  expect(Object.fromEntries(rows)).toEqual(Object.fromEntries(differing));
});

test("the page about names on the wire has a reason for each rule that Google's profile changes", () => {
  const rows = rowsUnder("naming", "Rules");
  expect(Object.fromEntries(rows.map(([, rule, severity]) => [rule, severity]))).toEqual(googleNaming.rules);
  for (const [, , , why = ""] of rows) expect(why).not.toBe("");
});
