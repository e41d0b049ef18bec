import { TOKEN_ERRORS, type TokenErrorCode } from "./error-code.js";
import { FourfoldError } from "./fourfold-error.js";

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
      `[${code}] ${TOKEN_ERRORS[code]}${detail === undefined ? "" : `: ${detail}`}${whose}`,
      cause === undefined ? undefined : { cause },
    );
    this.code = code;
    this.definition = definition;
  }

  override get name(): "TokenError" {
    return "TokenError";
  }
}
