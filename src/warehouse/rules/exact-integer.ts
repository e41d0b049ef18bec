import { int64Problem } from "../../core/schema/scalars.js";

/** Reads an INT64 exactly; undefined when it is missing or none, which the check of the shape reports. */
export function exactInteger(value: string | number | bigint | null | undefined): bigint | undefined {
  return value == null || int64Problem(value, false) !== undefined ? undefined : BigInt(value);
}
