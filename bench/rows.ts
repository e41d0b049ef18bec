/** Number of rows of each kind. */
export const ROWS = 100_000;

const type = (name: string, of: string) => ({ name, type: of });
const dayOf = (n: number) => `2026-01-${String((n % 28) + 1).padStart(2, "0")}`;
const rowOf = (cells: readonly unknown[]) => ({ f: cells.map((v) => ({ v })) });
const textOf = (cellsOf: (n: number) => readonly unknown[]) => () =>
  JSON.stringify(Array.from({ length: ROWS }, (_, n) => rowOf(cellsOf(n))));

/** Columns of the most common types, and the text of their rows, as in a response. */
export const flat = {
  what: "8 columns",
  columns: [
    type("id", "INTEGER"),
    type("name", "STRING"),
    type("price", "NUMERIC"),
    type("rate", "FLOAT"),
    type("isPaid", "BOOLEAN"),
    type("at", "TIMESTAMP"),
    type("day", "DATE"),
    type("count", "INTEGER"),
  ],
  text: textOf((n) => [
    String(n * 977),
    `name ${n}`,
    `${n}.25`,
    String(n / 7),
    String(n % 2 === 0),
    `1.6${String(n).padStart(8, "0")}E9`,
    dayOf(n),
    String(n % 1_000),
  ]),
};

/** As many values in a row, in two records of a list. */
export const nested = {
  what: "a list of two records",
  columns: [
    type("id", "INTEGER"),
    type("day", "DATE"),
    {
      ...type("items", "RECORD"),
      mode: "REPEATED",
      fields: [type("sku", "STRING"), type("count", "INTEGER"), type("price", "NUMERIC")],
    },
  ],
  text: textOf((n) => [
    String(n * 977),
    dayOf(n),
    [n, n + 1].map((item) => ({ v: rowOf([`sku ${item}`, String(item), `${item}.5`]) })),
  ]),
};
