import { kindOf } from "../../core/describe.js";
import { strictOptions } from "../../core/options.js";
import { wrongShape } from "../../core/schema/shape-issues.js";
import { assertNoIssues, throwIssue } from "../../errors/request-error.js";
import { googleNaming } from "../../naming/google.js";
import type { Naming } from "../../naming/naming.js";
import { namingOption } from "../../naming/naming.js";
import type { DesiredColumn, TableFieldInput } from "../input.js";
import { serviceSettings } from "../rules/table-rules.js";
import { checkDefinition } from "./check-definition.js";

/** A schema, for {@link RowOf}. */
export interface SchemaLike {
  /** Columns of the schema. Without them, rows have any type. */
  readonly fields?: readonly DesiredColumn[] | undefined;
}

/**
 * Result of {@link defineSchema}. Annotate an exported schema with it where `isolatedDeclarations` requires a type.
 *
 * @example
 * const columns = [{ name: "id", type: "INTEGER", mode: "REQUIRED" }] as const;
 * const schema: DefinedSchema<typeof columns> = defineSchema(columns);
 */
export interface DefinedSchema<F extends readonly TableFieldInput[] = readonly TableFieldInput[]> {
  /** Columns of the schema, with their literal types. */
  readonly fields: F;
}

/** Infers literal types. In a union, no value matches this type itself, so editors and errors show the other alternatives. */
export type Inferred<T> = T & ([T] extends [never] ? unknown : never);

/** Options of {@link defineSchema}. */
export interface DefineSchemaOptions {
  /** Naming profile of the service. Default: `googleNaming`. */
  readonly naming?: Naming | undefined;
}

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
 * @param options - `naming` is the profile of the service that checks the columns. Default: `googleNaming`.
 * @returns A schema with the same columns.
 * @throws {RequestError} If a column breaks a rule or has the name of another one, with all issues.
 * @see {@link https://cloud.google.com/bigquery/docs/reference/rest/v2/tables#TableSchema | TableSchema} in the BigQuery reference
 *
 * @example
 * const schema = defineSchema([
 *   { name: "id", type: "INTEGER", mode: "REQUIRED" },
 *   { name: "tags", type: "STRING", mode: "REPEATED" },
 * ]);
 * type Row = RowOf<typeof schema>; // { id: string; tags: string[] }
 */
export function defineSchema<const F extends readonly TableFieldInput[]>(
  fields: Inferred<F> | readonly TableFieldInput[],
  options: DefineSchemaOptions = {},
): DefinedSchema<F> {
  strictOptions("defineSchema", options, { naming: namingOption });
  const { naming = googleNaming } = options;
  const isList: boolean = Array.isArray(fields);
  if (!isList) {
    throwIssue("defineSchema", wrongShape("fields", `must be a list of fields, got ${kindOf(fields)}`));
  }
  const definition = { table: "dataset.table", schema: { fields } };
  const { errors } = checkDefinition(definition, { ...serviceSettings(naming), now: 0 });
  assertNoIssues(
    "defineSchema",
    errors.map((issue) => ({ ...issue, path: issue.path.replace(/^schema\./, "") })),
  );
  return { fields: fields as F }; // inferred from them
}

/**
 * Type of a row of a table with this schema, as newline-delimited JSON.
 *
 * 64-bit integers, decimals, dates, times and ranges are strings, because JSON numbers would lose digits; `FLOAT` is a
 * number, `BOOLEAN` a boolean, `JSON` unknown. A `REPEATED` column is a list, a `NULLABLE` column can be null, a
 * `RECORD` is an object.
 */
export type RowOf<S extends SchemaLike> = Row<NonNullable<S["fields"]>>;

type Row<F extends readonly unknown[]> = number extends F["length"]
  ? Record<string, unknown>
  : Flat<{ [Field in F[number] as NameOf<Field>]: Cell<Field> }>;

type Flat<T> = T extends infer O ? { [K in keyof O]: O[K] } : never;

type NameOf<Field> = Field extends { readonly name: infer N extends string } ? N : never;

type Cell<Field> =
  InUpperCase<Field, "mode"> extends "REPEATED"
    ? Value<Field>[]
    : InUpperCase<Field, "mode"> extends "REQUIRED"
      ? Value<Field>
      : Value<Field> | null;

type Value<Field> =
  InUpperCase<Field, "type"> extends infer T
    ? T extends keyof Values
      ? Values[T]
      : T extends "RECORD" | "STRUCT"
        ? Field extends { readonly fields: infer F extends readonly unknown[] }
          ? Row<F>
          : unknown
        : unknown
    : unknown;

/** The type or mode of a column; the service ignores its case. */
type InUpperCase<Field, Name extends "type" | "mode"> = Field extends {
  readonly [K in Name]: infer Text extends string;
}
  ? Uppercase<Text>
  : undefined;

/** 64-bit integers, decimals, times and ranges are strings, because JSON numbers would lose digits. */
interface Values {
  STRING: string;
  BYTES: string;
  INTEGER: string;
  INT64: string;
  FLOAT: number;
  FLOAT64: number;
  BOOLEAN: boolean;
  BOOL: boolean;
  TIMESTAMP: string;
  DATE: string;
  TIME: string;
  DATETIME: string;
  GEOGRAPHY: string;
  NUMERIC: string;
  BIGNUMERIC: string;
  JSON: unknown;
  RANGE: string;
}
