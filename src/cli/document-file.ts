import { isDeepStrictEqual } from "node:util";
import { clip } from "../errors/message-text.js";
import { kindOf } from "../values/describe.js";
import { isObject, isTooDeep, TOO_DEEP } from "../values/objects.js";
import { codeOf, explained, Failure } from "./failure.js";
import type { Terminal } from "./terminal.js";

/** An object or a list of parsed data. */
type Json = Readonly<Record<string, unknown>>;

/** A JSON or YAML document in a file. */
export interface DocumentFile {
  readonly data: object;
  /** Returns the text of the changed document. */
  textOf(changed: object): string;
}

/**
 * Reads a JSON or YAML document; the path `-` means standard input. Text that starts with `{` or `[` is JSON,
 * unless the file name ends in `.yaml` or `.yml`.
 *
 * @param expected - Description of the content.
 * @throws {Failure} If the file cannot be read or parsed, or does not contain an object.
 */
export async function readDocument(
  path: string,
  terminal: Terminal,
  expected = "an OpenAPI document",
): Promise<DocumentFile> {
  const { name, text } = await readSource(path, terminal, expected);
  const isJson = /^\s*[{[]/.test(text) && !YAML_NAME.test(path);
  const { data, textOf } = isJson ? { data: parseJson(text, name), textOf: jsonText } : await readYaml(text, name);
  if (isObject(data)) return { data, textOf };
  throw new Failure(`${name}: must be ${expected} as an object, got ${kindOf(data)}`);
}

const YAML_NAME = /\.ya?ml$/i;

/** Returns the text of a new document: YAML if the file name ends in `.yaml` or `.yml`, otherwise JSON. */
export async function newDocument(path: string, data: object): Promise<string> {
  if (!YAML_NAME.test(path)) return jsonText(data);
  const { stringify } = await loadYaml(path);
  return stringify(data, { lineWidth: 0, compat: "yaml-1.1" });
}

function jsonText(data: object): string {
  return `${JSON.stringify(data, null, 2)}\n`;
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
 * @param name - Name of the file for messages, which do not quote the text, because it may contain a secret.
 * @throws {Failure} If the text is not valid JSON, has an object with the same key twice, or has too many levels.
 */
export function parseJson(text: string, name: string): unknown {
  let data: unknown;
  try {
    data = JSON.parse(text);
  } catch (error) {
    throw new Failure(`${name} is not valid JSON: ${syntaxProblem(error as SyntaxError, text)}; correct it`); // JSON.parse throws only this error
  }
  assertUniqueKeys(text, name);
  assertShallow(data, name);
  return data;
}

/** Returns the message of a syntax error, with a line instead of the excerpt of the text that some messages quote. */
function syntaxProblem({ message }: SyntaxError, text: string): string {
  const [, problem, excerpt] = /^(.*?),? (?:\.\.\.)?"(.*)"/s.exec(message) ?? [];
  if (excerpt === undefined) return message;
  return `${problem} near line ${lineOf(text, text.indexOf(excerpt) + excerpt.length / 2)}`;
}

function lineOf(text: string, index: number): number {
  return text.slice(0, index).split("\n").length;
}

/** @throws {Failure} If an object in valid JSON has the same key twice: `JSON.parse` drops the first value. */
function assertUniqueKeys(text: string, name: string): void {
  const objects: Set<unknown>[] = [];
  let [start, end, isString] = [0, 0, false];
  for (const { 0: token, index } of text.matchAll(/\\.|["{}:]/g)) {
    if (token === '"') {
      if (isString) end = index + 1;
      else start = index;
      isString = !isString;
    } else if (isString) continue;
    else if (token === "{") objects.push(new Set());
    else if (token === "}") objects.pop();
    else {
      const keys = objects.at(-1);
      const key: unknown = JSON.parse(text.slice(start, end));
      if (keys?.has(key)) {
        const place = `line ${lineOf(text, start)}, column ${start - text.lastIndexOf("\n", start)}`;
        const shown = clip(JSON.stringify(key));
        throw new Failure(`${name} must not repeat a key in an object, got ${shown} again at ${place}; remove one`);
      }
      keys?.add(key);
    }
  }
}

/** @throws {Failure} If parsed data is nested so deeply that functions that walk it would overflow the stack. */
function assertShallow(data: unknown, name: string): void {
  if (isTooDeep(data)) throw new Failure(`${name} ${TOO_DEEP}`);
}

/** Returns the message of an error of the package "yaml", without text of the document. */
function withoutText(message: string): string {
  return message.replace(/:?\n.*/s, "").replace(/: .*?(?= at line \d+, column \d+$|$)/, "");
}

/** Loads the package "yaml", which is optional. @throws {Failure} If it is not installed. */
function loadYaml(name: string) {
  return import("yaml").catch((error: unknown) => {
    if (codeOf(error) !== "ERR_MODULE_NOT_FOUND") throw error;
    throw new Failure(`${name} is YAML, which requires the package "yaml"; install it: npm i yaml`);
  });
}

/** Parses a YAML document, with merge keys. Its text keeps comments and the order of keys. */
async function readYaml(text: string, name: string): Promise<DocumentFile> {
  const { isCollection, parseDocument } = await loadYaml(name);
  // Integers keep all digits in the text. New strings that YAML 1.1 reads as another type are quoted.
  const document = parseDocument(text, { merge: true, intAsBigInt: true, compat: "yaml-1.1" });
  const problemOf = ({ message }: Error) => `${name} is not valid YAML: ${withoutText(message)}`;
  const [problem] = document.errors;
  if (problem !== undefined) throw new Failure(problemOf(problem));
  const toData = (): object => {
    try {
      return document.toJS({ reviver: (_, value) => (typeof value === "bigint" ? Number(value) : value) });
    } catch (error) {
      if (error instanceof RangeError) throw new Failure(`${name} ${TOO_DEEP}, or has an alias in its own anchor`);
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
        `${name}: must not have anchors, aliases or merge keys in changed values; write out their values`,
      );
    },
  };
}
