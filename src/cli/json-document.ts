import { isDeepStrictEqual } from "node:util";
import { applyEdits, type FormattingOptions, findNodeAtLocation, format, modify, parseTree } from "jsonc-parser";
import { type DocumentText, isRecord } from "./document-text.js";
import { Failure } from "./failure.js";

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
  const data = parse(text, name);
  return {
    data,
    rewrite(changed) {
      const edited = changesBetween(data, changed).reduce(applyChange, text);
      if (isDeepStrictEqual(JSON.parse(edited), changed)) return edited;
      // `JSON.parse` takes the last of several equal keys, `jsonc-parser` edits the first.
      throw new Failure(`${name}: must not have duplicate keys in an object that changes; remove all but one of them`);
    },
  };
}

function parse(text: string, name: string): object {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new Failure(`${name} is not valid JSON: ${(error as SyntaxError).message}`); // the only error JSON.parse throws
  }
}

/** Lists the innermost differences. An object that loses a key, and a list, change as a whole. */
function changesBetween(before: unknown, after: unknown, path: string[] = []): Change[] {
  if (isDeepStrictEqual(before, after)) return [];
  const keys = isRecord(before) ? Object.keys(before) : [];
  if (!isRecord(before) || !isRecord(after) || keys.length === 0 || !keys.every((key) => Object.hasOwn(after, key))) {
    return [{ path, value: after }];
  }
  return Object.entries(after).flatMap(([key, value]) => changesBetween(before[key], value, [...path, key]));
}

function applyChange(text: string, { path, value }: Change): string {
  const edits = modify(text, path, value, {});
  const edited = applyEdits(text, edits);
  if (!text.trim().includes("\n")) return edited;
  // The formatting options of `modify` format whole lines, including what does not change on them.
  const ranges = edits.map(({ offset, content }) => ({ offset, length: content.length }));
  const options = { ...formattingOf(text), keepLines: isOnOneLine(text, path.slice(0, -1)) };
  return applyEdits(
    edited,
    ranges.flatMap((range) => format(edited, range, options)),
  );
}

function formattingOf(text: string): FormattingOptions {
  const [, indent = "  "] = /\n([ \t]+)\S/.exec(text) ?? [];
  return { insertSpaces: !indent.startsWith("\t"), tabSize: indent.startsWith("\t") ? 1 : indent.length };
}

function isOnOneLine(text: string, path: string[]): boolean {
  const root = parseTree(text);
  const node = root && findNodeAtLocation(root, path);
  return node !== undefined && !text.slice(node.offset, node.offset + node.length).includes("\n");
}
