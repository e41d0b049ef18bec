import { transform } from "sucrase";

/** Compiled code, or the text of a syntax error as Node.js prints it. */
export type Compiled = { readonly code: string } | { readonly error: string };

/** White space and comments between two tokens. */
const GAP = String.raw`(?:\s|/\*(?:[^*]|\*(?!/))*\*/|//.*[\n\r\u2028\u2029])*`;

/**
 * Compiled code that is rejected, with the reason. The browser must not find an import that the compiler did not
 * replace. The patterns do not parse the code, so they also match in comments and strings.
 */
const REJECTED: readonly (readonly [pattern: RegExp, reason: string])[] = [
  [
    new RegExp(String.raw`\bimport${GAP}(?:\(|\.${GAP}(?:source|defer)\b)`),
    "The playground rejects import.source, import.defer, and import() in comments and strings",
  ],
  [
    /<!--|(?:^|\*\/)[^\S\n\r\u2028\u2029]*-->/m,
    "The playground rejects HTML comments: <!--, and --> at the beginning of a line",
  ],
];

/**
 * Removes the types from a program and replaces its imports with calls to `require`. Line numbers do not change.
 * Rejects code that could still contain an import.
 */
export function compile(file: string, code: string): Compiled {
  let compiled: string;
  try {
    compiled = transform(code, {
      transforms: ["typescript", "imports"],
      disableESTransforms: true,
      filePath: file,
    }).code;
  } catch (error) {
    const { message, loc } = error as Error & { readonly loc?: { readonly line: number; readonly column: number } };
    const text = message.replace(`Error transforming ${file}: `, "").replace(/ \(\d+:\d+\)$/, "");
    return { error: `${codeFrame(file, code, loc?.line, loc?.column)}SyntaxError: ${text}` };
  }
  for (const [pattern, reason] of REJECTED) {
    const index = compiled.search(pattern);
    if (index === -1) continue;
    const line = compiled.slice(0, index).split("\n").length;
    return { error: `${codeFrame(file, code, line)}SyntaxError: ${reason}` };
  }
  return { code: compiled };
}

/** The line of an error, with a caret below the column (from 1), as Node.js prints it; empty if the line is unknown. */
export function codeFrame(file: string, code: string, line: number | undefined, column?: number): string {
  const source = line === undefined ? undefined : code.split("\n")[line - 1];
  if (source === undefined) return "";
  const caret = column === undefined ? "" : `\n${source.slice(0, column - 1).replaceAll(/[^\t]/g, " ")}^`;
  return `${file}:${line}\n${source}${caret}\n\n`;
}
