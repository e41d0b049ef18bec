import { cached } from "../../values/objects.js";
import type { Table } from "../schemas/table.js";
import type { TableFieldSchema, TableSchema } from "../schemas/table-schema.js";

/**
 * A resource for rules: in wire form (INT64 as strings, without output-only fields). Any field can be missing, and in a
 * patch `null` clears. Fields of a wrong type are omitted, because the shape check reports them.
 */
export type Draft<T> = T extends string | number | boolean
  ? T
  : T extends readonly (infer E)[]
    ? readonly Draft<E>[]
    : T extends object
      ? string extends keyof T
        ? Readonly<Record<string, string | null>>
        : { readonly [K in keyof T]?: Draft<Exclude<T[K], undefined>> | null | undefined }
      : T;

/** A field of a schema, for rules. */
export type FieldDraft = Draft<TableFieldSchema>;

/** Returns the top-level columns of a table by name in lower case; undefined if the table has no schema. */
export function columnsOf(table: Draft<Table>): ReadonlyMap<string, FieldDraft> | undefined {
  const schema = [table.schema, table.externalDataConfiguration?.schema].find((each) => !lacksColumns(each));
  return schema == null ? undefined : fieldsByName(schema.fields ?? []);
}

/** Returns fields by name in lower case. */
export const fieldsByName: (fields: readonly (FieldDraft | null | undefined)[]) => ReadonlyMap<string, FieldDraft> =
  cached((fields) => {
    const byName = new Map<string, FieldDraft>();
    for (const field of fields) if (field?.name != null) byName.set(field.name.toLowerCase(), field);
    return byName;
  });

/**
 * Whether a schema has no columns, which is the same as no schema. In a patch, which is not `complete`, a schema
 * without `fields` leaves the columns as they are.
 */
export function lacksColumns(schema: Draft<TableSchema> | null | undefined, complete = true): boolean {
  const fields = schema === null ? null : schema?.fields;
  return fields === undefined ? complete : fields === null || fields.length === 0;
}
