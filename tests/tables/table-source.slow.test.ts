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

test("the definition file of every table has the same bytes twice, and a plan after it is empty", async () => {
  const texts = tables.map((table) => tableSource(table));
  expect(tables.map((table) => tableSource(JSON.parse(JSON.stringify(table))))).toEqual(texts);
  const definitions = texts.flatMap((text) => Object.values(loadModule({ "table.ts": text }, "table.ts")));
  const plan = await planLive(tables, definitions as TableDefinition[], { projectId: "p" }); // their only values
  expect(plan.tables.filter(({ action }) => action !== "unchanged")).toEqual([]);
  expect(plan.summary.unchanged).toBe(tables.length);
});
