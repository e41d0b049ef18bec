import {
  type AccessToken,
  type AccessTokenProvider,
  type ApiKeyProvider,
  BEARER,
  tokenOf,
} from "../call/credentials.js";
import { throwIssue } from "../errors/request-error.js";
import { isText } from "../values/options.js";
import { singleFlight } from "./single-flight.js";

/**
 * Creates a provider that sends an access token as `Authorization: Bearer …`.
 *
 * A function is called before every request, but not concurrently: requests that start while it is pending share its result,
 * except on Cloudflare Workers, where a promise of another request may never settle. A call that times out or is aborted
 * stops waiting; after a timeout, later calls call the function again. After a 401, the function is called once more, and
 * the request is retried if the token differs. Cache tokens in the function if fetching one is slow. If the function fails or
 * returns no token, calls reject with a `CredentialsError`.
 *
 * @param token - The token, or a function that returns it or a promise of it.
 * @returns A provider for the option `auth`.
 * @throws {RequestError} If the token is neither a function nor a string, is empty, or begins with "Bearer ".
 *
 * @example
 * const client = createClient({ auth: bearer(() => fetchToken()) });
 */
export function bearer(token: string | (() => AccessToken | Promise<AccessToken>)): AccessTokenProvider {
  if (typeof token !== "function") return fixedToken(token);
  const request = singleFlight(async () => tokenOf(await token(), "the function of bearer"));
  return { getAccessToken: (options) => request(options?.signal) };
}

function fixedToken(token: string): AccessTokenProvider {
  if (typeof token === "string" && token.trim() !== "" && !BEARER.test(token)) return { getAccessToken: () => token };
  const message = 'must be a non-empty string without "Bearer ", or a function that returns one';
  throwIssue("bearer", { path: "token", message, rule: "bearer" });
}

/**
 * Creates a provider that sends an API key as the `key` query parameter. The key never appears in an error, event or
 * log.
 *
 * @param key - The key.
 * @returns A provider for the option `auth`.
 * @throws {RequestError} If the key is not a string, or is empty.
 *
 * @example
 * const client = createClient({ auth: { entities: apiKey(process.env.API_KEY ?? "") } });
 */
export function apiKey(key: string): ApiKeyProvider {
  if (!isText(key)) {
    throwIssue("apiKey", { path: "key", message: "must be a non-empty string", rule: "api-key" });
  }
  return { getApiKey: () => key };
}
