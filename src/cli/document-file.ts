import { isDeepStrictEqual } from "node:util";
import { applyEdits, type EditResult, findNodeAtLocation, format, modify, type Node, parseTree } from "jsonc-parser";
import { isObject } from "../core/objects.js";
import { assertShallow, codeOf, explained, Failure } from "./failure.js";
import type { Terminal } from "./terminal.js";
import type { DocumentText } from "./yaml-document.js";

/**
 * Reads a JSON or YAML document; the path `-` means standard input. A text that starts with `{` or `[` is JSON,
 * unless the file name ends in `.yaml` or `.yml`.
 *
 * @param loadYaml - Loads the YAML support, which needs the package `yaml`.
 * @throws {Failure} If the file cannot be read or parsed, with all errors.
 */
export async function readDocument(
  path: string,
  terminal: Terminal,
  loadYaml = () => import("./yaml-document.js"),
): Promise<DocumentText> {
  const { name, text, byteOrderMark } = await readSource(path, terminal, "an OpenAPI document");
  const isJson = /^\s*[{[]/.test(text) && !/\.ya?ml$/i.test(path);
  const { readYaml } = isJson
    ? { readYaml: readJson }
    : await loadYaml().catch((error: unknown) => {
        if (codeOf(error) !== "ERR_MODULE_NOT_FOUND") throw error;
        throw new Failure(`${name} is YAML, which requires the package "yaml"; install it: npm i yaml`);
      });
  const { data, rewrite } = readYaml(text, name);
  return { data, rewrite: (changed) => byteOrderMark + rewrite(changed) };
}

/**
 * Reads a file, or the standard input for the path `-`.
 *
 * @param expected - Description of the content to pass instead of an empty file.
 * @throws {Failure} If the file cannot be read or is empty.
 */
export async function readSource(path: string, terminal: Terminal, expected: string) {
  const name = path === "-" ? "standard input" : path;
  const source = await explained(path === "-" ? terminal.readStdin() : terminal.readFile(path), name, {
    ENOENT: "no such file; check the path, which is relative to the current directory",
    EISDIR: "this is a directory; pass a file",
    EACCES: "permission denied; give your user read access to the file",
    ERR_ENCODING_INVALID_ENCODED_DATA: "must be encoded in UTF-8; convert it, for example with iconv",
  });
  const text = source.replace(/^\ufeff/, "");
  if (text.trim() === "") throw new Failure(`${name} is empty; pass ${expected}`);
  return { name, text, byteOrderMark: source.slice(0, -text.length) };
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
    throw new Failure(`${name} is not valid JSON: ${(error as SyntaxError).message}; correct the document`); // JSON.parse throws only this error
  }
  assertShallow(data, name);
  return data;
}

/**
 * Parses a JSON document. `rewrite` edits the text in place, so everything else keeps its formatting, including numbers
 * that JavaScript would round.
 */
function readJson(text: string, name: string): DocumentText {
  const data = parseJson(text, name) as object; // the text starts with `{` or `[`
  return {
    data,
    rewrite(changed) {
      const root = parseTree(text);
      const edits = changesBetween(data, changed).flatMap((change) => editsFor(text, root, change));
      const edited = applyEdits(text, edits);
      if (isDeepStrictEqual(JSON.parse(edited), changed)) return edited;
      // `JSON.parse` uses the last of several equal keys, `jsonc-parser` edits the first.
      throw new Failure(`${name}: must not have duplicate keys in an object that changes; remove all but one of them`);
    },
  };
}

/** A value to set in a document. */
interface Change {
  readonly path: string[];
  readonly value: unknown;
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
  const [, eol = "\n", indent = "  "] = /(\r?\n)([ \t]+)\S/.exec(text) ?? [];
  const insertSpaces = !indent.startsWith("\t");
  const tabSize = insertSpaces ? indent.length : 1;
  const style = { insertSpaces, tabSize, eol, keepLines: !containerText.includes("\n") };
  // The formatting options of `modify` would format whole lines, including their unchanged parts.
  return modify(containerText, path.slice(-1), value, {}).map((edit) => {
    const offset = container.offset + edit.offset;
    const line = text.slice(text.lastIndexOf("\n", offset - 1) + 1, offset);
    const edited = line + edit.content;
    const edits = text.trim().includes("\n")
      ? format(edited, { offset: line.length, length: edit.content.length }, style)
      : [];
    return { offset, length: edit.length, content: applyEdits(edited, edits).slice(line.length) };
  });
}
