import fc from "fast-check";
import { describe, expect, expectTypeOf, test } from "vitest";
import type { RequestError } from "../../src/errors/request-error.js";
import { exactInteger } from "../../src/schema/scalars.js";
import { decimalRange, pickDecimalTarget } from "../../src/warehouse/decimal.js";
import { thrown } from "../support/rejection.js";

/** Expects a call to throw issues, each printed as `path: message (rule)`. */
function expectIssues(operation: string, call: () => unknown, expected: readonly (string | RegExp)[]) {
  const { message, issues } = thrown(call) as RequestError;
  expect(message).toContain(`[invalid_request] ${operation}: `);
  expect(issues.map(({ path, message, rule }) => `${path}: ${message} (${rule})`)).toEqual(
    expected.map((each) => (typeof each === "string" ? each : expect.stringMatching(each))),
  );
}

describe("decimalRange", () => {
  test.each([
    [{ type: "NUMERIC", precision: 5, scale: 2 }, "999.99"],
    [{ type: "NUMERIC", precision: 5 }, "99999"],
    [{ type: "NUMERIC", precision: "29", scale: null }, "9".repeat(29)],
    [{ type: "NUMERIC", precision: 1, scale: 0 }, "9"],
    [{ type: "BIGNUMERIC", precision: 76n, scale: 38n }, `${"9".repeat(38)}.${"9".repeat(38)}`],
    [{ type: "NUMERIC" }, `${"9".repeat(29)}.${"9".repeat(9)}`],
  ])("the range of %o is symmetric, up to %s", (limits, max) => {
    expect(decimalRange(limits)).toEqual({ min: `-${max}`, max });
  });

  test("the range of a BIGNUMERIC without limits is that of 256 bits", () => {
    expect(decimalRange({ type: "BIGNUMERIC" })).toEqual({
      min: "-578960446186580977117854925043439539266.34992332820282019728792003956564819968",
      max: "578960446186580977117854925043439539266.34992332820282019728792003956564819967",
    });
  });

  test("the range matches a computation with integer multiples of the smallest step", () => {
    const columns = fc.oneof(
      fc.record({
        type: fc.constant("NUMERIC"),
        whole: fc.integer({ min: 1, max: 29 }),
        scale: fc.integer({ min: 0, max: 9 }),
      }),
      fc.record({
        type: fc.constant("BIGNUMERIC"),
        whole: fc.integer({ min: 1, max: 38 }),
        scale: fc.integer({ min: 0, max: 38 }),
      }),
    );
    fc.assert(
      fc.property(columns, fc.boolean(), ({ type, whole, scale }, alone) => {
        const { min, max } = decimalRange(
          alone ? { type, precision: whole } : { type, precision: whole + scale, scale },
        );
        const [integer = "", fraction = ""] = max.split(".");
        expect(min).toBe(`-${max}`);
        expect(integer).toBe("9".repeat(whole));
        expect(fraction).toBe("9".repeat(alone ? 0 : scale));
      }),
    );
  });

  const fit = "must fit NUMERIC: a scale from 0 to 9, and a precision that exceeds the scale by 1 to 29";
  const alone = 'must be from 1 to 29 for NUMERIC and from 1 to 38 for BIGNUMERIC if "scale" is not set';

  test.each([
    [
      { type: "STRING", precision: 5 },
      ['type: must be NUMERIC or BIGNUMERIC, got "STRING" (precision-needs-decimal-type)'],
    ],
    [{ type: "NUMERIC", scale: 2 }, ['scale: requires "precision" (scale-needs-precision)']],
    [{ type: "NUMERIC", precision: 20, scale: 10 }, [`scale: ${fit}, got 10 (numeric-precision-and-scale)`]],
    [
      { type: "NUMERIC", precision: 50, scale: 10 },
      [
        `scale: ${fit}, got 10 (numeric-precision-and-scale)`,
        `precision: ${fit}, got 50 (numeric-precision-and-scale)`,
      ],
    ],
    [{ type: "BIGNUMERIC", precision: 77, scale: 38 }, [/^precision: .*, got 77 \(bignumeric-precision-and-scale\)$/]],
    [{ type: "NUMERIC", precision: 30 }, [`precision: ${alone}, got 30 (precision-alone)`]],
    [{ type: "BIGNUMERIC", precision: 0 }, [`precision: ${alone}, got 0 (precision-alone)`]],
    [{ type: "NUMERIC", precision: 1.5, scale: "x" }, [/^precision: .*\(int64\)$/, /^scale: .*\(int64\)$/]],
    [{ type: "NUMERIC", precision: 10n ** 30n }, [/^precision: .*\(int64\)$/]],
  ])("rejects %o", (limits, issues) => {
    expectIssues("decimalRange", () => decimalRange(limits), issues);
  });
});

describe("pickDecimalTarget", () => {
  const ALL = ["NUMERIC", "BIGNUMERIC", "STRING"] as const;

  test.each([
    [ALL, 38, 9, "NUMERIC"],
    [ALL, 39, 9, "BIGNUMERIC"],
    [ALL, 38, 10, "BIGNUMERIC"],
    [ALL, 76, 38, "BIGNUMERIC"],
    [ALL, 77, 38, "STRING"],
    [ALL, 77, 39, "STRING"],
    [["STRING", "NUMERIC"], 38, 9, "NUMERIC"],
    [["NUMERIC", "BIGNUMERIC"], 77, 38, "BIGNUMERIC"],
    [["NUMERIC"], 77, 38, "NUMERIC"],
    [["BIGNUMERIC"], 1, 0, "BIGNUMERIC"],
    [["STRING"], 1, 0, "STRING"],
  ] as const)("out of %j for %d digits, %d of them after the point: %s", (targets, precision, scale, picked) => {
    expect(pickDecimalTarget(targets, { precision, scale })).toBe(picked);
  });

  test("returns the given literal types", () => {
    expectTypeOf(pickDecimalTarget(["NUMERIC", "STRING"], { precision: 5 })).toEqualTypeOf<"NUMERIC" | "STRING">();
  });

  test("selects the narrowest listed type that can represent 9…9, or the widest", () => {
    const holds: Record<string, (whole: number, fraction: number) => boolean> = {
      NUMERIC: (whole, fraction) => "9".repeat(29).length >= whole && fraction < 10,
      BIGNUMERIC: (whole, fraction) => whole < 39 && fraction < 39,
      STRING: () => true,
    };
    const lists = fc.shuffledSubarray(ALL.slice(), { minLength: 1 });
    fc.assert(
      fc.property(lists, fc.nat(60), fc.nat(60), (targets, whole, scale) => {
        fc.pre(whole + scale > 0);
        const picked = pickDecimalTarget(targets, { precision: whole + scale, scale });
        const narrowestFirst = ALL.filter((type) => targets.includes(type));
        const wide = narrowestFirst.filter((type) => holds[type]?.(whole, scale));
        expect(picked).toBe(wide[0] ?? narrowestFirst[narrowestFirst.length - 1]);
      }),
    );
  });

  test.each<[targets: string[], source: object, issues: (string | RegExp)[]]>([
    [[], { precision: 5 }, ["targets: must list NUMERIC, BIGNUMERIC or STRING, got a list (decimal-target-type)"]],
    [["FLOAT"], { precision: 5 }, [/^targets: .*\(decimal-target-type\)$/]],
    ["NUMERIC" as never, { precision: 5 }, [/^targets: .*, got "NUMERIC" \(decimal-target-type\)$/]],
    [["STRING"], {}, ["precision: is required (int64)"]],
    [["STRING"], { precision: "5.5" }, [/^precision: .*\(int64\)$/]],
  ])("rejects %j with %o", (targets, source, issues) => {
    expectIssues("pickDecimalTarget", () => pickDecimalTarget(targets, source as { precision: number }), issues);
  });
});

test.each([
  [undefined, undefined],
  [null, undefined],
  ["five", undefined],
  [0.5, undefined],
  ["-5", -5n],
  [5, 5n],
  [5n, 5n],
])("%o is the integer %s", (value, integer) => {
  expect(exactInteger(value)).toBe(integer);
});
