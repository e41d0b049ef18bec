import { USER_INFO_ERRORS, type UserInfoErrorCode } from "./error-code.js";
import { FourfoldError } from "./fourfold-error.js";
import { type Issue, locatedMessage } from "./issue.js";

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
    const found = issues.map(locatedMessage).join("; ");
    super(`[${code}] ${USER_INFO_ERRORS[code]}${found === "" ? "" : `: ${found}`}`);
    this.code = code;
    this.issues = issues;
  }

  override get name(): "UserInfoError" {
    return "UserInfoError";
  }
}
