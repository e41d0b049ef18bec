import { transform } from "sucrase";

/** Compiled code, or the text of a syntax error as Node.js prints it. */
export type Compiled = { readonly code: string } | { readonly error: string };

/** Removes the types from a program and replaces its imports by calls of `require`. Lines stay where they are. */
export function compile(file: string, code: string): Compiled {
  try {
    return {
      code: transform(code, { transforms: ["typescript", "imports"], disableESTransforms: true, filePath: file }).code,
    };
  } catch (error) {
    const { message, loc } = error as Error & { readonly loc?: { readonly line: number; readonly column: number } };
    const text = message.replace(`Error transforming ${file}: `, "").replace(/ \(\d+:\d+\)$/, "");
    return { error: `${placeOf(file, code, loc?.line, loc?.column)}SyntaxError: ${text}` };
  }
}

/** The line of an error, with a caret below the column (from 1), as Node.js prints it; empty if the line is unknown. */
export function placeOf(file: string, code: string, line: number | undefined, column?: number): string {
  const source = line === undefined ? undefined : code.split("\n")[line - 1];
  if (source === undefined) return "";
  const caret = column === undefined ? "" : `\n${source.slice(0, column - 1).replaceAll(/[^\t]/g, " ")}^`;
  return `${file}:${line}\n${source}${caret}\n\n`;
}
