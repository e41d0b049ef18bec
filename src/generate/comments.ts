import { escaped } from "../core/source-text.js";
import type { Docs } from "./declarations.js";

/** Amount of description text that a file contains. */
export type DocsLevel = "full" | "first" | "none";

/** Maximum length of a line. */
export const MAX_WIDTH = 120;

/**
 * Formats a doc comment, with a line feed at its end; the empty string if it has no text. A text cannot end the comment, begin a
 * tag or add lines outside the comment.
 *
 * @param remarks - Paragraphs after the description.
 */
export function commentOf(docs: Docs, level: DocsLevel, indent = "", remarks: readonly string[] = []): string {
  const text = level === "none" ? "" : level === "first" ? firstSentence(docs.text ?? "") : (docs.text ?? "");
  const values = level === "full" ? docs.values : [];
  const width = MAX_WIDTH - indent.length - " *   ".length;
  const paragraphs = [
    ...cleaned(text).split("\n"),
    ...values.map(({ value, text: meaning, deprecated }) => {
      const note = `${deprecated ? "Deprecated. " : ""}${meaning}`.trim();
      return cleaned(`- \`${value}\`${note === "" ? "" : `: ${note}`}`).replaceAll("\n", " ");
    }),
    ...remarks,
    ...(docs.deprecated ? ["@deprecated"] : []),
  ];
  const lines = paragraphs
    .filter((line) => line !== "")
    .flatMap((line) =>
      wrapped(line, width).map((each, index) => (index > 0 && line.startsWith("- ") ? `  ${each}` : each)),
    );
  const [only] = lines;
  if (only === undefined) return "";
  if (lines.length === 1 && indent.length + `/** ${only} */`.length <= MAX_WIDTH) return `${indent}/** ${only} */\n`;
  return [`${indent}/**`, ...lines.map((line) => `${indent} * ${line}`), `${indent} */`, ""].join("\n");
}

/** Returns a text that is safe in a comment: without control characters, ends of comments, and tags. */
function cleaned(text: string): string {
  return escaped(text.replace(/\r\n?|[\f\v\u0085\u2028\u2029]/g, "\n").replace(/(?!\n)\p{Cc}/gu, " "))
    .replace(/[^\S\n]+/g, " ")
    .replace(/ ?\n ?/g, "\n")
    .trim()
    .replaceAll("*/", "*\\/")
    .replace(/(^|\s)@/g, "$1\\@");
}

/** Flags with which descriptions begin, such as "Required." and "Output only.". */
const FLAGS = /^\s*(?:\[?(?:required|optional|output[ -]only|input only|immutable|identifier|deprecated)\]?[.:]\s*)*/i;

/** Returns the flags and the first sentence of a description. */
function firstSentence(text: string): string {
  const [flags = ""] = FLAGS.exec(text) ?? [];
  const rest = text.slice(flags.length);
  const end = /[.!?](?=\s|$)|\n/.exec(rest);
  return flags + (end === null ? rest : rest.slice(0, end.index + 1));
}

/** Breaks a text into lines at spaces. */
function wrapped(text: string, width: number): string[] {
  const lines: string[] = [];
  let line = "";
  for (const word of text.split(" ")) {
    if (line !== "" && line.length + 1 + word.length > width) {
      lines.push(line);
      line = word;
    } else {
      line = line === "" ? word : `${line} ${word}`;
    }
  }
  return [...lines, line];
}
