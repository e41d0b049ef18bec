import { isDeepStrictEqual } from "node:util";
import {
  applyEdits,
  type EditResult,
  type FormattingOptions,
  findNodeAtLocation,
  format,
  modify,
  type Node,
  parseTree,
} from "jsonc-parser";
import { isObject } from "../core/is-object.js";
import type { DocumentText } from "./document-text.js";
import { assertShallow, Failure } from "./failure.js";

/** A value to set in a document. */
interface Change {
  readonly path: string[];
  readonly value: unknown;
}

/**
 * Parses a JSON document. `rewrite` edits the text in place, so everything else keeps its formatting, including numbers
 * that JavaScript would round.
 *
 * @throws {Failure} If the text is not valid JSON.
 */
export function readJson(text: string, name: string): DocumentText {
  const data = parseJson(text, name) as object; // `readDocument` reads only `{` and `[` as JSON
  return {
    data,
    rewrite(changed) {
      const root = parseTree(text);
      const changes = changesBetween(data, changed);
      const edits = changes.flatMap((change) => editsFor(text, root, change));
      const edited = applyEdits(text, edits);
      if (isDeepStrictEqual(JSON.parse(edited), changed)) return edited;
      // `JSON.parse` uses the last of several equal keys, `jsonc-parser` edits the first.
      throw new Failure(`${name}: must not have duplicate keys in an object that changes; remove all but one of them`);
    },
  };
}

/**
 * Parses JSON.
 *
 * @param name - Name of the file for messages.
 * @throws {Failure} If the text is not valid JSON or has too many levels.
 */
export function parseJson(text: string, name: string): unknown {
  let data: unknown;
  try {
    data = JSON.parse(text);
  } catch (error) {
    throw new Failure(`${name} is not valid JSON: ${(error as SyntaxError).message}; correct it there`); // the only error JSON.parse throws
  }
  assertShallow(data, name);
  return data;
}

/** Lists the innermost differences. Lists and objects that lose a key are replaced as a whole. */
function changesBetween(before: unknown, after: unknown, path: string[] = []): Change[] {
  if (isDeepStrictEqual(before, after)) return [];
  const keys = isObject(before) ? Object.keys(before) : [];
  if (!isObject(before) || !isObject(after) || keys.length === 0 || !keys.every((key) => Object.hasOwn(after, key))) {
    return [{ path, value: after }];
  }
  return Object.entries(after).flatMap(([key, value]) => changesBetween(before[key], value, [...path, key]));
}

/** Returns the edits for one change, formatted like the object that contains it. */
function editsFor(text: string, root: Node | undefined, { path, value }: Change): EditResult {
  const container = root && findNodeAtLocation(root, path.slice(0, -1));
  if (container?.type !== "object") return []; // the path leads to the first of two equal keys
  const containerText = text.slice(container.offset, container.offset + container.length);
  // The formatting options of `modify` would format whole lines, including their unchanged parts.
  return modify(containerText, path.slice(-1), value, {}).map((edit) => {
    const offset = container.offset + edit.offset;
    const line = text.slice(text.lastIndexOf("\n", offset - 1) + 1, offset);
    const options = { ...formattingOf(text), keepLines: !containerText.includes("\n") };
    const range = { offset: line.length, length: edit.content.length };
    const edited = line + edit.content;
    const formatted = text.trim().includes("\n") ? applyEdits(edited, format(edited, range, options)) : edited;
    return { offset, length: edit.length, content: formatted.slice(line.length) };
  });
}

function formattingOf(text: string): FormattingOptions {
  const [, eol = "\n", indent = "  "] = /(\r?\n)([ \t]+)\S/.exec(text) ?? [];
  return { insertSpaces: !indent.startsWith("\t"), tabSize: indent.startsWith("\t") ? 1 : indent.length, eol };
}
