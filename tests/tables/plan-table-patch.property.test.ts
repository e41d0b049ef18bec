import * as fc from "fast-check";
import { createClient, type DesiredTable, type Table, type TablePatch } from "fourfold";
import { planTablePatch } from "fourfold/tables";
import { createSandbox } from "fourfold/testing";
import { expect, test } from "vitest";
import { mergePatch } from "../../src/values/merge-patch.js";
import { propertyRuns } from "../support/property-runs.js";
import { thrown } from "../support/rejection.js";
import { type AnyColumn, legacyType, pairReference, readBack, tablePairs } from "../support/table-pairs.js";

const sandbox = createSandbox();
const { tables } = createClient(sandbox.clientOptions).warehouse;

/** Applies a plan in the sandbox. */
async function applied(live: Table, patch: TablePatch | undefined): Promise<Table> {
  sandbox.reset();
  sandbox.warehouse.tables.add(live);
  return patch === undefined ? tables.get(pairReference) : tables.patch(pairReference, patch);
}

const DEFAULTS: Readonly<Record<string, unknown>> = {
  requirePartitionFilter: false,
  defaultCollation: "",
  mode: "NULLABLE",
};

/** Asserts that a table matches all properties of the desired table. Derived from the guide, not from the code. */
function expectMentioned(found: unknown, wanted: unknown, name: string, path = name): void {
  if (name === "fields" && Array.isArray(wanted)) {
    const columns = new Map((found as AnyColumn[]).map((column) => [column.name.toLowerCase(), column]));
    expect(columns.size, path).toBe((found as AnyColumn[]).length);
    for (const column of wanted as AnyColumn[]) {
      const { name: _, ...rest } = column;
      expectMentioned(columns.get(column.name.toLowerCase()), rest, "column", `${path}.${column.name}`);
    }
    return;
  }
  if (typeof wanted === "object" && wanted !== null && !Array.isArray(wanted)) {
    for (const [key, value] of Object.entries(wanted)) {
      const has = (found as Record<string, unknown> | undefined)?.[key];
      expectMentioned(has, value, key, `${path}.${key}`);
    }
    return;
  }
  const plain = (value: unknown): unknown => {
    if (value === undefined || value === null) return DEFAULTS[name];
    if (name === "type") return legacyType(String(value));
    if (name === "columns") return (value as string[]).map((each) => each.toLowerCase());
    if (name === "policyTags" && (value as { names: string[] }).names.length === 0) return undefined;
    if (name === "names" && (value as string[]).length === 0) return undefined;
    return ["number", "bigint"].includes(typeof value) ? String(value) : value;
  };
  const value =
    wanted === null && typeof found === "object" && Object.keys(found ?? {}).length === 0 ? undefined : found;
  expect(plain(value), path).toEqual(plain(wanted));
}

/** The live columns must be kept, with the properties that the desired columns omit. */
function expectKept(found: readonly AnyColumn[], live: readonly AnyColumn[]): void {
  expect(found.slice(0, live.length).map(({ name }) => name)).toEqual(live.map(({ name }) => name));
  live.forEach(({ fields }, index) => {
    if (fields !== undefined) expectKept(found[index]?.fields ?? [], fields);
  });
}

const columnsOf = ({ schema }: Table) => (schema?.fields ?? []) as unknown as AnyColumn[];

/** All patches with one property less: at the top, or inside an object. */
function* smaller(patch: object): Generator<object> {
  for (const [name, value] of Object.entries(patch)) {
    const { [name]: _, ...rest } = patch as Record<string, unknown>;
    yield rest;
    if (typeof value !== "object" || value === null || Array.isArray(value) || name === "schema") continue;
    for (const inner of smaller(value)) yield { ...rest, [name]: inner };
  }
}

async function checkPlan(live: Table, desired: DesiredTable): Promise<void> {
  const patch = planTablePatch(live, desired);
  const after = await applied(live, patch);
  expectMentioned(after, desired, "table");
  expectKept(columnsOf(after), columnsOf(live));
  expect(planTablePatch(after, desired)).toBeUndefined();
  expect(planTablePatch(readBack(after), desired)).toBeUndefined();
  for (const less of smaller(patch ?? {})) {
    // Only an existing property can be removed.
    const result = mergePatch(live, less) as Table;
    expect(planTablePatch(result, desired), JSON.stringify(less)).toBeDefined();
  }
}

test("a plan results in the desired table, is minimal, and a second plan is empty", async () => {
  let impossibles = 0;
  await fc.assert(
    fc.asyncProperty(tablePairs, async ({ live, desired, impossible }) => {
      if (impossible.length === 0) {
        await checkPlan(live, desired);
        await checkPlan(readBack(live), desired);
        return;
      }
      impossibles += 1;
      for (const table of [live, readBack(live)]) {
        const { issues } = thrown(() => planTablePatch(table, desired)) as { issues: { rule: string }[] };
        expect(issues.map(({ rule }) => rule).sort()).toEqual([...impossible].sort());
      }
    }),
    propertyRuns(20),
  );
  expect(impossibles).toBeGreaterThan(6);
});

test("if extra columns are kept, missing columns are not reported", () => {
  fc.assert(
    fc.property(tablePairs, ({ live, desired, impossible }) => {
      const left = impossible.filter((rule) => rule !== "column-missing");
      if (left.length > 0) return;
      const patch = planTablePatch(live, desired, { extraColumns: "keep" });
      const after = mergePatch(live, patch ?? {}) as Table;
      expectKept(columnsOf(after), columnsOf(live));
      expect(planTablePatch(after, desired, { extraColumns: "keep" })).toBeUndefined();
    }),
    propertyRuns(50),
  );
});
