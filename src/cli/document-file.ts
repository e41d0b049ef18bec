import { codeOf, Failure, fileFailure } from "./failure.js";
import { readJson } from "./json-document.js";
import type { Terminal } from "./terminal.js";

/** An API definition document as it stands in a file. */
export interface DocumentText {
  /** What it says, as plain data that shares nothing. */
  readonly data: object;
  /** The text of another document in the style of this one: what did not change stays as it is written. */
  rewrite(changed: object): string;
}

/**
 * Reads a document in JSON or YAML; `-` is the standard input. What begins with a brace is JSON, unless the file's name
 * says otherwise.
 *
 * @param loadYaml Loads what reads YAML, which needs the package `yaml`.
 * @throws {Failure} when it cannot be read, with everything that is wrong.
 */
export async function readDocument(
  path: string,
  terminal: Terminal,
  loadYaml: () => Promise<typeof import("./yaml-document.js")> = () => import("./yaml-document.js"),
): Promise<DocumentText> {
  const source = (await readSource(path, terminal)).replace(/^\ufeff/, "");
  const text = source.replaceAll("\r\n", "\n");
  const name = path === "-" ? "standard input" : path;
  if (text.trim() === "") throw new Failure(`${name} is empty; an OpenAPI 2.0 document is needed`);
  const isJson = /^\s*[{[]/.test(text) && !/\.ya?ml$/i.test(path);
  const { data, rewrite } = isJson
    ? readJson(text, name)
    : (await loadYaml().catch(explain(name))).readYaml(text, name);
  return {
    data,
    rewrite: (changed) => (source === text ? rewrite(changed) : rewrite(changed).replaceAll("\n", "\r\n")),
  };
}

/** @throws {Failure} when it is the package that is missing. */
function explain(name: string) {
  return (error: unknown): never => {
    if (codeOf(error) !== "ERR_MODULE_NOT_FOUND") throw error;
    throw new Failure(`${name} is YAML, which needs the package "yaml" beside fourfold: npm i yaml`);
  };
}

async function readSource(path: string, terminal: Terminal): Promise<string> {
  if (path === "-") return terminal.readStdin();
  try {
    return await terminal.readFile(path);
  } catch (error) {
    throw fileFailure(path, error);
  }
}
