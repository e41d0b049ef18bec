import { exactInteger } from "./exact-integer.js";
import { eachField } from "./places.js";
import type { NamedTableRule, TableRule } from "./table-rule.js";

/** A decimal type with its two limits, as a field or a caller gives them. */
export interface DecimalShape {
  readonly type?: string | null | undefined;
  readonly precision?: string | number | bigint | null | undefined;
  readonly scale?: string | number | bigint | null | undefined;
}

/** What is wrong with a precision or a scale. */
export interface DecimalProblem {
  readonly rule: PrecisionRuleId;
  readonly member: "precision" | "scale";
  readonly message: string;
}

/** How many digits the two decimal types hold before and after the point. */
export const DECIMAL_DIGITS = {
  NUMERIC: { integer: 29n, scale: 9n },
  BIGNUMERIC: { integer: 38n, scale: 38n },
} as const;

/** Ids of the rules about precision and scale. */
export type PrecisionRuleId =
  | "precision-needs-decimal-type"
  | "scale-needs-precision"
  | "numeric-precision-and-scale"
  | "bignumeric-precision-and-scale"
  | "precision-alone";

/** Judges a precision and a scale by rules 1, 2, 6, 7 and 8. Without a type there is nothing to judge them by. */
export function decimalProblems({ type, precision, scale }: DecimalShape): DecimalProblem[] {
  if (type == null || (precision == null && scale == null)) return [];
  if (type !== "NUMERIC" && type !== "BIGNUMERIC") {
    return (["precision", "scale"] as const)
      .filter((member) => (member === "precision" ? precision : scale) != null)
      .map((member) => ({
        rule: "precision-needs-decimal-type",
        member,
        message: `"${member}" belongs to NUMERIC or BIGNUMERIC only, the type is ${type.slice(0, 60)}`,
      }));
  }
  if (precision == null) {
    return [{ rule: "scale-needs-precision", member: "scale", message: '"scale" needs "precision" beside it' }];
  }
  const digits = DECIMAL_DIGITS[type];
  const p = exactInteger(precision);
  if (scale == null) {
    if (p === undefined || (p >= 1n && p <= digits.integer)) return [];
    const message = `must be between 1 and ${digits.integer} for ${type} without "scale", got ${p}`;
    return [{ rule: "precision-alone", member: "precision", message }];
  }
  const s = exactInteger(scale);
  if (p === undefined || s === undefined) return [];
  const rule = type === "NUMERIC" ? "numeric-precision-and-scale" : "bignumeric-precision-and-scale";
  const problems: DecimalProblem[] = [];
  if (s < 0n || s > digits.scale) {
    problems.push({ rule, member: "scale", message: `must be between 0 and ${digits.scale} for ${type}, got ${s}` });
  }
  const integer = p - s;
  if (integer < 1n || integer > digits.integer) {
    const message = `precision - scale must be between 1 and ${digits.integer} for ${type}, got ${p} - ${s} = ${integer}`;
    problems.push({ rule, member: "precision", message });
  }
  return problems;
}

function precisionRule<const Id extends PrecisionRuleId>(id: Id, rules: string, text: string): NamedTableRule<Id> {
  return {
    id,
    severity: "error",
    text,
    spec: `warehouse, "TableFieldSchema", precision and scale ${rules}`,
    check(table, report) {
      eachField(table, (field, at) => {
        for (const { rule, member, message } of decimalProblems(field)) if (rule === id) report(at(member), message);
      });
    },
  };
}

/** Rules about precision and scale. Rules 3 to 5 say what values fit, which no request can break. */
export const precisionRules = [
  precisionRule(
    "precision-needs-decimal-type",
    "rule 1",
    "Only a NUMERIC or BIGNUMERIC field has a precision or a scale.",
  ),
  precisionRule("scale-needs-precision", "rule 2", "A scale needs a precision beside it."),
  precisionRule(
    "numeric-precision-and-scale",
    "rule 6",
    "A NUMERIC field with a scale has 0 to 9 fractional and 1 to 29 integer digits.",
  ),
  precisionRule(
    "bignumeric-precision-and-scale",
    "rule 7",
    "A BIGNUMERIC field with a scale has 0 to 38 fractional and 1 to 38 integer digits.",
  ),
  precisionRule(
    "precision-alone",
    "rule 8",
    "Without a scale, the precision of a NUMERIC field is 1 to 29, of a BIGNUMERIC field 1 to 38.",
  ),
] as const satisfies readonly TableRule[];
