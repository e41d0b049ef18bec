import type * as z from "zod/mini";
import { kindOf, plainObjectProblem } from "../../core/describe.js";
import { nearest } from "../../core/nearest.js";
import { isPlainObject, MAX_DEPTH } from "../../core/objects.js";
import { oneOf, strictOptions } from "../../core/options.js";
import { type JsonSchema, MAX_ISSUES, pipe, safeInteger } from "../../core/schema/schema.js";
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
 * Invalid are unknown columns, null in `REQUIRED` and `REPEATED` columns, integers beyond 64 bits, decimals that do not fit
 * the precision and scale, strings and bytes longer than `maxLength`, numbers that are not finite, and dates and times that
 * do not exist. Messages contain no values.
 *
 * @param definition - The columns: a definition, a schema or a list of columns.
 * @param options - `json` is the form of `JSON` columns.
 * @returns A schema of `zod/mini`: with `parse` and `safeParse`, for `z.toJSONSchema`, and a Standard Schema.
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
): z.ZodMiniType<RowJsonOf<S>, RowInputOf<S>> {
  strictOptions("rowSchema", options, OPTIONS);
  const { json = "value" } = options;
  const schema = schemaOfRows(checkedColumns("rowSchema", definition), { json, isFinite: true });
  return schema as z.ZodMiniType as z.ZodMiniType<RowJsonOf<S>, RowInputOf<S>>; // of these columns
}

/** How rows are written. */
interface WriteOptions {
  readonly json: "value" | "text";
  /** Whether numbers must be finite. */
  readonly isFinite: boolean;
}

/** Returns the schema of rows with the given columns. */
export function schemaOfRows(columns: readonly Column[], options: WriteOptions): z.ZodMiniType {
  const { input, output, write } = recordForm(columns, options);
  return pipe([input, output], (value, issues) => write(value, new Report(issues)));
}

/** The issues of one row. */
class Report {
  readonly #issues: z.core.$ZodRawIssue[];
  /** Path of the current value. */
  readonly path: PropertyKey[] = [];

  constructor(issues: z.core.$ZodRawIssue[]) {
    this.#issues = issues;
  }

  /** Number of issues so far. */
  get size(): number {
    return this.#issues.length;
  }

  /** Adds an issue of the current value, and returns undefined. */
  add(message: string, input: unknown): undefined {
    if (this.#issues.length < MAX_ISSUES) this.#issues.push({ code: "custom", message, path: [...this.path], input });
  }
}

/** Checks a value, and returns its JSON. */
type Write = (value: unknown, report: Report) => unknown;

/** A kind of value: how it is written, and its JSON Schemas before and after. */
interface ValueForm {
  readonly input: JsonSchema;
  readonly output: JsonSchema;
  readonly write: Write;
}

const invalid = (form: string, value: unknown, report: Report) =>
  report.add(`must be ${form}, got ${kindOf(value)}`, value);

/** As {@link invalid}, for forms of which some strings are valid. */
const invalidText = (form: string, value: unknown, report: Report) =>
  typeof value === "string" ? report.add(`must be ${form}, got another string`, value) : invalid(form, value, report);

/** The form of values that are written as they are. */
function same(json: JsonSchema, form: string, isValid: (value: unknown) => boolean): ValueForm {
  return {
    input: json,
    output: json,
    write: (value, report) => (isValid(value) ? value : invalid(form, value, report)),
  };
}

const textForm = ({ form, isValid }: TextForm): ValueForm => ({
  input: { type: "string" },
  output: { type: "string" },
  write: (value, report) => (typeof value === "string" && isValid(value) ? value : invalidText(form, value, report)),
});

function formOf(column: Column, options: WriteOptions): ValueForm {
  const type = canonicalType(column.type);
  switch (type) {
    case "RECORD":
      return recordForm(innerColumns(column), options);
    case "RANGE": {
      const { rangeElementType } = column as { readonly rangeElementType?: Column };
      return recordForm(
        ["start", "end"].map((name) => ({ ...rangeElementType, name })),
        options,
      );
    }
    case "INTEGER":
      return INTEGER;
    case "NUMERIC":
    case "BIGNUMERIC":
      return decimalForm({ ...column, type });
    case "FLOAT":
      return options.isFinite
        ? same({ type: "number" }, "a finite number, because JSON has no other", Number.isFinite)
        : same({ type: "number" }, "a number", (value) => typeof value === "number");
    case "BOOLEAN":
      return same({ type: "boolean" }, "a boolean", (value) => typeof value === "boolean");
    case "JSON":
      return options.json === "text" ? JSON_TEXT : JSON_VALUE;
    case "STRING":
      return sizedForm(anyText, column.maxLength, "characters", codePoints);
    case "BYTES":
      return sizedForm(
        bytesForm,
        column.maxLength,
        "bytes",
        (text) => (text.length / 4) * 3 - text.split("=").length + 1,
      );
    case "TIMESTAMP":
      return textForm(timestampForm);
    default: {
      const form = TEXT_FORMS[type];
      return form === undefined ? same({}, "", () => true) : textForm(form);
    }
  }
}

/** Returns a string, a number or a bigint as text; the empty string for another value. */
const numericText = (value: unknown) =>
  typeof value === "string" ? value : typeof value === "number" || typeof value === "bigint" ? String(value) : "";

const integerText = { type: "string", pattern: "^-?\\d{1,19}$" };

const INTEGER: ValueForm = {
  input: { anyOf: [integerText, safeInteger] },
  output: integerText,
  write: (value, report) => {
    const text = typeof value === "number" && !Number.isSafeInteger(value) ? "" : numericText(value);
    if (integerForm.isValid(text)) return text;
    return invalidText("a 64-bit integer: a string of digits, a bigint or a safe number", value, report);
  },
};

/** Whether a value is JSON; reports the first part that is not. Properties may be undefined, which `JSON.stringify` omits. */
function isJson(value: unknown, report: Report, depth = 0): boolean {
  if (value === null || typeof value === "string" || typeof value === "boolean" || Number.isFinite(value)) return true;
  const isList = Array.isArray(value);
  if (depth === MAX_DEPTH || !(isList || isPlainObject(value))) {
    invalid(`JSON of at most ${MAX_DEPTH} levels`, value, report);
    return false;
  }
  return Object.entries(value).every(([key, inner]) => {
    if (inner === undefined && !isList) return true;
    report.path.push(isList ? Number(key) : key);
    const isValid = isJson(inner, report, depth + 1);
    report.path.pop();
    return isValid;
  });
}
const JSON_VALUE: ValueForm = {
  input: {},
  output: {},
  write: (value, report) => (isJson(value, report) ? value : undefined),
};
const JSON_TEXT: ValueForm = {
  input: {},
  output: { type: "string" },
  write: (value, report) => (isJson(value, report) ? JSON.stringify(value) : undefined),
};

function codePoints(text: string): number {
  let count = 0;
  for (const _ of text) count += 1;
  return count;
}

/** A string of at most `maxLength` units, if that is set. */
function sizedForm(base: TextForm, maxLength: unknown, unit: string, sizeOf: (text: string) => number): ValueForm {
  if (maxLength == null) return textForm(base);
  const limit = Number(maxLength);
  const isValid = (text: string) => base.isValid(text) && sizeOf(text) <= limit;
  return textForm({ form: `${base.form} of at most ${limit} ${unit}`, isValid });
}

/** A decimal in the range and the scale of a column. */
function decimalForm(limits: DecimalTypeLimits): ValueForm {
  const { min, max } = decimalRange(limits);
  const scale = max.split(".")[1]?.length ?? 0;
  const [lowest, highest] = [min, max].map((bound) => BigInt(bound.replace(".", ""))) as [bigint, bigint]; // of two bounds
  // Most decimals have fewer digits than the bounds, and need no conversion.
  const digits = Math.max(String(highest).length - scale - 1, 1);
  const short = new RegExp(`^-?\\d{1,${digits}}${scale === 0 ? "" : `(?:\\.\\d{1,${scale}})?`}$`);
  const form = `a decimal from ${min} to ${max} with at most ${scale} digits after the point`;
  return {
    input: { anyOf: [{ type: "string" }, { type: "number" }] },
    output: { type: "string" },
    write: (value, report) => {
      const text = numericText(value);
      if (short.test(text)) return text;
      const units = numberForm.isValid(text) ? unitsOf(text, scale) : undefined;
      if (units === undefined || units < lowest || units > highest) return invalidText(form, value, report);
      return /e/i.test(text) ? plainDecimal(units, scale) : text;
    },
  };
}

function plainDecimal(units: bigint, scale: number): string {
  const [integer = "", fraction = ""] = formatDecimal(units, scale).split(".");
  return withDecimals(integer, fraction);
}

interface ColumnForm extends ValueForm {
  readonly name: string;
  /** Whether a new row may omit the column. */
  readonly isOptional: boolean;
}

function columnForm(column: Column, options: WriteOptions): ColumnForm {
  const { input, output, write } = formOf(column, options);
  const mode = modeOf(column);
  const common = {
    name: String(column.name),
    isOptional: mode !== "REQUIRED" || column.defaultValueExpression != null,
  };
  if (mode === "REPEATED") {
    return {
      ...common,
      input: { type: "array", items: input },
      output: { type: "array", items: output },
      write: (value, report) => writeList(value, report, write),
    };
  }
  if (mode === "REQUIRED") {
    const notNull: Write = (value, report) =>
      value === null ? report.add("must not be null: the column is REQUIRED", value) : write(value, report);
    return { ...common, input, output, write: notNull };
  }
  const orNull = (schema: JsonSchema) => ({ anyOf: [schema, { type: "null" }] });
  return {
    ...common,
    input: orNull(input),
    output: orNull(output),
    write: (value, report) => (value === null ? null : write(value, report)),
  };
}

function writeList(value: unknown, report: Report, write: Write): unknown {
  if (!Array.isArray(value)) return invalid("a list: the column is REPEATED", value, report);
  return value.map((element, index) => {
    report.path.push(index);
    const json =
      element === null ? report.add("must not be null: a list has no nulls", element) : write(element, report);
    report.path.pop();
    return json;
  });
}

/** The form of an object with the given columns and no others. */
function recordForm(columns: readonly Column[], options: WriteOptions): ValueForm {
  const forms = columns.map((column) => columnForm(column, options));
  const names = forms.map(({ name }) => name);
  const objectOf = (side: "input" | "output"): JsonSchema => ({
    type: "object",
    properties: Object.fromEntries(forms.map((form) => [form.name, form[side]])),
    required: forms.filter(({ isOptional }) => !isOptional).map(({ name }) => name),
    additionalProperties: false,
  });
  return {
    input: objectOf("input"),
    output: objectOf("output"),
    write: (value, report) => {
      if (!isPlainObject(value)) return report.add(plainObjectProblem(value) ?? "", value);
      const row: Record<string, unknown> = {};
      let known = 0;
      for (const { name, isOptional, write } of forms) {
        const isOwn = Object.hasOwn(value, name);
        if (isOwn) known += 1;
        const cell = isOwn ? value[name] : undefined;
        if (cell === undefined && isOptional) continue;
        report.path.push(name);
        const written = cell === undefined ? report.add("is required", value) : write(cell, report);
        report.path.pop();
        if (name !== "__proto__") row[name] = written;
        else Object.defineProperty(row, name, { value: written, enumerable: true, configurable: true, writable: true });
      }
      const keys = Object.keys(value);
      if (keys.length > known) reportUnknown(keys, names, report);
      return row;
    },
  };
}

/** Number of issues of a row from which there are no suggestions, because each takes longer with each column of the table. */
const MAX_SUGGESTIONS = 20;

function reportUnknown(keys: readonly string[], names: readonly string[], report: Report): void {
  const known = new Set(names);
  const unknown = keys.filter((key) => !known.has(key));
  for (const key of unknown) {
    const similar = report.size < MAX_SUGGESTIONS ? nearest(key, names) : undefined;
    report.path.push(key);
    report.add(`is not a column of the table${similar === undefined ? "" : `; did you mean "${similar}"?`}`, undefined);
    report.path.pop();
  }
}
