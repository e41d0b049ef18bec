// npm run docs:methods: writes docs/methods.md, the table in docs/guides/authentication.md and src/naming/method-scopes.ts
// from the method tables.
import { readFileSync, writeFileSync } from "node:fs";
import { methodScopesSource, methodsPage, withAccessTable } from "./methods-page.js";

const authentication = new URL("guides/authentication.md", import.meta.url);

writeFileSync(new URL("methods.md", import.meta.url), methodsPage());
writeFileSync(new URL("../src/naming/method-scopes.ts", import.meta.url), methodScopesSource());
writeFileSync(authentication, withAccessTable(readFileSync(authentication, "utf8")));
