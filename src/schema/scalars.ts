import { throwIssue } from "../errors/request-error.js";
import { kindOf, shown } from "../values/describe.js";

/**
 * A 64-bit integer in JSON: a decimal string. `BigInt(value)` converts it exactly; `Number(value)` may round.
 *
 * Inputs also accept `number`, `bigint` and any `string`; see {@link int64}.
 */
export type Int64 = `${bigint}`;

const INT64_MIN = -(2n ** 63n);
const INT64_MAX = 2n ** 63n - 1n;
const UINT64_MAX = 2n ** 64n - 1n;

/**
 * Converts a string of decimal digits, a number or a bigint to an {@link Int64}.
 *
 * @param value - The integer.
 * @returns The integer as a decimal string.
 * @throws {RequestError} If the value is not an integer, does not fit into 64 bits, or is a number beyond
 * `Number.MAX_SAFE_INTEGER`, which may have been rounded.
 *
 * @example
 * int64(5);                      // "5"
 * int64(2n ** 62n);              // "4611686018427387904"
 */
export function int64(value: string | number | bigint): Int64 {
  return readInt64("int64", value);
}

function readInt64(operation: string, value: string | number | bigint): Int64 {
  const problem = int64Problem(value, false);
  if (problem !== undefined) {
    throwIssue(operation, { path: "value", message: problem, rule: "int64" });
  }
  return int64Digits(value);
}

/** Returns a valid 64-bit integer as decimal digits, without leading zeros. */
export function int64Digits(value: unknown): Int64 {
  return String(BigInt(value as string | number | bigint)) as Int64; // the value is valid, and BigInt formats it in decimal
}

const TIME_REMEDY = '; a time is in milliseconds since 1970, such as Date.parse("2027-01-01")';

/** Returns why a value is not a 64-bit integer; undefined if the value is one. */
export function int64Problem(value: unknown, unsigned: boolean): string | undefined {
  const kind = unsigned ? "an unsigned 64-bit integer" : "a 64-bit integer";
  if (typeof value === "number") {
    if (!Number.isInteger(value)) return `must be ${kind}, got ${value}`;
    if (!Number.isSafeInteger(value)) {
      return `${value} is beyond Number.MAX_SAFE_INTEGER and may have been rounded; pass it as a bigint or a string`;
    }
  } else if (typeof value === "string") {
    if (!/^-?\d+$/.test(value)) {
      const remedy = /^\d{4}-\d\d-\d\d/.test(value) ? TIME_REMEDY : "";
      return `must be ${kind} as a string of decimal digits, got ${shown(value)}${remedy}`;
    }
    // 18 digits always fit.
    if (value.length <= 18) return unsigned && value.startsWith("-") ? `must be ${kind}, got ${value}` : undefined;
    if (value.length > 100) return `does not fit into ${kind}`;
  } else if (typeof value !== "bigint") {
    const remedy = value instanceof Date ? TIME_REMEDY : "";
    return `must be ${kind} (a string of decimal digits, a number or a bigint), got ${kindOf(value)}${remedy}`;
  }
  const exact = BigInt(value);
  const [min, max] = unsigned ? [0n, UINT64_MAX] : [INT64_MIN, INT64_MAX];
  return exact < min || exact > max ? `does not fit into ${kind}: ${exact}` : undefined;
}

/** Converts a signed 64-bit integer to a bigint; undefined if the value is not one. */
export function exactInteger(value: unknown): bigint | undefined {
  return int64Problem(value, false) === undefined ? BigInt(value as string | number | bigint) : undefined; // checked
}

/**
 * Converts a Unix time in milliseconds to a `Date`.
 *
 * @param epochMs - The time, such as `creationTime` of a table.
 * @returns The date.
 * @throws {RequestError} If the value is not an integer or is outside the range of `Date` (about 271,800 years around
 * 1970).
 *
 * @example
 * toDate(table.creationTime);    // Date | undefined
 */
export function toDate(epochMs: string | number | bigint): Date;
/**
 * Converts a Unix time in milliseconds to a `Date`; an absent time to `undefined`.
 *
 * @param epochMs - The time, such as `creationTime` of a table.
 * @returns The date, or `undefined`.
 * @throws {RequestError} If the value is not an integer or is outside the range of `Date` (about 271,800 years around
 * 1970).
 */
export function toDate(epochMs: string | number | bigint | undefined): Date | undefined;
export function toDate(epochMs: string | number | bigint | undefined): Date | undefined {
  if (epochMs === undefined) return undefined;
  const date = new Date(Number(readInt64("toDate", epochMs)));
  if (Number.isNaN(date.getTime())) {
    const message = `${epochMs} ms is outside the range of Date`;
    throwIssue("toDate", { path: "value", message, rule: "date-range" });
  }
  return date;
}
