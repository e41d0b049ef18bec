import { existsSync, readFileSync } from "node:fs";
import { entityRules, environmentRules, warehouseRules } from "fourfold";
import { googleNaming } from "fourfold/naming";
import { expect, test } from "vitest";
import { environmentsPathsPage } from "../docs/environments-paths-page.js";
import { errorsPage } from "../docs/errors-page.js";
import { llmsPage, subpaths } from "../docs/llms-page.js";
import { methodPermissions, methodScopes, methodsPage } from "../docs/methods-page.js";
import { rulesPage } from "../docs/rules-page.js";
import { METHOD_PERMISSIONS, METHOD_SCOPES } from "../src/naming/method-scopes.js";
import { diagnose } from "./support/compile.js";
import { programOf } from "./support/guide.js";

test("docs/rules.md matches the rule tables, and its code compiles", { timeout: 60_000 }, () => {
  const page = readFileSync(new URL("../docs/rules.md", import.meta.url), "utf8");
  expect(page, "run npm run docs:rules").toBe(rulesPage());
  const program = `import { createClient } from "fourfold";\ndeclare const baseUrl: string;\n${programOf(page)}`;
  expect(diagnose(new Map([["docs/rules.ts", program]]))).toEqual([]);
});

test("the rules that a naming profile may name are those of the rule tables", () => {
  const named = readFileSync(new URL("../src/naming/rule-names.ts", import.meta.url), "utf8");
  const ids = [...named.matchAll(/^ {2}readonly "?([\w-]+)"?\?:/gm)].map(([, id]) => id);
  const rules = [...warehouseRules, ...entityRules, ...environmentRules];
  expect(ids, "run npm run docs:rules").toEqual(rules.map(({ id }) => id));
});

test("docs/environments-paths.md matches the table of paths", () => {
  const page = readFileSync(new URL("../docs/environments-paths.md", import.meta.url), "utf8");
  expect(page, "run npm run docs:paths").toBe(environmentsPathsPage());
});

test("docs/methods.md and the scopes of calls match the method tables", () => {
  const page = readFileSync(new URL("../docs/methods.md", import.meta.url), "utf8");
  expect(page, "run npm run docs:methods").toBe(methodsPage());
  expect(METHOD_SCOPES, "run npm run docs:methods").toEqual(methodScopes());
  expect(METHOD_PERMISSIONS, "run npm run docs:methods").toEqual(methodPermissions());
});

test("docs/errors.md has every code and what its example prints, and its program compiles", {
  timeout: 120_000,
}, () => {
  const page = readFileSync(new URL("../docs/errors.md", import.meta.url), "utf8");
  expect(page, "run npm run docs:errors").toBe(errorsPage());
  expect(diagnose(new Map([["docs/errors.ts", programOf(page)]]))).toEqual([]);
});

test("llms.txt is up to date, and its links work", () => {
  const page = readFileSync(new URL("../llms.txt", import.meta.url), "utf8");
  expect(page, "run npm run docs:llms").toBe(llmsPage());
  const links = [...page.matchAll(/\]\(([^)]+)\)/g)].map(([, path = ""]) => path);
  expect(links.length).toBeGreaterThan(20);
  for (const path of links) expect(existsSync(new URL(`../${path}`, import.meta.url)), path).toBe(true);
});

test("llms.txt names what its subpath exports", () => {
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

const guide = readFileSync(new URL("../docs/guides/real-services.md", import.meta.url), "utf8");
/** The rows of the guide's table under a heading, cell by cell. */
const rowsUnder = (heading: string) => {
  const section = guide.split(`\n## ${heading}\n`)[1]?.split("\n## ")[0] ?? "";
  const rows = section.split("\n").filter((line) => line.startsWith("| `"));
  return rows.map((row) => row.split("|").map((cell) => cell.trim().replaceAll("`", "")));
};

test("the guide to the real services matches the profile", () => {
  const addresses = rowsUnder("Addresses").map(([, area, address]) => [area, address]);
  expect(Object.fromEntries(addresses)).toEqual(googleNaming.addresses);
  const names = rowsUnder("Names").map(([, neutral, brand]) => [neutral, brand]);
  expect(Object.fromEntries(names)).toEqual(googleNaming.names);
  const rules = rowsUnder("Rules").map(([, rule, severity]) => [rule, severity]);
  expect(Object.fromEntries(rules)).toEqual(googleNaming.rules);
  for (const [, , , why = ""] of rowsUnder("Rules")) expect(why).not.toBe("");
});
