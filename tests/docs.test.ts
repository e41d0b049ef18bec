import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { rulesPage } from "../docs/rules-page.js";

test("docs/rules.md says what the rule tables say", () => {
  const page = readFileSync(new URL("../docs/rules.md", import.meta.url), "utf8");
  expect(page, "run npm run docs:rules").toBe(rulesPage());
});
