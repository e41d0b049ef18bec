import { isDeepStrictEqual } from "node:util";
import {
  Document,
  isCollection,
  isMap,
  isNode,
  isPair,
  isSeq,
  type Node,
  type Range,
  type ToStringOptions,
  visit,
  YAMLMap,
  type YAMLSeq,
} from "yaml";
import { changeNode, createPair, findPair, isRecord, type YamlPair } from "./yaml-change.js";

type Members = Readonly<Record<string, unknown>>;

/** A place in a text, and what is to stand there. */
interface Edit {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/** A document, its text, and how that is laid out. */
interface Source {
  readonly text: string;
  readonly document: Document;
  readonly style: ToStringOptions;
}

/**
 * Changes the text of a document from one value to another, and only where they differ: a new member is written behind
 * the last one of its map, and of a changed one the innermost entry that has lines of its own. Uses the document up.
 *
 * @param text Has line ends of one character, and one at its end.
 */
export function changeText(text: string, document: Document, before: unknown, after: unknown): string {
  const source = { text, document, style: styleOf(text, document) };
  const { contents } = document;
  if (!isBlockMap(contents) || !isRecord(before) || !isRecord(after)) return text;
  let changed = text;
  // From the end, so that the places of the others stay right.
  for (const edit of memberEdits(source, contents, before, after).reverse()) {
    changed = changed.slice(0, edit.start) + edit.text + changed.slice(edit.end);
  }
  return changed;
}

/** How a document is laid out, as far as that can be said in general. */
export function styleOf(text: string, document: Document): ToStringOptions {
  let step: number | undefined;
  let dashed: boolean | undefined;
  visit(document, {
    Pair: (_, { key, value }) => {
      if (!isNode(key) || !isNode(value)) return;
      const deeper = columnOf(text, rangeOf(value)[0]) - columnOf(text, rangeOf(key)[0]);
      if (isBlockMap(value) && deeper > 0) step ??= deeper;
      if (isSeq(value) && !value.flow) dashed ??= deeper > 0;
    },
  });
  return { indent: step ?? 2, indentSeq: dashed ?? true, lineWidth: 0, verifyAliasOrder: false };
}

/** The edits for one map, in the order of their places. */
function memberEdits(source: Source, map: YAMLMap, before: Members, after: Members): Edit[] {
  const { text, document, style } = source;
  const column = columnOf(text, rangeOf(map)[0]);
  const end = endOfDeeperComments(text, endOf(text, map.items.at(-1) as YamlPair), column); // of a parsed document
  const edits: Edit[] = [];
  let added = "";
  for (const [key, value] of Object.entries(after)) {
    const old = before[key];
    if (isDeepStrictEqual(old, value)) continue;
    const pair = findPair(map, key);
    if (pair === undefined) {
      added += " ".repeat(column) + render(createPair(document, key, value), column, style);
    } else if (isBlockMap(pair.value) && isRecord(old) && isRecord(value) && hasAllOf(old, value)) {
      edits.push(...memberEdits(source, pair.value, old, value));
    } else {
      const place = { start: rangeOf(pair.key)[0], end: endOf(text, pair) };
      leaveOuterComments(pair);
      pair.value = changeNode(document, pair.value, old, value);
      edits.push({ ...place, text: render(pair, column, style) });
    }
  }
  edits.sort((one, other) => one.start - other.start);
  return added === "" ? edits : [...edits, { start: end, end, text: added }];
}

/** A member as lines, of which the first begins where the text before it ends. */
function render(pair: YamlPair, column: number, style: ToStringOptions): string {
  const map = new YAMLMap();
  map.items.push(pair);
  const part = new Document(null, { compat: "yaml-1.1" });
  part.contents = map;
  return part.toString(style).replace(/\n(?=[^\n])/g, `\n${" ".repeat(column)}`);
}

/** Takes from a member the comments that stand before it and behind its last line: they stay where they are. */
function leaveOuterComments({ key, value }: YamlPair): void {
  key.commentBefore = null;
  key.spaceBefore = false;
  for (const node of lastNodes(value)) if (isBlockCollection(node)) node.comment = null;
}

/** Where those comments end that follow a map and belong to something inside it, being indented more than it is. */
function endOfDeeperComments(text: string, start: number, column: number): number {
  const comments = new RegExp(`(?:(?:[ \\t]*\\n)* {${column + 1},}#.*\\n)*`, "y");
  comments.lastIndex = start;
  comments.test(text); // always: it may be empty
  return comments.lastIndex;
}

/** Where the last line of a member ends. */
function endOf(text: string, { key, value }: YamlPair): number {
  const [, , end] = rangeOf(lastNodes(value).at(-1) ?? key);
  return text[end - 1] === "\n" ? end : text.indexOf("\n", end) + 1; // the text ends in one
}

/** A node, the last one inside it, and so on to the one that its text ends with. Of a parsed document. */
function lastNodes(node: Node | null): Node[] {
  if (node === null) return [];
  if (!isBlockCollection(node)) return [node];
  const last = node.items.at(-1) as YamlPair | Node; // one that is laid out in lines has some
  return [node, ...lastNodes(isPair(last) ? (last.value ?? last.key) : last)];
}

/** Where a node begins, where its value ends, and where all ends that belongs to it. Of a parsed document. */
function rangeOf({ range }: Node): Range {
  return range as Range; // the parser says it of every node
}

function columnOf(text: string, offset: number): number {
  return offset - (text.lastIndexOf("\n", offset - 1) + 1);
}

function isBlockCollection(node: unknown): node is YAMLMap | YAMLSeq {
  return isCollection(node) && !node.flow;
}

function isBlockMap(node: unknown): node is YAMLMap {
  return isMap(node) && !node.flow;
}

function hasAllOf(before: Members, after: Members): boolean {
  return Object.keys(before).every((key) => Object.hasOwn(after, key));
}
