import {
  type DecimalType,
  fitsPrecision,
  fitsScale,
  PRECISION_REQUIREMENT,
  pairRequirement,
  SCALE_REQUIREMENT,
} from "../decimal-limits.js";
import { isAnyOf } from "./conditions.js";
import { exactInteger } from "./exact-integer.js";
import { rule } from "./rule.js";
import type { NamedTableRule, TableRule } from "./table-rule.js";

/** Returns a type as a decimal type, ignoring case; undefined for any other type. */
function decimalTypeOf(type: string | null | undefined): DecimalType | undefined {
  return (["NUMERIC", "BIGNUMERIC"] as const).find((each) => isAnyOf(type, [each]));
}

/** Creates rule 6 or 7: both properties are set, and each is checked. */
function bothSet<const Id extends string>(id: Id, type: DecimalType, number: string): NamedTableRule<Id> {
  return rule(
    id,
    ["fields[].scale", "fields[].precision"],
    pairRequirement(type),
    (_, field, _scope, key) => {
      if (!isAnyOf(field.type, [type])) return undefined;
      const scale = exactInteger(field.scale);
      const precision = exactInteger(field.precision);
      if (scale === undefined || precision === undefined) return undefined;
      return key === "scale" ? !fitsScale(type, scale) && scale : !fitsPrecision(type, precision, scale) && precision;
    },
    { number: `precision and scale rule ${number}` },
  );
}

/** Rules about precision and scale. Rules 3 to 5 define the range of values; no request can break them. */
export const precisionRules = [
  rule(
    "precision-needs-decimal-type",
    ["fields[].precision", "fields[].scale"],
    "is only allowed for NUMERIC or BIGNUMERIC",
    (_, { type }) => type != null && decimalTypeOf(type) === undefined && type,
    { number: "precision and scale rule 1" },
  ),
  rule(
    "scale-needs-precision",
    "fields[].scale",
    SCALE_REQUIREMENT,
    (_, { type, precision }) => precision == null && decimalTypeOf(type) !== undefined,
    { number: "precision and scale rule 2" },
  ),
  bothSet("numeric-precision-and-scale", "NUMERIC", "6"),
  bothSet("bignumeric-precision-and-scale", "BIGNUMERIC", "7"),
  rule(
    "precision-alone",
    "fields[].precision",
    PRECISION_REQUIREMENT,
    (value, { type, scale }) => {
      const precision = exactInteger(value);
      const decimal = decimalTypeOf(type);
      if (scale != null || precision === undefined || decimal === undefined) return undefined;
      return !fitsPrecision(decimal, precision) && precision;
    },
    { number: "precision and scale rule 8" },
  ),
] as const satisfies readonly TableRule[];
