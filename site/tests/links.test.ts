import { existsSync, readFileSync } from "node:fs";
import { posix } from "node:path";
import { expect, test } from "vitest";
import { builds, filesIn } from "./built-site.js";

const decoded = (html: string) => html.replaceAll("&amp;", "&").replaceAll("&#39;", "'").replaceAll("&quot;", '"');
const attributes = (html: string, name: string) =>
  [...html.matchAll(new RegExp(`\\s${name}="([^"]*)"`, "g"))].map(([, value = ""]) => decoded(value));

test.each(builds)(
  "every link of the site for $base leads to a file, and to an anchor that exists",
  ({ base, folder }) => {
    const pages = new Map(filesIn(folder, ".html").map((path) => [path, readFileSync(`${folder}/${path}`, "utf8")]));
    const anchors = new Map([...pages].map(([path, html]) => [path, new Set(attributes(html, "id"))]));
    let checked = 0;
    const broken = [...pages].flatMap(([page, html]) => {
      const links = new Set([...attributes(html, "href"), ...attributes(html, "src")]);
      return [...links].flatMap((link) => {
        const url = new URL(link, `https://site.test${base}${page}`);
        if (url.origin !== "https://site.test") return [];
        checked += 1;
        if (!url.pathname.startsWith(base)) return [`${page}: ${link} is outside the site`];
        const path = decodeURIComponent(url.pathname.slice(base.length));
        const file = path === "" || path.endsWith("/") ? `${path}index.html` : path;
        if (!pages.has(file)) return existsSync(posix.join(folder, file)) ? [] : [`${page}: ${link}`];
        const anchor = decodeURIComponent(url.hash.slice(1));
        return anchor === "" || anchors.get(file)?.has(anchor) ? [] : [`${page}: ${link} has no such anchor`];
      });
    });
    expect(broken).toEqual([]);
    expect(pages.size).toBeGreaterThan(500);
    expect(checked).toBeGreaterThan(10_000);
  },
);

test.each(builds)(
  "every page for $base has a policy that allows its inline scripts by hash, and no evaluation",
  ({ folder }) => {
    for (const path of filesIn(folder, ".html")) {
      const html = readFileSync(`${folder}/${path}`, "utf8");
      const [, policy = ""] = /<meta http-equiv="Content-Security-Policy" content="([^"]+)">/.exec(html) ?? [];
      expect(policy, path).toMatch(/script-src 'self' 'sha256-/);
      expect(policy.replace(/style-src [^;]+/, ""), path).not.toContain("unsafe");
      expect(html.indexOf("Content-Security-Policy"), path).toBeLessThan(html.indexOf("<script"));
    }
  },
);
