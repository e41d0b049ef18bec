import { systemClock } from "../core/clock.js";
import { type AccessTokenProvider, type AccessTokenRequest, takesRequest } from "../core/http/auth.js";
import { singleFlight } from "../core/single-flight.js";
import { assertServiceAccountOptions, type ServiceAccountOptions } from "./service-account-options.js";

/** Provides access tokens for a service account. */
export interface ServiceAccount extends AccessTokenProvider {
  /**
   * Returns the cached token, or a new one if the cached token is about to expire. Concurrent callers share one
   * request, except on Cloudflare Workers, where a promise of another request may never settle.
   *
   * @param options - `signal` ends the wait of this caller. The request is cancelled when no caller waits for it.
   * @returns The token.
   * @throws {ApiError} If the token endpoint responds with an error; `reason` is the OAuth error code, such as
   * `invalid_grant`.
   * @throws {RequestError} If the private key is not an RSA key of at least 2048 bits.
   */
  getAccessToken(options?: AccessTokenRequest): Promise<string>;
  /**
   * Removes a token that a service rejected from the cache. Clients call it after a 401.
   *
   * @param token - The rejected token.
   */
  forgetAccessToken(token: string): void;
}

/** Lifetime of a token if the endpoint does not return one, in milliseconds. */
const DEFAULT_LIFETIME_MS = 3_600_000;
/** Time before its expiry at which a token is replaced, in milliseconds; at most a tenth of its lifetime. */
const MARGIN_MS = 60_000;

/**
 * Creates a token provider for a service account. It exchanges an assertion, signed with the account's key, for an
 * access token, and caches the token until shortly before it expires (RFC 7523). Requires WebCrypto; jose is loaded
 * when the first token is requested.
 *
 * @param options - Email, private key, scopes and token endpoint of the account.
 * @returns A provider for the option `auth`.
 * @throws {RequestError} If an option is invalid or unknown, with all issues.
 *
 * @example
 * const key = JSON.parse(process.env.SERVICE_ACCOUNT_KEY ?? ""); // a key file
 * const auth = serviceAccount({
 *   clientEmail: key.client_email,
 *   privateKey: key.private_key,
 *   tokenUrl: key.token_uri,
 *   scopes: ["https://www.googleapis.com/auth/bigquery"],
 * });
 * const client = createClient({ baseUrl, auth });
 */
export function serviceAccount(options: ServiceAccountOptions): ServiceAccount {
  assertServiceAccountOptions(options);
  const { clock = systemClock } = options;
  let kept: { readonly token: string; readonly askedAt: number; readonly freshUntil: number } | undefined;

  const renew = singleFlight(async (signal) => {
    const { signIn } = await import("./sign-in.js");
    const askedAt = clock.now();
    const { token, lifetimeMs = DEFAULT_LIFETIME_MS } = await signIn(options, clock, signal);
    kept = { token, askedAt, freshUntil: askedAt + lifetimeMs - Math.min(MARGIN_MS, lifetimeMs / 10) };
    return token;
  });
  return {
    getAccessToken: takesRequest(async (request) => {
      const now = clock.now();
      if (kept !== undefined && now >= kept.askedAt && now < kept.freshUntil) return kept.token;
      return renew(request?.signal);
    }),
    forgetAccessToken(token) {
      if (kept?.token === token) kept = undefined;
    },
  };
}
