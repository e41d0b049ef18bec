import { isDeepStrictEqual } from "node:util";
import * as fc from "fast-check";
import { isFourfoldError, RowError } from "fourfold";
import { rowDecoder, rowSchema, type TableRow } from "fourfold/tables";
import { encodeRows } from "fourfold/testing";
import { expect, test } from "vitest";
import {
  type AnyColumn,
  anyEqualRows,
  anyRows,
  decodedRow,
  type Forms,
  knownColumns,
  liveColumns,
  type RowColumn,
  UnsafeInteger,
  type Value,
  wireRow,
} from "../../support/any-rows.js";
import { propertyRuns } from "../../support/property-runs.js";

const allForms = (["string", "bigint", "number"] as const).flatMap((integers) =>
  (["string", "Date"] as const).map((timestamps): Forms => ({ integers, timestamps })),
);

/** Returns the result of a call, or the error that it throws. */
function outcome(call: () => unknown): unknown {
  try {
    return call();
  } catch (error) {
    return error;
  }
}

/** `expect(…).toEqual` takes longer than a run, and its failure is only needed once. */
function assertEqual(actual: unknown, expected: unknown): void {
  if (!isDeepStrictEqual(actual, expected)) expect(actual).toStrictEqual(expected);
  if (!isDeepStrictEqual(actual, expected)) expect.unreachable("equal but for -0 or a prototype");
}

const decoderOf = (columns: readonly AnyColumn[], live: readonly RowColumn[], forms = {}) =>
  rowDecoder(knownColumns(columns) as never, live, forms);

test("any row of any table decodes to its values, in all forms", () => {
  fc.assert(
    fc.property(anyRows, ({ columns, rows }) => {
      for (const forms of allForms) {
        const decode = decoderOf(columns, liveColumns(columns), forms);
        for (const row of rows) {
          const expected = outcome(() => decodedRow(columns, row, forms));
          const actual = outcome(() => decode(wireRow(row)));
          if (expected instanceof UnsafeInteger) {
            if (!(actual instanceof RowError)) expect(actual).toBeInstanceOf(RowError);
            continue;
          }
          assertEqual(actual, expected);
          assertEqual(Object.keys(Object(actual)), Object.keys(Object(expected)));
        }
      }
    }),
    propertyRuns(100),
  );
});

test("rows that encodeRows encodes decode to the output of rowSchema", () => {
  const forms: Forms = { integers: "bigint", timestamps: "string" };
  let accepted = 0;
  fc.assert(
    fc.property(anyEqualRows, ({ columns, rows }) => {
      // zod does not parse a property of this name, so its value stays as it is.
      fc.pre(!JSON.stringify(columns).includes("__proto__"));
      const definition = knownColumns(columns) as never; // columns without literal types
      const inputs = rows.map((row) => decodedRow(columns, row, forms));
      const schema = rowSchema(definition);
      const results = inputs.map((input) => schema.safeParse(input));
      // JSON has no NaN and no infinity: rowSchema rejects them.
      const valid = inputs.filter((_, index) => results[index]?.success);
      accepted += valid.length;
      const encoded = encodeRows(definition, valid as never);
      const outputs = results.flatMap(({ success, data }) => (success ? [data] : []));
      assertEqual(encoded.rows.map(rowDecoder(definition, encoded.schema)), outputs);
    }),
    propertyRuns(100),
  );
  expect(accepted).toBeGreaterThan(20);
});

/** A column that both schemas have, with the path of its names and the list that contains it in a copy of the response. */
interface Place {
  readonly path: readonly string[];
  readonly column: AnyColumn;
  readonly list: Record<string, unknown>[];
  readonly index: number;
}

function placesIn(columns: readonly AnyColumn[], list: Record<string, unknown>[], path: readonly string[]): Place[] {
  return columns
    .filter(({ live }) => live !== undefined)
    .flatMap((column, index) => {
      if (column.known === undefined) return [];
      const own = [...path, column.known.name];
      const fields = list[index]?.fields as Record<string, unknown>[] | undefined; // those of a record
      return [{ path: own, column, list, index }, ...(fields ? placesIn(column.fields, fields, own) : [])];
    });
}

const drifts: Readonly<Record<string, (place: Place) => boolean>> = {
  type: ({ column, list, index }) => {
    const other = column.element === "DATE" ? "DATETIME" : "DATE";
    const type = column.kind === "STRING" ? "BYTES" : "STRING";
    list[index] = { ...list[index], ...(column.kind === "RANGE" ? { rangeElementType: { type: other } } : { type }) };
    return true;
  },
  mode: ({ column, list, index }) => {
    list[index] = { ...list[index], mode: column.mode === "REPEATED" ? "NULLABLE" : "REPEATED" };
    return true;
  },
  missing: ({ column, list, index }) => {
    if (column.mode === "REQUIRED") list.splice(index, 1);
    return column.mode === "REQUIRED";
  },
  duplicate: ({ list, index }) => {
    const name = String(list[index]?.name);
    const upper = name.toUpperCase();
    list.push({ ...list[index], name: upper });
    return upper.toLowerCase() === name.toLowerCase(); // not with a ß
  },
};

test("each difference of a response is reported, at the path of its column", () => {
  const seen = new Set<string>();
  fc.assert(
    fc.property(anyRows, fc.constantFrom(...Object.keys(drifts)), fc.nat(), ({ columns }, drift, which) => {
      const live = structuredClone(liveColumns(columns)) as unknown as Record<string, unknown>[]; // to be changed
      const places = placesIn(columns, live, []);
      const place = places[which % places.length];
      fc.pre(place !== undefined && drifts[drift]?.(place) === true);
      seen.add(drift);
      const error = outcome(() => decoderOf(columns, live as never));
      if (!isFourfoldError(error, "invalid_request")) throw expect.unreachable(`no error, but ${String(error)}`);
      const path =
        place?.path
          .map((name, index) => segment(name, index === 0))
          .join("")
          .toLowerCase() ?? "";
      expect(error.issues.map((issue) => issue.path.toLowerCase())).toContain(path);
    }),
    propertyRuns(100),
  );
  expect([...seen].sort()).toEqual(Object.keys(drifts).sort());
});

type Cell = { v: unknown };

/** The cells of a row that cannot have any value, with their paths and invalid values. */
function cellsIn(
  columns: readonly AnyColumn[],
  row: { f: Cell[] },
  path: string,
): [path: string, Cell, wrong: unknown][] {
  return columns
    .filter(({ live }) => live !== undefined)
    .flatMap((column, index) => {
      const cell = row.f[index] as Cell; // one for each column
      const own = path + segment((column.known ?? column.live)?.name ?? "", path === "");
      const isList = column.mode === "REPEATED";
      const elements = isList ? ((cell.v ?? []) as Cell[]) : cell.v === null ? [] : [cell];
      const inner = elements.flatMap((each, at) => {
        const place = isList ? `${own}[${at}]` : own;
        const deeper = column.kind === "RECORD" ? cellsIn(column.fields, each.v as { f: Cell[] }, place) : [];
        const wrong = TEXTS.has(column.kind) ? { secret: SECRET } : SECRET;
        return column.kind === "LATER" ? deeper : [...deeper, [place, each, wrong] as [string, Cell, unknown]];
      });
      if (isList) inner.push([own, cell, SECRET]);
      if (column.mode === "REQUIRED") inner.push([own, cell, null]);
      return inner;
    });
}

const SECRET = "s3cret, not a value";
const TEXTS = new Set(["STRING", "INTERVAL", "GEOGRAPHY"]);

function segment(name: string, isFirst: boolean): string {
  if (!/^[A-Za-z_$@][\w$]*$/.test(name)) return `[${JSON.stringify(name)}]`;
  return isFirst ? name : `.${name}`;
}

test("the error of an invalid cell has its path, and no value", () => {
  let corrupted = 0;
  fc.assert(
    fc.property(anyRows, fc.nat(), fc.nat(), ({ columns, rows }, whichRow, whichCell) => {
      fc.pre(rows.length > 0);
      const row = wireRow(rows[whichRow % rows.length] as readonly Value[]);
      const cells = cellsIn(columns, row, "");
      fc.pre(cells.length > 0);
      const [path, cell, wrong] = cells[whichCell % cells.length] as (typeof cells)[number];
      cell.v = wrong;
      corrupted += 1;
      const error = outcome(() => decoderOf(columns, liveColumns(columns))(row as TableRow));
      if (!(error instanceof RowError)) throw expect.unreachable(`no RowError, but ${String(error)}`);
      assertEqual(error.path, path);
      for (const said of [JSON.stringify(error), String(error), String(error.stack)])
        expect(said).not.toContain("s3cret");
    }),
    propertyRuns(100),
  );
  expect(corrupted).toBeGreaterThan(20);
});

test("a row with more or fewer cells than columns is rejected", () => {
  fc.assert(
    fc.property(anyRows, fc.boolean(), ({ columns, rows: [row] }, isLonger) => {
      fc.pre(row !== undefined);
      const { f } = wireRow(row ?? []);
      const other = isLonger ? [...f, { v: null }] : f.slice(1);
      fc.pre(other.length !== f.length);
      const error = outcome(() => decoderOf(columns, liveColumns(columns))({ f: other }));
      expect(error).toMatchObject({ code: "row_invalid", path: "" });
    }),
    propertyRuns(30),
  );
});
