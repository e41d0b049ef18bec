import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";

/** Returns the broken links of the pages in the installed package. */
export function checkLinks(folder: string): string[] {
  const home = join(folder, "node_modules/fourfold");
  const files = readdirSync(home, { recursive: true, encoding: "utf8" });
  const pages = files.filter(
    (file) => (file.endsWith(".md") || file === "llms.txt") && !file.startsWith("node_modules"),
  );
  if (!pages.includes("README.md")) return ["the package contains no README.md"];
  return pages.flatMap((page) => {
    const links = readFileSync(join(home, page), "utf8").matchAll(/\]\((?!https?:|#)([^)#\s]+)(?:#[^)]*)?\)/g);
    return [...links]
      .filter(([, path = ""]) => !existsSync(join(home, dirname(page), path)))
      .map(([, path]) => `${page} links to ${path}, which is not in the package`);
  });
}
