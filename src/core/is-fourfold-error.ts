import type { AnyFourfoldError, ErrorCode } from "./errors.js";
import { hasErrorBrand } from "./fourfold-error.js";

type WithCode<E, C> = E extends { code: infer Own }
  ? [Extract<Own, C>] extends [never]
    ? never
    : [Own] extends [C]
      ? E
      : E & { code: Extract<Own, C> }
  : never;

/**
 * Whether a caught value is an error of this package, also one of another copy of it; with codes, whether it bears
 * one of them.
 *
 * @example
 * try {
 *   await client.warehouse.tables.get(ref);
 * } catch (error) {
 *   if (isFourfoldError(error, "not_found")) return undefined; // error is an ApiError here
 *   throw error;
 * }
 */
export function isFourfoldError<C extends ErrorCode = ErrorCode>(
  error: unknown,
  ...codes: readonly C[]
): error is WithCode<AnyFourfoldError, C> {
  return hasErrorBrand(error) && (codes.length === 0 || (codes as readonly string[]).includes(error.code));
}
