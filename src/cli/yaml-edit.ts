import { isDeepStrictEqual } from "node:util";
import type { YAMLMap } from "yaml";
import {
  type Document,
  isAlias,
  isMap,
  isNode,
  isScalar,
  isSeq,
  type Node,
  parseDocument,
  stringify,
  visit,
} from "yaml";
import { isObject } from "../core/is-object.js";

type Fields = Readonly<Record<string, unknown>>;

/**
 * Changes a node from one value to another and returns it, or the node that replaces it. Comments and the order of
 * entries are kept.
 */
export function changeNode(node: unknown, before: unknown, after: unknown): Node {
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
export function resolveAliases(document: Document): void {
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

/** Creates a node in which strings that YAML 1.1 reads as another type are quoted. */
function createNode(value: unknown): Node {
  const text = stringify(value, { compat: "yaml-1.1", aliasDuplicateObjects: false, lineWidth: 0 });
  return parseDocument<Node, false>(text).contents;
}
