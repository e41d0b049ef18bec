import { compactVerify, decodeJwt, decodeProtectedHeader } from "jose";
import { TokenError } from "../core/token-error.js";
import { audiencesOf, type TokenClaims, textOf } from "./claims.js";
import type { IssuerKeys } from "./issuer-keys.js";

/** A token that nobody has verified yet. */
export interface ReadToken {
  readonly alg: string;
  readonly kid: string | undefined;
  readonly claims: TokenClaims;
}

const MAX_LENGTH = 65_536;

/** Reads a token; returns the error instead of throwing it. */
export function readToken(token: string, algorithms: readonly string[]): ReadToken | TokenError {
  const malformed = new TokenError({ code: "token_malformed" });
  if (token.length > MAX_LENGTH || token.split(".").length !== 3) return malformed;
  try {
    const { alg, kid } = decodeProtectedHeader(token);
    const claims = decodeJwt(token) as TokenClaims; // any object; each claim is looked at before it is used
    if (typeof alg !== "string" || (kid !== undefined && typeof kid !== "string")) return malformed;
    return algorithms.includes(alg) ? { alg, kid, claims } : new TokenError({ code: "algorithm_not_allowed" });
  } catch {
    return malformed;
  }
}

/** @throws {TokenError} `keys_unavailable` or `signature_invalid`. */
export async function checkSignature(
  token: string,
  { alg, kid }: ReadToken,
  definition: string,
  keys: IssuerKeys | undefined,
): Promise<void> {
  const unavailable = (facts: { detail?: string; cause?: unknown }) =>
    new TokenError({ code: "keys_unavailable", definition, ...facts });
  const invalid = () => new TokenError({ code: "signature_invalid", definition });
  if (keys === undefined) throw unavailable({ detail: "the definition has no address of them" });
  const key = await keys.find({ alg, kid }).catch((cause: unknown) => {
    throw unavailable({ cause });
  });
  if (key === undefined) throw invalid();
  await compactVerify(token, key, { algorithms: [alg] }).catch(() => {
    throw invalid();
  });
}

/** @throws {TokenError} when a claim is missing, or this is not the time. */
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

/** @throws {TokenError} when the token is for nobody of those. */
export function checkAudience(claims: TokenClaims, definition: string, audiences: readonly string[]): void {
  const wanted = audiences.map(bareAudience);
  if (audiencesOf(claims.aud).some((each) => wanted.includes(bareAudience(each)))) return;
  throw new TokenError({ code: "audience_mismatch", definition });
}

/** An audience as it is compared: without scheme and trailing slash. */
function bareAudience(audience: string): string {
  return audience.replace(/^https?:\/\//i, "").replace(/\/$/, "");
}
