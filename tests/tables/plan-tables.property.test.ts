import * as fc from "fast-check";
import { createClient, type Table } from "fourfold";
import type { PlannedTable, TableDefinition, TablesPlan } from "fourfold/tables";
import { createSandbox } from "fourfold/testing";
import { expect, test } from "vitest";
import { planLive, requestsFor } from "../support/plan-live.js";
import { propertyRuns } from "../support/property-runs.js";
import { pairReference, tablePairs } from "../support/table-pairs.js";

test("the requests of a plan are accepted, and the plan after them is empty", async () => {
  const sandbox = createSandbox();
  const { tables } = createClient(sandbox.clientOptions).warehouse;
  const counts: Record<string, number> = {};
  await fc.assert(
    fc.asyncProperty(tablePairs, fc.boolean(), async ({ live: seed, desired, impossible }, exists) => {
      sandbox.reset();
      sandbox.warehouse.datasets.add(pairReference);
      let live: Table[] = [];
      try {
        if (exists) live = [sandbox.warehouse.tables.add(seed)];
      } catch {
        fc.pre(false); // not a valid table
      }
      const { tableReference: _, ...others } = desired;
      const definition: TableDefinition = { ...others, table: "d.t" };
      const options = { projectId: "p" };
      const planOf = () => planLive(live, [definition], options);
      let plan: TablesPlan;
      try {
        plan = await planOf();
      } catch (error) {
        // Unlike a patch, a definition lists the columns of each record.
        expect(error).toMatchObject({
          code: "invalid_request",
          message: expect.stringContaining("record-fields-required"),
        });
        return;
      }
      const [planned] = plan.tables as [PlannedTable]; // of the one definition
      const { action, changes, issues } = planned;
      const requests = requestsFor(live[0], planned, options);
      counts[action] = (counts[action] ?? 0) + 1;
      if (impossible.length > 0 && exists) expect(action).toBe("impossible");
      expect(issues.length > 0).toBe(action === "impossible");
      expect(requests.length > 0).toBe(action === "create" || action === "patch");
      if (action === "patch") expect(changes.length).toBeGreaterThan(0);
      if (requests.length === 0) return;
      for (const request of JSON.parse(JSON.stringify(requests))) {
        live = [action === "create" ? await tables.insert(request) : await tables.patch(pairReference, request)];
      }
      const [after] = (await planOf()).tables;
      expect([after?.action, after?.changes]).toEqual(["unchanged", []]);
    }),
    propertyRuns(100),
  );
  expect(counts.patch).toBeGreaterThan(10);
  expect(counts.create).toBeGreaterThan(10);
  expect(counts.impossible).toBeGreaterThan(10);
});
