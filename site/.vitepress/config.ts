import { fileURLToPath } from "node:url";
import { defineConfig, type MarkdownEnv } from "vitepress";
import manifest from "../../package.json" with { type: "json" };
import { accessibleSearch } from "../accessible-search.js";
import { breakLongWords } from "../break-words.js";
import { withPolicy } from "../csp.js";
import { nav, sidebar } from "../navigation.js";
import { searchKeywords } from "../search-keywords.js";

/** Anchors as on GitHub, for which the links of the pages are written. */
const githubSlug = (heading: string) =>
  heading
    .trim()
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\p{M}_ -]/gu, "")
    .replaceAll(" ", "-");

/** Whether a page is the list of the names that a module exports. Each name has its own page. */
const isModule = (path: string) => path.startsWith("reference/") && path.endsWith("index.md");

/** Pages for contributors, which the search leaves out: they would rank among the answers to users. */
const INTERNAL = /^(architecture|checks|contributing|releasing|decisions\/\w+)\.md$/;

interface Renderer {
  render(source: string, env: MarkdownEnv): string;
}

/** The content of a page that the search indexes. */
const searched = (source: string, env: MarkdownEnv, markdown: Renderer) => {
  // Code is indexed, but not highlighted.
  const html = markdown.render(source.replaceAll(/^```\w+.*$/gm, "```text"), env); // fills env with the front matter and the headings
  if (INTERNAL.test(env.relativePath)) return "";
  const keywords = searchKeywords[env.relativePath];
  if (keywords !== undefined) return html.replace(/(?=<a [^>]*>[^<]*<\/a><\/h1>)/, ` · ${keywords} `);
  if (isModule(env.relativePath)) return /^.*?<\/h1>/s.exec(html)?.[0] ?? "";
  // A page of the reference is one result: otherwise, each property would be one, and they would hide the guides.
  return /^(reference|methods)\//.test(env.relativePath) ? html.replaceAll(/<(\/?)h[2-6]\b/g, "<$1p") : html;
};

const base = process.env.SITE_BASE ?? "/";

export default defineConfig({
  srcDir: ".content",
  title: manifest.name,
  description: manifest.description,
  lang: "en",
  base,
  metaChunk: true,
  lastUpdated: false,
  ignoreDeadLinks: false,
  head: [["link", { rel: "icon", href: `${base}favicon.svg`, type: "image/svg+xml" }]],
  transformHtml: withPolicy,
  transformPageData(page) {
    if (isModule(page.relativePath)) page.frontmatter.outline = 2; // without the re-exported names
  },
  markdown: {
    anchor: { slugify: githubSlug },
    config: breakLongWords,
    theme: { light: "github-light-high-contrast", dark: "github-dark-high-contrast" },
  },
  themeConfig: {
    nav,
    sidebar: sidebar(),
    outline: { level: [2, 3] },
    search: {
      provider: "local",
      options: {
        _render: searched,
        translations: { button: { buttonText: "Search (/)", buttonAriaLabel: "Search (/)" } },
      },
    },
  },
  vite: {
    plugins: [accessibleSearch],
    build: { chunkSizeWarningLimit: 2_000 }, // the search index
    server: { fs: { allow: [fileURLToPath(new URL("../..", import.meta.url))] } },
  },
});
