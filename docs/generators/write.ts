// npm run docs [-- <name>…]: writes the pages that are generated from tables, and the API reference, which fails on
// an undocumented export or a broken link. The tests compare everything but the reference.
import { writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { environmentsPathsPage } from "./environments-paths-page.js";
import { errorsPage } from "./errors-page.js";
import { llmsPage } from "./llms-page.js";
import { methodPages, methodsPage } from "./methods-page.js";
import { writeReference } from "./reference.js";
import { rulesPage } from "./rules-page.js";

const root = fileURLToPath(new URL("../..", import.meta.url));
const write = (file: string, text: string) => writeFileSync(`${root}${file}`, text);

/** The function for each name. */
const parts: Record<string, () => unknown> = {
  rules: () => write("docs/rules.md", rulesPage()),
  methods() {
    write("docs/methods.md", methodsPage());
    for (const [page, text] of methodPages()) write(`docs/${page}`, text);
  },
  paths: () => write("docs/environments-paths.md", environmentsPathsPage()),
  errors: async () => write("docs/errors.md", await errorsPage()),
  llms: () => write("llms.txt", llmsPage()),
  async reference() {
    if (!(await writeReference({ out: "docs/reference" }))) process.exitCode = 1;
  },
};

const names = process.argv.slice(2);
for (const name of names.length === 0 ? Object.keys(parts) : names) {
  const part = parts[name];
  if (part === undefined) throw new Error(`no part ${name}: the parts are ${Object.keys(parts).join(", ")}`);
  await part();
}
