import ts from "typescript";

/** A piece of a file that people read. `text` has the length of the source between `start` and `end`. */
export interface Text {
  readonly kind: "comment" | "string" | "page";
  readonly start: number;
  readonly end: number;
  /** The source with markers of comments, inline code and interpolations replaced by spaces. */
  readonly text: string;
}

/** Returns the texts of a file: its comments and strings, or for a file that is not code, everything. */
export function textsOf(path: string, source: string): Text[] {
  if (/\.(ts|js|cjs)$/.test(path)) return textsOfCode(path, source);
  if (path.endsWith(".md")) return textsOfPage(source);
  return [{ kind: "page", start: 0, end: source.length, text: blankMarkers(source, /^[ \t]*#+!?/gm) }];
}

/** The code blocks of a page are code, whose comments and strings count. */
function textsOfPage(page: string): Text[] {
  const inCode: Text[] = [];
  const outside = page.replace(
    /^(```(?:ts|js|tsx)\n)([\s\S]*?)^```/gm,
    (block, fence: string, code: string, at: number) => {
      const offset = at + fence.length;
      for (const text of textsOfCode("page.ts", code))
        inCode.push({ ...text, start: text.start + offset, end: text.end + offset });
      return blank(block);
    },
  );
  return [{ kind: "page", start: 0, end: page.length, text: blankInlineCode(outside) }, ...inCode];
}

function textsOfCode(path: string, source: string): Text[] {
  const file = ts.createSourceFile(path, source, ts.ScriptTarget.Latest, false);
  const texts: Text[] = [];
  const visit = (node: ts.Node): void => {
    const children = node.getChildren(file).filter((child) => !ts.isJSDoc(child));
    if (children.length === 0) texts.push(...commentsIn(source, node.getFullStart(), node.getStart(file)));
    if (ts.isStringLiteralLike(node) ? node.text.includes(" ") : ts.isTemplateExpression(node))
      texts.push(stringOf(node as ts.StringLiteralLike | ts.TemplateExpression, source, file)); // a word alone is a value
    for (const child of children) visit(child);
  };
  visit(file);
  return joinLineComments(texts, source);
}

function stringOf(node: ts.StringLiteralLike | ts.TemplateExpression, source: string, file: ts.SourceFile): Text {
  const start = node.getStart(file);
  const characters = [...source.slice(start, node.end).split("")];
  if (ts.isTemplateExpression(node)) {
    for (const { expression } of node.templateSpans)
      characters.fill("x", expression.getFullStart() - start, expression.end - start);
  }
  return { kind: "string", start, end: node.end, text: characters.join("") };
}

function commentsIn(source: string, from: number, to: number): Text[] {
  if (!source.slice(from, to).includes("/")) return [];
  const scanner = ts.createScanner(ts.ScriptTarget.Latest, false, ts.LanguageVariant.Standard, source.slice(from, to));
  const comments: Text[] = [];
  for (let token = scanner.scan(); token !== ts.SyntaxKind.EndOfFileToken; token = scanner.scan()) {
    if (token !== ts.SyntaxKind.SingleLineCommentTrivia && token !== ts.SyntaxKind.MultiLineCommentTrivia) continue;
    const text = blankInlineCode(blankMarkers(scanner.getTokenText(), /^\/\*+|\*\/$|^\s*\*|^\/\/+/gm));
    const start = from + scanner.getTokenStart();
    comments.push({ kind: "comment", start, end: start + text.length, text });
  }
  return comments;
}

/** Joins line comments on consecutive lines, so that a phrase may span two of them. */
function joinLineComments(texts: readonly Text[], source: string): Text[] {
  const joined: Text[] = [];
  for (const text of texts) {
    const last = joined.at(-1);
    const between = last === undefined ? "" : source.slice(last.end, text.start);
    const isNext = /^\n[ \t]*$/.test(between) && source.startsWith("//", text.start);
    if (last?.kind === "comment" && isNext && isOnOwnLine(source, last.start)) {
      joined[joined.length - 1] = { ...last, end: text.end, text: last.text + between + text.text };
    } else joined.push(text);
  }
  return joined;
}

function isOnOwnLine(source: string, start: number): boolean {
  return source.startsWith("//", start) && source.slice(source.lastIndexOf("\n", start) + 1, start).trim() === "";
}

function blankInlineCode(text: string): string {
  return text.replaceAll(/`[^`\n]+`|\{@link [^}]*\}/g, (code) => "x".repeat(code.length));
}

function blankMarkers(text: string, markers: RegExp): string {
  return text.replaceAll(markers, blank);
}

function blank(text: string): string {
  return text.replaceAll(/[^\n]/g, " ");
}
