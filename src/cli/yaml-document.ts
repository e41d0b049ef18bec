import { isDeepStrictEqual } from "node:util";
import {
  Document,
  isAlias,
  isCollection,
  isMap,
  isNode,
  isScalar,
  isSeq,
  LineCounter,
  type Node,
  parseDocument,
  type ScalarTag,
  stringify,
  type ToStringOptions,
  visit,
  type YAMLMap,
  YAMLParseError,
} from "yaml";
import { isObject, TOO_DEEP } from "../core/objects.js";
import { assertShallow, Failure } from "./failure.js";
import { escapeControls } from "./terminal.js";

/** An API definition document and its text. */
export interface DocumentText {
  /** The parsed document, as plain data without shared objects. */
  readonly data: object;
  /** Returns the text of a changed document in the style of this one. */
  rewrite(changed: object): string;
}

/** Maximum number of aliases. The library searches all anchors and aliases for each alias. */
const MAX_ALIASES = 1_000;

/** Quotes strings that YAML 1.1 reads as another type, and creates no aliases. */
const SAFE = { compat: "yaml-1.1", aliasDuplicateObjects: false } as const;

/**
 * Parses a YAML document, including merge keys. `rewrite` keeps comments, the order of keys, and the notation of scalars on one line;
 * white space may change.
 *
 * @throws {Failure} If the text is not valid YAML, with all errors, or has too many levels or aliases.
 */
export function readYaml(source: string, name: string): DocumentText {
  const text = source.replaceAll("\r\n", "\n");
  const lines = new LineCounter();
  const document = parseShallow(text, name, lines);
  assertValid(document, lines, name);
  const data = resolve(document, name);
  return {
    data,
    rewrite(changed) {
      const style = styleOf(text, document);
      const print = (edited: Document) => {
        const printed = edited.toString(style).replace(/\n$/, text.endsWith("\n") ? "\n" : "");
        return source === text ? printed : printed.replaceAll("\n", "\r\n");
      };
      // An edit of a node also changes its aliases.
      for (const keepsAliases of [true, false]) {
        const edited: Document = document.clone();
        if (!keepsAliases) resolveAliases(edited);
        edited.contents = changeNode(edited.contents, data, changed);
        const printed = print(edited);
        if (hasData(printed, changed)) return printed;
      }
      return print(new Document(changed, SAFE));
    },
  };
}

/** @throws {Failure} If the text has too many levels: older versions of the library overflow the stack. */
function parseShallow(text: string, name: string, lines: LineCounter): Document.Parsed {
  try {
    return parse(text, lines);
  } catch (error) {
    throw error instanceof RangeError ? new Failure(`${name} ${TOO_DEEP}`) : error;
  }
}

function parse(text: string, lineCounter = new LineCounter()): Document.Parsed {
  // The check for unique keys in the library takes quadratic time.
  return parseDocument(text, {
    lineCounter,
    prettyErrors: false,
    logLevel: "error",
    merge: true,
    uniqueKeys: false,
    customTags: (tags) => tags.map((tag) => (typeof tag !== "object" || tag.collection ? tag : asWritten(tag, text))),
  });
}

/** Changes a tag so that scalars on one line keep the characters that they have in the text. */
function asWritten(tag: ScalarTag, text: string): ScalarTag {
  const { stringify } = tag;
  if (stringify === undefined) return tag;
  return {
    ...tag,
    stringify(scalar, ...rest) {
      const written = scalar.range ? text.slice(scalar.range[0], scalar.range[1]) : "";
      if (written !== "" && !written.includes("\n")) return written;
      const printed = stringify(scalar, ...rest);
      // The library does not escape all characters that YAML 1.1 reads as line breaks or rejects.
      return printed.startsWith('"') ? escapeControls(printed) : printed;
    },
  };
}

/** @throws {Failure} If the text is not valid YAML, with all errors, or has more than {@link MAX_ALIASES}. */
function assertValid(document: Document.Parsed, lines: LineCounter, name: string): void {
  const errors = [...document.errors];
  let aliases = 0;
  visit(document, {
    Alias: () => {
      aliases += 1;
    },
    Map: (_, { items }) => {
      const seen = new Set<unknown>();
      for (const { key } of items) {
        if (!isScalar(key)) continue;
        const [start, end] = key.range ?? [0, 0];
        if (seen.has(key.value))
          errors.push(new YAMLParseError([start, end], "DUPLICATE_KEY", "Map keys must be unique"));
        seen.add(key.value);
      }
    },
  });
  const problems = errors
    .sort((one, other) => one.pos[0] - other.pos[0])
    .map(({ message, pos }) => {
      const { line, col } = lines.linePos(pos[0]);
      const problem = message.includes("call stack") ? TOO_DEEP : `is not valid YAML: ${message}`;
      return `${name} ${problem} at line ${line}, column ${col}`;
    });
  if (problems.length > 0) throw new Failure(problems);
  if (aliases <= MAX_ALIASES) return;
  throw new Failure(
    `${name}: must not have more than ${MAX_ALIASES} aliases, got ${aliases}; replace them with their values`,
  );
}

/** @throws {Failure} If an alias has no anchor or contains itself, or if aliases expand to too many nodes. */
function resolve(document: Document, name: string): object {
  let data: object;
  try {
    data = dataOf(document);
  } catch (error) {
    const [sentence = ""] = (error as Error).message.split("\n"); // toJS and JSON.stringify throw only instances of Error
    const isCircular = error instanceof TypeError; // thrown by JSON.stringify
    throw new Failure(
      `${name} is not valid YAML: ${isCircular ? "An alias must not refer to a node that contains it" : sentence}`,
    );
  }
  assertShallow(data, name);
  return data;
}

/** The data of a document. The round trip through JSON copies objects that aliases share. */
function dataOf(document: Document): object {
  return JSON.parse(JSON.stringify(document.toJS()) ?? "null");
}

function hasData(text: string, data: object): boolean {
  try {
    return isDeepStrictEqual(dataOf(parse(text)), data);
  } catch {
    return false; // the anchor of an alias is missing
  }
}

/** Detects the indentation of maps and lists, and the padding of flow collections. */
function styleOf(text: string, document: Document): ToStringOptions {
  const columnOf = (offset: number) => offset - (text.lastIndexOf("\n", offset - 1) + 1);
  const found: ToStringOptions = {};
  visit(document, {
    Collection: (_, { flow, items, range }) => {
      if (flow && range && items.length > 0) found.flowCollectionPadding ??= /\s/.test(text.charAt(range[0] + 1));
    },
    Pair: (_, { key, value }) => {
      if (!isNode(key) || !isCollection(value) || !key.range || !value.range || value.flow) return;
      const deeper = columnOf(value.range[0]) - columnOf(key.range[0]);
      if (isMap(value) && deeper > 0) found.indent ??= deeper;
      if (isSeq(value)) found.indentSeq ??= deeper > 0;
    },
  });
  return { indent: 2, lineWidth: 0, verifyAliasOrder: false, ...found };
}

type Fields = Readonly<Record<string, unknown>>;

/**
 * Changes a node from one value to another and returns it, or the node that replaces it. Comments and the order of
 * entries are kept.
 */
function changeNode(node: unknown, before: unknown, after: unknown): Node {
  if (isNode(node) && isDeepStrictEqual(before, after)) return node;
  if (isMap(node) && isObject(before) && isObject(after) && changeEntries(node, before, after)) return node;
  if (isSeq(node) && Array.isArray(before) && Array.isArray(after)) {
    node.items = after.map((item, index) => changeNode(node.items[index], before[index], item));
    return node;
  }
  const created = createNode(after);
  if (isNode(node)) {
    created.comment = node.comment ?? null;
    created.commentBefore = node.commentBefore ?? null;
  }
  return created;
}

/** Replaces each alias with a copy of the node it refers to, and removes the anchors. */
function resolveAliases(document: Document): void {
  const anchored = new Map<string, Node>();
  visit(document, {
    Node: (_, node) => {
      if (isAlias(node)) {
        const copy = anchored.get(node.source)?.clone();
        return isNode(copy) ? copy : undefined;
      }
      if (node.anchor !== undefined) anchored.set(node.anchor, node);
      delete node.anchor;
      return undefined;
    },
  });
}

/** Returns false without a change if a key to delete is not in the map itself but comes from a merge key. */
function changeEntries(map: YAMLMap, before: Fields, after: Fields): boolean {
  const pairs = new Map(map.items.map((pair) => [isScalar(pair.key) ? String(pair.key.value) : undefined, pair]));
  const deleted = Object.keys(before).filter((key) => !Object.hasOwn(after, key));
  if (!deleted.every((key) => pairs.has(key))) return false;
  if (map.items.length === 0) map.flow = false;
  const deletedPairs = new Set(deleted.map((key) => pairs.get(key)));
  map.items = map.items.filter((pair) => !deletedPairs.has(pair));
  for (const [key, value] of Object.entries(after)) {
    if (Object.hasOwn(before, key) && isDeepStrictEqual(before[key], value)) continue;
    const pair = pairs.get(key);
    if (pair !== undefined) {
      pair.value = changeNode(pair.value, before[key], value);
      continue;
    }
    const created = createNode({ [key]: value });
    if (isMap(created)) map.items.push(...created.items);
  }
  return true;
}

/** Creates a node in which strings that YAML 1.1 reads as another type are quoted. It has no location in the text. */
function createNode(value: unknown): Node {
  const { contents } = parseDocument<Node, false>(stringify(value, { ...SAFE, lineWidth: 0 }));
  visit(contents, {
    Node: (_, node) => {
      delete node.range;
    },
  });
  return contents;
}
