import * as z from "zod";
import { exactInteger } from "../../schema/scalars.js";
import { kindOf, shown } from "../../values/describe.js";
import { nearest } from "../../values/nearest.js";
import { isPlainObject, MAX_DEPTH } from "../../values/objects.js";
import { oneOf, strictOptions } from "../../values/options.js";
import { type Column, canonicalType, modeOf } from "../../warehouse/columns.js";
import { type DecimalTypeLimits, decimalRange, formatDecimal } from "../../warehouse/decimal.js";
import {
  anyText,
  bytesForm,
  integerForm,
  numberForm,
  TEXT_FORMS,
  type TextForm,
  timestampForm,
  unitsOf,
  withDecimals,
} from "./forms.js";
import { checkedColumns, innerColumns } from "./read-columns.js";
import type { RowInputOf, RowJsonOf, RowSource } from "./row-types.js";

/** Options of {@link rowSchema}. */
export interface RowSchemaOptions {
  /** Form of `JSON` columns: the value, for load jobs, or its text, for `tabledata.insertAll`. Default: `value`. */
  readonly json?: "value" | "text" | undefined;
}

const OPTIONS = { json: oneOf("value", "text") };

/**
 * Returns a schema of the rows that a program writes to a table. Its output is JSON that a load job of BigQuery accepts: integers
 * and decimals become strings.
 *
 * Rejects unknown columns, null in `REQUIRED` and `REPEATED` columns, integers beyond 64 bits, decimals that do not fit
 * the precision and scale, strings and bytes longer than `maxLength`, numbers that are not finite, and dates and times that
 * do not exist. Messages contain no values.
 *
 * @param definition - The columns: a definition, a schema or a list of columns.
 * @param options - `json` is the form of `JSON` columns.
 * @returns A schema of `zod`: with `parse` and `safeParse`, for `z.toJSONSchema`, and a Standard Schema.
 * @throws {RequestError} If the definition has no columns, or two columns of the same name.
 * @see {@link https://cloud.google.com/bigquery/docs/reference/rest/v2/tabledata/insertAll | tabledata.insertAll} in the BigQuery reference
 *
 * @example
 * const OrdersRow = rowSchema(orders);
 * const line = JSON.stringify(OrdersRow.parse({ id: 1 })); // a line of a file for a load job
 */
export function rowSchema<const S extends RowSource>(
  definition: S,
  options: RowSchemaOptions = {},
): z.ZodType<RowJsonOf<S>, RowInputOf<S>> {
  strictOptions("rowSchema", options, OPTIONS);
  const { json = "value" } = options;
  const schema = schemaOfRows(checkedColumns("rowSchema", definition), { json, isFinite: true });
  return schema as z.ZodType as z.ZodType<RowJsonOf<S>, RowInputOf<S>>; // of these columns
}

/** How rows are written. */
interface WriteOptions {
  readonly json: "value" | "text";
  /** Whether numbers must be finite. */
  readonly isFinite: boolean;
}

/** Returns the schema of rows with the given columns and no others. */
export function schemaOfRows(columns: readonly Column[], options: WriteOptions): z.ZodType {
  const shape = Object.fromEntries(columns.map((column) => [String(column.name), columnSchema(column, options)]));
  const row = z.strictObject(shape, {
    error: (issue) => {
      if (issue.code !== "unrecognized_keys") return problemOf("an object", issue.input);
      const [key = ""] = issue.keys;
      const similar = nearest(key, Object.keys(shape));
      const hint = similar === undefined ? "" : `; did you mean ${JSON.stringify(similar)}?`;
      return `has columns that the table does not have: ${issue.keys.map(shown).join(", ")}${hint}`;
    },
  });
  return z.preprocess(withoutInherited, row);
}

/** Returns a row without inherited properties, which zod would treat as columns, such as `constructor`. */
const withoutInherited = (row: unknown) => (isPlainObject(row) ? Object.assign(Object.create(null), row) : row);

function columnSchema(column: Column, options: WriteOptions): z.ZodType {
  const value = valueSchema(column, options);
  const mode = modeOf(column);
  if (mode === "REPEATED") return z.optional(z.array(value, must("a list: the column is REPEATED")));
  if (mode !== "REQUIRED") return z.optional(z.nullable(value));
  return column.defaultValueExpression == null ? value : z.optional(value);
}

/** Returns the message for a value without the required form. It never contains the value. */
const problemOf = (form: string, value: unknown, got = kindOf(value)) =>
  value === undefined ? "is required" : `must be ${form}, got ${got}`;

/** Parameters of a schema of zod, with the message for another type. */
const must = (form: string) => ({ error: ({ input }: { readonly input?: unknown }) => problemOf(form, input) });

const OTHER_STRING = "another string";

const textSchema = ({ form, isValid }: TextForm) =>
  z.string(must(form)).refine(isValid, { error: problemOf(form, "", OTHER_STRING) });

/** Returns the schema of a value that `write` converts; `write` returns undefined for an invalid value. */
function convertedSchema(
  form: string,
  json: readonly [input: z.core.JSONSchemaMeta, output: z.core.JSONSchemaMeta],
  write: (value: unknown) => unknown,
): z.ZodType {
  const error = ({ input: value }: { readonly input?: unknown }) =>
    problemOf(form, value, typeof value === "string" ? OTHER_STRING : kindOf(value));
  const given = z
    .unknown()
    .meta(json[0])
    .refine((value) => write(value) !== undefined, { error });
  return z.codec(given, z.unknown().meta(json[1]), { decode: write, encode: (value) => value });
}

function valueSchema(column: Column, options: WriteOptions): z.ZodType {
  const type = canonicalType(column.type);
  switch (type) {
    case "RECORD":
      return schemaOfRows(innerColumns(column), options);
    case "RANGE": {
      const { rangeElementType } = column as { readonly rangeElementType?: Column };
      return schemaOfRows(
        ["start", "end"].map((name) => ({ ...rangeElementType, name })),
        options,
      );
    }
    case "INTEGER":
      return INTEGER;
    case "NUMERIC":
    case "BIGNUMERIC":
      return decimalSchema({ ...column, type });
    case "FLOAT": {
      const number = z.number(must("a finite number, because JSON cannot represent others"));
      return options.isFinite ? number : z.union([number, z.custom((value) => typeof value === "number")]);
    }
    case "BOOLEAN":
      return z.boolean(must("a boolean"));
    case "JSON":
      return options.json === "text" ? JSON_TEXT : JSON_VALUE;
    case "STRING":
      return sizedSchema(anyText, column.maxLength, "characters", (text) => [...text].length);
    case "BYTES":
      return sizedSchema(bytesForm, column.maxLength, "bytes", (text) => atob(text).length);
    case "TIMESTAMP":
      return textSchema(timestampForm);
    default: {
      const form = TEXT_FORMS[type];
      return form === undefined ? z.unknown() : textSchema(form);
    }
  }
}

/** Returns a string, a number or a bigint as text; the empty string for another value. */
const numericText = (value: unknown) => (["string", "number", "bigint"].includes(typeof value) ? String(value) : "");

const integerText = { type: "string", pattern: "^-?\\d{1,19}$" };
const SAFE_INTEGER = z.toJSONSchema(z.int());

const INTEGER = convertedSchema(
  "a 64-bit integer: a string of digits, a bigint or a safe number",
  [{ anyOf: [integerText, SAFE_INTEGER] }, integerText],
  // Without leading zeros.
  (value) => (integerForm.isValid(numericText(value)) ? exactInteger(value)?.toString() : undefined),
);

/** Whether a value is JSON. Properties may be undefined, which `JSON.stringify` omits. */
function isJson(value: unknown, depth = 0): boolean {
  if (value === null || typeof value === "string" || typeof value === "boolean" || Number.isFinite(value)) return true;
  if (depth === MAX_DEPTH) return false;
  if (Array.isArray(value)) return Array.from(value).every((each) => isJson(each, depth + 1));
  return isPlainObject(value) && Object.values(value).every((inner) => inner === undefined || isJson(inner, depth + 1));
}

const JSON_FORM = `JSON of at most ${MAX_DEPTH} levels`;
const JSON_VALUE = convertedSchema(JSON_FORM, [{}, {}], (value) => (isJson(value) ? value : undefined));
const JSON_TEXT = convertedSchema(JSON_FORM, [{}, { type: "string" }], (value) =>
  isJson(value) ? JSON.stringify(value) : undefined,
);

/** Returns the schema of a string of at most `maxLength` units, if that is set. */
function sizedSchema(base: TextForm, maxLength: unknown, unit: string, sizeOf: (text: string) => number) {
  if (maxLength == null) return textSchema(base);
  const limit = Number(maxLength);
  const isValid = (text: string) => base.isValid(text) && sizeOf(text) <= limit;
  return textSchema({ form: `${base.form} of at most ${limit} ${unit}`, isValid });
}

/** Returns the schema of a decimal in the range and the scale of a column. */
function decimalSchema(limits: DecimalTypeLimits): z.ZodType {
  const { min, max } = decimalRange(limits);
  const scale = max.split(".")[1]?.length ?? 0;
  const [lowest, highest] = [min, max].map((bound) => unitsOf(bound, scale)) as [bigint, bigint]; // both bounds are decimals
  const form = `a decimal from ${min} to ${max} with at most ${scale} digits after the point`;
  return convertedSchema(form, [{ anyOf: [{ type: "string" }, { type: "number" }] }, { type: "string" }], (value) => {
    const text = numericText(value);
    const units = numberForm.isValid(text) ? unitsOf(text, scale) : undefined;
    if (units === undefined || units < lowest || units > highest) return undefined;
    return /e/i.test(text) ? plainDecimal(units, scale) : text;
  });
}

function plainDecimal(units: bigint, scale: number): string {
  const [integer = "", fraction = ""] = formatDecimal(units, scale).split(".");
  return withDecimals(integer, fraction);
}
