import type { UserInfoErrorCode } from "./error-code.js";
import { FourfoldError } from "./fourfold-error.js";
import type { Issue } from "./issue.js";

const texts: Record<UserInfoErrorCode, string> = {
  invalid_base64: "the value is not base64",
  invalid_utf8: "the bytes are not UTF-8",
  invalid_json: "the text is not JSON",
  invalid_shape: "the value is not an object of claims",
  too_large: 'the value is larger than "maxBytes"',
  duplicate_header: "the header was sent twice",
  invalid_claims: "the claims are invalid",
};

/**
 * The user-info header is invalid. The error contains no part of its value, unless the messages of a schema quote the
 * claims.
 */
export class UserInfoError extends FourfoldError {
  /** Error code. */
  readonly code: UserInfoErrorCode;
  /** Issues that the schema of the claims reported; empty for all codes except `invalid_claims`. */
  readonly issues: readonly Issue[];

  constructor(facts: { code: UserInfoErrorCode; issues?: readonly Issue[] | undefined }) {
    const { code, issues = [] } = facts;
    const found = issues.map(({ path, message }) => (path === "" ? message : `${path}: ${message}`)).join("; ");
    super(`[${code}] ${texts[code]}${found === "" ? "" : `: ${found}`}`);
    this.code = code;
    this.issues = issues;
  }

  override get name(): "UserInfoError" {
    return "UserInfoError";
  }
}
