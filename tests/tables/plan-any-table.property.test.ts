import * as fc from "fast-check";
import { createClient, type DesiredTable, isFourfoldError, type Table, type TablePatch } from "fourfold";
import {
  applyTables,
  ensureTable,
  type PlannedTable,
  planTablePatch,
  planTables,
  type TableDefinition,
  type TablesPlan,
} from "fourfold/tables";
import { createSandbox } from "fourfold/testing";
import { expect, test } from "vitest";
import { anyPairs } from "../support/any-tables.js";
import { planLive, requestsFor } from "../support/plan-live.js";
import { propertyRuns } from "../support/property-runs.js";
import { rejection } from "../support/rejection.js";
import { pairReference, tablePairs } from "../support/table-pairs.js";
import { createTestClock } from "../support/test-clock.js";

/** Properties that the service sets, or copies from others. */
const REPORTED = ["etag", "lastModifiedTime", "requirePartitionFilter"];

function withoutReported(value: unknown): unknown {
  const text = JSON.stringify(value, (name, inner) => (REPORTED.includes(name) ? undefined : inner));
  return text === undefined ? undefined : JSON.parse(text);
}

/** With a connection, the columns of external data that had none are those of the table. */
function withColumnsPlaced(live: Table, desired: Partial<DesiredTable>): Partial<DesiredTable> {
  const { connectionId, schema } = { ...live.externalDataConfiguration, ...desired.externalDataConfiguration };
  const isMoved =
    desired.schema === undefined && connectionId != null && live.externalDataConfiguration?.schema == null;
  return isMoved && schema != null ? { ...desired, schema } : desired;
}

/** Asserts that a patch did not change properties that the desired table omits. */
function expectUntouched(before: unknown, after: unknown, desired: unknown, path: string): void {
  if (desired === undefined) {
    expect(withoutReported(after), path).toEqual(withoutReported(before));
    return;
  }
  if (path.endsWith("fields") && Array.isArray(before) && Array.isArray(desired) && typeof desired[0] === "object") {
    const keyOf = (column: { name: string }) => column.name.toLowerCase();
    const wanted = new Map(desired.map((column) => [keyOf(column), column]));
    const found = new Map((after as { name: string }[]).map((column) => [keyOf(column), column]));
    for (const column of before) {
      const { name: _, ...others } = wanted.get(keyOf(column)) ?? {};
      if (found.has(keyOf(column))) expectUntouched(column, found.get(keyOf(column)), others, `${path}.${column.name}`);
    }
    return;
  }
  const [old, now, wishes] = [before, after, desired].map((each) => each ?? {});
  if (![old, now, wishes].every((each) => typeof each === "object" && !Array.isArray(each))) return;
  if (desired === null) return;
  const names = new Set([...Object.keys(old as object), ...Object.keys(now as object)]);
  for (const name of names) {
    if (REPORTED.includes(name)) continue;
    const [a, b, c] = [old, now, wishes].map((each) => (each as Record<string, unknown>)[name]);
    expectUntouched(a, b, c, `${path}.${name}`);
  }
}

test("a plan for any table is accepted, changes only the given properties, and a second plan is empty", async () => {
  const sandbox = createSandbox();
  const { warehouse } = createClient(sandbox.clientOptions);
  const counts = { plans: 0, impossible: 0, empty: 0 };
  const planned = (live: Table, desired: DesiredTable): TablePatch | undefined | "impossible" => {
    try {
      return planTablePatch(live, desired);
    } catch (error) {
      if (!isFourfoldError(error, "invalid_request")) throw error;
      expect(error.issues.length).toBeGreaterThan(0);
      return "impossible";
    }
  };
  await fc.assert(
    fc.asyncProperty(anyPairs, async ({ live: seed, desired }) => {
      sandbox.reset();
      let live: Table;
      try {
        live = sandbox.warehouse.tables.add(seed);
      } catch {
        fc.pre(false); // not a valid table
        return;
      }
      const patch = planned(live, desired);
      if (patch === "impossible") {
        counts.impossible += 1;
        return;
      }
      if (patch === undefined) {
        counts.empty += 1;
        return;
      }
      counts.plans += 1;
      const after = await warehouse.tables.patch(pairReference, patch);
      expectUntouched(live, after, withColumnsPlaced(live, desired), "table");
      expect(planned(after, desired)).toBeUndefined();
    }),
    { ...propertyRuns(30), maxSkipsPerRun: 1_000 },
  );
  if (process.env.PLANS !== undefined) console.log(counts);
  expect(counts.plans).toBeGreaterThan(12);
});

/** A table without the properties that change with each version. */
function unversioned({ etag: _, lastModifiedTime: __, ...table }: Table): object {
  return table;
}

test("ensureTable and a plan result in the same table, and a second plan is empty", async () => {
  const clock = createTestClock();
  const sandboxes = [createSandbox({ clock }), createSandbox({ clock })] as const;
  const [ensuring, applying] = sandboxes.map(({ clientOptions }) => createClient(clientOptions).warehouse);
  if (ensuring === undefined || applying === undefined) throw new Error("no client");
  const { projectId, datasetId, tableId } = pairReference;
  const counts = { done: 0, impossible: 0, rejected: 0 };
  await fc.assert(
    fc.asyncProperty(anyPairs, fc.constantFrom("keep" as const, undefined), async ({ live: seed, desired }, extra) => {
      const isView = ({ view, materializedView }: Partial<DesiredTable>) => (view ?? materializedView) != null;
      const { tableReference, schema, ...others } = desired;
      // A definition with columns and without a query does not describe a live view.
      const wanted =
        isView(seed) && !isView(desired) ? others : { ...others, ...(schema === undefined ? {} : { schema }) };
      const definition = { ...wanted, table: `${datasetId}.${tableId}` } as TableDefinition;
      for (const sandbox of sandboxes) sandbox.reset();
      let live: Table;
      try {
        [live] = sandboxes.map((sandbox) => sandbox.warehouse.tables.add(seed)) as [Table, Table];
      } catch {
        fc.pre(false); // not a valid table
        return;
      }
      const options = extra === undefined ? {} : { extraColumns: extra };
      const plan = await planTables(applying, [definition], { projectId, ...options }).catch((error: unknown) => {
        if (!isFourfoldError(error, "invalid_request")) throw error;
      });
      const target = { tableReference: pairReference, ...wanted } as DesiredTable;
      const ensured = await ensureTable(ensuring, target, options).catch((error: unknown) => {
        if (!isFourfoldError(error, "invalid_request", "bad_request")) throw error;
        return error.code === "bad_request" ? error : undefined;
      });
      if (ensured instanceof Error && plan !== undefined) {
        // A rule that is only a warning of a client of this profile.
        const error = await rejection(applyTables(applying, plan));
        expect(error).toMatchObject({ applied: [], failed: [{ error: { code: "bad_request" } }] });
        counts.rejected += 1;
        return;
      }
      const isPossible = plan !== undefined && plan.summary.impossible === 0;
      expect(ensured !== undefined).toBe(isPossible);
      if (plan === undefined || ensured === undefined || ensured instanceof Error || !isPossible) {
        counts.impossible += 1;
        return;
      }
      counts.done += 1;
      const result = await applyTables(applying, plan);
      expect(result.applied.length > 0).toBe(ensured.change !== "unchanged");
      expect([result.ignored, ensured.ignored]).toEqual([[], []]);
      const after = await applying.tables.get(pairReference);
      expect(unversioned(after)).toEqual(unversioned(await ensuring.tables.get(pairReference)));
      expectUntouched(live, after, withColumnsPlaced(live, wanted), "table");
      expect((await planTables(applying, [definition], { projectId, ...options })).tables[0]).toMatchObject({
        action: "unchanged",
      });
    }),
    { ...propertyRuns(20), maxSkipsPerRun: 1_000 },
  );
  if (process.env.PLANS !== undefined) console.log(counts);
  expect(counts.done).toBeGreaterThan(8);
});

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
        // Unlike a patch, a definition lists the columns of each record, and those of the key.
        expect(error).toMatchObject({
          code: "invalid_request",
          message: expect.stringMatching("record-fields-required|primary-key-column-exists"),
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
