/** Returns the text of a file in the repository. */
type TextOf = (path: string) => string;

/**
 * Replaces the directives of a page of the site, which are HTML comments on separate lines:
 *
 * - `<!-- example: examples/01-list-projects.ts -->`: the code of an example.
 * - `<!-- output: examples/01-list-projects.ts -->`: what an example prints.
 *
 * Pages in `docs/` have none, because GitHub and the package show them as they are.
 *
 * @param outputOf - Runs the program in a file and returns its output.
 */
export function expandDirectives(page: string, textOf: TextOf, outputOf: TextOf): string {
  return page.replaceAll(/^<!-- (example|output): (.+) -->$/gm, (_, kind: string, path: string) =>
    kind === "output"
      ? `\`\`\`text\n${outputOf(path).trim()}\n\`\`\``
      : `\`\`\`ts [${path}]\n${textOf(path).trim()}\n\`\`\``,
  );
}
