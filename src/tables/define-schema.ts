import { assertNoIssues, throwIssue } from "../errors/request-error.js";
import type { DeepReadonly } from "../schema/fields.js";
import { wrongShape } from "../schema/shape-issues.js";
import { kindOf } from "../values/describe.js";
import type { TableFieldInput } from "../warehouse/input.js";
import { checkDefinition } from "./check-definition.js";

/**
 * Result of {@link defineSchema}. Annotate an exported schema with it where `isolatedDeclarations` requires a type.
 *
 * @example
 * const columns = [{ name: "id", type: "INTEGER", mode: "REQUIRED" }] as const;
 * const schema: DefinedSchema<typeof columns> = defineSchema(columns);
 */
export interface DefinedSchema<
  F extends readonly DeepReadonly<TableFieldInput>[] = readonly DeepReadonly<TableFieldInput>[],
> {
  /** Columns of the schema, with their literal types. */
  readonly fields: F;
}

/** Infers literal types. In a union, no value matches this type itself, so editors and errors show the other alternatives. */
export type Inferred<T> = T & ([T] extends [never] ? unknown : never);

/**
 * Validates columns of a BigQuery table and returns them as a schema. Keeps the literal types, with or without `as
 * const`, so that {@link RowOf} can use them.
 *
 * Types and modes may be in any case. A misspelt property does not compile; declare a property that only the
 * service knows with `declare module "fourfold" { interface TableFieldInput { … } }`.
 *
 * BigQuery's types are known, and new ones are accepted unless they look like a typo of a known one.
 *
 * @param fields - The columns.
 * @returns A schema with the same columns.
 * @throws {RequestError} If a column breaks a rule or has the same name as another column, with all issues.
 * @see {@link https://cloud.google.com/bigquery/docs/reference/rest/v2/tables#TableSchema | TableSchema} in the BigQuery reference
 *
 * @example
 * const schema = defineSchema([
 *   { name: "id", type: "INTEGER", mode: "REQUIRED" },
 *   { name: "tags", type: "STRING", mode: "REPEATED" },
 * ]);
 * type Row = RowOf<typeof schema>; // { id: string; tags: string[] }
 */
export function defineSchema<const F extends readonly DeepReadonly<TableFieldInput>[]>(
  fields: Inferred<F> | readonly DeepReadonly<TableFieldInput>[],
): DefinedSchema<F> {
  const isList: boolean = Array.isArray(fields);
  if (!isList) {
    throwIssue("defineSchema", wrongShape("fields", `must be a list of fields, got ${kindOf(fields)}`));
  }
  const definition = { table: "dataset.table", schema: { fields } };
  const { errors } = checkDefinition(definition, {});
  assertNoIssues(
    "defineSchema",
    errors.map((issue) => ({ ...issue, path: issue.path.replace(/^schema\./, "") })),
  );
  return { fields: fields as F }; // inferred from them
}
