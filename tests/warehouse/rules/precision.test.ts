import fc from "fast-check";
import { expect, test } from "vitest";
import { checkTree } from "../../../src/checks/rules.js";
import { tableTree } from "../../../src/warehouse/rules/check-resource.js";
import { type FieldDraft, scopeOf } from "../../../src/warehouse/rules/rule-builders.js";
import { columnRules } from "../../../src/warehouse/rules/schema-columns.js";
import { propertyRuns } from "../../support/property-runs.js";

/**
 * An independent form of the rules: a table of the allowed pairs, which returns the broken rules by their number in the
 * spec.
 */
function brokenRules(type: string, precision: number | undefined, scale: number | undefined): number[] {
  if (precision === undefined && scale === undefined) return [];
  const widest = new Map([
    ["NUMERIC", { digits: 29, fraction: 9, rule: 6 }],
    ["BIGNUMERIC", { digits: 38, fraction: 38, rule: 7 }],
  ]).get(type.replace("DECIMAL", "NUMERIC").toUpperCase());
  if (widest === undefined) return [1];
  if (precision === undefined) return [2];
  const allowed = new Set<string>();
  for (let digits = 1; digits <= widest.digits; digits++) {
    allowed.add(`${digits}`);
    for (let fraction = 0; fraction <= widest.fraction; fraction++) allowed.add(`${digits + fraction},${fraction}`);
  }
  if (scale === undefined) return allowed.has(`${precision}`) ? [] : [8];
  return allowed.has(`${precision},${scale}`) ? [] : [widest.rule];
}

const RULES: Record<number, string> = {
  1: "precision-needs-decimal-type",
  2: "scale-needs-precision",
  6: "numeric-precision-and-scale",
  7: "bignumeric-precision-and-scale",
  8: "precision-alone",
};

function rulesOf(field: FieldDraft): string[] {
  const table = { schema: { fields: [field] } };
  const { errors } = checkTree(tableTree(columnRules), table, scopeOf(table, { complete: true, now: 0 }));
  return [...new Set(errors.map((issue) => issue.rule))];
}

const int64 = (value: number | undefined) => (value === undefined ? undefined : (`${value}` as `${bigint}`));
const types = fc.constantFrom("NUMERIC", "BIGNUMERIC", "numeric", "DECIMAL", "BIGDECIMAL", "STRING", "FLOAT64");
const digits = fc.option(fc.integer({ min: -2, max: 80 }), { nil: undefined });

test("checks precision and scale like a table of all allowed pairs", () => {
  fc.assert(
    fc.property(types, digits, digits, (type, precision, scale) => {
      const field: FieldDraft = { name: "a", type, precision: int64(precision), scale: int64(scale) };
      expect(rulesOf(field)).toEqual(brokenRules(type, precision, scale).map((rule) => RULES[rule]));
    }),
    propertyRuns(400),
  );
});

test.each(["DECIMAL", "BIGDECIMAL"])(
  "allows a precision, a scale and a rounding mode in a column of the alias %s",
  (type) => {
    const field = { name: "a", type, precision: "5", scale: "2", roundingMode: "ROUND_HALF_EVEN" } as const;
    const table = { schema: { fields: [field] } };
    expect(checkTree(tableTree(columnRules), table, scopeOf(table, { complete: true, now: 0 }))).toEqual({
      errors: [],
      warnings: [],
    });
  },
);

test("checks every pair of precision and scale in range", () => {
  for (const type of ["NUMERIC", "BIGNUMERIC"]) {
    for (let precision = 0; precision <= 78; precision++) {
      for (let scale = -1; scale <= 40; scale++) {
        const found = rulesOf({ name: "a", type, precision: int64(precision), scale: int64(scale) });
        expect(found).toEqual(brokenRules(type, precision, scale).map((rule) => RULES[rule]));
      }
    }
  }
});

test("stays exact beyond the safe integers", () => {
  const field = (precision: `${bigint}`, scale: `${bigint}`) => ({ name: "a", type: "NUMERIC", precision, scale });
  // As numbers, the difference of the two would be 0.
  expect(rulesOf(field("9007199254740993", "9007199254740992"))).toEqual(["numeric-precision-and-scale"]);
  expect(rulesOf(field("9223372036854775807", "-9223372036854775808"))).toEqual(["numeric-precision-and-scale"]);
});

test("reports nothing for a column without a type, which another rule reports", () => {
  expect(rulesOf({ name: "a", precision: "5" })).toEqual([]);
});
