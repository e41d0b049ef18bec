import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, posix } from "node:path";
import { fileURLToPath } from "node:url";
import manifest from "../package.json" with { type: "json" };
import { withCharts } from "./charts.js";
import { expandDirectives } from "./directives.js";
import { homeFrontmatter } from "./home.js";
import { exampleFragment } from "./playground/share.js";

const root = fileURLToPath(new URL("../", import.meta.url));
const content = `${root}site/.content/`;

const textOf = (path: string) => readFileSync(root + path, "utf8");
const filesIn = (folder: string, ending: RegExp) =>
  readdirSync(root + folder)
    .filter((file) => ending.test(file))
    .sort();

/** The pages of the site, apart from the API reference: the path of each source in the repository, and its path on the site. */
function sources(): ReadonlyMap<string, string> {
  const under = (from: string, to: string, ending: RegExp): [string, string][] =>
    filesIn(from, ending).map((file) => [`${from}/${file}`, `${to}${file.replace(ending, ".md")}`]);
  return new Map([
    ...under("site/pages", "", /\.md$/),
    ...under("site/pages/areas", "areas/", /\.md$/),
    ["site/playground/page.md", "playground.md"],
    ...under("docs", "", /(?<!api-report)\.md$/),
    ...under("docs/guides", "guides/", /\.md$/),
    ...under("docs/decisions", "decisions/", /\.md$/),
    ...under("examples", "examples/", /\.ts$/),
    ...under("examples/adapters", "examples/adapters/", /\.ts$/),
    ["CHANGELOG.md", "changelog.md"],
    ["CONTRIBUTING.md", "contributing.md"],
    ["SECURITY.md", "security.md"],
    ["LICENSE", "license.md"],
  ]);
}

/** Link targets of the repository that have no page on the site. */
const elsewhere: Readonly<Record<string, string>> = {
  "README.md": "index.md",
  "README.md#install": "quick-start.md#install",
  "docs/decisions": "decisions/index.md",
  examples: "examples/index.md",
  "llms.txt": "reference/index.md",
};

/** Writes the content of the site, apart from the API reference, to `site/.content`. */
export function assemble(): void {
  const pages = sources();
  for (const entry of readdirSync(content, { withFileTypes: true }))
    if (entry.name !== "reference") rmSync(content + entry.name, { recursive: true });
  for (const [source, page] of pages) write(page, pageOf(source, pages));
  write("decisions/index.md", indexOf("Decisions", "docs/decisions", pages));
  write("examples/index.md", indexOf("Examples", "examples", pages));
}

function write(path: string, text: string): void {
  mkdirSync(dirname(content + path), { recursive: true });
  writeFileSync(content + path, text);
}

function pageOf(source: string, pages: ReadonlyMap<string, string>): string {
  const text = textOf(source);
  if (source.endsWith(".ts")) return examplePage(source, text);
  if (source === "LICENSE") return `# ${text}`;
  const page = expandDirectives(adapt(text, source, pages), (path) =>
    path.endsWith(".md") ? adapt(textOf(path), path, pages) : textOf(path),
  );
  if (source === "site/pages/index.md") return `${homeFrontmatter(textOf("README.md"))}\n${page}`;
  return source === "docs/benchmarks.md" ? withCharts(page) : page;
}

/** A page for an example: its first line, a comment, is the heading. */
function examplePage(source: string, text: string): string {
  const [first = "", ...code] = text.split("\n");
  const file = /^examples\/(\d\d-.*)$/.exec(source)?.[1];
  const link = file === undefined ? "" : `\n[Open it in the playground](/playground.md${exampleFragment(file)})\n`;
  return `# ${first.replace(/^\/\/ /, "")}\n\n\`\`\`ts\n${code.join("\n").trim()}\n\`\`\`\n${link}`;
}

function indexOf(title: string, folder: string, pages: ReadonlyMap<string, string>): string {
  const listed = [...pages].filter(([source]) => source.startsWith(`${folder}/`));
  const items = listed.map(([source, page]) => `- [${titleOf(pageOf(source, pages))}](/${page})`);
  return `# ${title}\n\n${items.join("\n")}\n`;
}

/** The first heading of a page, without markup. */
export function titleOf(page: string): string {
  return /^# (.+)$/m.exec(page)?.[1]?.replaceAll(/[`\\]/g, "") ?? manifest.name;
}

/**
 * Replaces relative links by the addresses of the pages on the site, and outside the pages written for the site, what
 * Vue would take for markup. Code stays as it is.
 */
function adapt(text: string, source: string, pages: ReadonlyMap<string, string>): string {
  const parts = text.split(/(^```.*?^```$|`[^`\n]+`)/ms);
  const escaped = (part: string) =>
    source.startsWith("site/") ? part : part.replaceAll(/<(?!!--)/g, "&lt;").replaceAll("{{", "&#123;&#123;");
  const replaced = parts.map((part, index) => (index % 2 === 1 ? part : relink(escaped(part), source, pages)));
  return replaced.join("");
}

function relink(text: string, source: string, pages: ReadonlyMap<string, string>): string {
  return text.replaceAll(/\]\((?!https?:|mailto:|#|\/)([^)\s#]+)(#[\w-]+)?\)/g, (link, path: string, anchor = "") => {
    const target = posix.join(posix.dirname(source), path).replace(/\/$/, "");
    const moved = elsewhere[`${target}${anchor}`];
    if (moved !== undefined) return `](/${moved})`;
    const page = pages.get(target) ?? elsewhere[target];
    if (page === undefined) throw new Error(`${source}: ${link.slice(1)} is not on the site`);
    return `](/${page}${anchor})`;
  });
}
