import { planTables, type TableDefinition, tableSource } from "fourfold";
import { expect, test } from "vitest";
import { diagnose } from "../support/compile.js";
import { fixtureTables, fullTables } from "../support/fixture-tables.js";
import { loadModule } from "../support/load-module.js";

const tables = fixtureTables();

test("definition files compile, whatever the kind, the properties and the name of the table", {
  timeout: 120_000,
}, () => {
  const all = [...tables, ...fullTables()];
  expect(all.length).toBeGreaterThan(100);
  const texts = new Map(all.map((table, index) => [`tests/tables/${index}.ts`, tableSource(table)]));
  expect(diagnose(texts)).toEqual([]);
});

test("trap 3: the definition file of every table has the same bytes twice, and a plan after it is empty", () => {
  const texts = tables.map((table) => tableSource(table));
  expect(tables.map((table) => tableSource(JSON.parse(JSON.stringify(table))))).toEqual(texts);
  const definitions = texts.flatMap((text) => Object.values(loadModule({ "table.ts": text }, "table.ts")));
  const plan = planTables(tables, definitions as TableDefinition[], { projectId: "p" }); // their only values
  expect(plan.tables.filter(({ action }) => action !== "unchanged")).toEqual([]);
  expect(plan.summary.unchanged).toBe(tables.length);
});
