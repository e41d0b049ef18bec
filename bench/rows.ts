import type { rowDecoder, rowSchema, TableRow } from "fourfold/tables";
import { compare, type SpreadComparison } from "./measure.js";

/** Number of rows of each kind. */
export const ROWS = 100_000;

const type = (name: string, of: string) => ({ name, type: of });

/** Columns of the most common types. */
export const flatColumns = [
  type("id", "INTEGER"),
  type("name", "STRING"),
  type("price", "NUMERIC"),
  type("rate", "FLOAT"),
  type("isPaid", "BOOLEAN"),
  type("at", "TIMESTAMP"),
  type("day", "DATE"),
  type("count", "INTEGER"),
];

const flatCells = (n: number) => [
  String(n * 977),
  `name ${n}`,
  `${n}.25`,
  String(n / 7),
  String(n % 2 === 0),
  `1.6${String(n).padStart(8, "0")}E9`,
  `2026-01-${String((n % 28) + 1).padStart(2, "0")}`,
  String(n % 1_000),
];

/** As many values in a row, in two records of a list. */
const nestedColumns = [
  type("id", "INTEGER"),
  type("day", "DATE"),
  {
    ...type("items", "RECORD"),
    mode: "REPEATED",
    fields: [type("sku", "STRING"), type("count", "INTEGER"), type("price", "NUMERIC")],
  },
];

const nestedCells = (n: number) => [
  String(n * 977),
  `2026-01-${String((n % 28) + 1).padStart(2, "0")}`,
  [n, n + 1].map((each) => ({ v: rowOf([`sku ${each}`, String(each), `${each}.5`]) })),
];

const rowOf = (cells: readonly unknown[]) => ({ f: cells.map((v) => ({ v })) });
const textOf = (cellsOf: (n: number) => readonly unknown[]) =>
  JSON.stringify(Array.from({ length: ROWS }, (_, n) => rowOf(cellsOf(n))));

/** The text of rows with {@link flatColumns}, as in a response. */
export const flatText = (): string => textOf(flatCells);

interface RowComparison {
  readonly what: string;
  readonly limit: number;
  readonly result: SpreadComparison;
}

/** Decodes and checks rows, and compares the times with `JSON.parse` of the texts of the same rows. */
export async function* compareRows(
  library: { rowDecoder: typeof rowDecoder; rowSchema: typeof rowSchema },
  rounds: number,
): AsyncGenerator<RowComparison> {
  for (const [what, columns, text] of [
    ["8 columns", flatColumns, flatText()],
    ["a list of two records", nestedColumns, textOf(nestedCells)],
  ] as const) {
    const decode = library.rowDecoder(columns, columns);
    const schema = library.rowSchema(columns);
    const responseRows: TableRow[] = JSON.parse(text);
    const rows = responseRows.map(decode);
    const json = JSON.stringify(rows);
    yield {
      what: `rowDecoder of ${ROWS} rows with ${what}, against JSON.parse of the response`,
      limit: 1.5,
      result: await compare(
        () => expectRows(responseRows.map(decode)),
        () => expectRows(JSON.parse(text)),
        rounds,
      ),
    };
    const check = (row: unknown) => {
      const { success, data } = schema.safeParse(row);
      if (!success) throw new Error("a row is invalid");
      return data;
    };
    yield {
      what: `rowSchema of ${ROWS} rows with ${what}, against JSON.parse of these rows`,
      limit: 1,
      result: await compare(
        () => expectRows(rows.map(check)),
        () => expectRows(JSON.parse(json)),
        rounds,
      ),
    };
  }
}

function expectRows(rows: readonly unknown[]): void {
  if (rows.length !== ROWS) throw new Error(`expected ${ROWS} rows, got ${rows.length}`);
}
