import { systemClock } from "../core/clock.js";
import { type AccessTokenProvider, type AccessTokenRequest, takesRequest } from "../core/http/auth.js";
import { singleFlight } from "../core/single-flight.js";
import { assertServiceAccountOptions, type ServiceAccountOptions } from "./service-account-options.js";

/** Hands out the access tokens of a service account. */
export interface ServiceAccount extends AccessTokenProvider {
  /**
   * Returns the cached token, or a new one if that one is about to expire. Callers that wait at the same time share one
   * request, except on Cloudflare Workers, where a promise of another request may never settle.
   *
   * @param options - `signal` ends the wait of this caller. The request is cancelled when no caller waits for it.
   * @throws {ApiError} when the token endpoint refuses; `reason` is its code, such as `invalid_grant`.
   * @throws {RequestError} when the private key turns out to be no RSA key of 2 048 bits or more.
   */
  getAccessToken(options?: AccessTokenRequest): Promise<string>;
  /** Lets go of a token that a service has refused, so that the next one is new. Clients call it after a 401. */
  forgetAccessToken(token: string): void;
}

/** How long a token is taken to live when the endpoint does not say, in milliseconds. */
const DEFAULT_LIFETIME_MS = 3_600_000;
/** How long before its end a token is replaced, in milliseconds, unless a tenth of its life is less. */
const MARGIN_MS = 60_000;

/**
 * Signs in as a service account: an assertion, signed with the account's key, is traded for an access token, which is
 * kept until shortly before it expires (RFC 7523). Works wherever there is WebCrypto; jose is loaded with the first token.
 *
 * @throws {RequestError} If an option is invalid or unknown, with all issues.
 *
 * @example
 * const key = JSON.parse(process.env.SERVICE_ACCOUNT_KEY ?? ""); // a key file
 * const auth = serviceAccount({
 *   clientEmail: key.client_email,
 *   privateKey: key.private_key,
 *   tokenUrl: key.token_uri,
 *   scopes: ["https://auth.example/warehouse"],
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
