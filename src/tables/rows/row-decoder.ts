import { assertNoIssues, type Issue } from "../../errors/request-error.js";
import { RowError } from "../../errors/row-error.js";
import { kindOf, shown } from "../../values/describe.js";
import { formatPath, joinPath } from "../../values/issue-path.js";
import { isObject } from "../../values/objects.js";
import { oneOf, strictOptions } from "../../values/options.js";
import { type Column, modeOf, pairColumns, typeOf } from "../../warehouse/columns.js";
import {
  anyText,
  dateTimeForm,
  integerForm,
  numberForm,
  TEXT_FORMS,
  type TextForm,
  unitsOf,
  withDecimals,
} from "./forms.js";
import { innerColumns, readColumns } from "./read-columns.js";
import type { RowOf, RowSource } from "./row-types.js";

/** A row of `jobs.query`, `jobs.getQueryResults` or `tabledata.list`. */
export interface TableRow {
  /** Cells in the order of the columns of the response. */
  readonly f?: readonly { readonly v?: unknown }[] | undefined;
}

/** The schema of a response with rows: `{ fields }`, or its columns as a list. */
export type ResponseSchema = readonly object[] | { readonly fields?: readonly object[] | null | undefined };

/** Options of {@link rowDecoder}. */
export interface RowDecoderOptions<Integers = "string" | "bigint" | "number", Timestamps = "string" | "Date"> {
  /**
   * Form of 64-bit integers. `number` throws for an integer beyond 2^53 - 1 and never rounds. Default: `string`.
   */
  readonly integers?: Integers | undefined;
  /**
   * Form of timestamps. A string is ISO 8601 in UTC with all digits, such as `2026-11-23T08:00:00.123456Z`; a `Date` drops
   * fractions of a millisecond. The bounds of ranges are always strings. Default: `string`.
   */
  readonly timestamps?: Timestamps | undefined;
}

const OPTIONS = {
  integers: oneOf("string", "bigint", "number"),
  timestamps: oneOf("string", "Date"),
};

/**
 * Creates a function that decodes rows of BigQuery, which are lists of cells without names, into objects of the type
 * {@link RowOf}.
 *
 * Columns match by name, ignoring case. A column that the response lacks is null or an empty list; a column that the definition
 * lacks is decoded by its type in the response and kept.
 *
 * @param definition - The columns that the program knows: a definition, a schema or a list of columns.
 * @param columns - The schema of the response, which has the order of the cells. Rejected if it is undefined, as in a response
 * of a query that has not completed.
 * @param options - Forms of 64-bit integers and timestamps.
 * @returns The function. It throws a {@link RowError} for a row that does not match the columns, with the path of the
 * value.
 * @throws {RequestError} If the response lacks a `REQUIRED` column, has a column of another type, or two columns of the same
 * name, with all issues.
 * @see {@link https://cloud.google.com/bigquery/docs/reference/rest/v2/tabledata/list | tabledata.list} in the BigQuery reference
 *
 * @example
 * // The response of jobs.query, jobs.getQueryResults or tabledata.list
 * function ordersOf(response: { schema?: { fields?: object[] }; rows?: TableRow[] }) {
 *   return response.rows?.map(rowDecoder(orders, response.schema, { integers: "bigint" })) ?? [];
 * }
 */
export function rowDecoder<
  const S extends RowSource,
  Integers extends "string" | "bigint" | "number" = "string",
  Timestamps extends "string" | "Date" = "string",
>(
  definition: S,
  columns: ResponseSchema | null | undefined,
  options: RowDecoderOptions<Integers, Timestamps> = {},
): (row: TableRow) => RowOf<S, { integers: Integers; timestamps: Timestamps }> {
  strictOptions("rowDecoder", options, OPTIONS);
  const { integers = "string", timestamps = "string" } = options;
  const issues: Issue[] = [];
  const known = readColumns(definition, "definition", "a definition, a schema or a list of columns", issues);
  const live = readColumns(columns, "columns", "the schema of the response of a completed query", issues);
  assertNoIssues("rowDecoder", issues);
  const TIMESTAMP: Read = timestamps === "Date" ? (value, path) => toDate(readTimestamp(value, path)) : readTimestamp;
  const read = recordReader(known, live, "", { ...READERS, INTEGER: INTEGERS[integers], TIMESTAMP }, issues);
  assertNoIssues("rowDecoder", issues);
  const decode = (row: TableRow): unknown => read(row, []);
  return decode as (row: TableRow) => RowOf<S, { integers: Integers; timestamps: Timestamps }>; // of these columns
}

/** Decodes the cell at a path of column names and list indices. @throws {RowError} If its column cannot have the value. */
type Read = (value: unknown, path: PropertyKey[]) => unknown;
/** How values are decoded, by type. */
type Readers = Readonly<Record<string, Read | undefined>>;

const rowError = (path: readonly PropertyKey[], problem: string) => new RowError({ path: formatPath(path), problem });

const invalid = (path: readonly PropertyKey[], form: string, value: unknown, got = kindOf(value)) =>
  rowError(path, `must be ${form}, got ${got}`);

/** Creates a function that decodes records, and adds the issues of columns that do not match the response. */
function recordReader(
  known: readonly Column[],
  live: readonly Column[],
  outer: string,
  readers: Readers,
  issues: Issue[],
): Read {
  const columns = pairColumns(live, known).pairs.map(({ live: column, proposed }) => {
    const wanted = (proposed ?? column) as Column; // one of the two is given
    const name = String(wanted.name);
    const mode = modeOf(wanted);
    if (column === undefined && mode === "REQUIRED") {
      const message = "must be in the response, because it is REQUIRED in the definition";
      issues.push({ path: joinPath(outer, name), message, rule: "row-columns" });
    }
    const read = column && columnReader(wanted, column, outer, readers, issues);
    return { name, read, isList: mode === "REPEATED" };
  });
  return (value, path) => {
    const cells = isObject(value) ? value.f : undefined;
    if (!Array.isArray(cells)) {
      throw invalid(path, "a row of cells, { f: [{ v }] } (in @google-cloud/bigquery, set skipParsing)", value);
    }
    if (cells.length !== live.length) {
      const problem = `must have ${live.length} cells, one for each column of the response, got ${cells.length}`;
      throw rowError(path, `${problem}; pass the schema of the same response`);
    }
    // Columns that the response lacks come last.
    const values = columns.map(({ name, read, isList }, index) => {
      const missing = isList ? [] : null;
      return [name, read === undefined ? missing : inside(name, cells[index], path, read)];
    });
    return Object.fromEntries(values);
  };
}

/** Decodes the content of a cell inside a row or a list. */
function inside(segment: PropertyKey, cell: unknown, path: PropertyKey[], read: Read): unknown {
  path.push(segment);
  if (!isObject(cell)) throw invalid(path, 'a cell with "v"', cell);
  const value = read(cell.v, path);
  path.pop();
  return value;
}

function columnReader(known: Column, live: Column, outer: string, readers: Readers, issues: Issue[]): Read {
  const path = joinPath(outer, String(known.name));
  const [type, mode, isList] = [typeOf(live), modeOf(known), modeOf(live) === "REPEATED"];
  const expected = typeOf(known, live);
  const report = (message: string) => issues.push({ path, message, rule: "row-columns" });
  if (expected !== type) {
    report(`must be ${expected}, as in the definition, got ${shown(type)}; change the definition, or CAST the column`);
  }
  if (isList !== (mode === "REPEATED")) report(`must ${isList ? "not " : ""}be REPEATED, as in the definition`);
  const read =
    type === "RECORD"
      ? recordReader(innerColumns(known), innerColumns(live), path, readers, issues)
      : type.startsWith("RANGE")
        ? rangeReader(readerOf(type.slice("RANGE<".length, -1), READERS))
        : readerOf(type, readers);
  return (value, at) => {
    if (isList) {
      if (!Array.isArray(value ?? [])) throw invalid(at, "a list", value);
      return ((value ?? []) as readonly unknown[]).map((cell, index) => inside(index, cell, at, read));
    }
    if (value != null) return read(value, at);
    if (mode === "REQUIRED") throw rowError(at, "must not be null: the column is REQUIRED");
    return null;
  };
}

const OTHER_TEXT = "another string";

function textReader({ form, isValid }: TextForm): (value: unknown, path: PropertyKey[]) => string {
  return (value, path) => {
    if (typeof value !== "string") throw invalid(path, form, value);
    if (!isValid(value)) throw invalid(path, form, value, OTHER_TEXT);
    return value;
  };
}

const readString = textReader(anyText);
const readNumber = textReader(numberForm);
const readDateTime = textReader(dateTimeForm);
const readInteger = textReader(integerForm);

const INTEGERS: Readonly<Record<"string" | "bigint" | "number", Read>> = {
  string: readInteger,
  bigint: (value, path) => BigInt(readInteger(value, path)),
  number: (value, path) => {
    const integer = Number(readInteger(value, path));
    if (Number.isSafeInteger(integer)) return integer;
    throw rowError(path, 'must be a safe integer; pass integers: "bigint" for larger ones');
  },
};

/** Returns the reader of a type; values of unknown types stay as they are. */
function readerOf(type: string, readers: Readers): Read {
  const form = TEXT_FORMS[type];
  return readers[type] ?? (form === undefined ? (value) => value : textReader(form));
}

const READERS: Readers = {
  NUMERIC: readNumber,
  BIGNUMERIC: readNumber,
  FLOAT: (value, path) => {
    if (NOT_FINITE.has(value)) return NOT_FINITE.get(value);
    const number = Number(readNumber(value, path));
    if (!Number.isFinite(number)) throw invalid(path, "a 64-bit float", value, OTHER_TEXT);
    return number;
  },
  BOOLEAN: (value, path) => {
    if (value !== "true" && value !== "false") throw invalid(path, '"true" or "false"', value);
    return value === "true";
  },
  TIMESTAMP: readTimestamp,
  DATETIME: (value, path) => readDateTime(value, path).replace(" ", "T"),
  JSON: (value, path) => {
    try {
      return JSON.parse(readString(value, path));
    } catch {
      throw invalid(path, "JSON as a string", value);
    }
  },
};

/** Numbers that are strings in JSON. */
const NOT_FINITE: ReadonlyMap<unknown, number> = new Map([
  ["NaN", Number.NaN],
  ["Infinity", Number.POSITIVE_INFINITY],
  ["-Infinity", Number.NEGATIVE_INFINITY],
]);

/** Reads `[start, end)`; an open bound is null. */
function rangeReader(read: Read): Read {
  return (value, path) => {
    const bounds = /^\[([^,]*), ?([^,]*)\)$/.exec(readString(value, path));
    if (bounds === null) throw invalid(path, "a range such as [2026-01-01, UNBOUNDED)", value, OTHER_TEXT);
    const [start, end] = bounds.slice(1).map((bound) => (/^(NULL|UNBOUNDED)$/i.test(bound) ? null : read(bound, path)));
    return { start, end };
  };
}

const ZONED = /^(.{19})(?:\.(\d{1,12}))?(?:Z| UTC|\+00(?::?00)?)?$/;

/** Reads a timestamp in any of its three forms: microseconds, seconds as a float, or ISO 8601. Returns ISO 8601 in UTC. */
function readTimestamp(value: unknown, path: PropertyKey[]): string {
  const text = readString(value, path);
  const iso = /[T ]/.test(text) ? zonedTime(text) : epochTime(text);
  if (iso === undefined) throw invalid(path, "a timestamp: microseconds, seconds or ISO 8601", value, OTHER_TEXT);
  return `${withDecimals(iso.slice(0, 19), iso.slice(20))}Z`;
}

function zonedTime(text: string): string | undefined {
  const [, seconds = "", fraction = ""] = ZONED.exec(text) ?? [];
  return dateTimeForm.isValid(seconds) ? `${seconds.replace(" ", "T")}.${fraction}` : undefined;
}

/** Returns the ISO 8601 form of seconds or microseconds since 1970, in the years 1 to 9999. */
function epochTime(text: string): string | undefined {
  if (!numberForm.isValid(text) || text.length > 30) return undefined;
  const scale = /\D/.test(text.slice(1)) ? 6 : 0;
  // A float can have more decimals than microseconds.
  const rounded = Math.round(Number(text) * 10 ** scale);
  if (!Number.isFinite(rounded)) return undefined;
  const exact = unitsOf(text, scale) ?? BigInt(rounded);
  const rest = ((exact % 1_000n) + 1_000n) % 1_000n;
  const ms = (exact - rest) / 1_000n;
  if (ms < FIRST_TIME || ms > LAST_TIME) return undefined;
  return new Date(Number(ms)).toISOString().slice(0, -1) + String(rest).padStart(3, "0");
}

const FIRST_TIME = -62_135_596_800_000n; // 0001-01-01T00:00:00Z
const LAST_TIME = 253_402_300_799_999n; // 9999-12-31T23:59:59.999Z

const toDate = (iso: string) => new Date(iso.replace(/(\.\d{3})\d+/, "$1"));
