import type {
  ApiError,
  CredentialsError,
  NetworkError,
  PaginationError,
  ResponseError,
  TimeoutError,
} from "./call-errors.js";
import type { ApplyEnvironmentError, OperationError } from "./environment-errors.js";
import { type ErrorCode, errorCodes } from "./error-code.js";
import { type FourfoldError, hasCode } from "./fourfold-error.js";
import type { TokenError, UserInfoError } from "./gateway-errors.js";
import type { Issue } from "./request-error.js";
import { assertNoIssues, type RequestError } from "./request-error.js";
import type { RowError } from "./row-error.js";
import type { ApplyTablesError, StalePlanError } from "./table-errors.js";

/** Any error of this package: a union with the discriminator `code`. */
export type AnyFourfoldError =
  | RequestError
  | CredentialsError
  | ApiError
  | NetworkError
  | TimeoutError
  | ResponseError
  | PaginationError
  | OperationError
  | ApplyEnvironmentError
  | ApplyTablesError
  | StalePlanError
  | RowError
  | UserInfoError
  | TokenError;

type WithCode<E, C> =
  E extends FourfoldError<infer Own>
    ? [Extract<Own, C>] extends [never]
      ? never
      : [Own] extends [C]
        ? E
        : E & FourfoldError<Extract<Own, C>>
    : never;

/** The errors of this package that have one of the codes `C`. */
export type FourfoldErrorWith<C extends ErrorCode> = [C] extends [never] ? never : WithCode<AnyFourfoldError, C>;

/**
 * Checks whether a caught value is an error of any copy of this package and, if codes are given, has one of them.
 *
 * @param error - The caught value.
 * @param codes - The codes to check for. Default: any code.
 * @returns Whether it is such an error. Narrows the type to the classes with these codes.
 * @throws {RequestError} If a code does not exist. TypeScript reports it, too.
 *
 * @example
 * // "area" is one of the clients that createClient returns.
 * try {
 *   await area.tables.get(ref);
 * } catch (error) {
 *   if (isFourfoldError(error, "not_found")) return undefined; // error is an ApiError here
 *   throw error;
 * }
 */
export function isFourfoldError<C extends ErrorCode = ErrorCode>(
  error: unknown,
  ...codes: readonly C[]
): error is FourfoldErrorWith<C> {
  const known = errorCodes();
  const issues = codes.flatMap((code, index): Issue[] => {
    if (known.includes(code)) return [];
    const letters = (text: unknown) =>
      String(text)
        .toLowerCase()
        .replace(/[^a-z]/g, "");
    const similar = known.find((each) => letters(each) === letters(code));
    const remedy = similar === undefined ? "" : `; did you mean "${similar}"?`;
    const got = typeof code === "string" ? `"${code}"` : String(code);
    const isList = Array.isArray(code);
    const message = isList
      ? "must be a string, got a list; pass its codes as arguments"
      : `unknown code ${got}${remedy}`;
    return [{ path: `codes[${index}]`, message, rule: "error-code" }];
  });
  assertNoIssues("isFourfoldError", issues);
  return hasCode(error, ...codes);
}
