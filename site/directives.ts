/** Returns the text of a file in the repository. */
type TextOf = (path: string) => string;

/**
 * Replaces the directives of a page, which are HTML comments on separate lines:
 *
 * - `<!-- example: examples/01-list-projects.ts -->`: the code of an example.
 * - ``<!-- rows: docs/methods.md > | `entities. -->``: the table header and the rows that contain the given text.
 * - `<!-- output: examples/01-list-projects.ts -->`: what an example prints.
 *
 * @param outputOf - Runs the program in a file and returns its output.
 */
export function expandDirectives(page: string, textOf: TextOf, outputOf: TextOf): string {
  return page.replaceAll(/^<!-- (example|rows|output): (.+) -->$/gm, (_, kind: string, argument: string) => {
    const [path = "", part = ""] = argument.split(" > ");
    if (kind === "output") return `\`\`\`text\n${outputOf(path).trim()}\n\`\`\``;
    const text = textOf(path);
    if (kind === "rows") return rowsOf(text, part, path);
    return `\`\`\`ts [${path}]\n${text.trim()}\n\`\`\``;
  });
}

/** The rows of the first table of a page that contain a text, with the header. */
function rowsOf(text: string, part: string, path: string): string {
  const [header, line, ...rows] = text.split("\n").filter((row) => row.startsWith("|"));
  const found = rows.filter((row) => row.includes(part));
  if (found.length === 0) throw new Error(`${path} has no row with "${part}"`);
  return [header, line, ...found].join("\n");
}
