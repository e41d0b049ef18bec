// npm run docs:paths: writes docs/environments-paths.md from the table of updatable paths.
import { writeFileSync } from "node:fs";
import { environmentsPathsPage } from "./environments-paths-page.js";

writeFileSync(new URL("environments-paths.md", import.meta.url), environmentsPathsPage());
