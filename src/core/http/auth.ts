import { throwIssue } from "../../errors/request-error.js";
import { kindOf } from "../describe.js";

/** An access token as providers return it; `null` or `undefined` sends the request without a token. */
export type AccessToken = string | null | undefined | { token?: string | null | undefined };

/** Provides access tokens. You can pass an auth library's client that has the method `getAccessToken`. */
export interface AccessTokenProvider {
  /**
   * Returns the token to send. Called before every request, and once more after a 401.
   *
   * @returns The token, or a promise of it.
   */
  getAccessToken(): AccessToken | Promise<AccessToken>;
  /**
   * Called with the token after a 401, before the next `getAccessToken`. A provider that caches tokens should drop this
   * token. If `getAccessToken` returns the same token again, the call fails.
   */
  forgetAccessToken?: ((token: string) => void) | undefined;
  /**
   * Headers that are sent with the token, such as the project for quota and billing. Read after each `getAccessToken`. Headers
   * of the client and of the call override them. Default: none.
   */
  readonly tokenHeaders?: Readonly<Record<string, string>> | undefined;
  /**
   * Project for quota and billing, which is sent with the token unless there are `tokenHeaders`. Clients of auth libraries
   * have this property. Default: none.
   */
  readonly quotaProjectId?: string | undefined;
}

/** Sends an API key as the `key` query parameter. Created by `apiKey`. */
export interface ApiKeyProvider {
  /**
   * Returns the key to send.
   *
   * @returns The key.
   */
  getApiKey(): string;
}

/** Credentials of requests. */
export type Auth = AccessTokenProvider | ApiKeyProvider;

/** Whether a host name always refers to this machine. */
export function isLoopback(hostname: string): boolean {
  return /^(?:(?:.+\.)?localhost|127(?:\.\d+){3}|\[::1\])$/.test(hostname);
}

/** Matches a token that begins with its scheme, as in a header, or is only a scheme. */
export const BEARER = /^\s*bearer(?:\s|$)/i;

/** Options of `getAccessToken` of the providers of this package. */
export interface AccessTokenRequest {
  /** Stops waiting for the token. A token request that other callers also wait for is not aborted. Default: none. */
  readonly signal?: AbortSignal | undefined;
}

/** A registered symbol, which is the same in all copies of this package. */
const TAKES_REQUEST = /* @__PURE__ */ Symbol.for("fourfold.accessTokenRequest");

/** Marks a `getAccessToken` that accepts an {@link AccessTokenRequest}. Some libraries expect a callback instead. */
export function takesRequest<T>(
  getAccessToken: (request?: AccessTokenRequest) => T,
): (request?: AccessTokenRequest) => T {
  return Object.assign(getAccessToken, { [TAKES_REQUEST]: true });
}

/**
 * Gets a provider's token; undefined if the provider has no token. `rejected` is the token of the request that received a
 * 401. `inTime` limits the time of a provider that returns a promise.
 */
export async function accessTokenOf(
  auth: Auth | undefined,
  rejected: string | undefined,
  inTime: (work: (signal: AbortSignal) => Promise<AccessToken>) => Promise<AccessToken>,
): Promise<string | undefined> {
  if (auth === undefined || !("getAccessToken" in auth)) return undefined;
  if (rejected !== undefined) auth.forgetAccessToken?.(rejected);
  const get: (request?: AccessTokenRequest) => AccessToken | Promise<AccessToken> = auth.getAccessToken.bind(auth);
  const takesSignal = Object(auth.getAccessToken)[TAKES_REQUEST] === true;
  let given = takesSignal ? inTime(async (signal) => get({ signal })) : get();
  if (!takesSignal && typeof Object(given).then === "function") {
    const promise = Promise.resolve(given);
    promise.catch(() => undefined); // not awaited if the provider itself aborted the call
    given = inTime(() => promise);
  }
  const token = tokenIn(await given);
  if (token == null) return undefined;
  if (typeof token !== "string" || BEARER.test(token)) {
    const message = `must return only the token, as a string or as { token }, got ${kindOf(token)}`;
    throwIssue("getAccessToken", { path: "auth", message, rule: "auth" });
  }
  // A token from a file often ends in a line break, which a header cannot contain.
  return token.trim() || undefined;
}

/** The token of a provider's result. An object with other properties and no token is invalid and returned unchanged. */
function tokenIn(result: AccessToken): unknown {
  if (typeof result !== "object" || result === null) return result;
  return "token" in result || Object.keys(result).length === 0 ? result.token : result;
}

/** The key of a provider; undefined if it provides tokens. */
export function apiKeyOf(auth: Auth | undefined): string | undefined {
  return auth !== undefined && "getApiKey" in auth ? auth.getApiKey() : undefined;
}
