import { execFileSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { transformSync } from "esbuild";

const root = fileURLToPath(new URL("../..", import.meta.url));

/**
 * The TypeScript of a page as one program. Everything else is an empty line, so that a line of the program has the number
 * that it has on the page.
 */
export function programOf(page: string): string {
  return linesIn(page, "ts").join("\n");
}

/** What a page says that its program prints. */
export function outputOf(page: string): string {
  return linesIn(page, "text")
    .filter((line) => line !== undefined)
    .map((line) => `${line}\n`)
    .join("");
}

/** Runs a program against the sources of this repository, and returns what it prints. @throws when it fails. */
export function runProgram(program: string): string {
  const { code } = transformSync(program, { loader: "ts", format: "esm", target: "node20" });
  const command = ["--import", "tsx", "--input-type=module"];
  return execFileSync("node", command, { cwd: root, input: code, encoding: "utf8", stdio: ["pipe", "pipe", "pipe"] });
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
