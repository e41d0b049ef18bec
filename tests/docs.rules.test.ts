import { readFileSync } from "node:fs";
import { expect, test } from "vitest";

// Imported inside the tests: Stryker counts a failed test, but not a file that cannot be loaded.
const pages = async () => ({
  ...(await import("../docs/generators/rules-page.js")),
  ...(await import("../docs/generators/environments-paths-page.js")),
});
const read = (path: string) => readFileSync(new URL(`../${path}`, import.meta.url), "utf8");

test("docs/rules.md matches the rule tables", async () => {
  const { rulesPage } = await pages();
  expect(read("docs/rules.md"), "run npm run docs").toBe(rulesPage());
});

test("docs/environments-paths.md matches the table of paths", async () => {
  const { environmentsPathsPage } = await pages();
  expect(read("docs/environments-paths.md"), "run npm run docs").toBe(environmentsPathsPage());
});

test("docs/rules.md lists the rule of each change that a patch cannot make", async () => {
  const { KINDS } = await import("../src/tables/compare/change-kinds.js");
  const page = read("docs/rules.md");
  for (const kind of Object.values(KINDS)) if (kind) expect(page).toContain(`\`${kind.rule}\``);
});
