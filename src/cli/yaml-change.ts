import { isDeepStrictEqual } from "node:util";
import { type Document, isAlias, isMap, isScalar, isSeq, type Node, type Pair, visit, type YAMLMap } from "yaml";

/** A member of a map in a parsed document. */
export type YamlPair = Pair<Node, Node | null>;

/**
 * Changes a node of a document from one value to another and returns it, or the one that stands for it now. Comments
 * and order of what remains are kept, and nothing that shares the node by an alias changes with it.
 */
export function changeNode(document: Document, node: Node | null, before: unknown, after: unknown): Node | null {
  if (node !== null && isDeepStrictEqual(before, after)) return node;
  const own = unshare(document, node);
  if (isMap(own) && isRecord(before) && isRecord(after)) {
    const removed = Object.keys(before).filter((key) => !Object.hasOwn(after, key));
    if (removed.every((key) => findPair(own, key) !== undefined)) {
      changeMembers(document, own, before, after, removed);
      return own;
    }
  }
  if (isSeq(own) && Array.isArray(before) && Array.isArray(after)) {
    const items = own.items as (Node | null)[]; // of a parsed document
    own.items = after.map((item, index) => changeNode(document, items[index] ?? null, before[index], item));
    return own;
  }
  return withComments(create(document, after), own);
}

/** The member of a map that has a name; undefined when there is none of its own. */
export function findPair(map: YAMLMap, key: string): YamlPair | undefined {
  const found = map.items.find((pair) => isScalar(pair.key) && String(pair.key.value) === key);
  return found as YamlPair | undefined; // of a parsed document
}

/** Makes a member that a document does not have yet. */
export function createPair(document: Document, key: string, value: unknown): YamlPair {
  const pair = document.createPair(key, null);
  pair.value = create(document, value);
  return pair;
}

/** Whether a value is an object with members. */
export function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function changeMembers(
  document: Document,
  map: YAMLMap,
  before: Readonly<Record<string, unknown>>,
  after: Readonly<Record<string, unknown>>,
  removed: readonly string[],
): void {
  map.items = map.items.filter((pair) => !removed.some((key) => findPair(map, key) === pair));
  for (const [key, value] of Object.entries(after)) {
    if (isDeepStrictEqual(before[key], value)) continue;
    const pair = findPair(map, key);
    if (pair === undefined) map.items.push(createPair(document, key, value));
    else pair.value = changeNode(document, pair.value, before[key], value);
  }
}

/** The node, or a copy of what it is an alias of. Aliases of the node itself become copies. */
function unshare(document: Document, node: Node | null): Node | null {
  if (isAlias(node)) {
    const original = node.resolve(document) as Node; // none that leads nowhere is read
    return withComments(copy(original), node);
  }
  if (node?.anchor !== undefined) {
    visit(document, { Alias: (_, alias) => (alias.resolve(document) === node ? copy(node) : undefined) });
    delete node.anchor;
  }
  return node;
}

/** A copy without anchors of its own. */
function copy<N extends Node>(node: N): N {
  const copied = node.clone() as N; // a node's clone is of its kind
  visit(copied, {
    Value: (_, each) => {
      delete each.anchor;
    },
  });
  return copied;
}

function withComments(node: Node, from: Node | null): Node {
  node.comment = from?.comment ?? null;
  node.commentBefore = from?.commentBefore ?? null;
  return node;
}

function create(document: Document, value: unknown): Node {
  return document.createNode(value, { aliasDuplicateObjects: false });
}
