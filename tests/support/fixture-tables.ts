import * as fc from "fast-check";
import type { Table } from "fourfold";
import { createSandbox } from "fourfold/testing";
import { fullTable } from "../warehouse/schemas/fixtures.js";
import { anyPairs } from "./any-tables.js";

/** Ids that are not TypeScript identifiers, or that a definition file uses itself. */
const IDS = [
  "2024-orders",
  "class",
  "defineTable",
  "RowOf",
  "DefinedTable",
  "columns",
  "größe 2",
  "undefined",
  "__proto__",
];

/** Tables of every kind as the service returns them: a fixed sample of generated ones, each with another id. */
export function fixtureTables(): Table[] {
  const sandbox = createSandbox();
  return fc.sample(anyPairs, { numRuns: 400, seed: 1 }).flatMap(({ live }, index) => {
    const tableReference = { projectId: "p", datasetId: "d", tableId: IDS[index] ?? `t${index}` };
    try {
      return [sandbox.warehouse.tables.add({ ...live, tableReference })];
    } catch {
      return []; // the service does not accept this table
    }
  });
}

/** A table with every property, which no real table has, for each kind of table. */
export function fullTables(): Table[] {
  const { view, materializedView, externalDataConfiguration, biglakeConfiguration, ...table } = fullTable;
  const { tableReference } = table;
  return [
    table,
    { ...table, biglakeConfiguration },
    { ...table, externalDataConfiguration },
    { tableReference, view },
    { tableReference, materializedView },
  ];
}
