// npm run docs:rules: writes docs/rules.md from the rule tables.
import { writeFileSync } from "node:fs";
import { rulesPage } from "./rules-page.js";

writeFileSync(new URL("rules.md", import.meta.url), rulesPage());
