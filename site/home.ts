import manifest from "../package.json" with { type: "json" };

/** The front matter of the home page: name, tagline and features from the README. */
export function homeFrontmatter(readme: string): string {
  const [, tagline = ""] = /^# .*\n\n(.+)\n/.exec(readme) ?? [];
  const [, features = ""] = /^## What it does that others do not\n(.*?)^## /ms.exec(readme) ?? [];
  const rows = [...features.matchAll(/^\| ([^|-][^|]*) \| (.+) \|$/gm)];
  if (tagline === "" || rows.length === 0) throw new Error("README.md has no tagline or no table of features");
  const front = {
    layout: "home",
    title: manifest.name,
    titleTemplate: false,
    hero: {
      name: manifest.name,
      tagline,
      image: { src: "/favicon.svg", alt: "" },
      actions: [
        { theme: "brand", text: "Quick start", link: "/quick-start" },
        { theme: "alt", text: "Playground", link: "/playground" },
      ],
    },
    features: rows.map(([, title, details = ""]) => ({ title, details: inlineHtml(details) })),
  };
  return `---\n${JSON.stringify(front, null, 2)}\n---\n`; // JSON is YAML
}

/** Inline code as HTML; links as their text. */
function inlineHtml(markdown: string): string {
  return markdown
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(/\[([^\]]+)\]\([^)]+\)/g, "$1")
    .replaceAll(/`([^`]+)`/g, "<code>$1</code>");
}
