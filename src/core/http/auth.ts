import { RequestError } from "../../errors/request-error.js";
import { kindOf } from "../rules/describe.js";

/** An access token as providers return it; nothing means that the request goes out without one. */
export type AccessToken = string | null | undefined | { token?: string | null | undefined };

/** Provides access tokens. The clients of auth libraries that have this method can be used as they are. */
export interface AccessTokenProvider {
  /** The token to send now. Asked before every request, and once more after a 401. */
  getAccessToken(): AccessToken | Promise<AccessToken>;
  /**
   * Is told of a token that the service refused with a 401, before the provider is asked once more. A provider that
   * keeps tokens drops this one here; without the method, one that hands out the same token again ends the call.
   */
  forgetAccessToken?: ((token: string) => void) | undefined;
  /**
   * Called when a call has timed out while it waited for a token. A provider whose callers share one pending request
   * drops it here, so that the next caller starts a new one.
   */
  forgetPendingToken?: (() => void) | undefined;
}

/** Sends an API key as the `key` query parameter. Made by `apiKey`. */
export interface ApiKeyProvider {
  /** The key to send. */
  getApiKey(): string;
}

/** How requests are authorised. */
export type Auth = AccessTokenProvider | ApiKeyProvider;

/** A token with its scheme before it, as headers and documentation show it: the scheme would be sent twice. */
export const BEARER = /^\s*bearer\s/i;

/** Asks a provider for its token; undefined when it has none. `refused` is the one that has just met a 401. */
export async function accessTokenOf(auth: Auth | undefined, refused?: string): Promise<string | undefined> {
  if (auth === undefined || !("getAccessToken" in auth)) return undefined;
  if (refused !== undefined) auth.forgetAccessToken?.(refused);
  const token = tokenIn(await auth.getAccessToken());
  if (token == null) return undefined;
  if (typeof token !== "string" || BEARER.test(token)) {
    const message = `must hand out the token alone, as a string or as { token }, got ${kindOf(token)}`;
    throw new RequestError({ operation: "getAccessToken", issues: [{ path: "auth", message, rule: "auth" }] });
  }
  // A token out of a file often ends in a line break, which no header carries.
  return token.trim() || undefined;
}

/** Lets a provider start a new request for a token after a call has timed out. */
export function forgetPendingToken(auth: Auth | undefined): void {
  if (auth !== undefined && "getAccessToken" in auth) auth.forgetPendingToken?.();
}

/** The token of an answer; what has other members and no token is no answer at all, and comes back as it is. */
function tokenIn(answer: AccessToken): unknown {
  if (typeof answer !== "object" || answer === null) return answer;
  return "token" in answer || Object.keys(answer).length === 0 ? answer.token : answer;
}

/** The key of a provider; undefined when it hands out tokens. */
export function apiKeyOf(auth: Auth | undefined): string | undefined {
  return auth !== undefined && "getApiKey" in auth ? auth.getApiKey() : undefined;
}
