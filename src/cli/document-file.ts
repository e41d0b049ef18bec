import type { DocumentText } from "./document-text.js";
import { codeOf, Failure, sentencesOf, systemFailure } from "./failure.js";
import { parseJson, readJson } from "./json-document.js";
import type { Terminal } from "./terminal.js";

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
  loadYaml: LoadYaml = () => import("./yaml-document.js"),
): Promise<DocumentText> {
  const { name, text, byteOrderMark } = await readSource(path, terminal);
  if (text.trim() === "") throw new Failure(`${name} is empty; pass an OpenAPI 2.0 document`);
  const isJson = /^\s*[{[]/.test(text) && !/\.ya?ml$/i.test(path);
  const { data, rewrite } = isJson ? readJson(text, name) : await readWith(loadYaml, text, name);
  return { data, rewrite: (changed) => byteOrderMark + rewrite(changed) };
}

/** The data of a JSON file. */
export interface JsonFile {
  readonly path: string;
  /** Name of the file for messages. */
  readonly name: string;
  readonly data: unknown;
}

/** Reads JSON files, and lists the problems of those that cannot be read or parsed. The path `-` means standard input. */
export async function readJsonFiles(
  paths: readonly string[],
  terminal: Terminal,
): Promise<{ readonly files: readonly JsonFile[]; readonly problems: readonly string[] }> {
  const files: JsonFile[] = [];
  const problems: string[] = [];
  for (const path of paths) {
    try {
      const { name, text } = await readSource(path, terminal);
      if (text.trim() === "") throw new Failure(`${name} is empty; pass a JSON file`);
      files.push({ path, name, data: parseJson(text, name) });
    } catch (error) {
      problems.push(...sentencesOf(error));
    }
  }
  return { files, problems };
}

type LoadYaml = () => Promise<typeof import("./yaml-document.js")>;

async function readWith(loadYaml: LoadYaml, text: string, name: string): Promise<DocumentText> {
  const { readYaml } = await loadYaml().catch((error: unknown) => {
    if (codeOf(error) !== "ERR_MODULE_NOT_FOUND") throw error;
    throw new Failure(`${name} is YAML, which requires the package "yaml"; install it: npm i yaml`);
  });
  return readYaml(text, name);
}

async function readSource(path: string, terminal: Terminal) {
  const name = path === "-" ? "standard input" : path;
  const source = await readText(path, terminal, name);
  const text = source.replace(/^\ufeff/, "");
  return { name, text, byteOrderMark: source.slice(0, source.length - text.length) };
}

async function readText(path: string, terminal: Terminal, name: string): Promise<string> {
  try {
    return path === "-" ? await terminal.readStdin() : await terminal.readFile(path);
  } catch (error) {
    throw systemFailure(name, error, {
      ENOENT: "no such file; check the path, which is relative to the current directory",
      EISDIR: "this is a directory; pass a file",
      EACCES: "permission denied; make the file readable for you",
      ERR_ENCODING_INVALID_ENCODED_DATA: "must be encoded in UTF-8; convert it, for example with iconv",
    });
  }
}
