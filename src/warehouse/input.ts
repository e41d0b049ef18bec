import type { DeepReadonly, OutputOnly } from "../schema/fields.js";
import type { Int64 } from "../schema/scalars.js";
import type { Dataset } from "./schemas/dataset.js";
import type { Table } from "./schemas/table.js";
import type { TableFieldSchema } from "./schemas/table-schema.js";

export type { OutputOnly } from "../schema/fields.js";

/** Shown in compile errors about fields that an input type does not have. */
type NoOutputOnly = "no fields that are output only";

/**
 * Input type of a resource: without output-only fields. {@link Int64} fields also accept a number, a bigint or any string,
 * which is checked at run time. `Input<T, null>` is a desired state, in which `null` clears an optional field.
 */
export type Input<T, Null extends null = never, _Note extends string = NoOutputOnly> = {
  [K in keyof T as K extends OutputOnly<T> ? never : K]:
    | InputValue<T[K], Null>
    | (undefined extends T[K] ? Null : never);
};

/** A value inside an {@link Input}. */
export type InputValue<V, Null extends null = never> = V extends Int64
  ? string | number | bigint
  : // Before objects: `string & {}` extends object.
    V extends string | number | boolean | null | undefined
    ? V
    : V extends readonly (infer E)[]
      ? [Null] extends [never]
        ? InputValue<E>[]
        : readonly InputValue<E, Null>[]
      : V extends object
        ? string extends keyof V
          ? [Null] extends [never]
            ? V
            : { [K in keyof V]: V[K] | Null }
          : Input<V, Null>
        : V;

/**
 * A patch of an {@link Input}: only the given fields change, arrays are replaced, `null` clears a field that is optional.
 */
export type InputPatch<T, _Note extends string = NoOutputOnly> = {
  [K in keyof T as K extends OutputOnly<T> ? never : K]?:
    | InputPatchValue<T[K]>
    | (undefined extends T[K] ? null : never)
    | undefined;
};

/** A value inside a {@link InputPatch}. */
export type InputPatchValue<V> = V extends string | number | boolean | null | undefined | readonly unknown[]
  ? DeepReadonly<InputValue<V>>
  : V extends object
    ? string extends keyof V
      ? InputValue<V, null>
      : InputPatch<V>
    : V;

/** A table as input. */
interface TableDraft extends Table {
  /** JSON Schema of the file that contains the value, such as `fourfold/json-schema/table-input.json`. Not sent. */
  $schema?: string | undefined;
}

/**
 * A BigQuery table as input. Output-only fields are accepted, as in `{ ...table, tableReference }`, but not sent.
 *
 * @see {@link https://cloud.google.com/bigquery/docs/reference/rest/v2/tables/insert | tables.insert} in the BigQuery reference
 */
export interface TableInput extends Input<TableDraft> {}

/** A dataset as input. */
interface DatasetDraft extends Dataset {
  /** JSON Schema of the file that contains the value, such as `fourfold/json-schema/dataset-input.json`. Not sent. */
  $schema?: string | undefined;
}

/**
 * A BigQuery dataset as input. Output-only fields are accepted, as in `{ ...dataset, datasetReference }`, but not sent.
 *
 * @see {@link https://cloud.google.com/bigquery/docs/reference/rest/v2/datasets/insert | datasets.insert} in the BigQuery reference
 */
export interface DatasetInput extends Input<DatasetDraft> {}

/**
 * A column of a BigQuery table as input.
 *
 * @see {@link https://cloud.google.com/bigquery/docs/reference/rest/v2/tables#TableFieldSchema | TableFieldSchema} in the BigQuery reference
 */
export interface TableFieldInput extends Input<TableFieldSchema> {}

/**
 * A patch of a BigQuery table, for `tables.patch`: only the given fields change, objects are merged, arrays are
 * replaced, and `null` clears a field or removes a label.
 *
 * @see {@link https://cloud.google.com/bigquery/docs/reference/rest/v2/tables/patch | tables.patch} in the BigQuery reference
 */
export interface TablePatch extends InputPatch<TableDraft> {}

/**
 * A desired BigQuery table, for `planTablePatch` and `ensureTable`: a {@link TableInput} in which `null` clears a
 * field, or removes a label or resource tag. Omitted fields are not changed.
 *
 * @see {@link https://cloud.google.com/bigquery/docs/reference/rest/v2/tables/patch | tables.patch} in the BigQuery reference
 */
export interface DesiredTable extends Input<TableDraft, null> {}

/** A column of a definition: a {@link TableFieldInput} in which `null` clears a property. */
export interface DesiredColumn extends Input<TableFieldSchema, null> {}
