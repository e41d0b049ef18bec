import { TokenError } from "../errors/token-error.js";
import { audiencesOf, type TokenClaims, textOf } from "./claims.js";

/** @throws {TokenError} If a required claim is missing or invalid, or the token has expired or is not valid yet. */
export function checkClaims(claims: TokenClaims, definition: string, nowMs: number, toleranceMs: number): void {
  const missing = [
    ...(["iss", "sub"] as const).filter((name) => textOf(claims[name]) === null),
    ...(audiencesOf(claims.aud).length === 0 ? ["aud"] : []),
    ...(["iat", "exp"] as const).filter((name) => !Number.isFinite(claims[name])),
    ...(claims.nbf === undefined || Number.isFinite(claims.nbf) ? [] : ["nbf"]),
  ];
  if (missing.length > 0) throw new TokenError({ code: "claim_missing", definition, detail: missing.join(", ") });
  const { exp = 0, iat = 0, nbf = iat } = claims;
  if (nowMs >= exp * 1_000 + toleranceMs) throw new TokenError({ code: "token_expired", definition });
  if (nowMs < Math.max(iat, nbf) * 1_000 - toleranceMs) {
    throw new TokenError({ code: "token_not_yet_valid", definition });
  }
}

/** @throws {TokenError} If the token has none of these audiences. */
export function checkAudience(claims: TokenClaims, definition: string, audiences: readonly string[]): void {
  const wanted = audiences.map(bareAudience);
  if (audiencesOf(claims.aud).some((each) => wanted.includes(bareAudience(each)))) return;
  throw new TokenError({ code: "audience_mismatch", definition });
}

/** Normalizes an audience for comparison: removes the scheme and the trailing slash. */
function bareAudience(audience: string): string {
  return audience.replace(/^https?:\/\//i, "").replace(/\/$/, "");
}
