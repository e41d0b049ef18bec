/** Returns the text of a file in the repository. */
type TextOf = (path: string) => string;

/**
 * Replaces the directives of a page, which are HTML comments on separate lines:
 *
 * - `<!-- section: README.md > Quick start -->`: the text under a heading.
 * - `<!-- example: examples/01-list-projects.ts -->`: the code of an example.
 * - ``<!-- rows: docs/methods.md > | `entities. -->``: the table header and the rows that contain the given text.
 * - `<!-- items: README.md > **Status** -->`: the list items that contain the given text.
 */
export function expandDirectives(page: string, textOf: TextOf): string {
  return page.replaceAll(/^<!-- (section|example|rows|items): (.+) -->$/gm, (_, kind: string, argument: string) => {
    const [path = "", ...rest] = argument.split(" > ");
    const text = textOf(path);
    if (kind === "section") return sectionOf(text, rest.join(" > "), path);
    if (kind === "rows") return rowsOf(text, rest[0] ?? "", path);
    if (kind === "items") return itemsOf(text, rest[0] ?? "", path);
    return `\`\`\`ts [${path}]\n${text.trim()}\n\`\`\``;
  });
}

/** The text under a heading of the second level; under `#`, the list before the first of them. */
function sectionOf(text: string, heading: string, path: string): string {
  const [first = "", ...sections] = text.split(/^## /m);
  if (heading === "#") return first.slice(first.search(/^- /m)).trim();
  const found = sections.find((section) => section.split("\n")[0] === heading);
  if (found === undefined) throw new Error(`${path} has no section "${heading}"`);
  return found.slice(heading.length).trim();
}

/** The rows of the first table of a page that contain a text, with the header. */
function rowsOf(text: string, part: string, path: string): string {
  const [header, line, ...rows] = text.split("\n").filter((row) => row.startsWith("|"));
  const found = rows.filter((row) => row.includes(part));
  if (found.length === 0) throw new Error(`${path} has no row with "${part}"`);
  return [header, line, ...found].join("\n");
}

/** The list items of a page that contain a text. */
function itemsOf(text: string, part: string, path: string): string {
  const found = text.split("\n").filter((line) => line.startsWith("- ") && line.includes(part));
  if (found.length === 0) throw new Error(`${path} has no list item with "${part}"`);
  return found.join("\n");
}
