import * as fc from "fast-check";
import type { Table } from "fourfold";
import { type TableDefinition, tableSource } from "fourfold/tables";
import { createSandbox } from "fourfold/testing";
import { expect, test } from "vitest";
import { anyPairs } from "../support/any-tables.js";
import { loadModule } from "../support/load-module.js";
import { planLive } from "../support/plan-live.js";
import { propertyRuns } from "../support/property-runs.js";

test("the definition file of a table of any kind that the service accepts defines the same table", async () => {
  let count = 0;
  await fc.assert(
    fc.asyncProperty(anyPairs, async ({ live }) => {
      const sandbox = createSandbox();
      let table: Table;
      try {
        table = sandbox.warehouse.tables.add(live);
      } catch {
        return; // the service does not accept it
      }
      count += 1;
      const { projectId } = table.tableReference;
      const text = tableSource(table);
      const [definition] = Object.values(loadModule({ "table.ts": text }, "table.ts"));
      const plan = await planLive([table], [definition as TableDefinition], { projectId }); // its only value
      expect(
        plan.tables.map(({ action, changes, issues }) => ({ action, changes, issues })),
        text,
      ).toEqual([{ action: "unchanged", changes: [], issues: [] }]);
      expect(tableSource(table)).toBe(text);
    }),
    propertyRuns(150),
  );
  expect(count).toBeGreaterThan(20);
});
