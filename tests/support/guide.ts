/**
 * The TypeScript of a page as one program. Everything else is an empty line, so that a line of the program has the number
 * that it has on the page.
 */
export function programOf(page: string): string {
  return linesIn(page, "ts").join("\n");
}

/** The output of a program as its page states it. */
export function outputOf(page: string): string {
  return linesIn(page, "text")
    .filter((line) => line !== undefined)
    .map((line) => `${line}\n`)
    .join("");
}

/** A program of the README or of the page of an area. */
export interface PageProgram {
  /** The heading above it. */
  readonly heading: string;
  readonly source: string;
  /** The output, from its comments. */
  readonly output: string;
}

/** Every TypeScript block of a page that is a program, with the output that its comments state. */
export function programsOf(page: string): PageProgram[] {
  return page.split(/^#{2,3} /m).flatMap((section) => {
    const heading = section.split("\n")[0] ?? "";
    return [...section.matchAll(/^```ts\n(.*?)^```$/gms)].flatMap(([, source = ""]) => {
      const output = source.match(/(?<=^\/\/ => ).*\n/gm)?.join("");
      return output === undefined ? [] : [{ heading, source, output }];
    });
  });
}

/** The lines of a page inside fences of a language; all others are undefined. */
function linesIn(page: string, language: string): (string | undefined)[] {
  let fence: string | undefined;
  return page.split("\n").map((line) => {
    const mark = /^```(\w*)/.exec(line)?.[1];
    if (mark === undefined) return fence === language ? line : undefined;
    fence = fence === undefined ? mark : undefined;
    return undefined;
  });
}

/** A code block of a page under an HTML comment, which names it: `<!-- jest: test -->`. */
export interface NamedBlock {
  readonly name: string;
  /** The name of the file, from the comment in the first line of the code. */
  readonly file: string;
  readonly text: string;
}

/** The named blocks of a page whose names start with `kind: `. */
export function namedBlocks(page: string, kind: string): NamedBlock[] {
  const block = new RegExp(`<!-- ${kind}: (.+) -->\\n\`\`\`\\w+\\n(// (\\S+)\\n[^]*?)^\`\`\`$`, "gm");
  return [...page.matchAll(block)].map(([, name = "", text = "", file = ""]) => ({ name, file, text }));
}
