import { isObject } from "../core/is-object.js";
import { pathToWire, toWire } from "../core/rename.js";
import type { Naming } from "../naming/index.js";
import { tablePlaces } from "../warehouse/renamed-places.js";

/** A schema in a JSON file, and where its fields are. */
export interface FileSchema {
  readonly schema: { readonly fields: readonly unknown[] };
  /** Path of the fields in the file: empty if the file is the list of fields. */
  readonly fieldsPath: "" | "fields";
}

/**
 * Returns the schema of a file that contains nothing else, as `bq show --schema` prints it: a list of fields, or an object
 * with the list in `fields`. Undefined for any other content.
 */
export function schemaOf(data: unknown): FileSchema | undefined {
  if (Array.isArray(data)) {
    return data.length === 0 || data.some(hasReference) ? undefined : { schema: { fields: data }, fieldsPath: "" };
  }
  if (!isObject(data) || !Array.isArray(data.fields) || hasReference(data)) return undefined;
  const { $schema: _, ...schema } = data; // for editors
  return { schema: { ...schema, fields: data.fields }, fieldsPath: "fields" };
}

/** Converts a path in a table to the path of the same value in a file that contains only the schema. */
export function pathInSchemaFile(path: string, { fieldsPath }: FileSchema): string {
  return path.replace(/^schema\.fields(?=\[|$)/, fieldsPath);
}

/** Translates a table, or a patch of one, to the names of a profile. */
export function writeTableNames<T>(table: T, naming: Naming): T {
  return toWire(table, tablePlaces, naming);
}

/** Translates the path of an issue to the names of a profile. */
export function writePathNames(path: string, naming: Naming): string {
  return pathToWire(path, tablePlaces, naming);
}

/** Whether a value is a table, rather than a schema or a field. */
export function hasReference(value: unknown): boolean {
  return isObject(value) && Object.hasOwn(value, "tableReference");
}
