import type { TokenErrorCode } from "./error-code.js";
import { FourfoldError } from "./fourfold-error.js";

const texts: Record<TokenErrorCode, string> = {
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
};

/** A token was rejected. The error contains no part of it. */
export class TokenError extends FourfoldError {
  /** Error code. */
  readonly code: TokenErrorCode;
  /** Name of the definition that the token belongs to; undefined if unknown. */
  readonly definition: string | undefined;

  constructor(facts: {
    code: TokenErrorCode;
    definition?: string | undefined;
    /** Details; never a part of the token. */
    detail?: string | undefined;
    cause?: unknown;
  }) {
    const { code, definition, detail, cause } = facts;
    const whose = definition === undefined ? "" : ` ("${definition}")`;
    super(
      `[${code}] ${texts[code]}${detail === undefined ? "" : `: ${detail}`}${whose}`,
      cause === undefined ? undefined : { cause },
    );
    this.code = code;
    this.definition = definition;
  }

  override get name(): "TokenError" {
    return "TokenError";
  }
}
