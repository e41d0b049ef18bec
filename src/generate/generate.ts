import type { Selection } from "./choose-methods.js";
import { type DecidedFile, decide } from "./decide.js";
import { MARK, print } from "./print.js";
import { readDocument } from "./read-document.js";

/** A generated file. */
export interface Generated {
  readonly text: string;
  /** Facts that were derived from the document, one sentence each. */
  readonly notes: readonly string[];
}

/**
 * Generates a TypeScript file with methods of a service from its discovery document: reads the document, decides what the
 * file contains, and prints it.
 *
 * @param data - The parsed document.
 * @param command - The command line, for the second line of the file.
 * @throws {RequestError} If the document or the selection is invalid, with all issues.
 */
export function generate(data: unknown, selection: Selection, command: string): Generated {
  const file = decide(readDocument(data), selection);
  return { text: print(file, command), notes: file.notes };
}

/** Decides how methods of a discovery document are generated. @throws {RequestError} If the document or the selection is invalid. */
export function list(data: unknown, selection: Selection): Pick<DecidedFile, "methods" | "notes"> {
  return decide(readDocument(data), selection);
}

/** Whether a file was generated. */
export function isGenerated(text: string): boolean {
  return text.startsWith(MARK);
}

/** Whether two generated files are the same, except for the revision of the document and the command line. */
export function isSameFile(a: string, b: string): boolean {
  const [bodyOfA, bodyOfB] = [a, b].map((text) => text.replace(/\r\n/g, "\n").split("\n").slice(2).join("\n"));
  return bodyOfA === bodyOfB;
}
