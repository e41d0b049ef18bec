import type { Clock } from "../core/clock.js";
import { TokenError } from "../errors/gateway-errors.js";
import { type Candidate, createTokenChooser } from "./choose-tokens.js";
import { audiencesOf, bareAudience, type TokenClaims, textOf } from "./claims.js";
import type { IssuerDefinition } from "./definitions.js";
import { createSignatureCheck, type KeyFetch, type SignatureCheck } from "./issuer-keys.js";
import type { TokenFinder } from "./token-location.js";

/** A token that was accepted. */
export interface VerifiedToken {
  /** Its claims. */
  readonly claims: TokenClaims;
  /** Name of the definition with the token's issuer. */
  readonly definition: string;
}

/** An accepted token, including its text. */
export interface AcceptedToken extends VerifiedToken {
  /** The token. */
  readonly token: string;
}

/** Settings of a token acceptor, with all defaults filled in. */
export interface AcceptorSettings {
  readonly definitions: ReadonlyMap<string, IssuerDefinition>;
  readonly algorithms: readonly string[];
  readonly clockToleranceMs: number;
  readonly clock: Clock;
  readonly fetch: KeyFetch;
}

/** Verifies the tokens of requests, with a cache of keys and of accepted tokens. */
export type TokenAcceptor = ReturnType<typeof createTokenAcceptor>;

/** Creates an acceptor. This file is loaded with the first token, because it imports jose. */
export function createTokenAcceptor({ definitions, algorithms, clockToleranceMs, clock, fetch }: AcceptorSettings) {
  const cache = createTokenCache(clock);
  const checks = new Map<string, SignatureCheck>();
  for (const [name, { jwksUri }] of definitions) {
    if (jwksUri !== undefined) checks.set(name, createSignatureCheck(jwksUri, fetch, clock));
  }
  const accept = async ({ name: definition, read }: Candidate): Promise<AcceptedToken> => {
    const { token, payload, claims } = read;
    const digest = await digestOf(`${definition} ${token}`);
    const known = cache.get(digest);
    if (known !== undefined) return { claims: JSON.parse(known), definition, token };
    await checkSignature({ name: definition, read }, checks.get(definition));
    checkClaims(claims, definition, clock.now(), clockToleranceMs);
    checkAudience(claims, definition, definitions.get(definition)?.audiences ?? []);
    cache.set(digest, payload, (claims.exp ?? 0) * 1_000);
    return { claims, definition, token };
  };
  /**
   * Verifies the tokens of the first alternative that is met: a separate token for each of its definitions.
   *
   * @throws {TokenError} If none is met, with the most specific reason.
   */
  return async (find: TokenFinder, alternatives: Iterable<readonly string[]>): Promise<AcceptedToken[]> => {
    const choose = createTokenChooser(find, definitions, algorithms);
    const failures: TokenError[] = [];
    for (const names of alternatives) {
      try {
        const accepted: AcceptedToken[] = [];
        for (const candidate of choose(names)) accepted.push(await accept(candidate));
        return accepted;
      } catch (error) {
        if (!(error instanceof TokenError)) throw error;
        failures.push(error);
      }
    }
    throw (
      failures.find(({ definition }) => definition !== undefined) ??
      failures.find(({ code }) => code !== "token_missing") ??
      new TokenError({ code: "token_missing" })
    );
  };
}

/** @throws {TokenError} `keys_unavailable` or `signature_invalid`. */
async function checkSignature({ name: definition, read }: Candidate, isSigned: SignatureCheck | undefined) {
  const unavailable = (facts: { detail?: string; cause?: unknown }) =>
    new TokenError({ code: "keys_unavailable", definition, ...facts });
  if (isSigned === undefined) throw unavailable({ detail: "the definition has no key URL" });
  const isValid = await isSigned(read).catch((cause: unknown) => {
    throw unavailable({ cause });
  });
  if (!isValid) throw new TokenError({ code: "signature_invalid", definition });
}

/** @throws {TokenError} If a required claim is missing or invalid, or the token has expired or is not valid yet. */
function checkClaims(claims: TokenClaims, definition: string, nowMs: number, toleranceMs: number): void {
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
function checkAudience({ aud }: TokenClaims, definition: string, audiences: readonly string[]): void {
  const wanted = audiences.map(bareAudience);
  if (audiencesOf(aud).some((each) => wanted.includes(bareAudience(each)))) return;
  throw new TokenError({ code: "audience_mismatch", definition });
}

/** Maximum time for which a validated token is cached, in milliseconds. */
const TOKEN_MS = 300_000;

/**
 * Creates a cache of the payloads of validated tokens, as JSON, for five minutes or until a token expires. The keys are
 * SHA-256 digests, so that no token is stored as plain text. The oldest entry is evicted when the cache is full.
 */
export function createTokenCache(clock: Clock, maxEntries = 1_000) {
  const entries = new Map<string, { readonly payload: string; readonly since: number; readonly until: number }>();
  return {
    /** Returns the payload of an accepted token; undefined if the token must be verified. */
    get(digest: string): string | undefined {
      const entry = entries.get(digest);
      const now = clock.now();
      if (entry === undefined || (now >= entry.since && now < entry.until)) return entry?.payload;
      entries.delete(digest);
      return undefined;
    },
    set(digest: string, payload: string, expiresAtMs: number): void {
      const since = clock.now();
      const until = Math.min(since + TOKEN_MS, expiresAtMs);
      if (until <= since) return;
      entries.set(digest, { payload, since, until });
      const [oldest] = entries.keys();
      if (entries.size > maxEntries && oldest !== undefined) entries.delete(oldest);
    },
  };
}

/** Returns the SHA-256 of a string in hexadecimal digits. */
export async function digestOf(text: string): Promise<string> {
  const bytes = new Uint8Array(await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text)));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}
