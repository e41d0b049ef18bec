import { kindOf, shown } from "../../core/describe.js";
import { formatPath } from "../../core/issue-path.js";
import { isObject } from "../../core/objects.js";
import { oneOf, strictOptions } from "../../core/options.js";
import { assertNoIssues, type Issue } from "../../errors/request-error.js";
import { RowError } from "../../errors/row-error.js";
import { type Column, dottedName, modeOf, pairColumns, typeOf } from "../../warehouse/columns.js";
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
  const known = readColumns(definition, "definition", "a definition, a schema or a list of columns");
  const live = readColumns(columns, "columns", "the schema of the response of a completed query");
  assertNoIssues("rowDecoder", [...known.malformed, ...live.malformed]);
  const compiler = new Compiler(integers, timestamps);
  const read = compiler.record(known.columns, live.columns, "");
  assertNoIssues("rowDecoder", [...known.duplicates, ...live.duplicates, ...compiler.issues]);
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

/** Decodes a cell. */
type Read = (value: unknown) => unknown;

/** A cell that its column cannot have. The segments of its path are added on the way out. */
class InvalidCell extends Error {
  readonly segments: PropertyKey[] = [];
}

const invalid = (form: string, value: unknown, got = kindOf(value)) => new InvalidCell(`must be ${form}, got ${got}`);

function inside(error: unknown, segment: PropertyKey): unknown {
  if (error instanceof InvalidCell) error.segments.unshift(segment);
  return error;
}

/** Compiles columns, and collects their issues. */
class Compiler {
  readonly issues: Issue[] = [];
  readonly #integer: Read;
  readonly #timestamp: Read;

  constructor(integers: keyof typeof INTEGERS, timestamps: string) {
    this.#integer = INTEGERS[integers];
    this.#timestamp = timestamps === "Date" ? (value) => toDate(readTimestamp(value)) : readTimestamp;
  }

  #report(path: string, message: string): void {
    this.issues.push({ path, message, rule: "row-columns" });
  }

  /** Compiles the columns of a response, in their order, and those that only the definition has. */
  record(known: readonly Column[], live: readonly Column[], outer: string): Read {
    const present: [name: string, read: Read][] = [];
    const absent: [name: string, isList: boolean][] = [];
    for (const { live: column, proposed } of pairColumns(live, known).pairs) {
      const name = String((proposed ?? column)?.name);
      if (column !== undefined) {
        present.push([name, this.#column(proposed ?? column, column, outer)]);
      } else if (proposed !== undefined) {
        const mode = modeOf(proposed);
        absent.push([name, mode === "REPEATED"]);
        if (mode === "REQUIRED") {
          this.#report(dottedName(outer, proposed), "must be in the response: the definition has it as REQUIRED");
        }
      }
    }
    return recordReader(present, absent);
  }

  #column(known: Column, live: Column, outer: string): Read {
    const path = dottedName(outer, known);
    const [type, mode, isList] = [typeOf(live), modeOf(known), modeOf(live) === "REPEATED"];
    const expected = typeOf(known, live);
    if (expected !== type)
      this.#report(
        path,
        `must be ${expected}, as in the definition, got ${shown(type)}; change the definition, or CAST the column`,
      );
    if (isList !== (mode === "REPEATED")) {
      this.#report(path, `must ${isList ? "not " : ""}be REPEATED, as in the definition`);
    }
    const read = type === "RECORD" ? this.record(innerColumns(known), innerColumns(live), path) : this.#value(type);
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
    return type.startsWith("RANGE") ? rangeReader(readerOf(type.slice("RANGE<".length, -1))) : readerOf(type);
  }
}

function contentOf(cell: unknown): unknown {
  if (!isObject(cell)) throw invalid('a cell with "v"', cell);
  return cell.v;
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
    const cells = isObject(value) ? value.f : undefined;
    if (!Array.isArray(cells))
      throw invalid("a row of cells, { f: [{ v }] } (in @google-cloud/bigquery, set skipParsing)", value);
    if (cells.length !== names.length) {
      throw new InvalidCell(
        `must have ${names.length} cells, as the response has columns, got ${cells.length}; pass the schema of the same response`,
      );
    }
    const row = { ...template };
    let index = 0;
    try {
      for (; index < names.length; index += 1)
        row[names[index] as string] = (reads[index] as Read)(contentOf(cells[index]));
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
      for (; index < value.length; index += 1) list[index] = read(contentOf(value[index]));
      return list;
    } catch (error) {
      throw inside(error, index);
    }
  };
}

const OTHER_TEXT = "another string";

function textReader({ form, isValid }: TextForm): (value: unknown) => string {
  return (value) => {
    if (typeof value !== "string") throw invalid(form, value);
    if (!isValid(value)) throw invalid(form, value, OTHER_TEXT);
    return value;
  };
}

const readString = textReader(anyText);
const readNumber = textReader(numberForm);
const readDateTime = textReader(dateTimeForm);
const readInteger = textReader(integerForm);

const INTEGERS: Readonly<Record<"string" | "bigint" | "number", Read>> = {
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
  TIMESTAMP: readTimestamp,
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
const NOT_FINITE: ReadonlyMap<unknown, number> = new Map([
  ["NaN", Number.NaN],
  ["Infinity", Number.POSITIVE_INFINITY],
  ["-Infinity", Number.NEGATIVE_INFINITY],
]);

/** Reads `[start, end)`; an open bound is null. */
function rangeReader(read: Read): Read {
  return (value) => {
    const bounds = /^\[([^,]*), ?([^,]*)\)$/.exec(readString(value));
    if (bounds === null) throw invalid("a range such as [2026-01-01, UNBOUNDED)", value, OTHER_TEXT);
    const [start, end] = bounds.slice(1).map((bound) => (/^(NULL|UNBOUNDED)$/i.test(bound) ? null : read(bound)));
    return { start, end };
  };
}

const ZONED = /^(.{19})(?:\.(\d{1,12}))?(?:Z| UTC|\+00(?::?00)?)?$/;

/** Reads a timestamp in any of its three forms: microseconds, seconds as a float, or ISO 8601. Returns ISO 8601 in UTC. */
function readTimestamp(value: unknown): string {
  const text = readString(value);
  const iso = /[T ]/.test(text) ? zonedTime(text) : epochTime(text);
  if (iso === undefined) throw invalid("a timestamp: microseconds, seconds or ISO 8601", value, OTHER_TEXT);
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
  const rounded = Math.round(Number(text) * 10 ** scale);
  // A number does not hold all digits of a time after 2106, but enough digits of a float with more decimals.
  const exact = Math.abs(rounded) < 4e15 ? undefined : unitsOf(text, scale);
  const ms = exact === undefined ? Math.floor(rounded / 1_000) : Number((exact - modulo(exact)) / 1_000n);
  if (!(ms >= FIRST_TIME && ms <= LAST_TIME)) return undefined;
  const rest = exact === undefined ? rounded - ms * 1_000 : modulo(exact);
  return new Date(ms).toISOString().slice(0, -1) + String(rest).padStart(3, "0");
}

const modulo = (microseconds: bigint) => ((microseconds % 1_000n) + 1_000n) % 1_000n;

const FIRST_TIME = -62_135_596_800_000; // 0001-01-01T00:00:00Z
const LAST_TIME = 253_402_300_799_999; // 9999-12-31T23:59:59.999Z

const toDate = (iso: string) => new Date(iso.replace(/(\.\d{3})\d+/, "$1"));
