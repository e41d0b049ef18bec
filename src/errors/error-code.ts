/** Codes of an `ApiError`. */
const API_ERROR_CODES = [
  "bad_request",
  "unauthenticated",
  "permission_denied",
  "not_found",
  "conflict",
  "precondition_failed",
  "rate_limited",
  "quota_exceeded",
  "redirect",
  "unavailable",
  "server_error",
  "request_failed",
] as const;

/**
 * Code of an `ApiError`.
 *
 * - `bad_request`: 400
 * - `unauthenticated`: 401
 * - `permission_denied`: 403
 * - `not_found`: 404
 * - `conflict`: 409
 * - `precondition_failed`: 412, or 400 with the status `FAILED_PRECONDITION`
 * - `rate_limited`: 429, or 403 with a rate-limit reason
 * - `quota_exceeded`: the reason `quotaExceeded`
 * - `redirect`: 3xx; redirects are never followed
 * - `unavailable`: 502, 503 or 504
 * - `server_error`: any other 5xx
 * - `request_failed`: any other status
 */
export type ApiErrorCode = (typeof API_ERROR_CODES)[number];

/** Messages of a `UserInfoError` by code. */
export const USER_INFO_ERRORS = {
  invalid_base64: "the value is not base64",
  invalid_utf8: "the bytes are not UTF-8",
  invalid_json: "the text is not JSON",
  invalid_shape: "the value is not an object of claims",
  too_large: 'the value is larger than "maxBytes"',
  duplicate_header: "the header was sent twice",
  invalid_claims: "the claims are invalid",
} as const;

/**
 * Code of a `UserInfoError`.
 *
 * - `invalid_base64`: the value is not base64
 * - `invalid_utf8`: the bytes are not UTF-8
 * - `invalid_json`: the text is not JSON
 * - `invalid_shape`: the value is not an object of claims, or is empty
 * - `too_large`: the value is larger than `maxBytes`
 * - `duplicate_header`: the header was sent twice
 * - `invalid_claims`: the claims do not match the schema
 */
export type UserInfoErrorCode = keyof typeof USER_INFO_ERRORS;

/** Messages of a `TokenError` by code. */
export const TOKEN_ERRORS = {
  token_missing: "the request has no token in any of the accepted locations",
  token_malformed: "the token is not a signed JSON Web Token",
  token_expired: "the token has expired",
  token_not_yet_valid: "the token is not valid yet",
  signature_invalid: "the signature does not match any key of the issuer",
  algorithm_not_allowed: "the token's algorithm is not allowed",
  issuer_unknown: "no definition has the token's issuer",
  audience_mismatch: "the token is for another audience",
  claim_missing: "a required claim of the token is missing or has the wrong type",
  keys_unavailable: "the keys of the issuer could not be fetched",
} as const;

/**
 * Code of a `TokenError`.
 *
 * - `token_missing`: the request has no token in any of the accepted locations
 * - `token_malformed`: the token is not a signed JSON Web Token
 * - `token_expired`: the token has expired
 * - `token_not_yet_valid`: the token is not valid yet
 * - `signature_invalid`: the signature does not match any key of the issuer
 * - `algorithm_not_allowed`: the token's algorithm is not allowed
 * - `issuer_unknown`: no definition has the token's issuer
 * - `audience_mismatch`: the token is for another audience
 * - `claim_missing`: a required claim is missing or has the wrong type
 * - `keys_unavailable`: the keys of the issuer could not be fetched
 */
export type TokenErrorCode = keyof typeof TOKEN_ERRORS;

const OTHER_CODES = [
  "invalid_request",
  "credentials_unavailable",
  "network",
  "timeout",
  "deadline",
  "invalid_response",
  "response_too_large",
  "page_loop",
  "operation_failed",
  "apply_environment_failed",
  "apply_tables_failed",
  "plan_stale",
  "row_invalid",
] as const;

/** Code of any error of this package. */
export type ErrorCode = ApiErrorCode | UserInfoErrorCode | TokenErrorCode | (typeof OTHER_CODES)[number];

/** All codes. A function, because bundlers cannot drop a top-level spread. */
export function errorCodes(): readonly string[] {
  return [...API_ERROR_CODES, ...Object.keys(USER_INFO_ERRORS), ...Object.keys(TOKEN_ERRORS), ...OTHER_CODES];
}
