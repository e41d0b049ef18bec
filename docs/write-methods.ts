// npm run docs:methods: writes docs/methods.md and src/naming/method-scopes.ts from the method tables.
import { writeFileSync } from "node:fs";
import { methodScopesSource, methodsPage } from "./methods-page.js";

writeFileSync(new URL("methods.md", import.meta.url), methodsPage());
writeFileSync(new URL("../src/naming/method-scopes.ts", import.meta.url), methodScopesSource());
