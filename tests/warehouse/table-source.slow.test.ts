import { tableSource } from "fourfold";
import { expect, test } from "vitest";
import { diagnose } from "../support/compile.js";
import { fullTable } from "./schemas/fixtures.js";

test("definition files compile, with every property of a table and any name", { timeout: 120_000 }, () => {
  const texts = new Map<string, string>();
  for (const tableId of [
    "orders",
    "2024-orders",
    "class",
    "defineTable",
    "RowOf",
    "größe 2",
    "undefined",
    "__proto__",
  ]) {
    const tableReference = { ...fullTable.tableReference, tableId };
    const { view, materializedView, ...table } = fullTable;
    texts.set(`tests/tables/${texts.size}.ts`, tableSource({ ...table, tableReference }));
    texts.set(`tests/views/${texts.size}.ts`, tableSource({ tableReference, view }));
  }
  expect(diagnose(texts)).toEqual([]);
});
