import { describe, expect, expectTypeOf, test } from "vitest";
import { tableRules, type WarehouseRuleId, warehouseRules } from "../../../src/warehouse/rules/warehouse-rules.js";
import { allowedValueCases } from "./allowed-value-cases.js";
import { checkRules, pathsOf } from "./check-rules.js";
import { externalCases } from "./external-cases.js";
import { formatOptionCases } from "./format-option-cases.js";
import { partitioningCases } from "./partitioning-cases.js";
import { requiredCases } from "./required-cases.js";
import type { RuleCase } from "./rule-case.js";
import { tableCases } from "./table-cases.js";

const cases: Record<Exclude<WarehouseRuleId, `iam-${string}`>, RuleCase> = {
  ...requiredCases,
  ...allowedValueCases,
  ...tableCases,
  ...partitioningCases,
  ...externalCases,
  ...formatOptionCases,
};

const ids = Object.keys(cases) as (keyof typeof cases)[]; // its keys

test("every rule has cases, and every case has a rule", () => {
  expect([...ids].sort()).toEqual(["property-name", ...tableRules.map((rule) => rule.id)].sort());
  for (const { breaks, holds } of Object.values(cases)) {
    expect(breaks.length).toBeGreaterThan(0);
    expect(holds.length).toBeGreaterThan(0);
  }
});

describe.each(ids)("%s", (id) => {
  test.each(cases[id].breaks.map(([table, path]) => ({ path, table })))("is broken at $path", ({ table, path }) => {
    expect(pathsOf(id, checkRules(table))).toEqual([path]);
  });

  test.each(cases[id].holds.map((table) => ({ table })))("holds for $table", ({ table }) => {
    const { errors, warnings } = checkRules(table);
    expect(errors).toEqual([]);
    expect(warnings.map((issue) => issue.rule)).not.toContain(id);
  });

  test("is not run when it is off, and warns when it is a warning", () => {
    const [table] = cases[id].breaks[0] ?? [];
    if (table === undefined) throw new Error("no case");
    const run = (severity: "off" | "warn") => checkRules(table, {}, { [id]: severity });
    expect(pathsOf(id, run("off"))).toEqual([]);
    expect(run("warn").warnings.map((issue) => issue.rule)).toContain(id);
  });
});

test("the rules are data: each has a literal id, a sentence and a section of the spec", () => {
  expectTypeOf<"clustering-needs-time-partitioning">().toExtend<WarehouseRuleId>();
  expectTypeOf<"no-such-rule">().not.toExtend<WarehouseRuleId>();
  expect(new Set(warehouseRules.map((rule) => rule.id)).size).toBe(warehouseRules.length);
  for (const rule of warehouseRules) {
    expect(Object.keys(rule)).toEqual(["id", "severity", "text", "spec", "section"]);
    expect(rule.id).toMatch(/^[a-z0-9]+(-[a-z0-9]+)+$/);
    expect(rule.text).toMatch(/^["E].+\.$/);
    expect(rule.spec).toMatch(/^warehouse, ".+"/);
    expect(["implied", rule.spec]).toContain(rule.section);
  }
});
