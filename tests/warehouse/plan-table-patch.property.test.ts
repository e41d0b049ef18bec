import * as fc from "fast-check";
import {
  createClient,
  type DesiredTable,
  googleNaming,
  type Naming,
  planTablePatch,
  type Table,
  type TablePatch,
  vendorNaming,
} from "fourfold";
import { createSandbox } from "fourfold/testing";
import { expect, test } from "vitest";
import { mergePatch } from "../../src/core/merge-patch.js";
import { propertyRuns } from "../support/property-runs.js";
import { thrown } from "../support/rejection.js";
import { type AnyColumn, legacyType, pairReference, readBack, tablePairs } from "../support/table-pairs.js";

/** Plans in one profile, and applies the plans in its sandbox. */
function planner(naming: Naming) {
  const sandbox = createSandbox({ naming });
  const { tables } = createClient(sandbox.clientOptions).warehouse;
  const plan = (live: Table, desired: DesiredTable, options?: Parameters<typeof planTablePatch>[2]) =>
    planTablePatch(live, desired, { naming, ...options });
  return { sandbox, tables, plan };
}

type Planner = ReturnType<typeof planner>;

/** Applies a plan in the sandbox. */
async function applied({ sandbox, tables }: Planner, live: Table, patch: TablePatch | undefined): Promise<Table> {
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

async function checkPlan(planner: Planner, live: Table, desired: DesiredTable): Promise<void> {
  const { plan } = planner;
  const patch = plan(live, desired);
  const after = await applied(planner, live, patch);
  expectMentioned(after, desired, "table");
  expectKept(columnsOf(after), columnsOf(live));
  expect(plan(after, desired)).toBeUndefined();
  expect(plan(readBack(after), desired)).toBeUndefined();
  for (const less of smaller(patch ?? {})) {
    // Only an existing property can be removed.
    const result = mergePatch(live, less) as Table;
    expect(plan(result, desired), JSON.stringify(less)).toBeDefined();
  }
}

test.each([vendorNaming, googleNaming])(
  "a plan results in the desired table, is minimal, and a second plan is empty: $name",
  async (naming) => {
    const planned = planner(naming);
    let impossibles = 0;
    await fc.assert(
      fc.asyncProperty(tablePairs, async ({ live, desired, impossible }) => {
        if (impossible.length === 0) {
          await checkPlan(planned, live, desired);
          await checkPlan(planned, readBack(live), desired);
          return;
        }
        impossibles += 1;
        for (const table of [live, readBack(live)]) {
          const { issues } = thrown(() => planned.plan(table, desired)) as { issues: { rule: string }[] };
          expect(issues.map(({ rule }) => rule).sort()).toEqual([...impossible].sort());
        }
      }),
      propertyRuns(20),
    );
    expect(impossibles).toBeGreaterThan(6);
  },
);

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
