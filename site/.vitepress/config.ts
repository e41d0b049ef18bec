import { fileURLToPath } from "node:url";
import { defineConfig } from "vitepress";
import manifest from "../../package.json" with { type: "json" };
import { withPolicy } from "../csp.js";
import { nav, sidebar } from "../navigation.js";

const built = (path: string) => fileURLToPath(new URL(`../../dist/${path}`, import.meta.url));

/** Anchors as on GitHub, for which the links of the pages are written. */
const githubSlug = (heading: string) =>
  heading
    .trim()
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\p{M}_ -]/gu, "")
    .replaceAll(" ", "-");

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
  markdown: {
    anchor: { slugify: githubSlug },
    theme: { light: "github-light-high-contrast", dark: "github-dark-high-contrast" },
  },
  themeConfig: {
    nav,
    sidebar: sidebar(),
    outline: { level: [2, 3] },
    search: {
      provider: "local",
      options: { translations: { button: { buttonText: "Search (/)", buttonAriaLabel: "Search (/)" } } },
    },
    footer: { message: "An independent project, not a Google product." },
  },
  vite: {
    publicDir: fileURLToPath(new URL("../public", import.meta.url)),
    resolve: {
      alias: [
        { find: /^fourfold$/, replacement: built("index.js") },
        { find: /^fourfold\/gateway\/user-info$/, replacement: built("gateway/user-info.js") },
        { find: /^fourfold\/testing\/msw$/, replacement: built("testing/msw.js") },
        { find: /^fourfold\/testing\/server$/, replacement: built("testing/server/index.js") },
        { find: /^fourfold\/([a-z]+)$/, replacement: built("$1/index.js") },
      ],
    },
    esbuild: { keepNames: true }, // names of classes are part of error messages
    // One file: a program that runs in it cannot load anything.
    worker: { format: "es", rollupOptions: { output: { inlineDynamicImports: true } } },
    server: { fs: { allow: [fileURLToPath(new URL("../..", import.meta.url))] } },
  },
});
