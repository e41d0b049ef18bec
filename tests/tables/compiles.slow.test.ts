import { type TableDefinition, tableSource } from "fourfold/tables";
import { expect, test } from "vitest";
import { compiled, diagnose } from "../support/compile.js";
import { fixtureTables, fullTables } from "../support/fixture-tables.js";
import { loadModule } from "../support/load-module.js";
import { planLive } from "../support/plan-live.js";

const TYPES = ["STRING", "INT64", "NUMERIC", "TIMESTAMP", "RECORD"];
const MODES = ["NULLABLE", "REQUIRED", "REPEATED"];

/** The columns of a schema, each in an own line. */
const columns = (count: number) =>
  `[\n${Array.from({ length: count }, (_, n) => {
    const type = TYPES[n % TYPES.length];
    const nested = type === "RECORD" ? ', fields: [{ name: "a", type: "INTEGER", mode: "REQUIRED" }]' : "";
    return `{ name: "c${n}", type: "${type}", mode: "${MODES[n % MODES.length]}"${nested} }`;
  }).join(",\n")}\n]`;

const uses: Readonly<Record<string, (count: number) => string>> = {
  RowOf: (count) => `import type { RowOf } from "fourfold/tables";
const columns = ${columns(count)} as const;
export const read = (row: RowOf<typeof columns, { integers: "bigint" }>): bigint => row.c1 + row.c4.a;`,
  RowInputOf: (count) => `import type { RowInputOf } from "fourfold/tables";
const columns = ${columns(count)} as const;
export const read = (row: RowInputOf<typeof columns>): unknown => [row.c1, row.c4.a];`,
  rowDecoder: (count) => `import { rowDecoder } from "fourfold/tables";
export const id: string = rowDecoder(${columns(count)}, [])({}).c1;`,
  rowSchema: (count) => `import { rowSchema } from "fourfold/tables";
export const id: string = rowSchema(${columns(count)}).parse({}).c1;`,
};

test("the work of the compiler is linear in the number of columns", { timeout: 240_000 }, () => {
  const names = Object.keys(uses);
  // The first files instantiate what does not depend on the columns.
  const files = [5, 10, 300].flatMap((count) =>
    names.map((name) => [`tests/${name}-${count}.ts`, uses[name]?.(count) ?? ""] as const),
  );
  const { instantiations: counts, errors } = compiled(new Map(files));
  expect(errors).toEqual([]);
  for (const name of names) {
    const [ten = 0, many = 0] = [10, 300].map((count) => counts.get(`tests/${name}-${count}.ts`));
    expect(ten, name).toBeGreaterThan(10);
    expect(many / ten, name).toBeLessThan(33);
  }
});

const tables = fixtureTables();

test("definition files compile, whatever the kind, the properties and the name of the table", {
  timeout: 120_000,
}, () => {
  const all = [...tables, ...fullTables()];
  expect(all.length).toBeGreaterThan(100);
  const texts = new Map(all.map((table, index) => [`tests/tables/${index}.ts`, tableSource(table)]));
  expect(diagnose(texts)).toEqual([]);
});

test("the definition file of every table has the same bytes twice, and a plan after it is empty", async () => {
  const texts = tables.map((table) => tableSource(table));
  expect(tables.map((table) => tableSource(JSON.parse(JSON.stringify(table))))).toEqual(texts);
  const definitions = texts.flatMap((text) => Object.values(loadModule({ "table.ts": text }, "table.ts")));
  const plan = await planLive(tables, definitions as TableDefinition[], { projectId: "p" }); // their only values
  expect(plan.tables.filter(({ action }) => action !== "unchanged")).toEqual([]);
  expect(plan.summary.unchanged).toBe(tables.length);
});
