import { int64Problem } from "../../core/schema/scalars.js";

/** Converts an INT64 to a bigint; undefined if it is missing or invalid. The shape check reports invalid values. */
export function exactInteger(value: string | number | bigint | null | undefined): bigint | undefined {
  return value == null || int64Problem(value, false) !== undefined ? undefined : BigInt(value);
}
