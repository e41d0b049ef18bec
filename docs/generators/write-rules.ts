// npm run docs:rules: writes docs/rules.md and src/naming/rule-ids.ts from the rule tables.
import { writeFileSync } from "node:fs";
import { ruleIdsSource, rulesPage } from "./rules-page.js";

writeFileSync(new URL("rules.md", import.meta.url), rulesPage());
writeFileSync(new URL("../src/naming/rule-ids.ts", import.meta.url), ruleIdsSource());
