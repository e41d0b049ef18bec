import * as fc from "fast-check";
import {
  createClient,
  type DesiredTable,
  googleNaming,
  isFourfoldError,
  type Naming,
  planTablePatch,
  type Table,
  type TablePatch,
  vendorNaming,
} from "fourfold";
import { createSandbox } from "fourfold/testing";
import { expect, test } from "vitest";
import { anyPairs } from "../support/any-tables.js";
import { propertyRuns } from "../support/property-runs.js";
import { pairReference } from "../support/table-pairs.js";

/** Properties that the service sets, or copies from others. */
const REPORTED = ["etag", "lastModifiedTime", "requirePartitionFilter"];

function withoutReported(value: unknown): unknown {
  const text = JSON.stringify(value, (name, inner) => (REPORTED.includes(name) ? undefined : inner));
  return text === undefined ? undefined : JSON.parse(text);
}

/** Asserts that a patch has changed nothing that the desired table does not mention. */
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

/** Plans for tables of all kinds in one profile, and counts them. */
async function checkPlans(naming: Naming): Promise<Record<"plans" | "impossible" | "empty", number>> {
  const sandbox = createSandbox({ naming });
  const { tables } = createClient(sandbox.clientOptions).warehouse;
  const counts = { plans: 0, impossible: 0, empty: 0 };
  const planned = (live: Table, desired: DesiredTable): TablePatch | undefined | "impossible" => {
    try {
      return planTablePatch(live, desired, { naming });
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
      const after = await tables.patch(pairReference, patch);
      expectUntouched(live, after, desired, "table");
      expect(planned(after, desired)).toBeUndefined();
    }),
    { ...propertyRuns(150), maxSkipsPerRun: 1_000 },
  );
  return counts;
}

test.each([vendorNaming, googleNaming])(
  "a plan for any table is accepted, changes only what is mentioned, and a second plan is empty: $name",
  async (naming) => {
    const counts = await checkPlans(naming);
    if (process.env.PLANS !== undefined) console.log(naming.name, counts);
    expect(counts.plans).toBeGreaterThan(30);
  },
);
