// npm run site: assembles the pages in site/.content and builds them into site/dist, for the base path SITE_BASE.
// npm run site -- --dev: serves them, and assembles them again when a source of a page changes.
import { cpSync, watch } from "node:fs";
import { fileURLToPath } from "node:url";
import { build, createServer } from "vitepress";
import { writeReference } from "../docs/generators/reference.js";
import { assemble } from "./assemble.js";

const root = fileURLToPath(new URL("./", import.meta.url));
const base = process.env.SITE_BASE ?? "/";

/** Writes the pages and the API reference to site/.content. */
async function writeContent(): Promise<void> {
  const documented = await writeReference({
    plugin: ["typedoc-plugin-markdown"],
    out: `${root}.content/reference`,
    router: "member",
    entryFileName: "index",
    hidePageHeader: true,
    hideBreadcrumbs: true,
    useCodeBlocks: true,
    useHTMLEncodedBrackets: true,
    expandParameters: true,
    parametersFormat: "table",
    indexFormat: "table",
    strikeDeprecatedPageTitles: false,
    groupOrder: ["Functions", "Classes", "Interfaces", "Type Aliases", "Variables", "*"],
    pageTitleTemplates: { index: "API reference", module: "{name}", member: "{name}" },
  });
  if (!documented) throw new Error("the API reference has problems; see above");
  assemble();
  cpSync(`${root}public`, `${root}.content/public`, { recursive: true });
}

/** Assembles the pages after a change. An error, such as a broken link, is printed, and the pages are not changed. */
function update(): void {
  try {
    assemble();
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
  }
}

// The tests build the same content for another base.
if (!process.argv.includes("--keep-content")) await writeContent();

if (process.argv.includes("--dev")) {
  const server = await createServer(root, { base });
  await server.listen();
  server.printUrls();
  for (const folder of ["../docs", "../examples", "pages"]) watch(`${root}${folder}`, { recursive: true }, update);
  watch(`${root}..`, (_, file) => {
    if (file?.endsWith(".md")) update();
  });
} else {
  await build(root, { base, outDir: process.env.SITE_OUT ?? `${root}dist` });
}
