import { existsSync, readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { DefaultTheme } from "vitepress";
import { titleOf } from "./assemble.js";
import { BREAKS } from "./break-words.js";

const content = fileURLToPath(new URL(".content/", import.meta.url));

type Item = DefaultTheme.SidebarItem;

const page = (path: string): Item => ({
  text: titleOf(readFileSync(content + path, "utf8")),
  link: `/${path.replace(/(index)?\.md$/, "")}`,
});
const pagesIn = (folder: string): Item[] =>
  readdirSync(content + folder)
    .filter((file) => file.endsWith(".md") && file !== "index.md")
    .sort()
    .map((file) => page(`${folder}/${file}`));
const group = (text: string, items: Item[]): Item => ({ text, items });

/** The pages that the list or the table of a page begins its lines with. */
const listedIn = (index: string) =>
  [...readFileSync(content + index, "utf8").matchAll(/^[-|] \[[^\]]+\]\(\/([\w./-]+\.md)\)/gm)].map(([, path = ""]) =>
    page(path),
  );
const guides = listedIn("guides/index.md");

export const nav: DefaultTheme.NavItem[] = [
  { text: "Quick start", link: "/quick-start" },
  { text: "Guides", items: [page("guides/index.md"), ...guides] as DefaultTheme.NavItemWithLink[] },
  { text: "Reference", link: "/reference/" },
];

/** Returns the sidebars: one for the pages, one for each module of the API reference. */
export function sidebar(): DefaultTheme.SidebarMulti {
  const modules = existsSync(`${content}reference`) ? modulesIn("reference/fourfold") : [];
  return {
    "/": [
      group("Start", [page("quick-start.md")]),
      { text: "Guides", link: "/guides/", items: guides },
      group("Reference", [
        { text: "API reference", link: "/reference/" },
        { ...page("methods.md"), items: listedIn("methods.md").map(breakable), collapsed: true },
        ...["rules", "errors", "environments-paths", "cli", "schemas", "naming"].map((name) => page(`${name}.md`)),
      ]),
      {
        text: "Examples",
        link: "/examples/",
        items: [...pagesIn("examples"), ...pagesIn("examples/adapters")],
        collapsed: true,
      },
      group("Project", [
        ...[
          "benchmarks",
          "compatibility",
          "architecture",
          "changelog",
          "contributing",
          "checks",
          "releasing",
          "security",
        ].map((name) => page(`${name}.md`)),
        page("decisions/index.md"),
      ]),
    ],
    "/decisions/": [group("Decisions", pagesIn("decisions"))],
    ...Object.fromEntries(
      modules.map((folder) => [
        `/${folder}/`,
        [
          { text: "API reference", link: "/reference/" },
          { ...page(`${folder}/index.md`), items: exportsOf(folder) },
        ],
      ]),
    ),
    "/reference/": [
      group(
        "API reference",
        modules.map((folder) => page(`${folder}/index.md`)),
      ),
    ],
  };
}

const kinds = ["functions", "classes", "interfaces", "type-aliases", "variables"];

/** The exports of a module by kind. Each group has a link, because a group without one is a button that contains a button. */
const exportsOf = (folder: string): Item[] =>
  kinds
    .filter((kind) => existsSync(`${content}${folder}/${kind}`))
    .map((kind) => ({
      text: kind.replace("-", " ").replace(/^./, (letter) => letter.toUpperCase()),
      link: `/${folder}/#${kind}`,
      items: pagesIn(`${folder}/${kind}`).map(breakable),
      collapsed: false,
    }));

/** Lets the name of an export break between its words, because the sidebar is narrow and renders HTML. */
const breakable = ({ text = "", ...item }: Item): Item => ({
  ...item,
  text: text.replace("()", "").replaceAll(BREAKS, "<wbr>"),
});

/** Folders of the modules, which contain an index page. */
function modulesIn(folder: string): string[] {
  const inside = readdirSync(content + folder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && !kinds.includes(entry.name))
    .flatMap((entry) => modulesIn(`${folder}/${entry.name}`));
  return existsSync(`${content}${folder}/index.md`) ? [folder, ...inside] : inside;
}
