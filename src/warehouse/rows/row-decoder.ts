import { kindOf, shown } from "../../core/describe.js";
import { formatPath, joinPath } from "../../core/issue-path.js";
import { isObject, MAX_DEPTH, TOO_DEEP } from "../../core/objects.js";
import { oneOf, strictOptions } from "../../core/options.js";
import { int64Problem } from "../../core/schema/scalars.js";
import { assertNoIssues, type Issue } from "../../errors/request-error.js";
import { RowError } from "../../errors/row-error.js";
import { type Column, columnsIn, dottedName, modeOf, pairColumns, typeOf } from "../columns.js";
import { anyText, dateTimeForm, numberForm, TEXT_FORMS, type TextForm } from "./forms.js";
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
   * Form of timestamps. A string is ISO 8601 in UTC with all digits, such as `2026-11-23T08:00:00.123456Z`; a `Date` drops what is
   * below a millisecond. Default: `string`.
   */
  readonly timestamps?: Timestamps | undefined;
}

const OPTIONS = {
  integers: /* @__PURE__ */ oneOf("string", "bigint", "number"),
  timestamps: /* @__PURE__ */ oneOf("string", "Date"),
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
 * const decode = rowDecoder(orders, response.schema, { integers: "bigint" });
 * const rows = response.rows?.map(decode) ?? [];
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
  const read = compileRows("rowDecoder", definition, columns, { integers, timestamps });
  const decode = (row: TableRow): unknown => {
    try {
      return read(row);
    } catch (error) {
      if (!(error instanceof InvalidCell)) throw error;
      throw new RowError({ path: formatPath(error.segments), problem: error.message });
    }
  };
  return decode as (row: TableRow) => RowOf<S, { integers: Integers; timestamps: Timestamps }>; // of these columns
}

/** Returns the columns of a definition, a schema or a list; undefined for any other value. */
export function columnsOf(source: unknown): readonly unknown[] | undefined {
  if (Array.isArray(source)) return source;
  if (!isObject(source)) return undefined;
  const { schema = source } = source;
  return schema === source ? columnsIn(source) : schema === null ? [] : columnsOf(schema);
}

/** Compiles the columns of a response. @throws {RequestError} If they do not match the definition, with all issues. */
function compileRows(operation: string, definition: unknown, columns: unknown, forms: Forms): Read {
  const compiler = new Compiler(forms);
  const [known, live] = [columnsOf(definition), columnsOf(columns)];
  if (known === undefined) {
    compiler.report("definition", `must be a definition, a schema or a list of columns, got ${kindOf(definition)}`);
  }
  if (live === undefined) {
    const remedy = columns == null ? "; a query has no schema until it has completed" : "";
    compiler.report("columns", `must be the schema of the response, got ${kindOf(columns)}${remedy}`);
  }
  const read = known && live && compiler.record(known, live, "", 0);
  assertNoIssues(operation, compiler.issues);
  return read as Read; // both lists exist: otherwise, there are issues
}

/** Checks the columns of a definition. @throws {RequestError} If they are not columns of distinct names. */
export function assertColumns(operation: string, definition: unknown): void {
  compileRows(operation, definition, definition, { integers: "string", timestamps: "string" });
}

interface Forms {
  readonly integers: "string" | "bigint" | "number";
  readonly timestamps: "string" | "Date";
}

/** Decodes a cell. */
type Read = (value: unknown) => unknown;

/** A cell that its column cannot have. The segments of its path are added on the way out. */
class InvalidCell extends Error {
  readonly segments: PropertyKey[] = [];
}

const invalid = (form: string, value: unknown) => new InvalidCell(`must be ${form}, got ${kindOf(value)}`);

function inside(error: unknown, segment: PropertyKey): unknown {
  if (error instanceof InvalidCell) error.segments.unshift(segment);
  return error;
}

/** Compiles columns, and collects their issues. */
class Compiler {
  readonly issues: Issue[] = [];
  readonly #integer: Read;
  readonly #timestamp: Read;

  constructor({ integers, timestamps }: Forms) {
    this.#integer = INTEGERS[integers];
    const read = timestampReader();
    this.#timestamp = timestamps === "Date" ? (value) => toDate(read(value)) : read;
  }

  report(path: string, message: string): void {
    this.issues.push({ path, message, rule: "row-columns" });
  }

  /** Compiles the columns of a response, in their order, and those that only the definition has. */
  record(known: readonly unknown[], live: readonly unknown[], outer: string, depth: number): Read {
    const [wanted, columns] = [this.#columns(known, "definition", outer), this.#columns(live, "columns", outer)];
    if (depth > MAX_DEPTH) this.report(outer, TOO_DEEP);
    if (depth > MAX_DEPTH || wanted === undefined || columns === undefined) return () => undefined;
    const { pairs, duplicates } = pairColumns(columns, wanted);
    this.#reportNames(outer, columns, pairColumns([], columns).duplicates);
    this.#reportNames(outer, wanted, duplicates);
    const present: [name: string, read: Read][] = [];
    const absent: [name: string, isList: boolean][] = [];
    for (const { live: column, proposed } of pairs) {
      const { name } = proposed ?? column ?? {};
      if (column !== undefined) {
        present.push([String(name), this.#column(proposed ?? column, column, outer, depth)]);
      } else if (proposed !== undefined) {
        const mode = modeOf(proposed);
        absent.push([String(name), mode === "REPEATED"]);
        if (mode === "REQUIRED") {
          this.report(dottedName(outer, proposed), "must be in the response: the definition has it as REQUIRED");
        }
      }
    }
    return recordReader(present, absent);
  }

  /** Returns the columns of a list; undefined if an element is not a column. */
  #columns(list: readonly unknown[], root: string, outer: string): readonly Column[] | undefined {
    const columns = list.filter((column, index): column is Column => {
      if (isObject(column) && typeof column.name === "string" && typeof column.type === "string") return true;
      const path = joinPath(outer === "" ? root : outer, index);
      this.report(path, `must be a column with "name" and "type", got ${kindOf(column)}`);
      return false;
    });
    return columns.length === list.length ? columns : undefined;
  }

  #reportNames(outer: string, columns: readonly Column[], duplicates: readonly number[]): void {
    for (const index of duplicates) {
      this.report(
        dottedName(outer, columns[index] as Column),
        "is the name of two columns; rename one of them with AS",
      );
    }
  }

  #column(known: Column, live: Column, outer: string, depth: number): Read {
    const path = dottedName(outer, known);
    const [type, mode, isList] = [typeOf(live), modeOf(known), modeOf(live) === "REPEATED"];
    const expected = typeOf(known, live);
    if (expected !== type) this.report(path, `must be ${expected}, as in the definition, got ${shown(type)}`);
    if (isList !== (mode === "REPEATED")) {
      this.report(path, `must ${isList ? "not " : ""}be REPEATED, as in the definition`);
    }
    const read =
      type === "RECORD" ? this.record(columnsIn(known), columnsIn(live), path, depth + 1) : this.#value(type);
    if (isList) return listReader(read);
    if (mode !== "REQUIRED") return (value) => (value == null ? null : read(value));
    return (value) => {
      if (value == null) throw new InvalidCell("must not be null: the column is REQUIRED");
      return read(value);
    };
  }

  #value(type: string): Read {
    if (type === "INTEGER") return this.#integer;
    if (type === "TIMESTAMP") return this.#timestamp;
    if (type.startsWith("RANGE")) {
      const element = type.slice("RANGE<".length, -1);
      return rangeReader(element === "TIMESTAMP" ? timestampReader() : readerOf(element));
    }
    return readerOf(type);
  }
}

/** Reads cells into an object with the names of the columns, in their order. */
function recordReader(present: readonly [string, Read][], absent: readonly [string, isList: boolean][]): Read {
  const names = present.map(([name]) => name);
  const reads = present.map(([, read]) => read);
  const lists = absent.filter(([, isList]) => isList).map(([name]) => name);
  // Copying it defines all columns at once, also one with the name __proto__, which an assignment would not define.
  const template = Object.fromEntries(
    [...names, ...absent.map(([name]) => name)].map((name) => [name, null as unknown]),
  );
  return (value) => {
    const cells = isObject(value) ? (value.f ?? []) : undefined;
    if (!Array.isArray(cells)) throw invalid("an object with a list of cells", value);
    if (cells.length !== names.length) {
      throw new InvalidCell(`must have ${names.length} cells, as the response has columns, got ${cells.length}`);
    }
    const row = { ...template };
    let index = 0;
    try {
      for (; index < names.length; index += 1) row[names[index] as string] = (reads[index] as Read)(cells[index]?.v);
    } catch (error) {
      throw inside(error, names[index] as string); // the index of the cell that failed
    }
    for (const name of lists) row[name] = [];
    return row;
  };
}

function listReader(read: Read): Read {
  return (value) => {
    if (value == null) return [];
    if (!Array.isArray(value)) throw invalid("a list", value);
    let index = 0;
    try {
      const list = new Array<unknown>(value.length);
      for (; index < value.length; index += 1) list[index] = read(value[index]?.v);
      return list;
    } catch (error) {
      throw inside(error, index);
    }
  };
}

function textReader({ form, isValid }: TextForm): (value: unknown) => string {
  return (value) => {
    if (typeof value !== "string" || !isValid(value)) throw invalid(form, value);
    return value;
  };
}

const readString = /* @__PURE__ */ textReader(anyText);
const readNumber = /* @__PURE__ */ textReader(numberForm);
const readDateTime = /* @__PURE__ */ textReader(dateTimeForm);
const readInteger = /* @__PURE__ */ textReader({
  form: "a 64-bit integer as a string",
  isValid: (text) => int64Problem(text, false) === undefined,
});

const INTEGERS: Readonly<Record<Forms["integers"], Read>> = {
  string: readInteger,
  bigint: (value) => BigInt(readInteger(value)),
  number: (value) => {
    const integer = Number(readInteger(value));
    if (Number.isSafeInteger(integer)) return integer;
    throw new InvalidCell('must be a safe integer; pass integers: "bigint" for larger ones');
  },
};

/** Returns the reader of a type; values of unknown types stay as they are. */
function readerOf(type: string): Read {
  const form = TEXT_FORMS[type];
  return READERS[type] ?? (form === undefined ? (value) => value : textReader(form));
}

const READERS: Readonly<Record<string, Read | undefined>> = {
  NUMERIC: readNumber,
  BIGNUMERIC: readNumber,
  FLOAT: (value) => NOT_FINITE.get(value) ?? Number(readNumber(value)),
  BOOLEAN: (value) => {
    if (value !== "true" && value !== "false") throw invalid('"true" or "false"', value);
    return value === "true";
  },
  DATETIME: (value) => readDateTime(value).replace(" ", "T"),
  JSON: (value) => {
    try {
      return JSON.parse(readString(value));
    } catch {
      throw invalid("JSON as a string", value);
    }
  },
};

/** Words for numbers that digits cannot write. */
const NOT_FINITE: ReadonlyMap<unknown, number> = /* @__PURE__ */ new Map([
  ["NaN", Number.NaN],
  ["Infinity", Number.POSITIVE_INFINITY],
  ["-Infinity", Number.NEGATIVE_INFINITY],
]);

/** Reads `[start, end)`; an open bound is null. */
function rangeReader(read: Read): Read {
  return (value) => {
    const bounds = /^\[([^,]*), ?([^,]*)\)$/.exec(readString(value));
    if (bounds === null) throw invalid("a range such as [2026-01-01, UNBOUNDED)", value);
    const [start, end] = bounds.slice(1).map((bound) => (/^(NULL|UNBOUNDED)$/i.test(bound) ? null : read(bound)));
    return { start, end };
  };
}

const FLOAT_SECONDS = /^(-?)(\d+)\.?(\d*)(?:[eE]([+-]?\d{1,3}))?$/;
const ZONED = /^(.{19})(?:\.(\d{1,12}))?(?:Z| UTC|\+00(?::?00)?)?$/;

/**
 * Creates a reader of timestamps in any of their three forms: microseconds, seconds as a float, or ISO 8601. It returns ISO 8601
 * in UTC.
 */
function timestampReader(): (value: unknown) => string {
  const clock = new DayClock();
  return (value) => {
    const text = readString(value);
    const [seconds, fraction] = (/[T ]/.test(text) ? zonedTime(text) : epochTime(text, clock)) ?? [];
    if (seconds === undefined) throw invalid("a timestamp: microseconds, seconds or ISO 8601", value);
    const digits = fraction?.replace(/0+$/, "");
    return seconds + (digits ? `.${digits}Z` : "Z");
  };
}

type Time = readonly [seconds: string, fraction: string] | undefined;

function zonedTime(text: string): Time {
  const [, seconds = "", fraction = ""] = ZONED.exec(text) ?? [];
  return dateTimeForm.isValid(seconds) ? [seconds.replace(" ", "T"), fraction] : undefined;
}

function epochTime(text: string, clock: DayClock): Time {
  const [, minus, integer = "", decimals = "", exponent] = FLOAT_SECONDS.exec(text) ?? [];
  if (minus === undefined) return undefined;
  const digits = integer + decimals;
  const isMicroseconds = minus.length + digits.length === text.length;
  // The digits are split, because a number cannot hold all of those of a late timestamp.
  const point = integer.length + (isMicroseconds ? -6 : Number(exponent ?? 0));
  const [before, after] = point > 0 ? [digits.slice(0, point).padEnd(point, "0"), digits.slice(point)] : ["", digits];
  const sign = minus === "" ? 1 : -1;
  const microseconds = sign * Math.round(Number(`0.${"0".repeat(Math.max(-point, 0))}${after}`) * 1e6);
  const whole = Math.floor(microseconds / 1e6);
  const seconds = sign * Number(before) + whole;
  if (seconds < FIRST_SECOND || seconds > LAST_SECOND) return undefined;
  return [clock.format(seconds), String(microseconds - whole * 1e6).padStart(6, "0")];
}

const SECONDS_PER_DAY = 86_400;
const twoDigits = (value: number) => (value < 10 ? `0${value}` : String(value));

/** Formats times. Keeps the last date, because `toISOString` takes longer than the rest, and the days of rows repeat. */
class DayClock {
  #day = Number.NaN;
  #date = "";

  /** Formats seconds since 1970 as a date and time. */
  format(seconds: number): string {
    const day = Math.floor(seconds / SECONDS_PER_DAY);
    if (day !== this.#day) {
      this.#day = day;
      this.#date = new Date(day * SECONDS_PER_DAY * 1_000).toISOString().slice(0, 11);
    }
    const rest = seconds - day * SECONDS_PER_DAY;
    const minutes = Math.floor(rest / 60);
    const time = `${twoDigits(Math.floor(minutes / 60))}:${twoDigits(minutes % 60)}:${twoDigits(rest % 60)}`;
    return this.#date + time; // two strings take less memory than seven
  }
}

const FIRST_SECOND = -62_135_596_800; // 0001-01-01T00:00:00Z
const LAST_SECOND = 253_402_300_799; // 9999-12-31T23:59:59Z

const toDate = (iso: string) => new Date(iso.replace(/(\.\d{3})\d+/, "$1"));
