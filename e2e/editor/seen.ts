import type { Diagnostic, Hover, LanguageServer, SignatureHelp } from "./language-server.js";
import type { Place } from "./places.js";

/** Maximum number of completions that are written out. */
const LISTED = 40;
const NO_DOCUMENTATION = "(no documentation)";

/** Returns what a compiler shows at a place, as text. */
export async function seenAt(place: Place, server: LanguageServer, diagnostics: readonly Diagnostic[], text: string) {
  if (place.kind === "hover") return hoverText(await server.hover(place.at));
  if (place.kind === "completions") return completionsText(await server.completions(place.at));
  if (place.kind === "signature") return signatureText(await server.signature(place.at));
  return mistakeText(diagnostics.filter((each) => isIn(place, each))[0], text);
}

/** Whether a diagnostic belongs to the code of a mistake. */
export const isIn = (place: Place, { start }: Diagnostic): boolean =>
  start.line >= place.at.line && start.line < place.endLine;

/**
 * Whether two texts are the same, except for line breaks and the order of the members of unions and objects, which differs
 * between compilers.
 */
export const isSame = (a: string, b: string): boolean => a === b || canonical(a) === canonical(b);

const canonical = (text: string) => (text.match(/[\w$]+|[^\s\w|;]/g) ?? []).sort().join(" ");

/** Whether a text states that the place has no documentation. */
export const lacksDocumentation = (text: string): boolean => text.includes(NO_DOCUMENTATION);

function hoverText(hover: Hover | undefined): string {
  if (hover === undefined) return "(no hover)";
  return `${code(hover.signature)}\n\n${firstSentence(hover.documentation)}`;
}

function completionsText(names: readonly string[]): string {
  const plain = names.map((name) => name.replace(/\?$/, "")).sort();
  const rest = plain.length - LISTED;
  const listed = plain.slice(0, LISTED).map((name) => `- ${name}`);
  return [...listed, ...(rest > 0 ? [`- … and ${rest} more`] : [])].join("\n") || "(no completions)";
}

function signatureText(help: SignatureHelp | undefined): string {
  if (help === undefined) return "(no signature)";
  const { label, documentation, parameter, overloads } = help;
  const parts = [code(label), firstSentence(documentation)];
  if (parameter) parts.push(`\`${parameter.label}\`: ${firstSentence(parameter.documentation)}`);
  if (overloads > 1) parts.push(`One of ${overloads} overloads.`);
  return parts.join("\n\n");
}

function mistakeText(diagnostic: Diagnostic | undefined, text: string): string {
  if (diagnostic === undefined) return "(compiles)";
  const { start, end, code: number, message } = diagnostic;
  const line = text.split("\n")[start.line] ?? "";
  const marked = line.slice(start.character, start.line === end.line ? end.character : undefined);
  const [first = "", ...others] = message.split("\n");
  const more = others.length === 0 ? "" : `\n\n(${others.length} more ${others.length === 1 ? "line" : "lines"})`;
  return `\`${marked}\` TS${number}\n\n${first}${more}`;
}

const code = (text: string) => `\`\`\`ts\n${text}\n\`\`\``;

/** The documentation up to the end of its first sentence, without line breaks. */
function firstSentence(documentation: string): string {
  // Markdown shows the tags after the text, and some editors leave `{@link …}` in the text: the name of the link is kept.
  const [paragraph = ""] = documentation.trim().split(/\n\s*\n|\n?^\*@/m);
  const line = paragraph
    .replace(/\{@link (\S+?) ?\}/g, "$1")
    .replace(/\s+/g, " ")
    .replace(/^- /, "")
    .trim();
  return /^.*?[.:](?=\s+["A-Z`]|$)/.exec(line)?.[0] ?? (line || NO_DOCUMENTATION);
}
