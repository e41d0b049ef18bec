import { describe, expect, expectTypeOf, test } from "vitest";
import type { WarehouseRuleId } from "../../../src/warehouse/rules/rule-builders.js";
import { tableRules } from "../../../src/warehouse/rules/table-rules.js";
import { warehouseRules } from "../../../src/warehouse/rules/warehouse-rules.js";
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
  expect([...ids].sort()).toEqual(tableRules.map((rule) => rule.id).sort());
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

test("a rule warns where the spec advises, describes or is silent and the service accepts the value", () => {
  expect(warehouseRules.filter((rule) => rule.severity === "warn").map((rule) => rule.id)).toEqual([
    "default-rounding-mode",
    "field-rounding-mode",
    "managed-table-type",
    "generated-mode",
    "join-condition",
    "source-column-match",
    "max-staleness-interval",
    "expiration-time-in-past",
    "primary-key-column-exists",
    "foreign-key-column-exists",
    "field-name-characters",
    "rounding-mode-only-decimal",
    "time-partitioning-expiration-short",
    "time-partitioning-expiration-unit",
    "time-partitioning-filter-deprecated",
    "one-partitioning-of-other-tables",
    "object-table-without-source-format",
    "max-bad-records-ignored",
    "unknown-values-ignored",
    "compression-ignored",
    "csv-delimiter-one-character",
    "csv-delimiter-first-byte",
    "csv-quote-one-byte",
    "column-qualifiers-agree",
    "property-name",
  ]);
});

test("a rule that the spec does not state is implied", () => {
  expect(warehouseRules.filter((rule) => rule.section === "implied").map((rule) => rule.id)).toEqual([
    "project-id-required",
    "dataset-id-required",
    "table-id-required",
    "record-fields-required",
    "range-partitioning-range-required",
    "default-rounding-mode",
    "field-rounding-mode",
    "managed-table-type",
    "generated-mode",
    "join-condition",
    "source-column-match",
    "one-table-kind",
    "max-staleness-interval",
    "kms-key-name-form",
    "expiration-time-in-past",
    "primary-key-column-exists",
    "foreign-key-column-exists",
    "foreign-key-table-exists",
    "foreign-key-referenced-column-exists",
    "field-name-characters",
    "max-length-not-negative",
    "rounding-mode-only-decimal",
    "time-partitioning-hour",
    "time-partitioning-expiration-short",
    "time-partitioning-expiration-unit",
    "partition-filter-needs-partitions",
    "partition-filter-once",
    "range-start-before-end",
    "range-interval-positive",
    "one-partitioning-of-other-tables",
    "clustering-field-type",
    "clustering-field-count",
    "refresh-interval-positive",
    "privacy-threshold-not-negative",
    "max-bad-records-not-negative",
    "source-uri-scheme",
    "csv-delimiter-one-character",
    "csv-quote-one-byte",
    "skip-leading-rows-not-negative",
    "hive-keys-only-custom",
    "column-qualifiers-agree",
    "property-name",
    "iam-role-form",
    "iam-member-form",
  ]);
});
