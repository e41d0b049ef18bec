import type { Clock } from "../call/clock.js";
import type { AccessTokenOptions, AccessTokenProvider } from "../call/credentials.js";
import { singleFlight } from "./single-flight.js";
import type { IssuedToken } from "./token-endpoint.js";

/** Provides access tokens that are cached until shortly before they expire. */
export interface CachedTokens extends AccessTokenProvider {
  /**
   * Returns the cached token, or a new one if the cached token is about to expire. Concurrent callers share one
   * request, except on Cloudflare Workers, where a promise of another request may never settle.
   *
   * @param options - `signal` ends the wait of this caller. The request is cancelled when no caller waits for it.
   * @returns The token.
   * @throws {ApiError} If the token endpoint responds with an error; `reason` is the OAuth error code, such as
   * `invalid_grant`.
   * @throws {RequestError} If the credentials are invalid.
   */
  getAccessToken(options?: AccessTokenOptions): Promise<string>;
  /**
   * Removes a token that a service rejected from the cache. Clients call it after a 401.
   *
   * @param token - The rejected token.
   */
  forgetAccessToken(token: string): void;
}

/** Time before its expiry at which a token is replaced, in milliseconds; at most a tenth of its lifetime. */
const MARGIN_MS = 60_000;

/** Creates a provider that caches the tokens of `issue`. */
export function cachedTokens(clock: Clock, issue: (signal: AbortSignal) => Promise<IssuedToken>): CachedTokens {
  let kept: { readonly token: string; readonly askedAt: number; readonly freshUntil: number } | undefined;

  const renew = singleFlight(async (signal) => {
    const askedAt = clock.now();
    const { token, lifetimeMs } = await issue(signal);
    kept = { token, askedAt, freshUntil: askedAt + lifetimeMs - Math.min(MARGIN_MS, lifetimeMs / 10) };
    return token;
  });
  return {
    async getAccessToken(options) {
      const now = clock.now();
      if (kept !== undefined && now >= kept.askedAt && now < kept.freshUntil) return kept.token;
      return renew(options?.signal);
    },
    forgetAccessToken(token) {
      if (kept?.token === token) kept = undefined;
    },
  };
}
