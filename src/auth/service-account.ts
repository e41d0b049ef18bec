import { systemClock } from "../core/clock.js";
import { assertServiceAccountOptions, type ServiceAccountOptions } from "./service-account-options.js";
import { type CachedTokens, cachedTokens } from "./token-cache.js";

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
 * const client = createClient({ auth });
 */
export function serviceAccount(options: ServiceAccountOptions): CachedTokens {
  assertServiceAccountOptions(options);
  const { clock = systemClock } = options;
  return cachedTokens(clock, async (signal) => {
    const { signIn } = await import("./sign-in.js");
    return signIn({ ...options, clock }, signal);
  });
}
