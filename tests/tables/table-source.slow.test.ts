import { type TableDefinition, tableSource } from "fourfold/tables";
import { expect, test } from "vitest";
import { diagnose } from "../support/compile.js";
import { fixtureTables, fullTables } from "../support/fixture-tables.js";
import { loadModule } from "../support/load-module.js";
import { planLive } from "../support/plan-live.js";

const tables = fixtureTables();

test("definition files compile, whatever the kind, the properties and the name of the table", {
  timeout: 120_000,
}, () => {
  const all = [...tables, ...fullTables()];
  expect(all.length).toBeGreaterThan(100);
  const texts = new Map(all.map((table, index) => [`tests/tables/${index}.ts`, tableSource(table)]));
  expect(diagnose(texts)).toEqual([]);
});

test("definition files with isolatedDeclarations compile with that option of TypeScript", { timeout: 120_000 }, () => {
  const all = [...tables, ...fullTables()];
  const texts = all.map((table, index) => {
    return [`tests/tables/${index}.ts`, tableSource(table, { isolatedDeclarations: true })] as const;
  });
  expect(diagnose(new Map(texts), { isolatedDeclarations: true, declaration: true })).toEqual([]);
});

test("the rows of a definition file have the same type with isolatedDeclarations", { timeout: 120_000 }, () => {
  const fields = [
    { name: "id", type: "INTEGER", mode: "REQUIRED" },
    { name: "lines", type: "RECORD", mode: "REPEATED", fields: [{ name: "sku", type: "STRING" }] },
  ];
  const orders = { tableReference: { projectId: "p", datasetId: "d", tableId: "orders" }, schema: { fields } };
  const use = `
import { expectTypeOf } from "vitest";
import type { OrdersRow } from "./orders.js";
import type { OrdersRow as IsolatedRow } from "./isolated.js";
expectTypeOf<IsolatedRow>().toEqualTypeOf<{ id: string; lines: { sku: string | null }[] }>();
expectTypeOf<IsolatedRow>().toEqualTypeOf<OrdersRow>();
`;
  expect(
    diagnose(
      new Map([
        ["tests/orders.ts", tableSource(orders)],
        ["tests/isolated.ts", tableSource(orders, { isolatedDeclarations: true })],
        ["tests/use.ts", use],
      ]),
    ),
  ).toEqual([]);
});

test("the definition file of every table has the same bytes twice, and a plan after it is empty", async () => {
  const texts = tables.map((table) => tableSource(table));
  expect(tables.map((table) => tableSource(JSON.parse(JSON.stringify(table))))).toEqual(texts);
  const definitions = texts.flatMap((text) => Object.values(loadModule({ "table.ts": text }, "table.ts")));
  const plan = await planLive(tables, definitions as TableDefinition[], { projectId: "p" }); // their only values
  expect(plan.tables.filter(({ action }) => action !== "unchanged")).toEqual([]);
  expect(plan.summary.unchanged).toBe(tables.length);
});
