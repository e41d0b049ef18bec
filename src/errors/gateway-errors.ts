import { TOKEN_ERRORS, type TokenErrorCode, USER_INFO_ERRORS, type UserInfoErrorCode } from "./error-code.js";
import { FourfoldError } from "./fourfold-error.js";
import { type Issue, locatedMessage, shortIssue } from "./request-error.js";

/** A token was rejected. The error contains no part of the token, except an unknown issuer or wrong audiences. */
export class TokenError extends FourfoldError<TokenErrorCode> {
  /** Name of the definition that the token belongs to; undefined if unknown. */
  readonly definition: string | undefined;

  constructor(facts: {
    code: TokenErrorCode;
    definition?: string | undefined;
    /** Details; never a part of the token except its issuer and audiences. */
    detail?: string | undefined;
    cause?: unknown;
  }) {
    const { code, definition, detail, cause } = facts;
    const whose = definition === undefined ? "" : ` ("${definition}")`;
    const text = `${TOKEN_ERRORS[code]}${detail === undefined ? "" : `: ${detail}`}${whose}`;
    super(code, text, { cause });
    this.definition = definition;
  }

  override get name(): "TokenError" {
    return "TokenError";
  }
}

/**
 * The user-info header is invalid. The error contains no part of its value, unless the messages of a schema quote the
 * claims.
 */
export class UserInfoError extends FourfoldError<UserInfoErrorCode> {
  /** Issues that the schema of the claims reported; empty for all codes except `invalid_claims`. */
  readonly issues: readonly Issue[];

  constructor(facts: {
    code: UserInfoErrorCode;
    issues?: readonly Issue[] | undefined;
    /** Details; never a part of the value. */
    detail?: string | undefined;
  }) {
    const { code, issues = [], detail = issues.map(locatedMessage).join("; ") } = facts;
    super(code, `${USER_INFO_ERRORS[code]}${detail === "" ? "" : `: ${detail}`}`);
    this.issues = issues.map(shortIssue);
  }

  override get name(): "UserInfoError" {
    return "UserInfoError";
  }
}
