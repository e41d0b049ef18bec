import { isObject } from "../core/objects.js";
import { parseJson, readSource } from "./document-file.js";
import { sentencesOf } from "./failure.js";
import type { Terminal } from "./terminal.js";

/** The data of a JSON file. */
export interface JsonFile {
  readonly path: string;
  /** Name of the file for messages. */
  readonly name: string;
  readonly data: unknown;
}

/** Reads a JSON file; the path `-` means standard input. @throws {Failure} If it cannot be read or parsed. */
async function readJsonFile(path: string, terminal: Terminal): Promise<JsonFile> {
  const { name, text } = await readSource(path, terminal, "a JSON file");
  return { path, name, data: parseJson(text, name) };
}

/** Reads JSON files, and lists the problems of those that cannot be read or parsed. The path `-` means standard input. */
export async function readJsonFiles(
  paths: readonly string[],
  terminal: Terminal,
): Promise<{ readonly files: readonly JsonFile[]; readonly problems: string[] }> {
  const files: JsonFile[] = [];
  const problems: string[] = [];
  for (const path of paths) {
    try {
      files.push(await readJsonFile(path, terminal));
    } catch (error) {
      problems.push(...sentencesOf(error));
    }
  }
  return { files, problems };
}

/** A schema in a JSON file. */
export interface FileSchema {
  readonly schema: { readonly fields: readonly unknown[] };
  /** Converts a path in a table to the path of the same value in the file. */
  pathInFile(path: string): string;
}

/**
 * Returns the schema of a file that contains nothing else, as `bq show --schema` prints it: a list of fields, or an object
 * with the list in `fields`. Undefined for any other content.
 */
export function schemaOf(data: unknown): FileSchema | undefined {
  const isList = Array.isArray(data);
  const pathInFile = (path: string) => path.replace(/^schema\.fields(?=\[|$)/, isList ? "" : "fields");
  if (isList) return data.length === 0 || data.some(isTable) ? undefined : { schema: { fields: data }, pathInFile };
  if (!isObject(data) || !Array.isArray(data.fields) || isTable(data)) return undefined;
  const { $schema: _, ...schema } = data; // for editors
  return { schema: { ...schema, fields: data.fields }, pathInFile };
}

/** Whether a value is a table, rather than a schema or a field. */
export function isTable(value: unknown): boolean {
  return isObject(value) && Object.hasOwn(value, "tableReference");
}
