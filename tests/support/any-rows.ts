import * as fc from "fast-check";

/** A column of a definition or of a response. */
export interface RowColumn {
  readonly name: string;
  readonly type: string;
  readonly mode?: string;
  readonly fields?: readonly RowColumn[];
  readonly rangeElementType?: { readonly type: string };
}

/** A value as BigQuery returns it, and what it means. */
interface Scalar {
  readonly wire: string;
  /** The decoded value by the options of the decoder. */
  readonly decode: (forms: Forms) => unknown;
}

/** A value of a column: null, a scalar, a record or a list. */
export type Value = null | Scalar | { readonly record: readonly Value[] } | { readonly list: readonly Value[] };

/** Options of a decoder. */
export interface Forms {
  readonly integers: "string" | "bigint" | "number";
  readonly timestamps: "string" | "Date";
}

/** Why `integers: "number"` cannot decode a row. */
export class UnsafeInteger extends Error {}

/** One column of a generated table, in the definition and in the response. */
export interface AnyColumn {
  readonly kind: string;
  readonly mode: "NULLABLE" | "REQUIRED" | "REPEATED";
  /** The column of the definition; undefined if only the response has it. */
  readonly known: RowColumn | undefined;
  /** The column of the response; undefined if only the definition has it. */
  readonly live: RowColumn | undefined;
  /** Columns of a record, in the order of the response. */
  readonly fields: readonly AnyColumn[];
  readonly element: string;
}

/** A generated table with some of its rows. Rows have the values of the columns that the response has, in its order. */
export interface AnyRows {
  readonly columns: readonly AnyColumn[];
  readonly rows: readonly (readonly Value[])[];
}

const digits = (value: number | bigint, count: number) => String(value).padStart(count, "0");

/** The date of a day, counted from 1970-01-01, in the proleptic Gregorian calendar. */
function dateOf(day: number): string {
  const shifted = day + 719_468; // from 0000-03-01: the leap day is the last of its year
  const era = Math.floor(shifted / 146_097);
  const dayOfEra = shifted - era * 146_097;
  const year = Math.floor(
    (dayOfEra - Math.floor(dayOfEra / 1_460) + Math.floor(dayOfEra / 36_524) - Math.floor(dayOfEra / 146_096)) / 365,
  );
  const dayOfYear = dayOfEra - (365 * year + Math.floor(year / 4) - Math.floor(year / 100));
  const shiftedMonth = Math.floor((5 * dayOfYear + 2) / 153);
  const dayOfMonth = dayOfYear - Math.floor((153 * shiftedMonth + 2) / 5) + 1;
  const month = shiftedMonth < 10 ? shiftedMonth + 3 : shiftedMonth - 9;
  return `${digits(year + era * 400 + (month <= 2 ? 1 : 0), 4)}-${digits(month, 2)}-${digits(dayOfMonth, 2)}`;
}

const FIRST_DAY = -719_162; // 0001-01-01
const LAST_DAY = 2_932_896; // 9999-12-31
const DAY = 86_400n;
const PICOSECONDS = 10n ** 12n;

const timeOf = (second: number) =>
  `${digits(Math.floor(second / 3_600), 2)}:${digits(Math.floor(second / 60) % 60, 2)}:${digits(second % 60, 2)}`;

const text = (wire: string, value: unknown = wire): Scalar => ({ wire, decode: () => value });

const day = fc.oneof(
  { weight: 4, arbitrary: fc.integer({ min: FIRST_DAY, max: LAST_DAY }) },
  fc.constantFrom(FIRST_DAY, LAST_DAY, 0, -1, 11_016, 47_540), // 2000-02-29 and 2100-02-28
);
const second = fc.integer({ min: 0, max: 86_399 });
/** Digits after the point, of which there are none or six. */
const fraction = fc.oneof(
  fc.constant(""),
  fc.integer({ min: 0, max: 999_999 }).map((value) => `.${digits(value, 6)}`),
);
const time = fc.tuple(second, fraction).map(([value, after]) => timeOf(value) + after);
const dateTime = fc.tuple(day.map(dateOf), fc.constantFrom("T", " "), time);

/** Seconds as Java writes a double: `1.6E9`, `0.5`, `-1.0E-6`. All digits of the microseconds are kept. */
function floatSeconds(microseconds: bigint): string {
  const sign = microseconds < 0n ? "-" : "";
  const all = String(microseconds < 0n ? -microseconds : microseconds);
  if (microseconds === 0n) return "0.0";
  const mantissa = all.replace(/0+$/, "");
  const exponent = all.length - 7;
  if (exponent >= 0 && exponent < 7) {
    const padded = all.padStart(7, "0");
    return `${sign}${padded.slice(0, -6)}.${padded.slice(-6).replace(/0+$/, "") || "0"}`;
  }
  return `${sign}${mantissa[0]}.${mantissa.slice(1) || "0"}E${exponent}`;
}

/** Time since 1970 in picoseconds, in each form of a response. */
const timestamp: fc.Arbitrary<Scalar> = fc
  .record({
    day,
    second,
    picosecond: fc.oneof(
      fc.constant(0n),
      fc.constant(999_999_000_000n),
      fc.bigInt({ min: 0n, max: 999n }).map((ms) => ms * 10n ** 9n),
      fc.bigInt({ min: 0n, max: 999_999n }).map((us) => us * 10n ** 6n),
      fc.bigInt({ min: 0n, max: PICOSECONDS - 1n }),
    ),
    form: fc.constantFrom("float", "microseconds", "T", " "),
    zone: fc.constantFrom("Z", " UTC", "+00", "+00:00"),
  })
  .map((at) => {
    const isIso = at.form === "T" || at.form === " ";
    const picosecond = isIso ? at.picosecond : at.picosecond - (at.picosecond % 10n ** 6n);
    const after = digits(picosecond, 12).replace(/0+$/, "");
    const iso = `${dateOf(at.day)}T${timeOf(at.second)}${after === "" ? "" : `.${after}`}Z`;
    const microseconds = (BigInt(at.day) * DAY + BigInt(at.second)) * 1_000_000n + picosecond / 10n ** 6n;
    const ms = Number((microseconds - (((microseconds % 1_000n) + 1_000n) % 1_000n)) / 1_000n);
    const wires: Record<string, string> = { float: floatSeconds(microseconds), microseconds: String(microseconds) };
    const seconds = iso.slice(0, 19).replace("T", at.form);
    const wire = wires[at.form] ?? `${seconds}${after === "" ? "" : `.${after}`}${at.zone}`;
    return { wire, decode: ({ timestamps }) => (timestamps === "Date" ? new Date(ms) : iso) };
  });

/** A number as Java writes it. */
function javaDouble(value: number): string {
  if (!Number.isFinite(value)) return String(value);
  const [mantissa = "", exponent = ""] = Math.abs(value).toExponential().split("e");
  const sign = Object.is(value, -0) || value < 0 ? "-" : "";
  const power = Number(exponent);
  if (value === 0) return `${sign}0.0`;
  if (power < -3 || power >= 7) return `${sign}${mantissa.includes(".") ? mantissa : `${mantissa}.0`}E${power}`;
  const plain = String(Math.abs(value));
  return `${sign}${plain.includes(".") ? plain : `${plain}.0`}`;
}

const integer: fc.Arbitrary<Scalar> = fc
  .oneof(
    fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n }),
    fc.constantFrom(-(2n ** 63n), 2n ** 63n - 1n, 2n ** 53n, 2n ** 53n - 1n, -(2n ** 53n) + 1n, 0n),
    fc.bigInt({ min: -1_000n, max: 1_000n }),
  )
  .map((value) => ({
    wire: String(value),
    decode: ({ integers }) => {
      if (integers === "bigint") return value;
      if (integers === "string") return String(value);
      if (value >= 2n ** 53n || value <= -(2n ** 53n)) throw new UnsafeInteger();
      return Number(value);
    },
  }));

/** A decimal of at most as many digits before and after the point, as BigQuery writes it: without zeros at its end. */
const decimal = (before: number, after: number) =>
  fc
    .tuple(fc.boolean(), fc.bigInt({ min: 0n, max: 10n ** BigInt(before + after) - 1n }), fc.nat(after))
    .map(([isNegative, units, scale]) => {
      const all = digits(units, scale + 1).slice(-(before + scale));
      const [whole, rest] = [all.slice(0, all.length - scale) || "0", all.slice(all.length - scale)];
      const trimmed = rest.replace(/0+$/, "");
      const plain = `${whole.replace(/^0+(?=\d)/, "")}${trimmed === "" ? "" : `.${trimmed}`}`;
      return text(isNegative && /[1-9]/.test(plain) ? `-${plain}` : plain);
    });

const bound: Readonly<Record<string, fc.Arbitrary<Scalar>>> = {
  DATE: day.map((value) => text(dateOf(value))),
  DATETIME: dateTime.map(([date, separator, at]) => text(`${date}${separator}${at}`, `${date}T${at}`)),
  TIMESTAMP: timestamp,
};

function range(element: string): fc.Arbitrary<Scalar> {
  const each = fc.option(bound[element] ?? fc.constant(text("")), { freq: 4 });
  const open = fc.constantFrom("NULL", "UNBOUNDED");
  return fc.tuple(each, each, open).map(([start, end, word]) => ({
    wire: `[${start?.wire ?? word}, ${end?.wire ?? word})`,
    decode: () => {
      const forms = { integers: "string", timestamps: "string" } as const; // bounds are always strings
      return { start: start?.decode(forms) ?? null, end: end?.decode(forms) ?? null };
    },
  }));
}

const anyString = fc.string({ unit: "binary", maxLength: 12 });

const scalars: Readonly<Record<string, fc.Arbitrary<Scalar>>> = {
  ...bound,
  STRING: anyString.map((value) => text(value)),
  BYTES: fc.uint8Array({ maxLength: 12 }).map((bytes) => text(Buffer.from(bytes).toString("base64"))),
  INTEGER: integer,
  FLOAT: fc
    .oneof(fc.double(), fc.constantFrom(0, -0, 1e-7, 1e21, 5e-324, Number.MAX_VALUE))
    .map((value) => text(javaDouble(value), value)),
  BOOLEAN: fc.boolean().map((value) => text(String(value), value)),
  NUMERIC: decimal(29, 9),
  BIGNUMERIC: decimal(38, 38),
  TIME: time.map((value) => text(value)),
  INTERVAL: fc.constantFrom("0-0 3 0:0:1.5", "-1-2 3 -4:5:6.000001", "0-0 0 0:0:0").map((value) => text(value)),
  GEOGRAPHY: fc.constantFrom("POINT(1 2)", "GEOMETRYCOLLECTION EMPTY").map((value) => text(value)),
  JSON: fc.json({ maxDepth: 2 }).map((value) => text(value, JSON.parse(value))),
  LATER: fc.string().map((value) => text(value)),
};

const ALIASES: Readonly<Record<string, readonly string[]>> = {
  INTEGER: ["INTEGER", "INT64", "int64"],
  FLOAT: ["FLOAT", "FLOAT64", "Float"],
  BOOLEAN: ["BOOLEAN", "BOOL"],
  RECORD: ["RECORD", "STRUCT"],
  NUMERIC: ["NUMERIC", "DECIMAL"],
  BIGNUMERIC: ["BIGNUMERIC", "BIGDECIMAL"],
  TIMESTAMP: ["TIMESTAMP", "timestamp"],
};

const NAMES = ["__proto__", "constructor", "toString", "hasOwnProperty", "2", "10", "f0_", "a.b", "größe", "ID"];
const name = fc.oneof(
  fc.constantFrom(...NAMES, "then", "length", "odd name", 'a"b', "x[0]"),
  fc.stringMatching(/^[A-Za-z_]\w{0,6}$/),
);

/** Another spelling of a name: the case of the letters from a to z differs. */
const respelled = fc
  .nat(127)
  .map(
    (bits) => (of: string) =>
      of.replace(/[a-zA-Z]/g, (letter, at: number) =>
        bits & (1 << (at % 7)) ? letter.toUpperCase() : letter.toLowerCase(),
      ),
  );

/** A column of the response that the definition lacks, with all columns of a record. */
const added = (column: AnyColumn): AnyColumn => ({
  ...column,
  mode: (column.live?.mode ?? "NULLABLE") as AnyColumn["mode"], // written below
  known: undefined,
  fields: column.fields.filter(({ live }) => live !== undefined).map(added),
});

/** A column in both schemas, unless one of them lacks it. With `isSame`, both have it, in the same spelling and mode. */
function anyColumn(depth: number, columnName: string, isSame: boolean): fc.Arbitrary<AnyColumn> {
  const leaf = fc.constantFrom(...Object.keys(scalars), "RANGE");
  const kind = depth < 3 ? fc.oneof({ weight: 5, arbitrary: leaf }, fc.constant("RECORD")) : leaf;
  return kind.chain((type) =>
    fc
      .record({
        mode: fc.constantFrom("NULLABLE", "REQUIRED", "REPEATED"),
        liveMode: fc.constantFrom("NULLABLE", "REQUIRED"),
        omits: isSame ? fc.constant("neither") : fc.constantFrom("known", "live", ...Array(4).fill("neither")),
        aliases: fc.tuple(...[1, 2].map(() => fc.constantFrom(...(ALIASES[type] ?? [type])))),
        respell: respelled,
        element: fc.constantFrom(...Object.keys(bound)),
        fields: type === "RECORD" ? anyColumns(depth + 1, isSame) : fc.constant([]),
        hasMode: fc.boolean(),
      })
      .map(({ mode, liveMode, omits, aliases, respell, element, fields, hasMode }) => {
        const common = type === "RANGE" ? { rangeElementType: { type: element } } : {};
        const modeIn = (value: string) => (value !== "NULLABLE" || hasMode ? { mode: value } : {});
        const known = {
          ...{ name: columnName, type: aliases[0] as string, ...modeIn(mode), ...common },
          ...(type === "RECORD" ? { fields: knownColumns(fields) } : {}),
        };
        const live = {
          ...{ name: isSame ? columnName : respell(columnName), type: aliases[1] as string, ...common },
          ...modeIn(isSame || mode === "REPEATED" ? mode : liveMode),
          ...(type === "RECORD" ? { fields: liveColumns(fields) } : {}),
        };
        const column: AnyColumn = { kind: type, mode, known, live, fields, element };
        if (omits === "known") return added(column);
        return omits === "live" && mode !== "REQUIRED" ? { ...column, live: undefined } : column;
      }),
  );
}

function anyColumns(depth: number, isSame: boolean): fc.Arbitrary<readonly AnyColumn[]> {
  return fc
    .uniqueArray(name, { minLength: 1, maxLength: depth === 0 ? 7 : 3, selector: (each) => each.toLowerCase() })
    .chain((names) => fc.tuple(...names.map((each) => anyColumn(depth, each, isSame))));
}

/** The columns of the definition, in an order that differs from the response's. */
export const knownColumns = (columns: readonly AnyColumn[]): RowColumn[] =>
  columns.flatMap(({ known }) => known ?? []).reverse();

/** The columns of the response. */
export const liveColumns = (columns: readonly AnyColumn[]): RowColumn[] => columns.flatMap(({ live }) => live ?? []);

function anyValue(column: AnyColumn): fc.Arbitrary<Value> {
  const { kind, mode, fields, element } = column;
  const one: fc.Arbitrary<Value> =
    kind === "RECORD"
      ? anyRow(fields).map((record) => ({ record }))
      : kind === "RANGE"
        ? range(element)
        : (scalars[kind] as fc.Arbitrary<Scalar>); // each other kind is in the table
  if (mode === "REQUIRED") return one;
  if (mode === "NULLABLE") return fc.option(one, { freq: 4 });
  return fc.option(
    fc.array(one, { maxLength: 3 }).map((list) => ({ list })),
    { freq: 4 },
  );
}

const anyRow = (columns: readonly AnyColumn[]): fc.Arbitrary<Value[]> =>
  fc.tuple(...columns.filter(({ live }) => live !== undefined).map(anyValue));

const withRows = (columns: readonly AnyColumn[]): fc.Arbitrary<AnyRows> =>
  fc.array(anyRow(columns), { maxLength: 3 }).map((rows) => ({ columns, rows }));

/** Any table, any response that differs from it in what is no drift, and up to three rows. */
export const anyRows = anyColumns(0, false).chain(withRows);

/** As {@link anyRows}, of a response with the same columns as the definition. */
export const anyEqualRows = anyColumns(0, true).chain(withRows);

/** A row as BigQuery returns it. */
export const wireRow = (row: readonly Value[]): { f: { v: unknown }[] } => ({ f: row.map((v) => ({ v: wireOf(v) })) });

function wireOf(value: Value): unknown {
  if (value === null) return null;
  if ("list" in value) return value.list.map((each) => ({ v: wireOf(each) }));
  return "record" in value ? wireRow(value.record) : value.wire;
}

/** The row as a decoder returns it. @throws {UnsafeInteger} If it has an integer that is no exact number. */
export function decodedRow(columns: readonly AnyColumn[], row: readonly Value[], forms: Forms): object {
  const present = columns.filter(({ live }) => live !== undefined);
  const absent = columns.filter(({ live }) => live === undefined).reverse(); // as in the definition
  const nameOf = ({ known, live }: AnyColumn) => (known ?? live)?.name ?? "";
  return Object.fromEntries([
    ...present.map((column, index) => [nameOf(column), decodedValue(column, row[index] ?? null, forms)] as const),
    ...absent.map((column) => [nameOf(column), column.mode === "REPEATED" ? [] : null] as const),
  ]);
}

function decodedValue(column: AnyColumn, value: Value, forms: Forms): unknown {
  if (value === null) return column.mode === "REPEATED" ? [] : null;
  if ("list" in value) return value.list.map((each) => decodedValue(column, each, forms));
  return "record" in value ? decodedRow(column.fields, value.record, forms) : value.decode(forms);
}
