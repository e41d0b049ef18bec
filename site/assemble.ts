import { execFileSync } from "node:child_process";
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, posix } from "node:path";
import { fileURLToPath } from "node:url";
import manifest from "../package.json" with { type: "json" };
import { expandDirectives } from "./directives.js";

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
    ...under("docs", "", /(?<!api-report)\.md$/),
    ...under("docs/guides", "guides/", /(?<!README)\.md$/),
    ["docs/guides/README.md", "guides/index.md"],
    ...under("docs/methods", "methods/", /\.md$/),
    ...under("docs/decisions", "decisions/", /\.md$/),
    ...under("examples", "examples/", /\.ts$/),
    ...under("examples/adapters", "examples/adapters/", /\.ts$/),
    ["CHANGELOG.md", "changelog.md"],
    ["CONTRIBUTING.md", "contributing.md"],
    ["SECURITY.md", "security.md"],
    ["LICENSE", "license.md"],
  ]);
}

/** Link targets without a page on the site, and the pages that replace them. */
const substitutes: Readonly<Record<string, string>> = {
  "README.md": "index.md",
  "README.md#install": "quick-start.md#install",
  "docs/decisions": "decisions/index.md",
  examples: "examples/index.md",
  "llms.txt": "reference/index.md",
};

/** Writes the content of the site, apart from the API reference, to `site/.content`. If it throws, nothing has changed. */
export function assemble(): void {
  const pages = sources();
  const texts = [
    ...[...pages].map(([source, page]) => [page, pageOf(source, pages)] as const),
    ["decisions/index.md", indexOf("Decisions", "docs/decisions", pages)] as const,
    ["examples/index.md", indexOf("Examples", "examples", pages)] as const,
  ];
  for (const entry of readdirSync(content, { withFileTypes: true }))
    if (entry.name !== "reference") rmSync(content + entry.name, { recursive: true });
  for (const [page, text] of texts) write(page, text);
}

function write(path: string, text: string): void {
  mkdirSync(dirname(content + path), { recursive: true });
  writeFileSync(content + path, text);
}

function pageOf(source: string, pages: ReadonlyMap<string, string>): string {
  const text = textOf(source);
  if (source.endsWith(".ts")) return examplePage(source, text);
  if (source === "LICENSE") return `# ${text}`;
  return expandDirectives(adapt(text, source, pages), textOf, outputOf);
}

const outputs = new Map<string, string>();

/** Runs an example, and returns what it prints. An example that has not changed is not run again. */
function outputOf(path: string): string {
  const key = `${path}\n${textOf(path)}`;
  const known = outputs.get(key);
  if (known !== undefined) return known;
  const output = execFileSync(process.execPath, ["--import", "tsx", root + path], { cwd: root, encoding: "utf8" });
  outputs.set(key, output);
  return output;
}

/** A page for an example. Its first line, a comment, is the first paragraph. */
function examplePage(source: string, text: string): string {
  const [, ...code] = text.split("\n");
  const block = `\`\`\`ts\n${code.join("\n").trim()}\n\`\`\`\n`;
  return `# ${exampleTitle(posix.basename(source))}\n\n${summaryOf(text)}\n\n${block}`;
}

/** Words of file names that are not spelled as in the name. */
const SPELLINGS: Readonly<Record<string, string>> = { openapi: "OpenAPI", yaml: "YAML" };

/** The title of an example: the words of its file name. */
function exampleTitle(file: string): string {
  const words = file.replace(/^\d+-|\.ts$/g, "").split("-");
  const title = words.map((word) => SPELLINGS[word] ?? word).join(" ");
  return title.charAt(0).toUpperCase() + title.slice(1);
}

/** The first line of an example, a comment that describes it. */
const summaryOf = (text: string) => text.slice(0, text.indexOf("\n")).replace(/^\/\/ /, "");

function indexOf(title: string, folder: string, pages: ReadonlyMap<string, string>): string {
  const listed = [...pages].filter(([source]) => source.startsWith(`${folder}/`));
  const items = listed.map(([source, page]) => {
    const name = titleOf(pageOf(source, pages));
    if (!source.endsWith(".ts")) return `- [${name}](/${page})`;
    const summary = summaryOf(textOf(source)).replace(`${name}: `, "");
    return `- [${name}](/${page}): ${summary.charAt(0).toUpperCase()}${summary.slice(1)}`;
  });
  return `# ${title}\n\n${items.join("\n")}\n`;
}

/** The first heading of a page, without markup. */
export function titleOf(page: string): string {
  return /^# (.+)$/m.exec(page)?.[1]?.replaceAll(/[`\\]/g, "") ?? manifest.name;
}

/**
 * Replaces relative links with site URLs. In pages that were not written for the site, also escapes text that Vue would
 * parse as markup. Code is not changed.
 */
function adapt(text: string, source: string, pages: ReadonlyMap<string, string>): string {
  const parts = text.split(/(^```.*?^```$|`[^`\n]+`)/ms);
  const escaped = (part: string) =>
    source.startsWith("site/") ? part : part.replaceAll(/<(?!!--)/g, "&lt;").replaceAll("{{", "&#123;&#123;");
  const types = source.startsWith("docs/methods/") ? typePages() : new Map();
  const replaced = parts.map((part, index) =>
    index % 2 === 1 ? linkType(part, types) : relink(escaped(part), source, pages),
  );
  return replaced.join("");
}

/** The pages of the types in the API reference, which is written before the other pages, by the names of the types. */
function typePages(): ReadonlyMap<string, string> {
  const pages = readdirSync(`${content}reference`, { recursive: true, encoding: "utf8" });
  const types = pages.filter((page) => /\/(interfaces|classes|type-aliases)\//.test(page));
  return new Map(types.map((page) => [posix.basename(page, ".md"), page]));
}

/** Links inline code that contains the name of a type, such as `Promise<Table>`, to the page of that type. */
function linkType(code: string, types: ReadonlyMap<string, string>): string {
  const name = code.startsWith("```") ? undefined : code.match(/\w+/g)?.find((word) => types.has(word));
  return name === undefined ? code : `[${code}](/reference/${types.get(name)})`;
}

function relink(text: string, source: string, pages: ReadonlyMap<string, string>): string {
  return text.replaceAll(/\]\((?!https?:|mailto:|#|\/)([^)\s#]+)(#[\w-]+)?\)/g, (link, path: string, anchor = "") => {
    const target = posix.join(posix.dirname(source), path).replace(/\/$/, "");
    const moved = substitutes[`${target}${anchor}`];
    if (moved !== undefined) return `](/${moved})`;
    const page = pages.get(target) ?? substitutes[target];
    if (page === undefined) throw new Error(`${source}: ${link.slice(1)} is not on the site`);
    return `](/${page}${anchor})`;
  });
}
