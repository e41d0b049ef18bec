import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { environmentsPathsPage } from "../docs/environments-paths-page.js";
import { rulesPage } from "../docs/rules-page.js";

test("docs/rules.md says what the rule tables say", () => {
  const page = readFileSync(new URL("../docs/rules.md", import.meta.url), "utf8");
  expect(page, "run npm run docs:rules").toBe(rulesPage());
});

test("docs/environments-paths.md says what the table of paths says", () => {
  const page = readFileSync(new URL("../docs/environments-paths.md", import.meta.url), "utf8");
  expect(page, "run npm run docs:paths").toBe(environmentsPathsPage());
});
