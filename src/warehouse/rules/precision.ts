import { exactInteger } from "./exact-integer.js";
import { rule } from "./rule.js";
import type { NamedTableRule, TableRule } from "./table-rule.js";

/** How many digits the decimal types hold at most, before the point and after it. */
export const DECIMAL_DIGITS = {
  NUMERIC: { integer: 29n, scale: 9n },
  BIGNUMERIC: { integer: 38n, scale: 38n },
} as const;

/** The digits of a decimal type, in capitals or small letters; undefined for any other. */
function digitsOf(type: string | null | undefined) {
  const name = type?.toUpperCase();
  return name === "NUMERIC" || name === "BIGNUMERIC" ? DECIMAL_DIGITS[name] : undefined;
}

/** Makes rule 6 or 7: both members set, each judged at its own place. */
function bothSet<const Id extends string>(id: Id, type: "NUMERIC" | "BIGNUMERIC", number: string): NamedTableRule<Id> {
  const max = DECIMAL_DIGITS[type];
  const demand = `must fit ${type}: a scale of 0 to ${max.scale}, a precision 1 to ${max.integer} above it`;
  return rule(
    id,
    ["fields[].scale", "fields[].precision"],
    demand,
    (_, field, _scope, key) => {
      if (field.type !== type) return undefined;
      const scale = exactInteger(field.scale);
      const precision = exactInteger(field.precision);
      if (scale === undefined || precision === undefined) return undefined;
      if (key === "scale") return (scale < 0n || scale > max.scale) && scale;
      const integer = precision - scale;
      return (integer < 1n || integer > max.integer) && precision;
    },
    { number: `precision and scale rule ${number}` },
  );
}

/** Rules about precision and scale. Rules 3 to 5 say which values fit, and no request can break them. */
export const precisionRules = [
  rule(
    "precision-needs-decimal-type",
    ["fields[].precision", "fields[].scale"],
    "is only allowed for NUMERIC or BIGNUMERIC",
    (_, { type }) => type != null && digitsOf(type) === undefined && type,
    { number: "precision and scale rule 1" },
  ),
  rule(
    "scale-needs-precision",
    "fields[].scale",
    'requires "precision"',
    (_, { type, precision }) => precision == null && digitsOf(type) !== undefined,
    { number: "precision and scale rule 2" },
  ),
  bothSet("numeric-precision-and-scale", "NUMERIC", "6"),
  bothSet("bignumeric-precision-and-scale", "BIGNUMERIC", "7"),
  rule(
    "precision-alone",
    "fields[].precision",
    'must be 1 to 29 for NUMERIC and 1 to 38 for BIGNUMERIC if "scale" is not set',
    (value, { type, scale }) => {
      const precision = exactInteger(value);
      const digits = digitsOf(type);
      if (scale != null || precision === undefined || digits === undefined) return undefined;
      return (precision < 1n || precision > digits.integer) && precision;
    },
    { number: "precision and scale rule 8" },
  ),
] as const satisfies readonly TableRule[];
