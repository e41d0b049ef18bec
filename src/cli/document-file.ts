import { isDeepStrictEqual } from "node:util";
import { isObject, isTooDeep, TOO_DEEP } from "../values/objects.js";
import { codeOf, explained, Failure } from "./failure.js";
import type { Terminal } from "./terminal.js";

/** An object or a list of parsed data. */
type Json = Readonly<Record<string, unknown>>;

/** An OpenAPI document in a file. */
export interface DocumentFile {
  readonly data: object;
  /** Returns the text of the changed document. */
  textOf(changed: object): string;
}

/**
 * Reads a JSON or YAML document; the path `-` means standard input. A text that starts with `{` or `[` is JSON,
 * unless the file name ends in `.yaml` or `.yml`.
 *
 * @throws {Failure} If the file cannot be read or parsed.
 */
export async function readDocument(path: string, terminal: Terminal): Promise<DocumentFile> {
  const { name, text } = await readSource(path, terminal, "an OpenAPI document");
  if (!/^\s*[{[]/.test(text) || /\.ya?ml$/i.test(path)) return readYaml(text, name);
  const data = parseJson(text, name) as object; // the text starts with `{` or `[`
  return { data, textOf: (changed) => `${JSON.stringify(changed, null, 2)}\n` };
}

/**
 * Reads a file, or the standard input for the path `-`.
 *
 * @param expected - Description of the content to pass instead of an empty file.
 * @throws {Failure} If the file cannot be read or is empty.
 */
export async function readSource(path: string, terminal: Terminal, expected: string) {
  const name = path === "-" ? "standard input" : path;
  if (/^https?:/i.test(path))
    throw new Failure(`${path}: URLs are not supported; download the file, and pass its path`);
  const source = await explained(path === "-" ? terminal.readStdin() : terminal.readFile(path), name);
  const text = source.replace(/^\ufeff/, "");
  if (text.trim() === "") throw new Failure(`${name} is empty; pass ${expected}`);
  return { name, text };
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

/** @throws {Failure} If parsed data is nested so deeply that functions that walk it would overflow the stack. */
function assertShallow(data: unknown, name: string): void {
  if (isTooDeep(data)) throw new Failure(`${name} ${TOO_DEEP}`);
}

/** Parses a YAML document, with merge keys. Its text keeps comments and the order of keys. */
async function readYaml(text: string, name: string): Promise<DocumentFile> {
  const { isCollection, parseDocument } = await import("yaml").catch((error: unknown) => {
    if (codeOf(error) !== "ERR_MODULE_NOT_FOUND") throw error;
    throw new Failure(`${name} is YAML, which requires the package "yaml"; install it: npm i yaml`);
  });
  // Integers keep all digits in the text. New strings that YAML 1.1 reads as another type are quoted.
  const document = parseDocument(text, { merge: true, intAsBigInt: true, compat: "yaml-1.1" });
  const problemOf = ({ message }: Error) => `${name} is not valid YAML: ${message.replace(/:?\n.*/s, "")}`;
  const [problem] = document.errors;
  if (problem !== undefined) throw new Failure(problemOf(problem));
  const toData = (): object => {
    try {
      return document.toJS({ reviver: (_, value) => (typeof value === "bigint" ? Number(value) : value) });
    } catch (error) {
      throw new Failure(problemOf(error as Error)); // an alias without an anchor, or too many aliases
    }
  };
  const data = toData();
  assertShallow(data, name);
  const setChanges = (before: Json, after: Json, parent: readonly string[] = []) => {
    const deleted = Object.keys(before).filter((key) => !Object.hasOwn(after, key));
    for (const key of deleted.reverse()) document.deleteIn([...parent, key]);
    for (const [key, value] of Object.entries(after)) {
      const path = [...parent, key];
      const old = before[key];
      if (isDeepStrictEqual(old, value)) continue;
      const hasSameKind = Array.isArray(old) ? Array.isArray(value) : isObject(value);
      // An alias is replaced as a whole.
      if (hasSameKind && isCollection(document.getIn(path, true))) setChanges(old as Json, value as Json, path);
      else document.setIn(path, value);
    }
  };
  return {
    data,
    textOf(changed) {
      setChanges(data as Json, changed as Json);
      // A change of a node with an anchor also changes its aliases.
      if (isDeepStrictEqual(toData(), changed)) return document.toString({ lineWidth: 0 });
      throw new Failure(
        `${name}: must not have anchors, aliases or merge keys in what changes; write out their values`,
      );
    },
  };
}
