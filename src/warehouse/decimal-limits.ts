/** A decimal type. */
export type DecimalType = "NUMERIC" | "BIGNUMERIC";

/** Maximum number of digits of the decimal types, before the point and after it. */
export const DECIMAL_DIGITS = {
  NUMERIC: { integer: 29n, scale: 9n },
  BIGNUMERIC: { integer: 38n, scale: 38n },
} as const;

/** Requirement of a precision with a scale, as a message. */
export function pairRequirement(type: DecimalType): string {
  const { integer, scale } = DECIMAL_DIGITS[type];
  return `must fit ${type}: a scale from 0 to ${scale}, and a precision that exceeds the scale by 1 to ${integer}`;
}

/** Requirement of a precision without a scale, as a message. */
export const PRECISION_REQUIREMENT =
  'must be from 1 to 29 for NUMERIC and from 1 to 38 for BIGNUMERIC if "scale" is not set';

/** Requirement of a scale, as a message. */
export const SCALE_REQUIREMENT = 'requires "precision"';

/** Whether a type has values with this scale. */
export function fitsScale(type: DecimalType, scale: bigint): boolean {
  return scale >= 0n && scale <= DECIMAL_DIGITS[type].scale;
}

/** Whether a type has values with this precision. Without a scale, it is 0. */
export function fitsPrecision(type: DecimalType, precision: bigint, scale = 0n): boolean {
  const integer = precision - scale;
  return integer >= 1n && integer <= DECIMAL_DIGITS[type].integer;
}
