import type { DefinitionSchema } from "../define-table.js";

/** Columns of rows: a definition of `defineTable`, a schema of `defineSchema`, or a list of columns. */
export type RowSource = DefinitionSchema | { readonly schema?: DefinitionSchema | null | undefined };

/** How a decoder returns 64-bit integers and timestamps. */
export interface RowForms {
  /** `string`, `bigint` or `number`. */
  readonly integers?: unknown;
  /** `string` or `Date`. */
  readonly timestamps?: unknown;
}

/**
 * Type of a row of a table, as {@link rowDecoder} returns it.
 *
 * 64-bit integers, decimals, dates, times and intervals are strings, because JSON numbers would lose digits; `FLOAT` is a number,
 * `BOOLEAN` a boolean, `JSON` unknown, `RANGE` an object with `start` and `end`. A `REPEATED` column is a list, a
 * `NULLABLE` column can be null, a `RECORD` is an object. Columns without literal types make rows of any type.
 *
 * @typeParam S - A definition, a schema or a list of columns: `RowOf<typeof orders>`.
 * @typeParam Forms - The options of the decoder, such as `{ integers: "bigint" }`. Default: strings.
 */
export type RowOf<
  S extends RowSource,
  Forms extends RowForms = { integers: "string"; timestamps: "string" }, // the default options, also for a generic `S`
> = Row<ColumnsOf<S>, DecodedValues<Forms>>;

/**
 * Type of a row that a program writes to a table, for {@link rowSchema}.
 *
 * `NULLABLE` and `REPEATED` columns and those with a default value are optional. 64-bit integers and decimals can also be
 * numbers and bigints.
 *
 * @typeParam S - A definition, a schema or a list of columns: `RowInputOf<typeof orders>`.
 */
export type RowInputOf<S extends RowSource> = Row<ColumnsOf<S>, InputValues, true>;

/** A row as {@link rowSchema} returns it: JSON that BigQuery loads. */
export type RowJsonOf<S extends RowSource> = Row<ColumnsOf<S>, Values, true>;

type ColumnsOf<S> = S extends readonly unknown[]
  ? S
  : S extends { readonly schema: infer Schema }
    ? ColumnsOf<Schema>
    : S extends { readonly fields: infer Fields }
      ? ColumnsOf<Fields>
      : readonly unknown[];

/** A row with values of the types `V`. With `IsNew`, columns that a row can omit are optional. */
type Row<Columns extends readonly unknown[], V, IsNew = false> = Columns extends { readonly length: infer Length }
  ? number extends Length
    ? Record<string, unknown>
    : Flat<
        { [C in Columns[number] as IsOptional<C, IsNew> extends true ? never : NameOf<C>]: Cell<C, V, IsNew> } & {
          [C in Columns[number] as IsOptional<C, IsNew> extends true ? NameOf<C> : never]?:
            | Cell<C, V, IsNew>
            | undefined;
        }
      >
  : never;

type Flat<T> = T extends infer O ? { [K in keyof O]: O[K] } : never;

type NameOf<C> = C extends { readonly name: infer N extends string } ? N : never;

type IsOptional<C, IsNew> = IsNew extends true
  ? InUpperCase<C, "mode"> extends "REQUIRED"
    ? C extends { readonly defaultValueExpression: string }
      ? true
      : false
    : true
  : false;

type Cell<C, V, IsNew> =
  InUpperCase<C, "mode"> extends "REPEATED"
    ? IsNew extends true
      ? readonly Value<C, V, IsNew>[]
      : Value<C, V, IsNew>[]
    : InUpperCase<C, "mode"> extends "REQUIRED"
      ? Value<C, V, IsNew>
      : Value<C, V, IsNew> | null;

type Value<C, V, IsNew> =
  InUpperCase<C, "type"> extends infer T
    ? T extends keyof V
      ? V[T]
      : T extends "RECORD" | "STRUCT"
        ? C extends { readonly fields: infer F extends readonly unknown[] }
          ? Row<F, V, IsNew>
          : unknown
        : unknown
    : unknown;

/** The type or mode of a column; the service ignores its case. */
type InUpperCase<C, Name extends "type" | "mode"> = C extends { readonly [K in Name]: infer Text extends string }
  ? Uppercase<Text>
  : undefined;

/** Value types, by column type, that are the same in responses and in rows to load. */
interface Values {
  STRING: string;
  BYTES: string;
  INTEGER: string;
  INT64: string;
  FLOAT: number;
  FLOAT64: number;
  BOOLEAN: boolean;
  BOOL: boolean;
  NUMERIC: string;
  DECIMAL: string;
  BIGNUMERIC: string;
  BIGDECIMAL: string;
  TIMESTAMP: string;
  DATE: string;
  TIME: string;
  DATETIME: string;
  INTERVAL: string;
  GEOGRAPHY: string;
  JSON: unknown;
  RANGE: { start: string | null; end: string | null };
}

type Integers = "INTEGER" | "INT64";
type Decimals = "NUMERIC" | "DECIMAL" | "BIGNUMERIC" | "BIGDECIMAL";

interface IntegerForms {
  string: string;
  bigint: bigint;
  number: number;
}
interface TimestampForms {
  string: string;
  Date: Date;
}

/** The type of a form; the default is a string. */
type FormOf<All extends { string: string }, Form> = [Form] extends [keyof All] ? All[Form] : string;

type DecodedValues<Forms extends RowForms> = Omit<Values, Integers | "TIMESTAMP"> &
  Record<Integers, FormOf<IntegerForms, Forms["integers"]>> &
  Record<"TIMESTAMP", FormOf<TimestampForms, Forms["timestamps"]>>;

type InputValues = Omit<Values, Integers | Decimals | "RANGE"> & {
  [T in Integers | Decimals]: string | number | bigint;
} & { RANGE: { readonly start: string | null; readonly end: string | null } };
