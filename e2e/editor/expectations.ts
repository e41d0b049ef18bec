import { existsSync, readFileSync, writeFileSync } from "node:fs";

/** The text that the reference compiler shows at a place, and the different texts of other compilers. */
export interface Expectation {
  readonly text: string;
  readonly differing: readonly Differing[];
}

/** A text that differs from the reference compiler's text, with the reason. */
interface Differing {
  readonly compilers: readonly string[];
  readonly reason: string;
  readonly text: string;
}

/** Expectations by the id of their place. */
export type Expectations = ReadonlyMap<string, Expectation>;

/** Written by `--update` in place of a reason. */
export const NO_REASON = "?";

/**
 * Reads a file of expectations: `## id`, what the reference compiler shows, and for compilers that show something else
 * `### 6.0, 7.0: reason` with that.
 */
export function readExpectations(file: string): Expectations {
  const expectations = new Map<string, Expectation>();
  if (!existsSync(file)) return expectations;
  const [, ...blocks] = readFileSync(file, "utf8").split(/^## /m);
  for (const block of blocks) {
    const [main = "", ...others] = block.split(/^### /m);
    const [id, text] = headAndText(main);
    const differing = others.map((other): Differing => {
      const [head, text] = headAndText(other);
      const [, compilers = "", reason = ""] = /^([^:]*): ?(.*)$/.exec(head) ?? [];
      return { compilers: compilers.split(", "), reason, text };
    });
    expectations.set(id, { text, differing });
  }
  return expectations;
}

/** Writes a file of expectations, in the given order. */
export function writeExpectations(file: string, expectations: Expectations): void {
  const blocks = [...expectations].map(([id, { text, differing }]) => {
    const others = differing.map((each) => `\n### ${each.compilers.join(", ")}: ${each.reason}\n\n${each.text}\n`);
    return `## ${id}\n\n${text}\n${others.join("")}`;
  });
  writeFileSync(file, `${HEAD}\n${blocks.join("\n")}`);
}

/** Returns the text that a compiler is expected to show. */
export function expectedOf(expectation: Expectation, compiler: string): string {
  return expectation.differing.find(({ compilers }) => compilers.includes(compiler))?.text ?? expectation.text;
}

const HEAD = `<!-- What TypeScript 5.9 shows at each marked place, and where other versions differ, with the reason.
     Written by npm run test:package -- editor --update; reasons are written by hand. -->
`;

function headAndText(block: string): [head: string, text: string] {
  const end = block.indexOf("\n");
  return [block.slice(0, end), block.slice(end).trim()];
}
