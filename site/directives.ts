/** Returns the text of a file in the repository. */
type TextOf = (path: string) => string;

/**
 * Replaces the directives of a page of the site, which are HTML comments on separate lines:
 *
 * - `<!-- example: examples/01-list-projects.ts -->`: the code of an example.
 * - `<!-- output: examples/01-list-projects.ts -->`: what an example prints.
 * - `<!-- readme: Install -->`: a section of the README, up to its shell commands.
 *
 * Pages in `docs/` have none, because GitHub and the package show them as they are.
 *
 * @param outputOf - Runs the program in a file and returns its output.
 */
export function expandDirectives(page: string, textOf: TextOf, outputOf: TextOf): string {
  return page.replaceAll(/^<!-- (example|output|readme): (.+) -->$/gm, (_, kind: string, name: string) => {
    if (kind === "readme") return sectionOf(textOf("README.md"), name);
    return kind === "output"
      ? `\`\`\`text\n${outputOf(name).trim()}\n\`\`\``
      : `\`\`\`ts [${name}]\n${textOf(name).trim()}\n\`\`\``;
  });
}

/** Returns the text below a heading, up to the next heading or shell commands. */
function sectionOf(page: string, heading: string): string {
  const [, below] = page.split(`# ${heading}\n`);
  if (below === undefined) throw new Error(`the README has no section "${heading}"`);
  return (below.split(/^(?:#|```sh)/m)[0] ?? "").trim();
}
