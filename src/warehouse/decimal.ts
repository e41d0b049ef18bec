import type { Issue } from "../errors/request-error.js";
import { assertNoIssues } from "../errors/request-error.js";
import { int64Problem } from "../schema/scalars.js";
import { shown } from "../values/describe.js";

/** A decimal type. */
export type DecimalType = "NUMERIC" | "BIGNUMERIC";

/** Maximum number of digits of the decimal types, before the point and after it. */
const DECIMAL_DIGITS = {
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

type Integer = string | number | bigint | null | undefined;

/** A decimal type with its limits, for {@link decimalRange}. A column of a schema has this type. */
export interface DecimalTypeLimits {
  /** Type of the column: `NUMERIC` or `BIGNUMERIC`. */
  readonly type: "NUMERIC" | "BIGNUMERIC" | (string & {});
  /** Maximum total number of digits. Default: the limit of the type. */
  readonly precision?: string | number | bigint | null | undefined;
  /** Maximum number of digits after the decimal point. Requires `precision`. Default: 0 if `precision` is set. */
  readonly scale?: string | number | bigint | null | undefined;
}

/** Range of the values of a decimal column; both bounds are inclusive. */
export interface DecimalRange {
  /** Minimum value, as an exact decimal string. */
  readonly min: string;
  /** Maximum value, as an exact decimal string. */
  readonly max: string;
}

/**
 * Returns the exact range of values of a `NUMERIC` or `BIGNUMERIC` column of BigQuery. Without precision and scale, it is
 * the range of the type.
 *
 * @param limits - Type, precision and scale of the column.
 * @returns The minimum and the maximum.
 * @throws {RequestError} If the limits break a precision and scale rule; the issues have the rule ids of
 * `warehouseRules`.
 * @see {@link https://cloud.google.com/bigquery/docs/reference/rest/v2/tables#TableFieldSchema | TableFieldSchema} in the BigQuery reference
 *
 * @example
 * decimalRange({ type: "NUMERIC", precision: 5, scale: 2 });   // { min: "-999.99", max: "999.99" }
 * decimalRange({ type: "NUMERIC", precision: 5 });             // { min: "-99999", max: "99999" }
 */
export function decimalRange(limits: DecimalTypeLimits): DecimalRange {
  const { type, precision, scale } = limits;
  const issues = integerIssues({ precision, scale });
  if (type !== "NUMERIC" && type !== "BIGNUMERIC") {
    const message = `must be NUMERIC or BIGNUMERIC, got ${shown(type)}`;
    issues.push({ path: "type", message, rule: "precision-needs-decimal-type" });
  } else if (issues.length === 0) {
    issues.push(...precisionIssues(type as DecimalType, precision, scale)); // checked above
  }
  assertNoIssues("decimalRange", issues);
  if (precision != null) {
    const max = 10n ** BigInt(precision) - 1n;
    return { min: formatDecimal(-max, Number(scale ?? 0)), max: formatDecimal(max, Number(scale ?? 0)) };
  }
  // Multiples of the smallest step: a NUMERIC has 38 digits, a BIGNUMERIC 256 bits.
  const [min, max, digits] =
    type === "NUMERIC" ? [1n - 10n ** 38n, 10n ** 38n - 1n, 9] : [-(2n ** 255n), 2n ** 255n - 1n, 38];
  return { min: formatDecimal(min, digits), max: formatDecimal(max, digits) };
}

/** A decimal of an external source, for {@link pickDecimalTarget}. */
export interface SourceDecimal {
  /** Total number of digits; at least 1. */
  readonly precision: string | number | bigint;
  /** Number of digits after the decimal point; at least 0. Default: 0. */
  readonly scale?: string | number | bigint | null | undefined;
}

/**
 * Returns the column type that BigQuery picks for decimals of an external source.
 *
 * `NUMERIC`, `BIGNUMERIC` and `STRING` are tried in this order, whatever the order of the list. The first type that
 * supports the precision and scale is picked. If none does, the listed type with the widest range is picked, and
 * reading a value outside its range fails.
 *
 * @param targets - The allowed types: `decimalTargetTypes` of the table.
 * @param source - Precision and scale of the source.
 * @returns One of the targets.
 * @throws {RequestError} If the list contains no target, or if the precision or the scale is not an integer.
 * @see {@link https://cloud.google.com/bigquery/docs/reference/rest/v2/tables#DecimalTargetType | DecimalTargetType} in the BigQuery reference
 *
 * @example
 * pickDecimalTarget(["NUMERIC", "STRING"], { precision: 38, scale: 9 });       // "NUMERIC"
 * pickDecimalTarget(["NUMERIC", "STRING"], { precision: 39, scale: 9 });       // "STRING"
 * pickDecimalTarget(["NUMERIC", "BIGNUMERIC"], { precision: 77, scale: 38 });  // "BIGNUMERIC", though it is too narrow
 */
export function pickDecimalTarget<const T extends "NUMERIC" | "BIGNUMERIC" | "STRING" | (string & {})>(
  targets: readonly T[],
  source: SourceDecimal,
): T {
  const required = source.precision == null ? [{ path: "precision", message: "is required", rule: "int64" }] : [];
  const listed = NARROWEST_FIRST.filter((type) => Array.isArray(targets) && targets.includes(type));
  const message = `must list NUMERIC, BIGNUMERIC or STRING, got ${shown(targets)}`;
  const unknown = listed.length === 0 ? [{ path: "targets", message, rule: "decimal-target-type" }] : [];
  assertNoIssues("pickDecimalTarget", [
    ...unknown,
    ...required,
    ...integerIssues({ precision: source.precision, scale: source.scale }),
  ]);
  const scale = BigInt(source.scale ?? 0);
  const integerDigits = BigInt(source.precision) - scale;
  const fitting = listed.find((type) => {
    if (type !== "NUMERIC" && type !== "BIGNUMERIC") return true;
    return scale <= DECIMAL_DIGITS[type].scale && integerDigits <= DECIMAL_DIGITS[type].integer;
  });
  return (fitting ?? listed.at(-1)) as T; // one of the targets, of which there is at least one
}

const NARROWEST_FIRST: readonly string[] = ["NUMERIC", "BIGNUMERIC", "STRING"];

/** Returns the issues of a precision and a scale. */
export function precisionIssues(type: DecimalType, precision: Integer, scale: Integer): Issue[] {
  if (precision == null) {
    return scale == null ? [] : [{ path: "scale", message: SCALE_REQUIREMENT, rule: "scale-needs-precision" }];
  }
  const [digits, places] = [BigInt(precision), BigInt(scale ?? 0)];
  const rule = scale == null ? "precision-alone" : `${type.toLowerCase()}-precision-and-scale`;
  const requirement = scale == null ? PRECISION_REQUIREMENT : pairRequirement(type);
  const limits = DECIMAL_DIGITS[type];
  const integer = digits - places;
  const isScale = places >= 0n && places <= limits.scale;
  const isPrecision = integer >= 1n && integer <= limits.integer;
  return [
    ...(isScale ? [] : [{ path: "scale", message: `${requirement}, got ${places}`, rule }]),
    ...(isPrecision ? [] : [{ path: "precision", message: `${requirement}, got ${digits}`, rule }]),
  ];
}

function integerIssues(members: Record<string, Integer>): Issue[] {
  return Object.entries(members).flatMap(([path, value]): Issue[] => {
    const message = value == null ? undefined : int64Problem(value, false);
    return message === undefined ? [] : [{ path, message, rule: "int64" }];
  });
}

/** Formats an integer multiple of 10^-scale as a decimal. */
export function formatDecimal(steps: bigint, scale: number): string {
  const sign = steps < 0n ? "-" : "";
  const digits = String(steps < 0n ? -steps : steps).padStart(scale + 1, "0");
  const point = digits.length - scale;
  return scale === 0 ? sign + digits : `${sign}${digits.slice(0, point)}.${digits.slice(point)}`;
}
