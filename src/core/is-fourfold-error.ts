import type { ApiError } from "../errors/api-error.js";
import type { ApplyError } from "../errors/apply-error.js";
import type { ErrorCode } from "../errors/error-code.js";
import { hasErrorBrand } from "../errors/fourfold-error.js";
import type { Issue } from "../errors/issue.js";
import type { NetworkError } from "../errors/network-error.js";
import type { OperationError } from "../errors/operation-error.js";
import type { PaginationError } from "../errors/pagination-error.js";
import { assertNoIssues, type RequestError } from "../errors/request-error.js";
import type { ResponseError } from "../errors/response-error.js";
import type { TimeoutError } from "../errors/timeout-error.js";
import type { TokenError } from "../errors/token-error.js";
import type { UserInfoError } from "../errors/user-info-error.js";

/** Any error of this package: a union with the discriminator `code`. */
export type AnyFourfoldError =
  | RequestError
  | ApiError
  | NetworkError
  | TimeoutError
  | ResponseError
  | PaginationError
  | OperationError
  | ApplyError
  | UserInfoError
  | TokenError;

type WithCode<E, C> = E extends { code: infer Own }
  ? [Extract<Own, C>] extends [never]
    ? never
    : [Own] extends [C]
      ? E
      : E & { code: Extract<Own, C> }
  : never;

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
): error is WithCode<AnyFourfoldError, C> {
  const issues = codes.flatMap((code, index): Issue[] => {
    if (Object.hasOwn(CODES, code)) return [];
    const letters = (text: unknown) =>
      String(text)
        .toLowerCase()
        .replace(/[^a-z]/g, "");
    const similar = Object.keys(CODES).find((each) => letters(each) === letters(code));
    const remedy = similar === undefined ? "" : `; did you mean "${similar}"?`;
    return [{ path: `codes[${index}]`, message: `unknown code "${code}"${remedy}`, rule: "error-code" }];
  });
  assertNoIssues("isFourfoldError", issues);
  return hasErrorBrand(error) && (codes.length === 0 || (codes as readonly string[]).includes(error.code));
}

const CODES: { readonly [Code in ErrorCode]: true } = {
  bad_request: true,
  unauthenticated: true,
  permission_denied: true,
  not_found: true,
  conflict: true,
  precondition_failed: true,
  rate_limited: true,
  quota_exceeded: true,
  redirect: true,
  unavailable: true,
  server_error: true,
  request_failed: true,
  invalid_base64: true,
  invalid_utf8: true,
  invalid_json: true,
  invalid_shape: true,
  too_large: true,
  duplicate_header: true,
  invalid_claims: true,
  token_missing: true,
  token_malformed: true,
  token_expired: true,
  token_not_yet_valid: true,
  signature_invalid: true,
  algorithm_not_allowed: true,
  issuer_unknown: true,
  audience_mismatch: true,
  claim_missing: true,
  keys_unavailable: true,
  invalid_request: true,
  network: true,
  timeout: true,
  deadline: true,
  invalid_response: true,
  response_too_large: true,
  page_loop: true,
  operation_failed: true,
  apply_failed: true,
};
